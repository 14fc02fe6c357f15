#include <oncelab/core/lab/schedule/branch_sizes.hpp>

#include <algorithm>

namespace oncelab::schedule {

BranchSizes BranchSizes::inside(std::size_t depth) const {
  BranchSizes sizes = *this;
  sizes.since_.assign(depth + 1, now_);
  return sizes;
}

void BranchSizes::ran(std::size_t branched, std::size_t depth) {
  if (branched < since_.size()) {
    last_[branched] = now_ - since_[branched];
  }
  since_.resize(depth);
  last_.resize(std::max(last_.size(), depth));
  std::fill(since_.begin() + static_cast<std::ptrdiff_t>(std::min(branched, depth)), since_.end(),
            now_);
}

void BranchSizes::ran_elsewhere(std::size_t depth, std::uint64_t size) {
  now_ += size;
  last_[depth] = size;
  since_[depth] = now_;
}

std::uint64_t BranchSizes::last(std::size_t depth) const {
  return depth < since_.size() ? last_[depth] : 0;
}

std::uint64_t BranchSizes::current(std::size_t depth) const {
  return depth < since_.size() ? now_ - since_[depth] : 0;
}

}  // namespace oncelab::schedule
