// Recorded histories have the verdict they are known to have: ours, and those of a directory given
// by ONCELAB_HISTORIES, whose MANIFEST.tsv is a table of file, neutral file, format, model,
// expected verdict (ok, illegal) and operations.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <oncelab/core/lab/check/explanation_text.hpp>
#include <oncelab/core/lab/history/write.hpp>
#include <oncelab/models/registry.hpp>

namespace oncelab::models {
namespace {

using Row = std::vector<std::string>;

/// Without the heading.
std::vector<Row> table(const std::string& path) {
  std::ifstream input(path);
  std::vector<Row> rows;
  for (std::string line; std::getline(input, line);) {
    std::istringstream cells(line);
    Row& row = rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, '\t');) {
      row.push_back(cell);
    }
  }
  if (!rows.empty()) {
    rows.erase(rows.begin());
  }
  return rows;
}

constexpr std::uint64_t memory_bytes_max = std::uint64_t{1} << 30U;

/// Of a history that a monitor decides, an order may be too much for the search.
enum class Order : std::uint8_t { must_be_found, may_be_too_much };

void expect_verdict(const std::string& path, std::string_view model, const Options& options,
                    std::string_view verdict, std::size_t operations,
                    Order order_wanted = Order::must_be_found) {
  const auto loaded = history::read_file(path);
  ASSERT_TRUE(loaded) << loaded.error().text;
  EXPECT_EQ(loaded->history.operations().size(), operations) << path;
  const auto checker = make(model, options);
  ASSERT_TRUE(checker) << checker.error().text;
  ASSERT_TRUE((*checker)->accepts(loaded->history)) << path;
  (*checker)->set_budget({.steps_max = 0, .memory_bytes_max = memory_bytes_max});
  EXPECT_EQ(text((*checker)->check(loaded->history).verdict), verdict) << path;
  const check::Explanation explanation = (*checker)->explain(loaded->history);
  EXPECT_EQ(text(explanation.verdict), verdict) << path;
  EXPECT_EQ(explanation.objections.empty(), verdict == "held") << path;
  if (verdict == "held") {
    const auto order = (*checker)->linearization(loaded->history);
    EXPECT_TRUE(order || order_wanted == Order::may_be_too_much) << path;
    EXPECT_TRUE(!order || (*checker)->confirms(loaded->history, *order)) << path;
  } else {
    EXPECT_FALSE(explanation.core.empty()) << path;
    EXPECT_NE((*checker)->confirms_core(loaded->history, explanation), check::Confirmation::refuted)
        << path;
  }

  const auto again = history::read_text(to_json_lines(loaded->history), path + " rewritten");
  ASSERT_TRUE(again) << again.error().text;
  EXPECT_EQ(text((*checker)->check(again->history).verdict), verdict) << path << " rewritten";
}

Options parse_options(const std::string& text) {
  Options options;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    options[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
  }
  return options;
}

TEST(Histories, have_the_verdict_they_are_known_to_have) {
  const std::string folder = ONCELAB_HISTORIES_FOLDER;
  const std::vector<Row> rows = table(folder + "/expected.tsv");
  ASSERT_EQ(rows.size(), 70U);
  for (const Row& row : rows) {
    ASSERT_EQ(row.size(), 5U) << row.at(0);
    const std::string path = folder + "/" + row[0];
    expect_verdict(path, row[1], parse_options(row[2]), row[3], std::stoul(row[4]));
  }
}

TEST(Histories, an_etcd_log_says_so_itself) {
  const auto loaded = history::read_file(ONCELAB_HISTORIES_FOLDER "/etcd/etcd_000.log");
  ASSERT_TRUE(loaded);
  EXPECT_EQ(implied_options(loaded->format, "cas-register").size(), 2U);
}

struct KnownModel {
  std::string_view model;
  Options options;
};

/// What the manifest's words for a model mean; nothing: not a model of ours yet.
const KnownModel* known_model(const std::string& words) {
  static const std::map<std::string, KnownModel> known{
      {"cas-register init=nil (read nil = absent)",
       {"cas-register", {{"init", "nil"}, {"nil", "absent"}}}},
      {"cas-register init=0; read nil = unknown read; fail = did not happen",
       {"cas-register", {{"init", "0"}, {"nil", "unknown"}}}},
      {"cas-register; the first op writes 0", {"cas-register", {{"init", "nil"}}}},
      {"fifo queue, unique values, pop null = empty", {"queue", {}}},
      {"lifo stack, unique values, pop null = empty", {"stack", {}}},
      {"\"kv get/put/append, P-compositional by key, init=\"\"\"\"\"", {"kv", {}}},
      {"kv get/put/append, P-compositional by key, init=\"\"", {"kv", {}}},
      {"mutex", {"mutex", {}}},
      {"multi-register init={x:0,y:0}", {"multi-register", {}}},
      {"set add/remove/contains, 24 keys, P-compositional by key, init empty", {"set", {}}},
  };
  const auto found = known.find(words);
  return found == known.end() ? nullptr : &found->second;
}

TEST(Histories, of_a_directory_given_from_outside) {
  const char* folder = std::getenv("ONCELAB_HISTORIES");
  if (folder == nullptr) {
    GTEST_SKIP() << "ONCELAB_HISTORIES is not set: no histories but our own were checked";
  }
  const std::string root = folder;
  std::map<std::string, int> checked;
  std::map<std::string, int> without_model;
  const std::vector<Row> rows = table(root + "/MANIFEST.tsv");
  ASSERT_FALSE(rows.empty()) << root << "/MANIFEST.tsv cannot be read, or has no rows";
  for (const Row& row : rows) {
    ASSERT_GE(row.size(), 6U) << row.at(0);
    const KnownModel* known = known_model(row[3]);
    if (known == nullptr) {
      ++without_model[row[3]];
      continue;
    }
    ++checked[row[3]];
    const std::string_view verdict = row[4] == "ok" ? "held" : "violated";
    const auto expect_of = [&](const std::string& file) {
      if (!file.empty()) {
        std::string path = root;
        path.append("/").append(file);
        expect_verdict(path, known->model, known->options, verdict, std::stoul(row[5]),
                       Order::may_be_too_much);
      }
    };
    expect_of(row[0]);
    expect_of(row[1]);
  }
  for (const auto& [model, count] : checked) {
    std::cout << count << " checked: " << model << "\n";
  }
  for (const auto& [model, count] : without_model) {
    std::cout << count << " not checked, there is no such model yet: " << model << "\n";
  }
}

}  // namespace
}  // namespace oncelab::models
