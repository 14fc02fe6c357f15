#include <oncelab/core/lab/schedule/trace_class.hpp>

#include <vector>

#include <oncelab/core/lab/schedule/operation_conflict.hpp>

namespace oncelab::schedule {

namespace {

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  std::uint64_t z = (a ^ (b + 0x9E3779B97F4A7C15ULL)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 30)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

struct Contents {
  std::uint64_t written = 0;  // hash of the latest write
  std::uint64_t reads = 0;    // sum over the reads since: in any order
};

}  // namespace

std::uint64_t trace_class(const runtime::RunTrace& trace) {
  std::vector<std::uint64_t> done;  // by thread: hash of what it did so far
  for (const runtime::ThreadInfo& t : trace.threads) {
    done.push_back(t.identity);
  }
  std::vector<Contents> contents(trace.objects.size());  // [0]: of explicit points
  for (const runtime::Step& s : trace.steps) {
    std::uint64_t step = mixed(done[s.thread], static_cast<std::uint64_t>(s.kind));
    step = mixed(step, s.choice.taken);
    for (const std::uint32_t object : {s.object, s.second}) {
      if (object == runtime::no_object && s.kind != runtime::OpKind::step) {
        continue;
      }
      Contents& c = contents[object];
      step = mixed(step, object == runtime::no_object ? 0 : trace.objects[object].identity);
      step = mixed(step, c.written);
      if (only_reads(s.kind)) {
        c.reads += step;
      } else {
        step = mixed(step, c.reads);
        c = {step, 0};
      }
    }
    done[s.thread] = step;
  }
  std::uint64_t sum = 0;
  for (const std::uint64_t last : done) {
    sum += last;
  }
  return sum;
}

}  // namespace oncelab::schedule
