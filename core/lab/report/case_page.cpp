#include <oncelab/core/lab/report/case_page.hpp>

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>

#include <oncelab/core/lab/report/columns.hpp>
#include <oncelab/core/lab/report/packed.hpp>

namespace oncelab::report {

namespace json = boost::json;

namespace {

std::string_view word_of(CaseRow::Kind kind) {
  switch (kind) {
    case CaseRow::Kind::step:
      return "step";
    case CaseRow::Kind::fault:
      return "fault";
    case CaseRow::Kind::call:
      return "call";
    case CaseRow::Kind::returned:
      return "return";
    case CaseRow::Kind::effect:
      return "effect";
    case CaseRow::Kind::preemption:
      return "preemption";
    case CaseRow::Kind::crash:
      return "crash";
    case CaseRow::Kind::clock_step:
      break;
  }
  return "clock";
}

/// Gives out numbers from 0, the same for the same key, and keeps what belongs to each.
template <class Key, class Map>
class Numbered {
 public:
  template <class Make>
  std::uint64_t number(const Key& key, const Make& make) {
    const auto [at, is_new] = numbers_.try_emplace(key, all_.size());
    if (is_new) {
      all_.emplace_back(make());
    }
    return at->second;
  }
  [[nodiscard]] json::array take() { return std::move(all_); }

 private:
  Map numbers_;
  json::array all_;
};

/// Rows repeat themselves: a row is the number of what it says, and that is there once.
class Rows {
 public:
  explicit Rows(const CaseTable& table) {
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      add(table.rows[i]);
      if (table.rows[i].critical != (critical_.size() % 2 == 1)) {
        critical_.emplace_back(i);
      }
    }
    if (critical_.size() % 2 == 1) {
      critical_.emplace_back(table.rows.size());
    }
  }

  void add_to(json::object& value) {
    value["texts"] = texts_.take();
    value["kinds"] = kinds_.take();
    value["rows"] = std::move(rows_);
    value["critical"] = std::move(critical_);
  }

 private:
  /// Kind, column, text, place.
  using What = std::array<std::uint64_t, 4>;

  void add(const CaseRow& row) {
    const std::uint64_t column = row.column == CaseTable::across_all ? 0 : row.column;
    const What what = {static_cast<std::uint64_t>(row.kind), column, text(row.text), text(row.at)};
    rows_.emplace_back(kinds_.number(
        what, [&] { return json::array{word_of(row.kind), column, what[2], what[3]}; }));
  }

  std::uint64_t text(const std::string& text) {
    return texts_.number(text,
                         [&] { return json::string(page_text(text, CasePage::cell_bytes_max)); });
  }

  Numbered<std::string, std::unordered_map<std::string, std::uint64_t>> texts_;
  Numbered<What, std::map<What, std::uint64_t>> kinds_;
  json::array rows_;
  json::array critical_;  // where runs of critical rows begin and end
};

json::array shown_texts(const std::vector<std::string>& texts) {
  json::array shown;
  for (const std::string& text : texts) {
    shown.emplace_back(page_text(text, CasePage::cell_bytes_max));
  }
  return shown;
}

json::object value_of(const CaseTable& table, bool with_rows) {
  json::object value{{"title", page_text(table.title)},
                     {"failure", page_text(table.failure)},
                     {"explanation", page_text(table.explanation)},
                     {"replay", page_text(table.replay_command)},
                     {"count", table.rows.size()}};
  if (with_rows) {
    json::object run{{"columns", shown_texts(table.columns)},
                     {"windows", shown_texts(table.windows)}};
    Rows(table).add_to(run);
    if (table.rows.size() <= CasePage::rows_plain_max) {
      value["run"] = std::move(run);
    } else {
      value["packed"] = packed(json::serialize(run));
    }
  }
  return value;
}

std::string name_of(const Judgement& judgement) {
  return page_text(judgement.suite + ' ' + judgement.name);
}

std::string_view standing(Judgement::Kind kind) {
  switch (kind) {
    case Judgement::Kind::as_expected:
      return "expected";
    case Judgement::Kind::other:
      return "other";
    case Judgement::Kind::undecided:
      break;
  }
  return "undecided";
}

json::object data_of(const CasePage& page) {
  json::array judged;
  json::array cases;
  std::size_t rows_left = CasePage::rows_max;
  for (const JudgedCase& one : page.judged) {
    const Judgement& j = one.judgement;
    json::object value{{"name", name_of(j)},
                       {"verdict", page_text(j.verdict)},
                       {"expected", page_text(j.expected)},
                       {"standing", standing(j.kind)},
                       {"coverage", page_text(j.coverage)},
                       {"message", page_text(j.message)}};
    if (one.table) {
      const bool fits = one.table->rows.size() <= rows_left;
      rows_left -= fits ? one.table->rows.size() : 0;
      value["case"] = cases.size();
      cases.emplace_back(value_of(*one.table, fits));
    }
    judged.emplace_back(std::move(value));
  }
  return {{"kind", "case"}, {"judged", std::move(judged)}, {"cases", std::move(cases)}};
}

/// "inbox naive: violated, as expected".
std::string verdict_line(const Judgement& j) {
  std::string text = name_of(j) + ": " + j.verdict;
  if (j.kind == Judgement::Kind::as_expected) {
    text += ", as expected";
  } else if (!j.expected.empty()) {
    text += ", EXPECTED " + j.expected;
  }
  return text;
}

/// Its lines with `between` in place of each line's end.
std::string joined(std::string_view lines, std::string_view between) {
  std::string text;
  for (const char c : lines.substr(0, lines.find_last_not_of(" \n") + 1)) {
    if (c == '\n') {
      text += between;
    } else {
      text += c;
    }
  }
  return text;
}

std::string all_verdicts(const std::vector<JudgedCase>& judged) {
  std::string text;
  for (const JudgedCase& one : judged) {
    const Judgement& j = one.judgement;
    text += verdict_line(j) + "\n  " + joined(j.coverage, "\n  ") + '\n';
    if (!j.message.empty()) {
      text += "  " + j.message + '\n';
    }
  }
  return text;
}

/// One verdict: what was found comes first, then what was run. Several: a block with all of them.
void complete(PageHead& head, const std::vector<JudgedCase>& judged) {
  if (judged.size() == 1) {
    const auto& [j, table] = judged.front();
    if (head.verdict.empty()) {
      head.title += ": " + name_of(j);
      head.verdict = verdict_line(j);
    }
    std::vector<PageHead::Line> first;
    if (const std::string& why = table ? table->failure : j.message; !why.empty()) {
      first.push_back({table ? "Failure" : "Reason", joined(why, "; ")});
    }
    first.push_back({"Coverage", joined(j.coverage, "; ")});
    head.lines.insert(head.lines.begin(), first.begin(), first.end());
    if (table && !table->replay_command.empty()) {
      head.lines.push_back({"Replay", table->replay_command, true});
    }
  } else {
    head.blocks.push_back({"All verdicts", all_verdicts(judged)});
  }
  std::string failing;
  std::size_t rows_left = CasePage::rows_printed_max;
  for (const auto& [j, table] : judged) {
    if (table) {
      failing += (failing.empty() ? "" : "\n\n") + columns(*table, rows_left);
      rows_left -= std::min(rows_left, table->rows.size());
    }
  }
  if (!failing.empty()) {
    head.blocks.push_back(
        {judged.size() == 1 ? "The failing run as text" : "All failing runs as text",
         std::move(failing)});
  }
}

}  // namespace

std::string case_page(const CasePage& page) {
  PageHead head = page.head;
  complete(head, page.judged);
  return html_page(head, json::serialize(data_of(page)));
}

}  // namespace oncelab::report
