// The smaller programs that can be made of one by leaving out clients and operations.
//
// Promises: in order of the number of clients, then of operations; two programs that differ only in
// the order of the clients, or not at all, come once. For each number of clients at most
// candidates_max are made; `all` says whether that left any out. The program itself is not among
// them.
#pragma once

#include <cstdint>
#include <vector>

#include <oncelab/core/lab/scenario/program.hpp>

namespace oncelab::shrink {

struct SmallerPrograms {
  std::vector<scenario::Program> programs;
  bool all = true;
};

/// Those with exactly this many clients.
[[nodiscard]] SmallerPrograms smaller_programs(const scenario::Program& program,
                                               std::size_t clients, std::uint32_t candidates_max);

/// Those with one client or one operation less, largest cut first.
[[nodiscard]] std::vector<scenario::Program> one_less(const scenario::Program& program);

}  // namespace oncelab::shrink
