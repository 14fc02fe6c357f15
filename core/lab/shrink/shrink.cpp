#include <oncelab/core/lab/shrink/shrink.hpp>

#include <algorithm>
#include <utility>

#include <oncelab/core/lab/shrink/happenings.hpp>
#include <oncelab/core/lab/shrink/programs.hpp>
#include <oncelab/core/lab/shrink/search.hpp>

namespace oncelab::shrink {

namespace {

class Shrinker {
 public:
  Shrinker(const cases::Subject& subject, const schedule::Found& found, const Budget& budget)
      : budget_(budget), preemptions_max_(found.schedule.preemptions()) {
    result_.subject = subject;
    result_.found = found;
    result_.programs_exhausted = true;
    purse_.schedules_left = budget.schedules_max;
    purse_.go_on = budget.go_on;
  }

  Shrunk run() {
    use_fewest_happenings();
    // With simpler arguments a smaller program may fail that did not before.
    do {
      simplify_shape();
    } while (simplify_arguments());
    if (!searched_) {
      simplify_schedule();
    }
    result_.schedules = purse_.spent;
    return std::move(result_);
  }

 private:
  /// Crashes, clock steps and faults count most: with fewer of them, and then with no more than it
  /// took, any smaller program and the whole one are tried before the run that was found. Where one
  /// kind cannot happen at all, programs have fewer steps, so that run is none of theirs.
  void use_fewest_happenings() {
    const cases::Subject whole = result_.subject;
    const Happened used = happened_in(result_.found.trace);
    const std::uint64_t most_spent = purse_.spent + budget_.happenings_max;
    for (const Happened& most : at_most(used)) {
      if (purse_.spent >= most_spent && !(most == used)) {
        result_.fewest_happenings = false;
        continue;
      }
      result_.subject.bound = within(whole.bound, most);
      if (most == used && result_.subject.bound == whole.bound) {
        break;
      }
      bool all = false;
      if (from_below(all)) {
        return;
      }
      const SearchResult searched = attempt(whole.program, budget_.one_program_max);
      if (searched.found) {
        return;
      }
      result_.fewest_happenings &= (all && searched.all) || most == used;
    }
    result_.subject.bound = whole.bound;
  }

  /// Searches `program`; if it fails it becomes the result.
  SearchResult attempt(const scenario::Program& program, std::uint64_t schedules_max) {
    if (!result_.subject.scenario->validate(program)) {
      SearchResult none;
      none.all = true;  // not a program of this scenario: there is nothing to run
      return none;
    }
    cases::Subject subject = result_.subject;
    subject.program = program;
    // Not fewer than the failure that was found: program and arguments come before preemptions.
    SearchResult searched =
        search(subject, {result_.found.failure.property, preemptions_max_, schedules_max, nullptr},
               purse_);
    if (searched.found) {
      accept(std::move(subject), searched);
    }
    return searched;
  }

  void accept(cases::Subject subject, const SearchResult& searched) {
    result_.subject = std::move(subject);
    result_.found = *searched.found;
    const std::uint32_t preemptions = result_.found.schedule.preemptions();
    result_.exhausted_below = std::min(searched.exhausted_below, preemptions);
    result_.proven = result_.exhausted_below == preemptions;
    result_.by_classes = searched.by_classes;
    searched_ = true;
  }

  void simplify_shape() {
    bool all = false;
    if (!from_below(all) && !all) {
      from_above();
    }
    result_.programs_exhausted &= all;
  }

  /// Smallest programs first. True if one fails: it is then the smallest, if `all` before it were
  /// tried in full, and its schedule has the fewest preemptions.
  bool from_below(bool& all) {
    const scenario::Program whole = result_.subject.program;
    all = true;
    for (std::size_t clients = 1; clients <= whole.clients.size(); ++clients) {
      purse_.ask();
      if (purse_.empty()) {
        all = false;
        return false;
      }
      const SmallerPrograms smaller = smaller_programs(whole, clients, budget_.candidates_max);
      for (const scenario::Program& program : smaller.programs) {
        const std::uint64_t left =
            budget_.small_programs_max - std::min(budget_.small_programs_max, spent_from_below_);
        if (purse_.empty() || left == 0) {
          all = false;
          return false;
        }
        const std::uint64_t before = purse_.spent;
        const SearchResult searched = attempt(program, std::min(budget_.one_program_max, left));
        spent_from_below_ += purse_.spent - before;
        if (searched.found) {
          // What was left out of this list comes after the one that fails.
          return true;
        }
        all &= searched.all;
      }
      all &= smaller.all;
    }
    return false;
  }

  /// One client or one operation less, as long as that still fails.
  void from_above() {
    while (any_fails(one_less(result_.subject.program)).fails) {
    }
  }

  /// One argument simpler, as long as that still fails. True if that was so at all.
  bool simplify_arguments() {
    bool is_simpler = false;
    for (;;) {
      const cases::Subject& subject = result_.subject;
      const Tried tried = any_fails(subject.scenario->simpler(subject.program));
      if (!tried.fails) {
        result_.arguments_exhausted = tried.all;
        return is_simpler;
      }
      is_simpler = true;
    }
  }

  struct Tried {
    bool fails = false;  // one fails, and has become the result
    bool all = true;     // none fails, and each was tried in full
  };
  Tried any_fails(const std::vector<scenario::Program>& programs) {
    Tried tried;
    for (const scenario::Program& program : programs) {
      if (purse_.empty()) {
        return {false, false};
      }
      const SearchResult searched = attempt(program, budget_.one_program_max);
      if (searched.found) {
        return {true, false};
      }
      tried.all &= searched.all;
    }
    return tried;
  }

  /// The program stays; the schedule becomes the simplest that can be found.
  void simplify_schedule() {
    const schedule::Found known = result_.found;
    accept(result_.subject, search(result_.subject,
                                   {known.failure.property, known.schedule.preemptions(),
                                    purse_.schedules_left, &known},
                                   purse_));
  }

  const Budget& budget_;
  const std::uint32_t preemptions_max_;
  Purse purse_;
  std::uint64_t spent_from_below_ = 0;
  bool searched_ = false;  // the result's program, for the simplest schedule
  Shrunk result_;
};

}  // namespace

Shrunk shrink(const cases::Subject& subject, const schedule::Found& found, const Budget& budget) {
  return Shrinker(subject, found, budget).run();
}

std::string to_text(const Shrunk& shrunk) {
  const std::uint32_t preemptions = shrunk.found.schedule.preemptions();
  std::string text;
  if (!shrunk.proven) {
    text = "preemptions <= " + std::to_string(preemptions) + ", exhausted below " +
           std::to_string(shrunk.exhausted_below) + ": perhaps not the fewest";
  } else if (preemptions == 0) {
    text = "fewest preemptions, proven: it needs none";
  } else {
    text = "fewest preemptions, proven: every schedule with fewer than " +
           std::to_string(preemptions) + (preemptions == 1 ? " preemption" : " preemptions") +
           (shrunk.by_classes ? ", or an equivalent one, was run" : " was run");
  }
  if (!shrunk.fewest_happenings) {
    text += "; fewer crashes, clock steps or faults may do";
  }
  if (!shrunk.programs_exhausted) {
    text += "; a smaller program may fail too";
  }
  if (!shrunk.arguments_exhausted) {
    text += "; simpler arguments may fail too";
  }
  return text + " (" + std::to_string(shrunk.schedules) + " schedules run to minimise)";
}

}  // namespace oncelab::shrink
