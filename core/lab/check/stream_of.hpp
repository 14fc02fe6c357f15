// StreamOf<M>: the Stream (stream.hpp) of a model, one frontier (frontier.hpp) per partition.
//
// For models whose states never name an operation, and whose contents do not grow with the number
// of operations: they say so by a constant `is_streamable`.
//
// Events of a partition wait in a queue until it is known how the operation at its head ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <oncelab/core/lab/check/checker.hpp>
#include <oncelab/core/lab/check/explain.hpp>
#include <oncelab/core/lab/check/frontier.hpp>
#include <oncelab/core/lab/check/index_table.hpp>
#include <oncelab/core/lab/check/model.hpp>
#include <oncelab/core/lab/check/stream.hpp>
#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::check {

template <class M>
concept StreamableModel = Model<M> && requires { requires M::is_streamable; };

template <StreamableModel M>
class StreamOf final : public Stream {
 public:
  StreamOf(M model, const Budget& budget) : model_(std::move(model)), budget_(budget) {}

  bool take(const history::History& history, std::size_t from) override {
    if (vocabulary_ != history.vocabulary()) {
      model_.bind(history);
      vocabulary_ = history.vocabulary();
    }
    const auto events = history.events();
    for (std::size_t i = from; i < events.size() && is_open(); ++i, ++event_) {
      if (events[i].kind == history::EventKind::call) {
        call(history, events[i].operation);
      } else if (events[i].kind == history::EventKind::returned) {
        returned(history, events[i].operation);
      }
    }
    return is_open();
  }

  [[nodiscard]] bool needs(history::OperationIndex operation) const override {
    return record_of_[raw(operation)] != no_record;
  }

  void forgotten(std::span<const history::OperationIndex> kept) override {
    std::vector<std::uint32_t> records;
    for (const history::OperationIndex index : kept) {
      records_[record_of_[raw(index)]].index =
          history::OperationIndex{static_cast<std::uint32_t>(records.size())};
      records.push_back(record_of_[raw(index)]);
    }
    record_of_ = std::move(records);
  }

  void finish(const history::History& history) override {
    for (std::uint32_t i = 0; i < record_of_.size() && is_open(); ++i) {
      if (record_of_[i] != no_record && !history.operations()[i].returned()) {
        end(history, history::OperationIndex{i}, history::Outcome::unknown);
      }
    }
  }

  [[nodiscard]] const StreamResult& result() const override { return result_; }

 private:
  enum class Fate : std::uint8_t { open, answered, failed, unknown };

  /// An operation until both its events are behind us.
  struct Record {
    typename M::Op op;
    std::uint64_t number = 0;         // of the whole stream
    std::uint64_t event = 0;          // of its return
    history::OperationIndex index{};  // in the history as it is now
    std::uint32_t part = 0;
    std::uint32_t slot = 0;
    Fate fate = Fate::open;
  };
  struct Pending {
    std::uint32_t record = 0;
    bool is_return = false;
  };
  struct Part {
    history::Value key;
    Frontier<M> frontier;
    std::uint64_t frontier_bytes = 0;  // as counted last
    std::vector<Pending> queue;        // from `queue_head` on
    std::size_t queue_head = 0;
  };

  static constexpr std::uint32_t no_record = 0xFFFF'FFFFU;
  static constexpr std::size_t report_interval = 1024;
  static constexpr std::uint64_t bytes_max_standard = std::uint64_t{1} << 30U;

  [[nodiscard]] bool is_open() const { return result_.verdict == Verdict::held; }

  void call(const history::History& history, history::OperationIndex index) {
    std::uint32_t record = 0;
    if (free_records_.empty()) {
      record = static_cast<std::uint32_t>(records_.size());
      records_.emplace_back();
    } else {
      record = free_records_.back();
      free_records_.pop_back();
    }
    record_of_.resize(raw(index) + std::size_t{1}, no_record);
    record_of_[raw(index)] = record;
    const std::uint32_t part = part_of(model_.partition(history.operation(index)));
    records_[record] = {{}, calls_++, 0, index, part, 0, Fate::open};
    enqueue(parts_[part], {record, false});
  }

  void returned(const history::History& history, history::OperationIndex index) {
    const history::Outcome outcome = history.operation(index).outcome;
    if (outcome == history::Outcome::ok) {
      const std::uint32_t record = record_of_[raw(index)];
      enqueue(parts_[records_[record].part], {record, true});
    }
    end(history, index, outcome);
  }

  void end(const history::History& history, history::OperationIndex index,
           history::Outcome outcome) {
    Record& record = records_[record_of_[raw(index)]];
    record.event = event_;
    record.fate = outcome == history::Outcome::ok     ? Fate::answered
                  : outcome == history::Outcome::fail ? Fate::failed
                                                      : Fate::unknown;
    if (record.fate != Fate::failed) {
      ++result_.operations;
      if (!model_.compile(history, index, record.fate == Fate::answered, record.op)) {
        stop(InconclusiveReason::not_in_model, parts_[record.part].key);
        result_.culprit = record.number;
        result_.objection =
            misfit_error(history, index, model_.name(), model_.vocabulary(), record.number).text;
        return;
      }
    }
    go_on(history, parts_[record.part]);
  }

  void go_on(const history::History& history, Part& part) {
    while (part.queue_head < part.queue.size()) {
      const Pending next = part.queue[part.queue_head];
      Record& record = records_[next.record];
      if (record.fate == Fate::open) {
        return;
      }
      dequeue(part);
      if (next.is_return) {
        if (!close(history, part, record)) {
          return;
        }
        free(next.record);
      } else if (record.fate == Fate::answered) {
        record.slot = part.frontier.open(model_, record.op);
        if (record.slot == Frontier<M>::no_slot) {
          stop(InconclusiveReason::overlap, part.key);
          return;
        }
      } else {
        if (record.fate == Fate::unknown) {
          part.frontier.open_unknown(model_, record.op);
        }
        free(next.record);
      }
    }
  }

  void enqueue(Part& part, const Pending& pending) {
    parts_bytes_ -= part.queue.capacity() * sizeof(Pending);
    part.queue.push_back(pending);
    parts_bytes_ += part.queue.capacity() * sizeof(Pending);
  }

  /// What is behind the head is given up once it is half of the queue.
  static void dequeue(Part& part) {
    if (++part.queue_head * 2 >= part.queue.size()) {
      part.queue.erase(part.queue.begin(),
                       part.queue.begin() + static_cast<std::ptrdiff_t>(part.queue_head));
      part.queue_head = 0;
    }
  }

  void free(std::uint32_t record) {
    record_of_[raw(records_[record].index)] = no_record;
    free_records_.push_back(record);
  }

  bool close(const history::History& history, Part& part, const Record& record) {
    const auto closed = part.frontier.close(model_, record.slot, [&] {
      count_bytes(part);
      return is_within_budget(part);
    });
    count_bytes(part);
    if (closed == Frontier<M>::Closed::given_up ||
        (++closes_ % report_interval == 0 && !is_within_budget(part))) {
      return false;
    }
    if (closed == Frontier<M>::Closed::possible) {
      return true;
    }
    result_.verdict = Verdict::violated;
    result_.partition = part.key;
    result_.culprit = record.number;
    result_.event = record.event;
    result_.operation_text = to_text(history, record.index);
    result_.objection = model_.objection(history, part.frontier.a_state(), record.op, 0);
    return false;
  }

  void count_bytes(Part& part) {
    parts_bytes_ -= part.frontier_bytes;
    part.frontier_bytes = part.frontier.bytes();
    parts_bytes_ += part.frontier_bytes;
  }

  bool is_within_budget(const Part& part) {
    const std::uint64_t bytes =
        bytes_of(model_) + parts_bytes_ + parts_.capacity() * sizeof(Part) + part_table_.bytes() +
        records_.capacity() * sizeof(Record) +
        (record_of_.capacity() + free_records_.capacity()) * sizeof(std::uint32_t);
    result_.memory_bytes = std::max(result_.memory_bytes, bytes);
    if (bytes + part.frontier.bytes_to_grow() > bytes_max()) {
      stop(InconclusiveReason::memory, part.key);
    } else if (budget_.seconds != nullptr && budget_.seconds() >= budget_.stop_at) {
      stop(InconclusiveReason::time, part.key);
    }
    return is_open();
  }

  [[nodiscard]] std::uint64_t bytes_max() const {
    return budget_.memory_bytes_max == 0 ? bytes_max_standard : budget_.memory_bytes_max;
  }

  void stop(InconclusiveReason reason, const history::Value& key) {
    result_.verdict = Verdict::inconclusive;
    result_.reason = reason;
    result_.partition = key;
  }

  std::uint32_t part_of(const history::Value& key) {
    if (!parts_.empty() && parts_[last_part_].key == key) {
      return last_part_;
    }
    const auto fresh = static_cast<std::uint32_t>(parts_.size());
    part_table_.make_room(fresh, [&](std::uint32_t i) { return hash(parts_[i].key); });
    last_part_ = part_table_.find_or_insert(
        hash(key), fresh, [&](std::uint32_t other) { return parts_[other].key == key; });
    if (last_part_ == fresh) {
      parts_.push_back({key, Frontier<M>(model_.initial(key)), 0, {}, 0});
      ++result_.partitions;
    }
    return last_part_;
  }

  M model_;
  Budget budget_;
  StreamResult result_;
  std::uint64_t vocabulary_ = 0;
  std::uint64_t event_ = 0;
  std::uint64_t calls_ = 0;
  std::uint64_t closes_ = 0;
  std::uint64_t parts_bytes_ = 0;  // of frontiers and queues
  std::vector<Part> parts_;
  IndexTable part_table_;
  std::uint32_t last_part_ = 0;
  std::vector<Record> records_;
  std::vector<std::uint32_t> free_records_;
  std::vector<std::uint32_t> record_of_;  // by operation of the history as it is now
};

}  // namespace oncelab::check
