// --shard, of verbs that explore: the same work, divided among machines that do not talk.
//
// "2/4" is the second of four. "auto" and "auto/4" ask the environment which one this is:
// GoogleTest (GTEST_SHARD_INDEX, GTEST_TOTAL_SHARDS), Slurm job arrays (SLURM_ARRAY_TASK_ID and its
// kin) and Kubernetes indexed jobs (JOB_COMPLETION_INDEX, which does not say of how many). Without
// the flag the environment is not looked at: nothing is left out unasked. `merge` puts the results
// together. Internal to core/lab/cli.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <string>

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/cli/environment.hpp>
#include <oncelab/core/lab/schedule/shard.hpp>

namespace oncelab::cli {

class Flags;

inline constexpr std::uint32_t shards_max = 10'000;

class ShardFlag {
 public:
  void declare(Flags& flags);
  [[nodiscard]] bool given() const { return given_.has_value(); }
  /// The whole, if the flag was not given.
  [[nodiscard]] Result<schedule::Shard> shard(const Environment& environment) const;

 private:
  std::optional<std::string> given_;
};

/// What a result says of its shard. `work` is the same text in all shards of the same work only.
[[nodiscard]] boost::json::object shard_value(const schedule::Shard& shard,
                                              const std::string& work);
/// "shard 2 of 4"
[[nodiscard]] std::string shard_text(const schedule::Shard& shard);

}  // namespace oncelab::cli
