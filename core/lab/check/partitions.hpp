// Partitions<M>: decides all partitions of a split history, on one thread or several.
//
// First a short search of each in turn, which ends most of them and starts no thread; what is left
// is then searched in full, the partitions shared out among the workers. A violated partition stops
// the others unless every one is asked for.
//
// Every thread but the caller's has a copy of the model, made after all operations are compiled.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include <oncelab/core/lab/check/checker.hpp>
#include <oncelab/core/lab/check/part_search.hpp>

namespace oncelab::check {

template <Model M>
class Partitions {
 public:
  struct Asked {
    unsigned workers = 1;
    bool every = false;
  };

  Partitions(M model, const Tuning& tuning) : own_(std::move(model), tuning), tuning_(tuning) {}

  /// The caller's own search, whose model compiles the operations.
  [[nodiscard]] PartSearch<M>& own() { return own_; }

  void decide(const history::History& history, const Split<M>& split, const Asked& asked,
              Meter& meter, CheckResult& result) {
    const auto parts = split.parts();
    result.partitions = static_cast<std::uint32_t>(parts.size());
    left_.clear();
    result.verdict = Verdict::held;
    for (std::uint32_t i = 0; i < parts.size(); ++i) {
      result.operations += parts[i].operations;
      const SearchEnd end = own_.decide(history, split, parts[i], Effort::short_search, meter);
      result.memory_bytes = std::max<std::uint64_t>(result.memory_bytes, own_.bytes());
      if (PartSearch<M>::is_to_go_on(end, meter)) {
        left_.push_back({i, SearchEnd::stopped, 0});
        continue;
      }
      note(parts[i], {i, end, own_.search.placed_most()}, result);
      if (end == SearchEnd::impossible && !asked.every) {
        return;
      }
    }
    finish(history, split, asked, meter, result);
    for (const Undecided& part : left_) {
      note(parts[part.index], part, result);
    }
  }

 private:
  struct Undecided {
    std::uint32_t index = 0;
    SearchEnd end = SearchEnd::stopped;
    std::uint64_t placed_most = 0;
  };

  void note(const typename Split<M>::Part& part, const Undecided& decided, CheckResult& result) {
    if (decided.end == SearchEnd::explained) {
      ++result.held_partitions;
      return;
    }
    if (decided.end == SearchEnd::impossible) {
      if (result.violated_partitions++ == 0) {
        result.verdict = Verdict::violated;
        result.reason = InconclusiveReason::none;
        result.partition = part.key;
      }
      return;
    }
    if (result.verdict == Verdict::held) {
      result.verdict = Verdict::inconclusive;
      result.reason = decided.end == SearchEnd::out_of_steps    ? InconclusiveReason::steps
                      : decided.end == SearchEnd::out_of_memory ? InconclusiveReason::memory
                                                                : InconclusiveReason::time;
      result.partition = part.key;
      result.placed_most = static_cast<std::uint32_t>(decided.placed_most);
      result.placed_of = part.operations;
    }
  }

  void finish(const history::History& history, const Split<M>& split, const Asked& asked,
              Meter& meter, CheckResult& result) {
    std::atomic<std::uint32_t> next = 0;
    std::atomic<std::uint64_t> bytes_most = 0;
    const auto work = [&](PartSearch<M>& search) {
      for (std::uint32_t i = next++; i < left_.size() && !meter.is_stopped(); i = next++) {
        Undecided& part = left_[i];
        part.end = search.decide(history, split, split.parts()[part.index], Effort::all, meter);
        part.placed_most = search.search.placed_most();
        std::uint64_t most = bytes_most;
        while (search.bytes() > most && !bytes_most.compare_exchange_weak(most, search.bytes())) {
        }
        if (part.end == SearchEnd::impossible && !asked.every) {
          meter.stop();
        }
      }
    };
    const auto helpers = static_cast<unsigned>(
        std::min<std::size_t>(std::max(asked.workers, 1U), std::max<std::size_t>(left_.size(), 1)) -
        1);
    meter.share_memory(helpers + 1);
    std::vector<std::unique_ptr<PartSearch<M>>> searches;
    for (unsigned i = 0; i < helpers; ++i) {  // all of them before any thread looks for its own
      searches.push_back(std::make_unique<PartSearch<M>>(own_.model, tuning_));
    }
    std::vector<std::exception_ptr> thrown(helpers);
    {
      std::vector<std::jthread> threads;
      for (unsigned i = 0; i < helpers; ++i) {
        threads.emplace_back([&, i] {
          try {
            work(*searches[i]);
          } catch (...) {
            thrown[i] = std::current_exception();
            meter.stop();
          }
        });
      }
      try {
        work(own_);
      } catch (...) {
        meter.stop();
        throw;  // the threads end first
      }
    }
    for (const std::exception_ptr& exception : thrown) {
      if (exception) {
        std::rethrow_exception(exception);
      }
    }
    result.memory_bytes = std::max<std::uint64_t>(result.memory_bytes, bytes_most * (helpers + 1));
  }

  PartSearch<M> own_;
  Tuning tuning_;
  std::vector<Undecided> left_;
};

}  // namespace oncelab::check
