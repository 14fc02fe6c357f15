#include <oncelab/core/lab/gen/run_cases.hpp>

#include <cstdlib>
#include <utility>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/core/lab/gen/one_thread.hpp>

namespace oncelab::gen::detail {

namespace {

constexpr std::uint32_t refusals_per_case_max = 10;  // RapidCheck's own ratio

class Timer {
 public:
  explicit Timer(const Options& options) : options_(options) {
    if (options.time_max) {
      ONCELAB_ASSERT(options.now != nullptr);
      start_ = options.now();
    }
  }
  [[nodiscard]] bool over() const {
    return options_.time_max && options_.now() - start_ >= *options_.time_max;
  }

 private:
  const Options& options_;
  std::chrono::milliseconds start_{};
};

/// Small ones first. More cases than sizes: all sizes over and over, so that running out of time
/// does not leave the large ones out.
unsigned size_of_case(std::uint32_t i, const Options& options) {
  if (options.cases > options.size_max) {
    return 1 + i % options.size_max;
  }
  return options.cases == 1 ? options.size_max
                            : 1 + i * (options.size_max - 1) / (options.cases - 1);
}

/// Goes to the first shrink that fails too, as long as there is one.
Counterexample shrink(std::unique_ptr<Candidate> failed, std::string failure,
                      const Options& options, const Timer& timer) {
  Counterexample found;
  std::uint32_t tried = 0;
  while (tried < options.shrinks_max && !timer.over()) {
    std::unique_ptr<Candidate> simpler = failed->next_shrink();
    if (simpler == nullptr) {
      found.minimal = true;
      break;
    }
    ++tried;
    Trial trial = simpler->run();
    if (trial.kind == Trial::Kind::failed) {
      failed = std::move(simpler);
      failure = std::move(trial.text);
      ++found.shrinks;
    }
  }
  found.value = failed->text();
  found.failure = std::move(failure);
  found.repeats = failed->run().kind == Trial::Kind::failed;
  return found;
}

}  // namespace

Result<Checked> run_cases(const Options& options, const Generate& generate) {
  enter_rapidcheck();
  ONCELAB_ASSERT(!options.name.empty());
  ONCELAB_ASSERT(options.cases >= 1);
  ONCELAB_ASSERT(options.size_max >= 1 && options.size_max <= size_limit);
  if (std::getenv("RC_PARAMS") != nullptr) {
    return make_error(ErrorKind::usage,
                      "RC_PARAMS is set, but nothing here reads it: unset it; seed, cases and size "
                      "of property '" +
                          options.name + "' are options of the test");
  }
  const Timer timer(options);
  const Prng seeds = Prng(options.seed).split(options.name);
  const std::uint64_t refused_max = std::uint64_t{refusals_per_case_max} * options.cases;
  Checked checked;
  for (std::uint64_t attempt = 0; checked.cases < options.cases; ++attempt) {
    if (timer.over()) {
      checked.ending = Ending::stopped;
      return checked;
    }
    const Seed seed{seeds.split(attempt).next()};
    const unsigned size = size_of_case(checked.cases, options);
    std::unique_ptr<Candidate> candidate = generate(seed, size);
    Trial trial = candidate->run();
    switch (trial.kind) {
      case Trial::Kind::held:
        ++checked.cases;
        break;
      case Trial::Kind::not_generated:
        checked.refusal = std::move(trial.text);
        if (++checked.refused > refused_max) {
          checked.ending = Ending::gave_up;
          return checked;
        }
        break;
      case Trial::Kind::failed:
        checked.ending = Ending::falsified;
        checked.counterexample =
            shrink(std::move(candidate), std::move(trial.text), options, timer);
        checked.counterexample->seed = seed;
        checked.counterexample->size = size;
        return checked;
    }
  }
  return checked;
}

}  // namespace oncelab::gen::detail
