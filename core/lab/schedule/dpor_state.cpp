// What a partial-order reduction needs to go on in another process: the nodes of its current path.
#include <algorithm>
#include <utility>

#include <oncelab/core/lab/schedule/archive.hpp>
#include <oncelab/core/lab/schedule/dpor.hpp>
#include <oncelab/core/lab/schedule/event_archive.hpp>

namespace oncelab::schedule {

namespace {

constexpr std::size_t steps_max = 100'000;
constexpr std::size_t items_max = 1'000'000;
constexpr std::uint64_t byte_max = 0xFF;

}  // namespace

void Labeller::exchange(Archive& archive) {
  archive.list(thread_ids_, byte_max, [&](std::uint64_t& identity) { archive.number(identity); });
  std::vector<std::uint64_t> identities(places_.size());
  for (const auto& [identity, place] : places_) {
    identities[place - 1] = identity;
  }
  archive.list(identities, items_max, [&](std::uint64_t& identity) { archive.number(identity); });
  places_.clear();
  for (const std::uint64_t identity : identities) {
    (void)place_of(identity);
  }
}

Renumbering Labeller::exchange_since(Numbered common, Archive& archive) {
  archive.number(common.threads, thread_ids_.size());
  archive.number(common.places, places_.size());
  std::vector<std::uint64_t> threads(
      thread_ids_.begin() + static_cast<std::ptrdiff_t>(common.threads), thread_ids_.end());
  std::vector<std::uint64_t> places(places_.size() - common.places);
  for (const auto& [identity, place] : places_) {
    if (place > common.places) {
      places[place - common.places - 1] = identity;
    }
  }
  archive.list(threads, byte_max, [&](std::uint64_t& identity) { archive.number(identity); });
  archive.list(places, items_max, [&](std::uint64_t& identity) { archive.number(identity); });
  std::vector<std::uint8_t> thread_numbers;
  for (const std::uint64_t identity : threads) {
    thread_numbers.push_back(thread_with(identity));
  }
  std::vector<std::uint32_t> place_numbers;
  for (const std::uint64_t identity : places) {
    place_numbers.push_back(place_of(identity));
  }
  return {common, std::move(thread_numbers), std::move(place_numbers)};
}

void Dpor::exchange(Archive& archive, std::vector<Then>& then) {
  archive.list(then, items_max, [&](Then& t) {
    archive.number(t.values, 0xFFFF'FFFF);
    schedule::exchange(archive, t.tree);
    archive.number(t.leaf, 1);
  });
}

void Dpor::exchange(Archive& archive, Node& node) {
  archive.number(node.thread, byte_max);
  archive.number(node.unprompted);
  node.asleep.exchange(archive);
  schedule::exchange(archive, node.taken);
  node.values.exchange(archive);
  exchange(archive, node.then);
  schedule::exchange(archive, node.todo);
  archive.number(node.size.runs);
  archive.number(node.size.branches);
}

void Dpor::exchange(Archive& archive) {
  path_.resize(depth_);
  archive.list(path_, steps_max, [&](Node& node) { exchange(archive, node); });
  archive.number(first_, 1);
  archive.number(finished_, 1);
  archive.number(lost_, 1);
  archive.number(timed_, 1);
  archive.number(blocked_);
  run_.exchange(archive);
  if (archive.reading()) {
    depth_ = path_.size();
  }
}

}  // namespace oncelab::schedule
