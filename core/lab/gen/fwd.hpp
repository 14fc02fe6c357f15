// RapidCheck's generators by name, for headers that only mention them: its own headers take seconds
// to compile.
#pragma once

namespace rc {
template <typename T>
class Gen;
}  // namespace rc
