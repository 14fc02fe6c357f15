// Labeller: turns the steps of a trace into events whose threads and places keep their numbers from
// run to run.
//
// A trace numbers threads and objects in order of appearance, which differs between interleavings;
// their identities do not. Memory: one entry per thread and object ever seen. Threads: one.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include <oncelab/core/lab/base/ids.hpp>
#include <oncelab/core/lab/runtime/step.hpp>
#include <oncelab/core/lab/schedule/dependency.hpp>
#include <oncelab/core/lab/schedule/renumbering.hpp>

namespace oncelab::schedule {

class Archive;

class Labeller {
 public:
  /// Which operations are judged together: see Experiment::partition.
  using Partition = std::function<std::uint32_t(ClientId, std::uint32_t operation)>;

  void set_partition(Partition partition) { partition_ = std::move(partition); }
  /// Accesses are compared by words of 8 bytes, as plain ones must be: their sizes differ.
  void compare_words() { shift_ = 3; }
  /// Something may happen to the world: a crash to a process, a step to the clock.
  void watch_world(bool processes, bool clock) {
    watch_processes_ = processes;
    watch_clock_ = clock;
  }
  /// The step that an entry of the trace's that is no thread could still make.
  [[nodiscard]] Event happening(const runtime::RunTrace& trace, unsigned index);
  /// A new run begins: its numbering of threads is not known yet.
  void begin_run() { threads_.clear(); }
  /// The event of a step that was performed, its thread being parked again.
  [[nodiscard]] Event event_of(const runtime::RunTrace& trace, std::uint32_t step);
  /// The number of a thread of the trace.
  [[nodiscard]] std::uint8_t thread_of(const runtime::RunTrace& trace, unsigned index);
  /// Back: -1 if the trace has no such thread yet.
  [[nodiscard]] int index_of(const runtime::RunTrace& trace, std::uint8_t thread);
  /// The numbers given so far; set by an archive that is being read.
  void exchange(Archive& archive);
  [[nodiscard]] Numbered numbered() const { return {thread_ids_.size(), places_.size()}; }
  /// The numbers given since there were `common`; an archive that is being read has those of a copy
  /// of the process, and says what `common` was.
  Renumbering exchange_since(Numbered common, Archive& archive);

 private:
  struct Known {
    std::uint64_t identity = 0;
    std::uint32_t place = 0;
  };

  void label_crash(Event& e, std::uint8_t process);
  void label_clock_step(Event& e);
  std::uint32_t place_of(std::uint64_t identity);
  std::uint8_t thread_with(std::uint64_t identity);
  std::uint32_t place_of_object(const runtime::RunTrace& trace, std::uint32_t object);

  Partition partition_;
  unsigned shift_ = 0;
  bool watch_processes_ = false;
  bool watch_clock_ = false;
  std::vector<std::uint64_t> thread_ids_;  // identity, by number
  std::vector<std::uint8_t> threads_;      // number, by the trace's index
  std::unordered_map<std::uint64_t, std::uint32_t> places_;
  std::vector<Known> objects_;  // what the trace's objects were when last looked up
};

}  // namespace oncelab::schedule
