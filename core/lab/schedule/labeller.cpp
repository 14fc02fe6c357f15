#include <oncelab/core/lab/schedule/labeller.hpp>

#include <algorithm>

#include <oncelab/core/lab/base/assert.hpp>

namespace oncelab::schedule {

using runtime::OpKind;
using runtime::Step;

namespace {

// Partitions are places too, and so is whatever the harness touches at its explicit points, of
// which nothing is known: no object's identity is one of them.
constexpr std::uint64_t partition_identity = 0xC4CEB9FE1A85EC53ULL;
constexpr std::uint64_t point_identity = 0xFF51AFD7ED558CCDULL;
constexpr std::uint64_t clock_identity = 0xE7037ED1A0B428DBULL;
constexpr std::uint64_t queues_identity = 0x8EBC6AF09C88C6E3ULL;
constexpr std::uint64_t process_identity = 0x589965CC75374CC3ULL;

struct Label {
  std::uint8_t use = 0;
  Blocking blocking = Blocking::none;
};

Label label_of(const Step& s) {
  const bool failed = (s.flags & runtime::step_failed) != 0;
  // Whoever's deadline has passed does not wait any more.
  const Blocking acquires =
      (s.flags & runtime::step_expired) != 0 ? Blocking::tries : Blocking::acquires;
  switch (s.kind) {
    case OpKind::mutex_lock:
    case OpKind::rwlock_write_lock:
    case OpKind::mutex_timed_lock:
      return failed ? Label{use_read} : Label{use_write, acquires};
    case OpKind::rwlock_read_lock:
      return failed ? Label{use_read} : Label{use_share, acquires};
    case OpKind::mutex_try_lock:
      return failed ? Label{use_read} : Label{use_write, Blocking::tries};
    case OpKind::rwlock_try_lock:
      return failed         ? Label{use_read}
             : s.value == 0 ? Label{use_share, Blocking::tries}
                            : Label{use_write, Blocking::tries};
    case OpKind::mutex_unlock:
      return {use_write, Blocking::releases};
    case OpKind::rwlock_unlock:
      return s.value == 0 ? Label{use_share, Blocking::releases}
                          : Label{use_write, Blocking::releases};
    case OpKind::once_enter:
      return s.value == 0 ? Label{use_queue, Blocking::acquires}
                          : Label{use_read, Blocking::passes};
    case OpKind::once_leave:
      return {use_write | use_queue, Blocking::releases};
    case OpKind::condition_wait:
    case OpKind::condition_signal:
    case OpKind::condition_broadcast:
    case OpKind::futex_wake:
      return {use_queue};
    case OpKind::futex_wait:
      return {static_cast<std::uint8_t>(failed ? use_read : use_read | use_queue)};
    case OpKind::atomic_store:
    case OpKind::plain_write:
    case OpKind::disk_append:
    case OpKind::disk_write:
    case OpKind::disk_truncate:
    case OpKind::disk_rename:
    case OpKind::disk_remove:
    case OpKind::disk_sync:
    case OpKind::disk_sync_directory:
    case OpKind::queue_receive:
    case OpKind::queue_settle:
      return {use_write};
    case OpKind::atomic_rmw:
      return {failed ? use_read : use_write};
    case OpKind::atomic_load:
    case OpKind::plain_read:
    case OpKind::disk_read:
      return {use_read};
    default:
      return {};
  }
}

}  // namespace

std::uint32_t Labeller::place_of(std::uint64_t identity) {
  return places_.try_emplace(identity, static_cast<std::uint32_t>(places_.size() + 1))
      .first->second;
}

std::uint32_t Labeller::place_of_object(const runtime::RunTrace& trace, std::uint32_t object) {
  const std::uint64_t identity = trace.objects[object].identity >> shift_;
  if (object >= objects_.size()) {
    objects_.resize(object + 8);
  }
  Known& known = objects_[object];
  if (known.place == 0 || known.identity != identity) {
    known = {identity, place_of(identity)};
  }
  return known.place;
}

std::uint8_t Labeller::thread_of(const runtime::RunTrace& trace, unsigned index) {
  while (threads_.size() <= index) {
    threads_.push_back(thread_with(trace.threads[threads_.size()].identity));
  }
  return threads_[index];
}

std::uint8_t Labeller::thread_with(std::uint64_t identity) {
  const auto found = std::ranges::find(thread_ids_, identity);
  const auto number = static_cast<std::uint8_t>(found - thread_ids_.begin());
  if (found == thread_ids_.end()) {
    thread_ids_.push_back(identity);
    ONCELAB_ASSERT(thread_ids_.size() <= 256);
  }
  return number;
}

int Labeller::index_of(const runtime::RunTrace& trace, std::uint8_t thread) {
  for (unsigned i = 0; i < trace.threads.size(); ++i) {
    if (thread_of(trace, i) == thread) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

Event Labeller::event_of(const runtime::RunTrace& trace, std::uint32_t step) {
  const Step& s = trace.steps[step];
  const Label label = label_of(s);
  Event e;
  e.thread = thread_of(trace, s.thread);
  e.kind = s.kind;
  e.blocking = label.blocking;
  e.depends_on_all = (s.flags & (runtime::step_timeout | runtime::step_spurious)) != 0;
  e.after_all = (s.flags & runtime::step_time_passed) != 0;
  if (s.object != runtime::no_object && label.use != 0) {
    e.accesses[0] = {place_of_object(trace, s.object), label.use};
  }
  if (s.kind == OpKind::step) {
    e.accesses[0] = {place_of(point_identity), use_write};
  }
  if (s.kind == OpKind::condition_wait) {  // gives its mutex back
    e.accesses[1] = {place_of_object(trace, s.second), use_write};
    e.blocking = Blocking::releases;
  }
  if (s.kind == OpKind::crash) {
    label_crash(e, s.process);
    return e;
  }
  if (s.kind == OpKind::clock_step) {
    label_clock_step(e);
    return e;
  }
  if (watch_clock_ && (s.kind == OpKind::clock_read || s.kind == OpKind::sleep_begin)) {
    e.accesses[0] = {place_of(clock_identity), use_read};
  } else if (watch_clock_ && (s.flags & runtime::step_has_deadline) != 0) {
    e.accesses[1] = {place_of(clock_identity), use_read};
  }
  if (watch_processes_ && s.process != 0) {
    e.accesses[3] = {place_of(process_identity + s.process), use_read};
  }
  if ((watch_processes_ || watch_clock_) &&
      (s.kind == OpKind::queue_receive || s.kind == OpKind::queue_settle)) {
    // A crash writes, a clock step ends what this begins: the two do not depend on each other.
    e.accesses[1] = {place_of(queues_identity), use_read | use_begin};
  }
  if (s.operation != 0) {
    const ClientId client{static_cast<std::uint32_t>(trace.threads[s.thread].client)};
    const std::uint32_t partition = partition_ ? partition_(client, s.operation - 1) : 0;
    const bool first = (s.flags & runtime::step_first_of_operation) != 0;
    const bool last = (s.flags & runtime::step_last_of_operation) != 0;
    e.accesses[2] = {place_of(partition_identity + partition),
                     static_cast<std::uint8_t>((first ? use_begin : 0) | (last ? use_end : 0))};
  }
  return e;
}

// A crash ends the process's threads, and gives back what they had taken from a queue. What it
// leaves of a disk matters to the process's next incarnation alone.
void Labeller::label_crash(Event& e, std::uint8_t process) {
  e.kind = OpKind::crash;
  e.accesses[1] = {place_of(queues_identity), use_write};
  e.accesses[3] = {place_of(process_identity + process), use_write};
}

void Labeller::label_clock_step(Event& e) {
  e.kind = OpKind::clock_step;
  e.accesses[0] = {place_of(clock_identity), use_write};
  e.accesses[1] = {place_of(queues_identity), use_end};  // deliveries end with time
}

Event Labeller::happening(const runtime::RunTrace& trace, unsigned index) {
  Event e;
  e.thread = thread_of(trace, index);
  if (const std::uint8_t process = trace.threads[index].of; process != 0) {
    label_crash(e, process);
  } else {
    label_clock_step(e);
  }
  return e;
}

}  // namespace oncelab::schedule
