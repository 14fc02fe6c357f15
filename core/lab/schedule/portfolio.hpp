// Portfolio: several strategies share the schedules of one campaign.
//
// No random strategy is good at everything: each is hopeless on some fault that another finds at
// once. Members: urw, random, pos, pct of depth 3 and of depth 2. Of every six schedules each
// member has one; the sixth goes to the member that found the most new trace classes
// (trace_class.hpp) for its schedules lately, as of the rounds before. Schedule i, if it is a
// member's, is what schedule i of that member alone would be with the same estimates; but all
// members learn from all runs.
//
// Promises: a member that finds a fault in N schedules on its own, whatever it has learnt, finds it
// here in 6 N or so; deterministic, as sampler.hpp says. Does not promise: that what is new is
// interesting. Memory: a number for each class seen, up to a million; then it forgets all of them.
// Threads: one.
#pragma once

#include <array>
#include <memory>
#include <string_view>
#include <unordered_set>

#include <oncelab/core/lab/schedule/sampler.hpp>

namespace oncelab::schedule {

class Portfolio final : public Sampler {
 public:
  static constexpr std::size_t members = 5;
  /// Of so many schedules in a row each member has one, and the favourite one more.
  static constexpr std::uint64_t block = members + 1;

  explicit Portfolio(Seed seed);
  unsigned choose_thread(const runtime::DecisionView& view) override;
  unsigned choose_value(const runtime::DecisionView& view, runtime::OpKind kind,
                        unsigned options) override;
  void observe(const runtime::RunTrace& trace, Tally& tally) const override;

  /// Whose schedule is this?
  [[nodiscard]] static std::size_t member_of(std::uint64_t number, std::size_t favourite);
  [[nodiscard]] static std::string_view name_of(std::size_t member);

 protected:
  void draw(std::uint64_t number, const Estimates& estimates) override;
  void learn(std::uint64_t first, const Tally& round, Estimates& estimates) override;

 private:
  /// Both lose half their weight with every round.
  struct Novelty {
    std::uint64_t schedules = 0;
    std::uint64_t new_classes = 0;
  };

  std::array<std::unique_ptr<Sampler>, members> members_;
  Sampler* chosen_ = nullptr;  // for this schedule
  std::array<Novelty, members> novelty_{};
  std::unordered_set<std::uint64_t> classes_;
};

}  // namespace oncelab::schedule
