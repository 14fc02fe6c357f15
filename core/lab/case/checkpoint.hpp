// Checkpoint: an exploration that another process can go on with.
//
// One JSON object: what was explored, by which build of which program, counts of the runs so far,
// and the strategy's state as numbers; the last member is the SHA-256 of all before it. A file that
// was changed, or that belongs to another subject, bound or build, is refused, never half believed.
// Threads: values only. Cost: linear in the state, which is that of one run and its plans.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/case/make_case.hpp>
#include <oncelab/core/lab/schedule/explore.hpp>

namespace oncelab::cases {

/// Nothing longer is read.
inline constexpr std::size_t checkpoint_bytes_max = std::size_t{1} << 30U;

struct Checkpoint {
  schedule::ExploreResult so_far;  // counts, goals and weaker accesses
  std::vector<std::uint64_t> state;
};

[[nodiscard]] std::string to_text(const Checkpoint& checkpoint, std::string_view identity);
/// `file` is what errors call the input. Another identity: does_not_fit.
[[nodiscard]] Result<Checkpoint> parse_checkpoint(std::string_view text, std::string_view identity,
                                                  std::string_view file);

}  // namespace oncelab::cases
