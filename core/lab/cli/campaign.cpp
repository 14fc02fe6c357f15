#include <oncelab/core/lab/cli/campaign.hpp>

#include <algorithm>
#include <utility>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/case/identity.hpp>
#include <oncelab/core/lab/cli/going_on.hpp>
#include <oncelab/core/lab/cli/interrupt.hpp>

namespace oncelab::cli {

Campaign explore(Session& session, const cases::Subject& subject, const CampaignOptions& options) {
  ONCELAB_ASSERT(!options.checkpoint);
  return explore_or_fail(session, subject, options).value();
}

Result<Campaign> explore_or_fail(Session& session, const cases::Subject& subject,
                                 const CampaignOptions& options) {
  Campaign campaign;
  campaign.subject = subject;
  campaign.options = options;
  campaign.experiment = cases::bind(subject);

  schedule::StrategyOptions strategy_options;
  strategy_options.seed = Seed{options.seed};
  strategy_options.pct_depth = options.pct_depth;
  strategy_options.shard = options.shard;
  strategy_options.preemptions_max = subject.bound.preemptions_max;
  strategy_options.symmetry = options.symmetry;
  strategy_options.run = cases::run_options(subject.bound);
  auto strategy = schedule::make_strategy(options.strategy, strategy_options);
  ONCELAB_ASSERT(strategy.has_value());

  std::optional<GoingOn> going_on;
  if (options.checkpoint) {
    auto work = cases::subject_value(subject);
    work["strategy"] = options.strategy;
    work["symmetry"] = options.symmetry;
    auto identity = cases::identity_of(std::move(work));
    if (!identity) {
      return identity.error();
    }
    auto opened = GoingOn::open(*options.checkpoint, *identity, **strategy);
    if (!opened) {
      return opened.error();
    }
    going_on.emplace(std::move(*opened));
  }
  const Interrupt interrupt;
  Progress progress(
      session.streams.err,
      {session.progress, std::string(subject.scenario->name()) + " " + subject.variant,
       options.schedules_max});
  schedule::ExploreOptions explore_options;
  explore_options.run = cases::run_options(subject.bound);
  explore_options.schedules_max = options.schedules_max;
  explore_options.seconds_max = options.seconds_max;
  explore_options.goals_must_be_reached = options.goals_must_be_reached;
  explore_options.seed = Seed{options.seed};
  explore_options.workers = session.workers;
  explore_options.now_seconds = now_seconds;
  explore_options.progress = [&](std::uint64_t schedules) { return progress.go_on(schedules); };

  if (going_on) {
    explore_options.before = going_on->before();
    explore_options.keep = [&](const schedule::ExploreResult& so_far) { going_on->keep(so_far); };
    if (explore_options.before != nullptr) {
      session.note("explore: goes on after " +
                   count_text(explore_options.before->schedules, "schedule"));
    }
  }
  const double started = now_seconds();
  campaign.result = schedule::explore(*campaign.experiment, **strategy, explore_options);
  campaign.seconds = now_seconds() - started;
  if (going_on) {
    if (auto closed = going_on->close(campaign.result); !closed) {
      session.note("--checkpoint: " + closed.error().text);
    }
  }
  return campaign;
}

std::string what_text(const Campaign& campaign) {
  return campaign.programs == 0 ? shape_text(campaign.subject.program)
                                : count_text(campaign.programs, "generated program");
}

std::string subject_text(const cases::Subject& subject) {
  return std::string(subject.scenario->name()) + ", variant " + subject.variant +
         profile_text(subject);
}

std::string profile_text(const cases::Subject& subject) {
  return subject.profile.empty() ? std::string() : ", profile " + subject.profile;
}

std::string count_text(std::uint64_t count, const std::string& one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

std::string shape_text(const scenario::Program& program) {
  const auto& clients = program.clients;
  const std::size_t each = clients.empty() ? 0 : clients.front().size();
  const bool equal =
      std::ranges::all_of(clients, [&](const auto& client) { return client.size() == each; });
  return count_text(clients.size(), "client") +
         (equal ? " x " + count_text(each, "operation")
                : ", " + count_text(program.operations(), "operation"));
}

}  // namespace oncelab::cli
