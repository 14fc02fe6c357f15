#include <oncelab/core/lab/report/columns.hpp>

#include <algorithm>
#include <map>

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

constexpr std::size_t across_all = ~std::size_t{0};

struct Row {
  std::string step;        // its number; empty: not a step
  std::size_t column = 0;  // or across_all
  std::string cell;
  std::string at;
  bool critical = false;
};

class Table {
 public:
  explicit Table(const Counterexample& c)
      : c_(c), names_(c.steps), windows_(critical_windows(c.steps)) {
    if (c.history != nullptr) {
      events_ = c.history->events();
    }
    shown_ = c.steps.size();
    if (shown_ > 0 && c.steps.back().kind == runtime::OpKind::wait_for_clients) {
      --shown_;
    }
    assign_columns();
    for (std::size_t i = 0; i < shown_; ++i) {
      add_step(i);
    }
    while (next_event_ < events_.size()) {
      add_event(events_[next_event_++], shown_);
    }
  }

  [[nodiscard]] std::string text() const {
    std::vector<std::size_t> width;
    width.reserve(labels_.size());
    for (const std::string& label : labels_) {
      width.push_back(label.size());
    }
    for (const Row& row : rows_) {
      if (row.column != across_all) {
        width[row.column] = std::max(width[row.column], row.cell.size());
      }
    }
    std::string out = line(false, "step", 0, {}, width, "at", true);
    for (const Row& row : rows_) {
      out += line(row.critical, row.step, row.column, row.cell, width, row.at, false);
    }
    return out;
  }

  [[nodiscard]] std::string legend() const {
    std::string out;
    for (const Window& w : windows_) {
      out += "| critical window: " + thread_label(c_.threads, w.thread) +
             " was preempted after step " + std::to_string(w.first);
      out += w.resumed ? " and went on with step " + std::to_string(w.last) + "\n"
                       : std::string(" and did not go on\n");
    }
    return out;
  }

 private:
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
    for (const auto& [client, thread] : order) {
      // Incarnations of a client, or of a process, have one column.
      std::string label = thread_label(c_.threads, thread);
      const auto known = std::ranges::find(labels_, label);
      const auto column = static_cast<std::size_t>(known - labels_.begin());
      column_of_thread_.emplace(thread, column);
      if (client != not_a_client) {
        column_of_client_.emplace(static_cast<std::uint32_t>(client), column);
      }
      if (known == labels_.end()) {
        labels_.push_back(std::move(label));
      }
    }
    if (labels_.empty()) {
      labels_.emplace_back();
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
      rows_.push_back(
          {"", column_of_thread_.at(preempted_before(i)), "-- preempted here --", "", true});
    }
    while (next_event_ < events_.size() && time(events_[next_event_]) <= i) {
      add_event(events_[next_event_++], i);
    }
    if (happens_to_world(s)) {
      rows_.push_back({std::to_string(i), across_all, happening_text(s), "", critical(i)});
      return;
    }
    rows_.push_back({std::to_string(i), column_of_thread_.at(s.thread),
                     step_text(s, names_, c_.threads), s.at, critical(i)});
  }

  /// Whoever made the last step before this one.
  [[nodiscard]] std::uint32_t preempted_before(std::size_t i) const {
    while (i > 1 && happens_to_world(c_.steps[i - 1])) {
      --i;
    }
    return c_.steps[i - 1].thread;
  }

  static bool happens_to_world(const DescribedStep& s) {
    return s.kind == runtime::OpKind::crash || s.kind == runtime::OpKind::clock_step;
  }

  std::string happening_text(const DescribedStep& s) {
    if (s.kind == runtime::OpKind::crash) {
      return "== process " + std::to_string(s.process) + " crashes" + losses_text(s.losses) + " ==";
    }
    clock_ns_ += s.moved_ns;
    return "== the clock goes on by " + duration_text(s.moved_ns) +
           (clock_ns_ == s.moved_ns ? "" : ", " + duration_text(clock_ns_) + " in all") + " ==";
  }

  static std::string duration_text(std::uint64_t ns) {
    constexpr std::uint64_t ms = 1'000'000;
    return ns % ms == 0 ? std::to_string(ns / ms) + " ms" : std::to_string(ns) + " ns";
  }

  static std::uint64_t time(const history::Event& event) { return raw(event.at); }

  /// Events between two steps are in the window if both steps are.
  void add_event(const history::Event& event, std::size_t before) {
    std::string cell;
    const history::History& h = *c_.history;
    switch (event.kind) {
      case history::EventKind::call:
        cell = call_text(h.operation(event.operation));
        break;
      case history::EventKind::returned:
        cell = return_text(h.operation(event.operation));
        break;
      case history::EventKind::effect:
        cell = effect_text(h.text(event.label)) + key_text(event.value);
        break;
      default:
        return;  // crashes and clock steps are steps of the trace
    }
    const auto found = column_of_client_.find(raw(event.client));
    rows_.push_back({"", found == column_of_client_.end() ? column_of_thread_.at(0) : found->second,
                     std::move(cell), "", before > 0 && critical(before - 1) && critical(before)});
  }

  [[nodiscard]] std::string key_text(const history::Value& value) const {
    return value.is_nil() ? std::string() : " " + history::to_text(*c_.history, value);
  }
  static std::string effect_text(std::string_view label) {
    return label == "effect" ? std::string(label) : "effect " + history::printable(label);
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

  [[nodiscard]] bool critical(std::size_t step) const {
    return std::ranges::any_of(windows_,
                               [&](const Window& w) { return w.first <= step && step <= w.last; });
  }

  [[nodiscard]] std::string line(bool critical, const std::string& step, std::size_t column,
                                 const std::string& cell, const std::vector<std::size_t>& width,
                                 const std::string& at, bool heading) const {
    std::string out = critical ? "| " : "  ";
    out += std::string(step.size() < 4 ? 4 - step.size() : 0, ' ') + step;
    if (column == across_all) {
      return out + "  " + cell + "\n";
    }
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      const std::string text = heading ? labels_[i] : i == column ? cell : std::string();
      out += "  " + text + std::string(width[i] - text.size(), ' ');
    }
    out += "  " + at;
    out.erase(out.find_last_not_of(' ') + 1);
    return out + "\n";
  }

  static constexpr int not_a_client = 1 << 20;

  const Counterexample& c_;
  ObjectNames names_;
  std::vector<Window> windows_;
  std::span<const history::Event> events_;
  std::size_t next_event_ = 0;
  std::size_t shown_ = 0;
  std::vector<std::string> labels_;
  std::map<std::uint32_t, std::size_t> column_of_thread_;
  std::map<std::uint32_t, std::size_t> column_of_client_;
  std::vector<Row> rows_;
  std::uint64_t clock_ns_ = 0;  // by clock steps so far
};

void add_block(std::string& out, const std::string& block) {
  if (!block.empty()) {
    out += "\n" + block + (block.ends_with('\n') ? "" : "\n");
  }
}

}  // namespace

std::string failure_line(const scenario::Failure& failure) {
  constexpr std::size_t shown_max = 1000;
  const std::string text = history::printable(failure.text, shown_max);
  const std::string property = history::printable(failure.property, shown_max);
  return text.starts_with(property) ? text : property + ": " + text;
}

std::vector<Window> critical_windows(std::span<const DescribedStep> steps) {
  std::vector<Window> windows;
  for (std::size_t i = 1; i < steps.size(); ++i) {
    if (!steps[i].has(runtime::step_preemption)) {
      continue;
    }
    Window w{i - 1, steps.size() - 1, steps[i - 1].thread, false};
    for (std::size_t k = i; k < steps.size() && !w.resumed; ++k) {
      if (steps[k].thread == w.thread) {
        w.last = k;
        w.resumed = true;
      }
    }
    windows.push_back(w);
  }
  return windows;
}

std::string columns(const Counterexample& counterexample) {
  const Table table(counterexample);
  std::string out = counterexample.title + "\n";
  add_block(out, table.text());
  add_block(out, table.legend());
  add_block(out, failure_line(counterexample.failure));
  add_block(out, counterexample.explanation);
  add_block(out, counterexample.replay_command.empty()
                     ? std::string()
                     : "replay: " + counterexample.replay_command);
  return out;
}

std::string race_text(const runtime::RaceReport& race, std::span<const runtime::ThreadInfo> threads,
                      Symbolizer& symbolizer) {
  const auto side_text = [&](const runtime::RaceReport::Side& side) {
    constexpr std::size_t frames_max = 8;
    std::string text = thread_label(threads, side.thread) + (side.atomic ? " atomically" : "") +
                       (side.write ? " writes\n" : " reads\n");
    std::string last;
    std::size_t shown = 0;
    for (const Frame& frame : symbolizer.user_frames(side.stack)) {
      // Inlined copies of one line say nothing new.
      if (const std::string place = frame.place(); place != last && shown < frames_max) {
        text += "  at " + place + (frame.function.empty() ? "" : " in " + frame.function) + "\n";
        last = place;
        ++shown;
      }
    }
    return text;
  };
  return side_text(race.first) + side_text(race.second) +
         "the same memory, and nothing orders the two\n";
}

}  // namespace oncelab::report
