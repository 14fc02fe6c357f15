#include <oncelab/core/lab/cli/shard.hpp>

#include <oncelab/core/lab/cli/flags.hpp>
#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::cli {

namespace {

constexpr std::string_view form = "--shard takes I/N, from 1/N to N/N, or auto, or auto/N";
constexpr std::uint64_t u32_max = 0xFFFF'FFFF;

using Which = Result<schedule::Shard>;

Error wrong(const std::string& what) { return make_error(ErrorKind::usage, "--shard " + what); }

/// A variable's value.
Result<std::uint64_t> number(const std::string& name, const std::string& value) {
  if (const auto n = whole_number(value, {0, u32_max})) {
    return *n;
  }
  return wrong("auto: " + name + " is no whole number from 0 to " + std::to_string(u32_max) +
               ": '" + history::printable(value) + "'");
}

Which of(std::uint64_t index, std::uint64_t count, const std::string& where) {
  if (count == 0 || count > shards_max || index >= count) {
    return wrong("auto: " + where + " say shard " + std::to_string(index + 1) + " of " +
                 std::to_string(count) + "; there can be 1 to " + std::to_string(shards_max));
  }
  return schedule::Shard{static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(count)};
}

Which from_gtest(const Environment& e) {
  const auto index = number("GTEST_SHARD_INDEX", e.gtest_shard_index);
  const auto count = number("GTEST_TOTAL_SHARDS", e.gtest_total_shards);
  if (!index || !count) {
    return index ? count.error() : index.error();
  }
  return of(*index, *count, "GTEST_SHARD_INDEX and GTEST_TOTAL_SHARDS");
}

Which from_slurm(const Environment& e) {
  const auto id = number("SLURM_ARRAY_TASK_ID", e.slurm_task_id);
  const auto min = number("SLURM_ARRAY_TASK_MIN", e.slurm_task_min);
  const auto max = number("SLURM_ARRAY_TASK_MAX", e.slurm_task_max);
  const auto count = number("SLURM_ARRAY_TASK_COUNT", e.slurm_task_count);
  for (const auto* n : {&id, &min, &max, &count}) {
    if (!*n) {
      return n->error();
    }
  }
  // The tasks must be evenly spaced, or which one this is cannot be told from its number.
  const std::uint64_t step = *count > 1 && *max > *min ? (*max - *min) / (*count - 1) : 1;
  if (*count == 0 || *min + step * (*count - 1) != *max || *id < *min || *id > *max ||
      (*id - *min) % step != 0) {
    return wrong("auto: task " + std::to_string(*id) + " of a Slurm array of " +
                 std::to_string(*count) + " from " + std::to_string(*min) + " to " +
                 std::to_string(*max) + ", which are not evenly spaced; give I/N");
  }
  return of((*id - *min) / step, *count, "the SLURM_ARRAY_TASK variables");
}

Which from_environment(const Environment& e, std::optional<std::uint64_t> count) {
  Which which = wrong(
      "auto: no GTEST_TOTAL_SHARDS, SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX "
      "in the environment; give I/N");
  if (!e.gtest_total_shards.empty()) {
    which = from_gtest(e);
  } else if (!e.slurm_task_id.empty()) {
    which = from_slurm(e);
  } else if (!e.job_completion_index.empty()) {
    if (!count) {
      return wrong("auto: JOB_COMPLETION_INDEX does not say of how many; give auto/N");
    }
    const auto index = number("JOB_COMPLETION_INDEX", e.job_completion_index);
    if (!index) {
      return index.error();
    }
    return of(*index, *count, "JOB_COMPLETION_INDEX and auto/" + std::to_string(*count));
  }
  if (which && count && *count != which->count) {
    return wrong("auto/" + std::to_string(*count) + ", but the environment says " +
                 std::to_string(which->count) + " shards");
  }
  return which;
}

}  // namespace

void ShardFlag::declare(Flags& flags) {
  flags.text("--shard", given_, "I/N", "Only this share of the work; `merge` joins the results");
}

Result<schedule::Shard> ShardFlag::shard(const Environment& environment) const {
  if (!given_) {
    return schedule::Shard{};
  }
  const std::size_t slash = given_->find('/');
  const std::string which = given_->substr(0, slash);
  const auto count = slash == std::string::npos
                         ? std::nullopt
                         : whole_number(given_->substr(slash + 1), {1, shards_max});
  if (which == "auto" && (slash == std::string::npos || count)) {
    return from_environment(environment, count);
  }
  const auto index = count ? whole_number(which, {1, *count}) : std::nullopt;
  if (!index) {
    return make_error(ErrorKind::usage, std::string(form) + " (N at most " +
                                            std::to_string(shards_max) + "), not '" +
                                            history::printable(*given_) + "'");
  }
  return schedule::Shard{static_cast<std::uint32_t>(*index - 1),
                         static_cast<std::uint32_t>(*count)};
}

boost::json::object shard_value(const schedule::Shard& shard, const std::string& work) {
  return {{"index", shard.index + 1}, {"of", shard.count}, {"work", work}};
}

std::string shard_text(const schedule::Shard& shard) {
  return "shard " + std::to_string(shard.index + 1) + " of " + std::to_string(shard.count);
}

}  // namespace oncelab::cli
