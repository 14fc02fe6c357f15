// main() of oncelab_tests(): the conformance suite as GoogleTest tests. With the name of a verb as
// its first argument ("replay"), it is the command line of a lab instead, so that the commands that
// counterexamples end with work.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>

#include <oncelab/core/lab/cli/cli.hpp>
#include <oncelab/core/lab/scenario/sut.hpp>
#include <oncelab/properties/conformance/suite.hpp>

namespace {

namespace conformance = oncelab::conformance;
using oncelab::cli::ExitCode;

class OneTest : public testing::Test {
 public:
  OneTest(const conformance::Test& test, const conformance::Options& options)
      : test_(test), options_(options) {}

  void TestBody() override {
    const conformance::Outcome outcome = test_.run(options_);
    switch (outcome.kind) {
      case conformance::Outcome::Kind::passed:
        std::cout << outcome.text << '\n';
        RecordProperty("coverage", outcome.text);
        break;
      case conformance::Outcome::Kind::failed:
        // The place in this file would say nothing; those that matter are in the text.
        ADD_FAILURE_AT(test_.suite.c_str(), -1) << outcome.text;
        break;
      case conformance::Outcome::Kind::skipped:
        GTEST_SKIP() << outcome.text;
    }
  }

 private:
  const conformance::Test& test_;
  const conformance::Options& options_;
};

/// Says once what every test works with.
class Budget : public testing::Environment {
 public:
  explicit Budget(const conformance::Options& options) : options_(options) {}
  void SetUp() override {
    std::cout << "seed " << options_.seed << " (ONCELAB_SEED), at most " << options_.schedules_max
              << " schedules a test (ONCELAB_SCHEDULES_MAX), cases in " << options_.corpus.string()
              << " (ONCELAB_CORPUS)\n";
  }

 private:
  const conformance::Options& options_;
};

int give_up(const std::string& why, ExitCode code) {
  std::cerr << "oncelab: " << why << '\n';
  return static_cast<int>(code);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]).front() != '-') {
    return oncelab::cli::main_with(argc, argv);
  }
  testing::InitGoogleTest(&argc, argv);
  if (argc > 1) {
    return give_up("unknown argument '" + std::string(argv[1]) + "' (see --help)", ExitCode::usage);
  }
  for (const std::string& problem : oncelab::scenario::registration_problems()) {
    return give_up(problem, ExitCode::usage);
  }
  const auto options = conformance::options_from_environment(argv[0]);
  if (!options) {
    return give_up(options.error().text, ExitCode::usage);
  }
  const auto tests = conformance::tests();
  if (tests.empty()) {
    return give_up("no system under test is registered: is the file with ONCELAB_SUT in SOURCES?",
                   ExitCode::nothing_ran);
  }
  for (const conformance::Test& test : tests) {
    testing::RegisterTest(
        test.suite.c_str(), test.name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
        [&test, &options]() -> testing::Test* { return new OneTest(test, *options); });
  }
  testing::AddGlobalTestEnvironment(new Budget(*options));
  const int code = RUN_ALL_TESTS();
  const bool only_a_share = std::getenv("GTEST_TOTAL_SHARDS") != nullptr;
  if (code == 0 && testing::UnitTest::GetInstance()->test_to_run_count() == 0 && !only_a_share) {
    return give_up("nothing ran: no test matches --gtest_filter", ExitCode::nothing_ran);
  }
  return code;
}
