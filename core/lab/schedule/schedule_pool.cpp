#include <oncelab/core/lab/schedule/schedule_pool.hpp>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/schedule/archive.hpp>

namespace oncelab::schedule {

namespace {
constexpr std::size_t parts_in_flight = 2;  // of one worker: it need not wait for the next
constexpr std::uint64_t part_nanoseconds = 4'000'000;
constexpr std::uint64_t part_max = 8'192;
constexpr int patience_ms = 50;  // between two looks at the limits
}  // namespace

SchedulePool::SchedulePool(scenario::Experiment& experiment, Sampler& sampler, Trial& trial,
                           const ExploreOptions& options)
    : experiment_(experiment), sampler_(sampler), trial_(trial), options_(options) {}

void SchedulePool::exchange(Archive& archive, Answer& answer) {
  answer.counts.exchange(archive);
  answer.met.exchange(archive);
  answer.tally.exchange(archive);
  archive.number(answer.decided, 1);
  answer.deciding.exchange(archive);
  archive.number(answer.nanoseconds);
}

SchedulePool::Answer SchedulePool::run_part(std::uint64_t first, std::uint64_t last,
                                            Estimates estimates) {
  using Clock = std::chrono::steady_clock;
  const auto started = Clock::now();
  const Met before = met_here(experiment_);
  sampler_.begin_part(first, std::move(estimates));
  ExploreResult result;
  result.schedules = first;
  Answer answer;
  while (result.schedules < last && !answer.decided) {
    (void)sampler_.begin_run();
    answer.decided = !trial_.run(result);
  }
  if (answer.decided) {
    answer.deciding = trial_.deciding();
  }
  answer.counts = result;
  answer.counts.schedules -= first;
  answer.met = since(before, met_here(experiment_));
  answer.tally = sampler_.end_part();
  answer.nanoseconds = static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - started).count());
  return answer;
}

// In a child.
void SchedulePool::work(const Channel& channel) {
  while (const auto message = channel.receive()) {
    Archive in(*message);
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    Estimates estimates;
    in.number(first);
    in.number(last);
    estimates.exchange(in);
    ONCELAB_ASSERT(in.good());
    Answer answer = run_part(first, last, std::move(estimates));
    Archive out;
    exchange(out, answer);
    if (!channel.send(out.numbers())) {
      return;
    }
  }
}

bool SchedulePool::start_workers() {
  if (!is_single_threaded()) {
    return false;
  }
  while (workers_.size() < options_.workers) {
    auto child = Child::start([this](const Channel& channel) { work(channel); });
    if (!child) {
      break;
    }
    workers_.push_back(std::move(*child));
  }
  return workers_.size() > 1;
}

std::uint64_t SchedulePool::part_size(std::uint64_t left_in_round) const {
  const std::uint64_t quick =
      nanoseconds_per_schedule_ == 0 ? 16 : part_nanoseconds / nanoseconds_per_schedule_;
  // Small ones at the end of a round, so that all workers are done at about the same time.
  const std::uint64_t fair = left_in_round / (2 * workers_.size());
  return std::clamp<std::uint64_t>(std::min(quick, fair), 1, part_max);
}

void SchedulePool::hand_out() {
  const std::uint64_t end = std::min(round_end(sampler_.next()), end_);
  for (std::size_t in_flight = 0; in_flight < parts_in_flight; ++in_flight) {
    for (std::size_t w = 0; w < workers_.size() && next_ < end; ++w) {
      const auto has =
          std::ranges::count_if(parts_, [w](const Part& p) { return p.worker == w && !p.answer; });
      if (std::cmp_greater(has, in_flight)) {
        continue;
      }
      const Part part{next_, std::min(end, next_ + part_size(end - next_)), w, std::nullopt};
      Archive out;
      std::uint64_t first = part.first;
      std::uint64_t last = part.last;
      Estimates estimates = sampler_.estimates();
      out.number(first);
      out.number(last);
      estimates.exchange(out);
      (void)workers_[w].channel().send(out.numbers());  // if it is gone, receive() will tell
      parts_.push_back(part);
      next_ = part.last;
    }
  }
}

// False: a worker is gone.
bool SchedulePool::receive(ExploreResult& result) {
  std::vector<const Channel*> channels;
  for (const Child& w : workers_) {
    channels.push_back(&w.channel());
  }
  for (const std::size_t w : wait_for_any(channels, patience_ms)) {
    const auto message = channels[w]->receive();
    const auto part =
        std::ranges::find_if(parts_, [w](const Part& p) { return p.worker == w && !p.answer; });
    Archive in(message.value_or(Message()));
    Answer answer;
    exchange(in, answer);
    if (!message || !in.good() || part == parts_.end()) {
      const std::string where = part == parts_.end()
                                    ? ""
                                    : " while it ran schedules " + std::to_string(part->first + 1) +
                                          " to " + std::to_string(part->last);
      stop(
          result, StopReason::worker_lost,
          "a worker process ended unexpectedly" + where + "; --workers 1 runs them in one process");
      return false;
    }
    nanoseconds_per_schedule_ =
        answer.nanoseconds / std::max<std::uint64_t>(answer.counts.schedules, 1) + 1;
    part->answer = std::move(answer);
  }
  return true;
}

// What has come, as far as nothing before it is missing. False: the result is decided.
bool SchedulePool::put_together(ExploreResult& result, Met& elsewhere) {
  for (; !parts_.empty() && parts_.front().answer; parts_.pop_front()) {
    const Part& part = parts_.front();
    result.add(part.answer->counts);
    elsewhere.add(part.answer->met);
    if (part.answer->decided) {
      trial_.settle(part.answer->deciding, result, elsewhere);
      return false;
    }
    sampler_.take_over(part.answer->tally, part.last - part.first);
  }
  return true;
}

bool SchedulePool::run(ExploreResult& result, Met& elsewhere, Limits& limits) {
  if (!start_workers()) {
    return false;
  }
  next_ = sampler_.next();
  end_ = options_.schedules_max ? next_ + (*options_.schedules_max - result.schedules)
                                : ~std::uint64_t{0};
  elsewhere.goal_runs.resize(experiment_.goals().size());
  while (limits.allow_one_more(result)) {
    hand_out();
    if (!receive(result) || !put_together(result, elsewhere) || !limits.allow_waiting(result)) {
      break;
    }
  }
  workers_.clear();
  return true;
}

}  // namespace oncelab::schedule
