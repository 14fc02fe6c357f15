#include <oncelab/core/lab/report/columns.hpp>

#include <algorithm>
#include <vector>

#include <oncelab/core/lab/report/described_step.hpp>

namespace oncelab::report {

namespace {

std::string cell_text(const CaseRow& row) {
  return row.is_world()                          ? "== " + row.text + " =="
         : row.kind == CaseRow::Kind::preemption ? "-- " + row.text + " --"
                                                 : row.text;
}

/// Which rows are printed: all, or the critical ones, those next to them, and the last ones.
std::vector<bool> chosen_rows(const std::vector<CaseRow>& rows, std::size_t rows_max) {
  if (rows.size() <= rows_max) {
    return std::vector<bool>(rows.size(), true);
  }
  constexpr std::size_t around = 8;
  std::vector<bool> chosen(rows.size(), false);
  std::size_t left = rows_max;
  const auto choose = [&](std::size_t i) {
    if (left > 0 && i < rows.size() && !chosen[i]) {
      chosen[i] = true;
      --left;
    }
  };
  const auto choose_around = [&](std::size_t middle) {
    for (std::size_t i = middle - std::min(middle, around); i <= middle + around; ++i) {
      choose(i);
    }
  };
  choose_around(rows.size() - 1);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool edge = rows[i].critical && (i == 0 || !rows[i - 1].critical ||
                                           i + 1 == rows.size() || !rows[i + 1].critical);
    if (edge || rows[i].kind == CaseRow::Kind::preemption || rows[i].is_world()) {
      choose_around(i);
    }
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].critical) {
      choose(i);
    }
  }
  return chosen;
}

class Printer {
 public:
  Printer(const CaseTable& table, std::size_t rows_max)
      : table_(table), chosen_(chosen_rows(table.rows, rows_max)) {
    width_.reserve(table.columns.size());
    for (const std::string& label : table.columns) {
      width_.push_back(label.size());
    }
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      const CaseRow& row = table.rows[i];
      if (chosen_[i] && row.column != CaseTable::across_all) {
        width_[row.column] = std::max(width_[row.column], cell_text(row).size());
      }
    }
  }

  [[nodiscard]] std::string text() const {
    std::string out = heading();
    std::size_t step = 0;
    std::size_t left_out = 0;
    for (std::size_t i = 0; i < table_.rows.size(); ++i) {
      const CaseRow& row = table_.rows[i];
      const std::size_t number = row.is_step() ? step++ : 0;
      if (!chosen_[i]) {
        ++left_out;
        continue;
      }
      add_gap(out, left_out);
      out += line(row, row.is_step() ? std::to_string(number) : std::string());
    }
    add_gap(out, left_out);
    return out;
  }

 private:
  static void add_gap(std::string& out, std::size_t& rows) {
    if (rows > 0) {
      out += "        ... " + std::to_string(rows) + (rows == 1 ? " row" : " rows") +
             " left out ...\n";
      rows = 0;
    }
  }

  static std::string finished(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line + '\n';
  }

  [[nodiscard]] std::string heading() const {
    std::string out = "  step";
    for (std::size_t i = 0; i < width_.size(); ++i) {
      add_cell(out, table_.columns[i], width_[i]);
    }
    return finished(out + "  at");
  }

  [[nodiscard]] std::string line(const CaseRow& row, const std::string& step) const {
    std::string out = row.critical ? "| " : "  ";
    out += std::string(step.size() < 4 ? 4 - step.size() : 0, ' ') + step;
    if (row.column == CaseTable::across_all) {
      return out + "  " + cell_text(row) + '\n';
    }
    for (std::size_t i = 0; i < width_.size(); ++i) {
      add_cell(out, i == row.column ? cell_text(row) : std::string(), width_[i]);
    }
    return finished(out + "  " + row.at);
  }

  static void add_cell(std::string& out, const std::string& text, std::size_t width) {
    out += "  " + text + std::string(width - text.size(), ' ');
  }

  const CaseTable& table_;
  std::vector<bool> chosen_;
  std::vector<std::size_t> width_;
};

void add_block(std::string& out, const std::string& block) {
  if (!block.empty()) {
    out += "\n" + block + (block.ends_with('\n') ? "" : "\n");
  }
}

}  // namespace

std::string columns(const CaseTable& table, std::size_t rows_max) {
  std::string windows;
  const std::size_t shown = std::min(table.windows.size(), rows_max);
  for (std::size_t i = 0; i < shown; ++i) {
    windows += "| " + table.windows[i] + '\n';
  }
  if (shown < table.windows.size()) {
    windows += "| " + std::to_string(table.windows.size() - shown) + " more critical windows\n";
  }
  std::string out = table.title + "\n";
  add_block(out, Printer(table, rows_max).text());
  add_block(out, windows);
  add_block(out, table.failure);
  add_block(out, table.explanation);
  add_block(out, table.replay_command.empty() ? std::string() : "replay: " + table.replay_command);
  return out;
}

std::string columns(const Counterexample& counterexample) {
  return columns(case_table(counterexample));
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
