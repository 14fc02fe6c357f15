// list: what this program knows by name.
#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <ostream>
#include <utility>

#include <oncelab/core/lab/cli/lookup.hpp>
#include <oncelab/core/lab/cli/models.hpp>
#include <oncelab/core/lab/cli/results.hpp>
#include <oncelab/core/lab/cli/verb.hpp>
#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::cli {

namespace json = boost::json;

namespace {

struct Entry {
  std::string name;
  std::string text;
};

struct Section {
  std::string_view name;
  std::vector<Entry> (*entries)();
};

// "; may happen: crashes (1 unless told otherwise), faults (0)"
std::string happenings_text(const scenario::Happenings& happenings) {
  std::string text;
  const auto add = [&](const char* what, std::optional<std::uint32_t> standard) {
    if (standard) {
      text += (text.empty() ? "; may happen: " : ", ") + std::string(what) + " (" +
              std::to_string(*standard) + ")";
    }
  };
  add("crashes", happenings.crashes);
  add("clock steps", happenings.clock_steps);
  add("faults", happenings.faults);
  return text;
}

std::vector<Entry> scenario_entries() {
  std::vector<Entry> entries;
  for (const scenario::Scenario* s : runnable_scenarios()) {
    entries.push_back(
        {std::string(s->name()), std::string(s->summary()) + happenings_text(s->happenings())});
  }
  return entries;
}

std::vector<Entry> variant_entries() {
  std::vector<Entry> entries;
  for (const scenario::Scenario* s : runnable_scenarios()) {
    for (const scenario::Variant& v : s->variants()) {
      entries.push_back({std::string(s->name()) + " --variant " + v.name,
                         "expected " + std::string(check::text(v.expected)) + ": " + v.summary +
                             (v.name == s->default_variant() ? " (default)" : "")});
    }
  }
  return entries;
}

std::vector<Entry> profile_entries() {
  std::vector<Entry> entries;
  for (const scenario::Scenario* s : runnable_scenarios()) {
    bool is_default = true;
    for (const std::string& profile : s->profiles()) {
      std::string text = s->profile_text(profile);
      text += std::exchange(is_default, false) ? (text.empty() ? "(default)" : " (default)") : "";
      entries.push_back({std::string(s->name()) + " --profile " + profile, text});
    }
  }
  return entries;
}

std::vector<Entry> model_entries() {
  std::vector<Entry> entries;
  for (const Model& model : models()) {
    std::string text = model.description;
    for (const ModelOption& option : model.options) {
      text += "; --" + option.name + " " + option.accepts + " (default " + option.standard + ")";
    }
    entries.push_back({model.name, text});
  }
  return entries;
}

std::vector<Entry> strategy_entries() {
  constexpr auto known = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{"random", "every choice at random"},
       {"pct", "random priorities, changed at a few random steps"},
       {"pos", "random priorities of operations, drawn again where they race"},
       {"urw", "a thread's chance is in proportion to the steps it has left"},
       {"portfolio", "all of these in turn, more of the one that finds the most new"},
       {"dfs", "every schedule, by growing number of preemptions"},
       {"dpor", "one schedule of every class of equivalent ones"}});
  std::vector<Entry> entries;
  for (const std::string& name : strategies()) {
    const auto* const found =
        std::ranges::find(known, std::string_view(name), &decltype(known)::value_type::first);
    entries.push_back({name, found == known.end() ? std::string() : std::string(found->second)});
  }
  return entries;
}

constexpr std::array<Section, 5> sections = {{{"scenarios", scenario_entries},
                                              {"variants", variant_entries},
                                              {"profiles", profile_entries},
                                              {"models", model_entries},
                                              {"strategies", strategy_entries}}};

class List final : public Verb {
 public:
  [[nodiscard]] std::string_view name() const override { return "list"; }
  [[nodiscard]] std::string_view summary() const override {
    return "List scenarios, variants, profiles, models and strategies";
  }

  void declare(Flags& flags) override {
    flags.positional("WHAT", what_,
                     "scenarios, variants, profiles, models or strategies (default: all)");
    flags.text("--json", json_, "FILE", "Result as JSON; - is standard output");
  }

  [[nodiscard]] ExitCode run(Session& session) override {
    if (what_ && std::ranges::find(sections, *what_, &Section::name) == sections.end()) {
      return session.fail(make_error(
          ErrorKind::unknown_name,
          "list: there is no '" + history::printable(*what_) +
              "' to list; there are: scenarios, variants, profiles, models, strategies"));
    }
    const JsonTarget json_target(json_);
    std::ostream& out = json_target.text_stream(session);
    auto object = json_head(name());
    for (const Section& section : sections) {
      if (!what_ || section.name == *what_) {
        const auto entries = section.entries();
        print(out, section, entries, !what_);
        object[section.name] = value_of(entries);
      }
    }
    return json_target.write(session, object, ExitCode::as_expected);
  }

 private:
  static void print(std::ostream& out, const Section& section, const std::vector<Entry>& entries,
                    bool with_heading) {
    std::size_t width = 0;
    for (const Entry& entry : entries) {
      width = std::max(width, entry.name.size());
    }
    const std::string indent = with_heading ? "  " : "";
    if (with_heading) {
      out << section.name << (entries.empty() ? ": none\n" : ":\n");
    }
    for (const Entry& entry : entries) {
      out << indent << entry.name;
      if (!entry.text.empty()) {
        out << std::string(width - entry.name.size() + 2, ' ') << entry.text;
      }
      out << '\n';
    }
  }

  static json::value value_of(const std::vector<Entry>& entries) {
    json::array values;
    for (const Entry& entry : entries) {
      values.emplace_back(json::object{{"name", entry.name}, {"text", entry.text}});
    }
    return values;
  }

  std::optional<std::string> what_, json_;
};

}  // namespace

std::unique_ptr<Verb> list_verb() { return std::make_unique<List>(); }

}  // namespace oncelab::cli
