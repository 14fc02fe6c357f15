#include <vector>

#include <oncelab/core/lab/runtime/step.hpp>

namespace oncelab::runtime {

namespace {

struct Hash {
  std::uint64_t value = 0x243F6A8885A308D3ULL;
  void add(std::uint64_t x) {
    value ^= x + 0x9E3779B97F4A7C15ULL;
    value *= 0xBF58476D1CE4E5B9ULL;
    value ^= value >> 29U;
  }
};

// What must be the same with any compiler. Weaker orders are a property of the source too, but
// the standard library may choose them per compiler; how a step was chosen is in the flags.
constexpr std::uint16_t hashed_flags = step_first_of_operation | step_last_of_operation |
                                       step_preemption | step_timeout | step_spurious | step_failed;

Hash hash_steps(const RunTrace& trace) {
  Hash h;
  std::vector<std::uint32_t> renamed(trace.objects.size(), 0);
  std::uint32_t names = 0;
  for (const Step& s : trace.steps) {
    h.add(std::uint64_t{s.thread} << 32U | static_cast<std::uint64_t>(s.kind) << 16U |
          (s.flags & hashed_flags));
    for (const std::uint32_t object : {s.object, s.second}) {
      if (object != no_object && object < renamed.size() && renamed[object] == 0) {
        renamed[object] = ++names;
      }
      h.add(object < renamed.size() ? renamed[object] : object);
    }
    h.add(std::uint64_t{s.operation} << 16U | std::uint64_t{s.choice.options} << 8U |
          s.choice.taken);
  }
  return h;
}

}  // namespace

std::uint64_t trace_hash(const RunTrace& trace) { return hash_steps(trace).value; }

std::uint64_t determinism_hash(const RunTrace& trace) {
  Hash h = hash_steps(trace);
  for (const Step& s : trace.steps) {
    h.add(s.value);
    h.add(s.enabled);
  }
  for (const ObjectInfo& o : trace.objects) {
    h.add(o.identity);
  }
  return h.value;
}

std::uint32_t preemptions(const RunTrace& trace) {
  std::uint32_t n = 0;
  for (const Step& s : trace.steps) {
    n += (s.flags & step_preemption) != 0 ? 1U : 0U;
  }
  return n;
}

}  // namespace oncelab::runtime
