#include <oncelab/core/lab/report/case_table.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::report {

namespace {

std::string losses_text(const runtime::CrashLosses& losses) {
  std::string text;
  const auto add = [&](std::uint32_t n, const char* what) {
    if (n != 0) {
      text += (text.empty() ? "; of what was not synced: " : ", ") + std::to_string(n) + what;
    }
  };
  add(losses.kept, " kept");
  add(losses.lost, " lost");
  add(losses.torn, " torn");
  return text;
}

bool happens_to_world(const DescribedStep& s) {
  return s.kind == runtime::OpKind::crash || s.kind == runtime::OpKind::clock_step;
}

std::string duration_text(std::uint64_t ns) {
  constexpr std::uint64_t ms = 1'000'000;
  return ns % ms == 0 ? std::to_string(ns / ms) + " ms" : std::to_string(ns) + " ns";
}

std::string effect_text(std::string_view label) {
  return label == "effect" ? std::string(label) : "effect " + history::printable(label);
}

/// The last step before `i` that somebody made; `i` is not 0.
std::size_t somebodys_step_before(std::span<const DescribedStep> steps, std::size_t i) {
  while (i > 1 && happens_to_world(steps[i - 1])) {
    --i;
  }
  return i - 1;
}

/// Which steps are in any of the windows.
std::vector<bool> critical_steps(std::span<const Window> windows, std::size_t steps) {
  std::vector<int> change(steps + 1, 0);
  for (const Window& w : windows) {
    ++change[w.first];
    --change[w.last + 1];
  }
  std::vector<bool> critical(steps);
  int open = 0;
  for (std::size_t i = 0; i < steps; ++i) {
    open += change[i];
    critical[i] = open > 0;
  }
  return critical;
}

class Builder {
 public:
  Builder(const Counterexample& c, CaseTable& table)
      : c_(c),
        table_(table),
        names_(c.steps),
        windows_(critical_windows(c.steps)),
        critical_(critical_steps(windows_, c.steps.size())) {
    if (c.history != nullptr) {
      events_ = c.history->events();
    }
    shown_ = c.steps.size();
    if (shown_ > 0 && c.steps.back().kind == runtime::OpKind::wait_for_clients) {
      --shown_;
    }
  }

  void build() {
    assign_columns();
    for (std::size_t i = 0; i < shown_; ++i) {
      add_step(i);
    }
    while (next_event_ < events_.size()) {
      add_event(events_[next_event_++], shown_);
    }
    add_windows();
  }

 private:
  using Kind = CaseRow::Kind;

  /// Clients by number, then the other threads, if they have a row.
  void assign_columns() {
    std::vector<std::pair<int, std::uint32_t>> order;  // (client or a large number, thread)
    for (std::size_t i = 0; i < shown_; ++i) {
      if (!happens_to_world(c_.steps[i])) {
        note_thread(order, c_.steps[i].thread);
      }
    }
    for (std::uint32_t thread = 0; thread < c_.threads.size(); ++thread) {
      if (c_.threads[thread].client >= 0) {
        note_thread(order, thread);
      }
    }
    if (main_has_events()) {
      note_thread(order, 0);
    }
    std::ranges::sort(order);
    std::vector<std::string>& labels = table_.columns;
    for (const auto& [client, thread] : order) {
      // Incarnations of a client, or of a process, have one column.
      std::string label = thread_label(c_.threads, thread);
      const auto known = std::ranges::find(labels, label);
      const auto column = static_cast<std::size_t>(known - labels.begin());
      column_of_thread_.emplace(thread, column);
      if (client != not_a_client) {
        column_of_client_.emplace(static_cast<std::uint32_t>(client), column);
      }
      if (known == labels.end()) {
        labels.push_back(std::move(label));
      }
    }
    if (labels.empty()) {
      labels.emplace_back();
    }
  }

  /// What no client of the run did, the main thread did: setting up, and looking in the end.
  [[nodiscard]] bool main_has_events() const {
    return std::ranges::any_of(events_, [&](const history::Event& event) {
      return std::ranges::none_of(c_.threads, [&](const runtime::ThreadInfo& thread) {
        return thread.client >= 0 && raw(event.client) == static_cast<std::uint32_t>(thread.client);
      });
    });
  }

  void note_thread(std::vector<std::pair<int, std::uint32_t>>& order, std::uint32_t thread) const {
    int client = not_a_client;
    if (thread < c_.threads.size() && c_.threads[thread].client >= 0) {
      client = c_.threads[thread].client;
    }
    const std::pair entry(client, thread);
    if (std::ranges::find(order, entry) == order.end()) {
      order.push_back(entry);
    }
  }

  void add_step(std::size_t i) {
    const DescribedStep& s = c_.steps[i];
    // A return belongs to the step before it, so it comes before the note of a preemption; a call
    // belongs to the step that follows.
    while (next_event_ < events_.size() && time(events_[next_event_]) <= i &&
           events_[next_event_].kind != history::EventKind::call) {
      add_event(events_[next_event_++], i);
    }
    if (s.has(runtime::step_preemption) && i > 0) {
      const std::uint32_t preempted = c_.steps[somebodys_step_before(c_.steps, i)].thread;
      add_row(Kind::preemption, column_of_thread_.at(preempted), "preempted here", true);
    }
    while (next_event_ < events_.size() && time(events_[next_event_]) <= i) {
      add_event(events_[next_event_++], i);
    }
    if (happens_to_world(s)) {
      add_row(s.kind == runtime::OpKind::crash ? Kind::crash : Kind::clock_step,
              CaseTable::across_all, happening_text(s), critical_[i]);
      return;
    }
    add_row(s.fault == runtime::FaultKind::none ? Kind::step : Kind::fault,
            column_of_thread_.at(s.thread), step_text(s, names_, c_.threads), critical_[i]);
    table_.rows.back().at = history::printable(s.at, at_shown_max);
  }

  void add_row(Kind kind, std::size_t column, std::string text, bool critical) {
    table_.rows.push_back({kind, column, std::move(text), {}, critical});
  }

  std::string happening_text(const DescribedStep& s) {
    if (s.kind == runtime::OpKind::crash) {
      return "process " + std::to_string(s.process) + " crashes" + losses_text(s.losses);
    }
    clock_ns_ += s.moved_ns;
    return "the clock goes on by " + duration_text(s.moved_ns) +
           (clock_ns_ == s.moved_ns ? "" : ", " + duration_text(clock_ns_) + " in all");
  }

  static std::uint64_t time(const history::Event& event) { return raw(event.at); }

  /// Events between two steps are in the window if both steps are.
  void add_event(const history::Event& event, std::size_t before) {
    const history::History& h = *c_.history;
    const auto found = column_of_client_.find(raw(event.client));
    const auto add = [&](Kind kind, std::string text) {
      add_row(
          kind, found == column_of_client_.end() ? column_of_thread_.at(0) : found->second,
          std::move(text),
          before > 0 && before < critical_.size() && critical_[before - 1] && critical_[before]);
    };
    switch (event.kind) {
      case history::EventKind::call:
        add(Kind::call, call_text(h.operation(event.operation)));
        break;
      case history::EventKind::returned:
        add(Kind::returned, return_text(h.operation(event.operation)));
        break;
      case history::EventKind::effect:
        add(Kind::effect, effect_text(h.text(event.label)) + key_text(event.value));
        break;
      default:
        break;  // crashes and clock steps are steps of the trace
    }
  }

  [[nodiscard]] std::string key_text(const history::Value& value) const {
    return value.is_nil() ? std::string() : " " + history::to_text(*c_.history, value);
  }
  [[nodiscard]] std::string call_text(const history::Operation& operation) const {
    return "call " + history::printable(c_.history->text(operation.f)) + key_text(operation.key) +
           key_text(operation.input);
  }
  [[nodiscard]] std::string return_text(const history::Operation& operation) const {
    switch (operation.outcome) {
      case history::Outcome::ok:
        return "return" + key_text(operation.output);
      case history::Outcome::fail:
        return "return: failed";
      case history::Outcome::unknown:
        break;
    }
    return "return: outcome unknown";
  }

  void add_windows() {
    for (const Window& w : windows_) {
      table_.windows.push_back("critical window: " + thread_label(c_.threads, w.thread) +
                               " was preempted after step " + std::to_string(w.first) +
                               (w.resumed ? " and went on with step " + std::to_string(w.last)
                                          : std::string(" and did not go on")));
    }
  }

  static constexpr int not_a_client = 1 << 20;
  static constexpr std::size_t at_shown_max = 4096;

  const Counterexample& c_;
  CaseTable& table_;
  ObjectNames names_;
  std::vector<Window> windows_;
  std::vector<bool> critical_;
  std::span<const history::Event> events_;
  std::size_t next_event_ = 0;
  std::size_t shown_ = 0;
  std::map<std::uint32_t, std::size_t> column_of_thread_;
  std::map<std::uint32_t, std::size_t> column_of_client_;
  std::uint64_t clock_ns_ = 0;  // by clock steps so far
};

}  // namespace

CaseTable case_table(const Counterexample& counterexample) {
  CaseTable table;
  table.title = counterexample.title;
  table.failure = failure_line(counterexample.failure);
  table.explanation = counterexample.explanation;
  table.replay_command = counterexample.replay_command;
  Builder(counterexample, table).build();
  return table;
}

std::string failure_line(const scenario::Failure& failure) {
  constexpr std::size_t shown_max = 1000;
  const std::string text = history::printable(failure.text, shown_max);
  const std::string property = history::printable(failure.property, shown_max);
  return text.starts_with(property) ? text : property + ": " + text;
}

std::vector<Window> critical_windows(std::span<const DescribedStep> steps) {
  std::vector<Window> windows;
  std::map<std::uint32_t, std::vector<std::size_t>> open;  // by thread: windows without an end
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].has(runtime::step_preemption) && i > 0) {
      const std::size_t before = somebodys_step_before(steps, i);
      open[steps[before].thread].push_back(windows.size());
      windows.push_back({before, steps.size() - 1, steps[before].thread, false});
    }
    if (const auto ended = open.find(steps[i].thread); ended != open.end()) {
      for (const std::size_t w : ended->second) {
        windows[w].last = i;
        windows[w].resumed = true;
      }
      open.erase(ended);
    }
  }
  return windows;
}

}  // namespace oncelab::report
