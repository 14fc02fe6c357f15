// What was thrown, as text. RapidCheck reports by exceptions; none gets out of here.
#pragma once

#include <string>

namespace oncelab::gen::detail {

/// One line. To be called in a catch block.
[[nodiscard]] std::string thrown_text();

}  // namespace oncelab::gen::detail
