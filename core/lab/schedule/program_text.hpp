// For tests: a small program as text: `store(0,1) load(1) | lock(0) unlock(0)`.
//
// An instruction is the name of its Do, and in parentheses its object and value; of cas, its
// object, what is expected and the value; of spawn and join, the thread. Threads are separated by
// `|`. A text that is none is a broken invariant.
#pragma once

#include <string>
#include <string_view>

#include <oncelab/core/lab/schedule/small_program.hpp>

namespace oncelab::small {

[[nodiscard]] std::string text_of(const Program& program);
[[nodiscard]] Program program_of(const char* name, std::string_view text, unsigned clients);

}  // namespace oncelab::small
