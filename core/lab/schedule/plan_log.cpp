#include <oncelab/core/lab/schedule/plan_log.hpp>

namespace oncelab::schedule {

namespace {

std::uint64_t hash_of(std::size_t depth, const Continuation& sequence) {
  std::uint64_t hash = depth;
  const auto mix = [&hash](std::uint64_t n) {
    hash = (hash ^ n) * 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 29U;
  };
  for (const Planned& p : sequence) {
    mix((std::uint64_t{p.event.thread} << 32U) | p.event.accesses[0].place);
  }
  return hash;
}

}  // namespace

void PlanLog::add(std::size_t depth, const Continuation& sequence) {
  if (depth > depth_) {
    return;
  }
  const std::uint64_t hash = hash_of(depth, sequence);
  for (auto [it, end] = by_hash_.equal_range(hash); it != end; ++it) {
    if (const DeepPlan& p = plans_[it->second]; p.depth == depth && p.sequence == sequence) {
      return;
    }
  }
  by_hash_.emplace(hash, plans_.size());
  plans_.push_back({depth, sequence});
  events_ += sequence.size();
}

}  // namespace oncelab::schedule
