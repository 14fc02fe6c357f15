// Shard files: what `check --shard` and `explore --shard` wrote with --json. Internal to
// core/lab/cli.
//
// Promises: a file is taken only if it keeps to the schema of its verb; all are of the same verb
// and the same work (identity.hpp); no shard comes twice. Errors name the file, or both.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include <oncelab/core/lab/base/result.hpp>

namespace oncelab::cli {

struct ShardFiles {
  std::string verb;
  std::vector<boost::json::object> shards;  // by index
  std::vector<std::uint64_t> missing;       // from 1 on
  std::uint64_t of = 0;
};

[[nodiscard]] Result<ShardFiles> read_shards(const std::vector<std::string>& files);

}  // namespace oncelab::cli
