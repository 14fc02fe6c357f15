#include <oncelab/core/lab/shrink/search.hpp>

#include <utility>

#include <oncelab/core/lab/shrink/pass.hpp>
#include <oncelab/core/lab/shrink/simplify.hpp>

namespace oncelab::shrink {

namespace {

// So many schedules are run one by one before equivalent ones are left out: what is proven so
// depends on nothing that the reduction takes for granted.
constexpr std::uint64_t plain_max = 256;
constexpr std::uint64_t simplify_max = 512;
constexpr std::uint64_t share_of_all_classes = 8;  // of what is left: one part in so many

class Search {
 public:
  Search(const cases::Subject& subject, const SearchLimits& limits, Purse& purse)
      : runs_(subject, limits.property, limits.schedules_max, purse),
        preemptions_max_(limits.preemptions_max) {
    if (limits.known != nullptr) {
      know(*limits.known);
    }
  }

  SearchResult run() {
    for (std::uint32_t bound = 0; bound <= preemptions_max_; ++bound) {
      if (result_.found && bound >= result_.found->schedule.preemptions()) {
        look_for_simpler(bound);
        return std::move(result_);
      }
      const Reached reached = exhaust(bound);
      if (reached == Reached::failure || reached == Reached::end_of_budget) {
        return std::move(result_);
      }
      if (reached == Reached::all) {
        result_.all = result_.exhausted_below > bound;
        return std::move(result_);
      }
    }
    result_.all = result_.exhausted_below > preemptions_max_;
    return std::move(result_);
  }

 private:
  void know(const schedule::Found& failing) {
    schedule::Found simple = simplify(runs_, failing, simplify_max);
    if (simple.schedule.preemptions() <= preemptions_max_) {
      result_.found = std::move(simple);
    }
  }

  /// With as many preemptions as the failure that is known, if that does not take long.
  void look_for_simpler(std::uint32_t preemptions) {
    Pass pass(runs_, runs_.make("dfs", preemptions));
    pass.look_for_simpler(plain_max);
    if (pass.found() && simpler(pass.found()->schedule, result_.found->schedule)) {
      result_.found = pass.found();
    }
  }

  enum class Reached : std::uint8_t { end_of_budget, failure, bound, all };

  /// Runs all with at most that many preemptions, or up to a failure.
  Reached exhaust(std::uint32_t bound) {
    Pass plain(runs_, runs_.make("dfs", bound));
    plain.go_on(plain_max);
    if (!plain.ended() && !plain.found() && !result_.found) {
      if (no_class_fails()) {
        return Reached::all;
      }
      if (result_.found && result_.found->schedule.preemptions() <= bound) {
        return Reached::failure;  // with fewer, all were run
      }
    }
    // Which of the two is over first depends on the program: they take turns.
    Pass reduced(runs_, reduction_fits_ ? runs_.make("dpor", bound) : nullptr);
    const auto undecided = [&] {
      return !plain.ended() && !plain.found() && !reduced.complete() && !reduced.found();
    };
    for (std::uint64_t turn = plain_max; undecided() && runs_.may_go_on(); turn *= 2) {
      reduced.go_on(turn);
      if (undecided()) {
        plain.go_on(turn);
      }
    }
    reduction_fits_ &= !reduced.ended() || reduced.complete();
    if (plain.found() || reduced.found()) {
      keep(plain, reduced);
      return Reached::failure;
    }
    if (undecided()) {
      return Reached::end_of_budget;
    }
    const Pass& over = plain.ended() ? plain : reduced;
    if (over.complete() && result_.exhausted_below == bound) {
      result_.exhausted_below = bound + 1;
      result_.by_classes |= &over == &reduced;
    }
    return over.cut() ? Reached::bound : Reached::all;
  }

  /// What fails becomes the result, or something simpler that is near.
  void keep(Pass& plain, const Pass& reduced) {
    if (plain.found()) {
      plain.look_for_simpler(plain_max);
    }
    result_.found = plain.found() ? plain.found() : reduced.found();
    if (!plain.ended()) {
      result_.found = simplify(runs_, *result_.found, simplify_max);
    }
  }

  /// Without a bound nothing is run twice, so that may take fewer schedules than any bound. If one
  /// fails, it bounds the search.
  bool no_class_fails() {
    if (all_classes_tried_) {
      return false;
    }
    all_classes_tried_ = true;
    Pass pass(runs_, runs_.make("dpor", std::nullopt));
    pass.go_on(runs_.left() / share_of_all_classes);
    if (pass.found()) {
      know(*pass.found());
    }
    if (pass.found() || !pass.complete()) {
      return false;
    }
    result_.by_classes = true;
    result_.exhausted_below = preemptions_max_ + 1;
    return true;
  }

  ProgramRuns runs_;
  const std::uint32_t preemptions_max_;
  bool reduction_fits_ = true;
  bool all_classes_tried_ = false;
  SearchResult result_;
};

}  // namespace

SearchResult search(const cases::Subject& subject, const SearchLimits& limits, Purse& purse) {
  return Search(subject, limits, purse).run();
}

}  // namespace oncelab::shrink
