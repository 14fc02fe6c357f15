#include <oncelab/core/lab/report/described_step.hpp>

#include <array>
#include <map>

#include <oncelab/core/lab/runtime/runtime.hpp>

namespace oncelab::report {

using runtime::OpKind;

namespace {

/// Numbers objects of a trace by first appearance.
class Numbering {
 public:
  explicit Numbering(std::size_t objects) : number_(objects, 0) {}
  std::uint32_t of(std::uint32_t object) {
    if (object == runtime::no_object || object >= number_.size()) {
      return 0;
    }
    if (number_[object] == 0) {
      number_[object] = ++used_;
    }
    return number_[object];
  }

 private:
  std::vector<std::uint32_t> number_;
  std::uint32_t used_ = 0;
};

std::string_view sort_of(OpKind kind) {
  if (kind >= OpKind::mutex_lock && kind <= OpKind::mutex_unlock) {
    return "mutex";
  }
  if (kind >= OpKind::rwlock_read_lock && kind <= OpKind::rwlock_unlock) {
    return "shared mutex";
  }
  if (kind >= OpKind::condition_wait && kind <= OpKind::condition_broadcast) {
    return "condition";
  }
  if (kind == OpKind::once_enter || kind == OpKind::once_leave) {
    return "once flag";
  }
  if (kind == OpKind::plain_read || kind == OpKind::plain_write) {
    return "variable";
  }
  if ((kind >= OpKind::futex_wait && kind <= OpKind::futex_wake) ||
      (kind >= OpKind::atomic_load && kind <= OpKind::atomic_fence)) {
    return "atomic";
  }
  if (kind >= OpKind::disk_read && kind <= OpKind::disk_sync_directory) {
    return "disk";
  }
  if (kind == OpKind::queue_receive || kind == OpKind::queue_settle) {
    return "queue";
  }
  if (kind == OpKind::clock_read || kind == OpKind::clock_step) {
    return "clock";
  }
  if (kind == OpKind::crash || kind == OpKind::restart) {
    return "process";
  }
  return "object";
}

}  // namespace

std::vector<DescribedStep> describe(const runtime::RunTrace& trace, Symbolizer& symbolizer,
                                    Stacks stacks) {
  std::vector<DescribedStep> described;
  described.reserve(trace.steps.size());
  Numbering numbering(trace.objects.size());
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const runtime::Step& s = trace.steps[i];
    DescribedStep d;
    d.thread = s.thread;
    d.kind = s.kind;
    d.flags = s.flags;
    d.object = numbering.of(s.object);
    d.second = numbering.of(s.second);
    d.operation = s.operation;
    d.process = s.process;
    if (s.kind == OpKind::thread_join) {
      d.joins = static_cast<int>(s.value);
    }
    d.fault = s.fault;
    if (s.kind == OpKind::clock_step) {
      d.moved_ns = s.value;
    } else if (s.kind == OpKind::crash) {
      d.losses = runtime::unpack_losses(s.value);
    }
    const std::array<const void*, 1> caller = {s.caller};
    if (i < stacks.size() && !stacks[i].empty()) {
      d.at = symbolizer.user_place_and_caller(stacks[i]);
    }
    if (d.at.empty()) {
      d.at = symbolizer.user_place(caller);
    }
    described.push_back(std::move(d));
  }
  return described;
}

std::string thread_label(std::span<const runtime::ThreadInfo> threads, std::uint32_t thread) {
  if (thread == 0 || thread >= threads.size()) {
    return thread == 0 ? std::string("main") : "thread " + std::to_string(thread);
  }
  const runtime::ThreadInfo& t = threads[thread];
  switch (t.role) {
    case runtime::ThreadRole::repeat:
      // Numbers come from files too.
      return t.parent >= 0 && static_cast<std::uint32_t>(t.parent) < thread
                 ? thread_label(threads, static_cast<std::uint32_t>(t.parent)) + " again"
                 : "again";
    case runtime::ThreadRole::clean_up:
      return "clean-up";
    case runtime::ThreadRole::recovery:
      return "recovery";
    case runtime::ThreadRole::program:
    case runtime::ThreadRole::world:
      break;
  }
  return (t.client >= 0 ? "client " + std::to_string(t.client)
                        : "thread " + std::to_string(thread));
}

ObjectNames::ObjectNames(std::span<const DescribedStep> steps) {
  std::map<std::string_view, std::uint32_t> used;
  const auto note = [&](std::uint32_t object, std::string_view sort) {
    if (object == 0) {
      return;
    }
    // Numbers come from files too: what is out of order only lacks a name.
    if (object == names_.size() + 1) {
      names_.push_back(std::string(sort) + " #" + std::to_string(++used[sort]));
    }
  };
  for (const DescribedStep& s : steps) {
    note(s.object, sort_of(s.kind));
    note(s.second, "mutex");
  }
}

std::string_view ObjectNames::name(std::uint32_t object) const {
  return object == 0 || object > names_.size() ? std::string_view() : names_[object - 1];
}

std::string step_text(const DescribedStep& step, const ObjectNames& names,
                      std::span<const runtime::ThreadInfo> threads) {
  std::string text = runtime::name_of(step.kind);
  if (const auto object = names.name(step.object); !object.empty()) {
    text += ' ';
    text += object;
  }
  if (const auto second = names.name(step.second); !second.empty()) {
    text += " (";
    text += second;
    text += ')';
  }
  if (step.joins >= 0) {
    text += ' ' + thread_label(threads, static_cast<std::uint32_t>(step.joins));
  }
  if (step.fault != runtime::FaultKind::none) {
    text += std::string(": ") + runtime::name_of(step.fault);
  }
  if (step.has(runtime::step_timeout)) {
    text += " (timed out)";
  }
  if (step.has(runtime::step_spurious)) {
    text += " (spuriously)";
  } else if (step.has(runtime::step_failed)) {
    text += " (failed)";
  }
  return text;
}

}  // namespace oncelab::report
