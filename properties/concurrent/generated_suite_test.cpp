// The generated programs of `check` find every wrong variant, whatever the seed, and what they find
// is made as small as it can be. The right variants hold.
#include <gtest/gtest.h>
#include <unistd.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <oncelab/core/lab/cli/cli.hpp>

namespace oncelab::properties {
namespace {

namespace json = boost::json;

struct Wrong {
  const char* scenario;
  const char* variant;
  unsigned preemptions;  // of the smallest counterexample; it has two clients, one operation each
};

class GeneratedSuite : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::remove_all(corpus_); }
  void TearDown() override { std::filesystem::remove_all(corpus_); }

  json::value check(const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"check", "--programs", "generated", "--json",
                                          "-",     "--corpus",   corpus_};
    arguments.insert(arguments.begin() + 1, more.begin(), more.end());
    std::ostringstream out, err;
    const auto code = cli::run("oncelab", arguments, {out, err});
    EXPECT_EQ(code, cli::ExitCode::as_expected) << err.str();
    return json::parse(out.str());
  }

  const std::string corpus_ =
      (std::filesystem::path(testing::TempDir()) /
       ("oncelab-generated-suite-" + std::to_string(getpid())))  // tests run side by side
          .string();
};

class GeneratedSuiteFinds : public GeneratedSuite, public testing::WithParamInterface<Wrong> {};

TEST_P(GeneratedSuiteFinds, on_20_of_20_seeds_with_the_default_budget) {
  const auto& [scenario, variant, preemptions] = GetParam();
  for (int seed = 1; seed <= 20; ++seed) {
    const auto result =
        check({scenario, "--variant", variant, "--seed", std::to_string(seed)}).at("results").at(0);
    EXPECT_EQ(result.at("verdict").as_string(), "violated") << "seed " << seed;
    const auto& found = result.at("campaigns").as_array().back().at("case");
    ASSERT_TRUE(found.is_object()) << "seed " << seed;
    EXPECT_EQ(found.at("clients").to_number<unsigned>(), 2U);
    EXPECT_EQ(found.at("operations").to_number<unsigned>(), 2U);
    EXPECT_EQ(found.at("preemptions").to_number<unsigned>(), preemptions);
  }
}

INSTANTIATE_TEST_SUITE_P(WrongVariants, GeneratedSuiteFinds,
                         testing::Values(Wrong{"api-request", "naive", 1},
                                         Wrong{"claim-store", "naive", 1},
                                         Wrong{"inbox", "naive", 1}, Wrong{"order", "naive", 1},
                                         Wrong{"order", "plain", 0}),
                         [](const auto& chosen) {
                           std::string name =
                               std::string(chosen.param.scenario) + "_" + chosen.param.variant;
                           for (char& c : name) {
                             c = c == '-' ? '_' : c;
                           }
                           return name;
                         });

TEST_F(GeneratedSuite, right_variants_hold_on_20_seeds) {
  std::size_t variants = 0;
  for (const char* const scenario : {"api-request", "claim-store", "inbox", "order"}) {
    for (int seed = 1; seed <= 20; ++seed) {
      const auto results = check({scenario, "--seed", std::to_string(seed)}).at("results");
      variants += seed == 1 ? results.as_array().size() : 0;
    }
  }
  EXPECT_EQ(variants, 15U);
}

TEST_F(GeneratedSuite, all_verdicts_are_as_expected_on_2_seeds) {
  for (int seed = 1; seed <= 2; ++seed) {
    const auto results = check({"--seed", std::to_string(seed)}).at("results");
    EXPECT_EQ(results.as_array().size(), 25U);
  }
}

TEST_F(GeneratedSuite, the_same_seed_gives_the_same_programs_and_schedules) {
  const auto counts = [&] {
    std::string text;
    const auto results = check({"--seed", "7"}).at("results");
    for (const auto& result : results.as_array()) {
      for (const auto& campaign : result.at("campaigns").as_array()) {
        text += json::serialize(campaign.at("steps")) + " " +
                json::serialize(campaign.at("generated_programs")) + ";";
      }
    }
    return text;
  };
  EXPECT_EQ(counts(), counts());
}

}  // namespace
}  // namespace oncelab::properties
