// Fixture of the command line's tests: the toy scenario, a toy model, a folder of its own.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <filesystem>
#include <fstream>
#include <memory>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include <oncelab/core/lab/case/toy_scenario.hpp>
#include <oncelab/core/lab/cli/cli.hpp>
#include <oncelab/core/lab/cli/models.hpp>

namespace oncelab::cli {

namespace fs = std::filesystem;
namespace json = boost::json;

/// As soon as an operation "bad" has returned, it is sure.
class ToyStream final : public check::Stream {
 public:
  bool take(const history::History& history, std::size_t from) override {
    for (const history::Event& event : history.events().subspan(from)) {
      if (event.kind == history::EventKind::returned &&
          history.text(history.operation(event.operation).f) == "bad") {
        result_.verdict = check::Verdict::violated;
      }
      result_.operations += event.kind == history::EventKind::call ? 1 : 0;
    }
    return result_.verdict == check::Verdict::held;
  }
  [[nodiscard]] bool needs(history::OperationIndex) const override { return false; }
  void forgotten(std::span<const history::OperationIndex>) override {}
  void finish(const history::History&) override {}
  [[nodiscard]] const check::StreamResult& result() const override { return result_; }

 private:
  check::StreamResult result_;
};

/// Says `violated` of a history with an operation "bad"; "huge" needs more memory than there is.
class ToyChecker final : public check::Checker {
 public:
  explicit ToyChecker(bool knows_worse) : knows_worse_(knows_worse) {}
  [[nodiscard]] std::string_view model_name() const override { return "toy-model"; }
  [[nodiscard]] Result<void> accepts(const history::History& history) override {
    if (history.find_symbol("worse") && !knows_worse_) {
      return make_error(ErrorKind::bad_input, "operation 0 is not one of toy-model's");
    }
    return {};
  }
  [[nodiscard]] check::CheckResult check(const history::History& history) override {
    if (history.find_symbol("huge")) {
      throw std::bad_alloc();
    }
    check::CheckResult result;
    result.verdict = history.find_symbol("bad") ? check::Verdict::violated : check::Verdict::held;
    result.operations = static_cast<std::uint32_t>(history.operations().size());
    result.partitions = 1;
    return result;
  }
  [[nodiscard]] std::unique_ptr<check::Stream> stream() const override {
    return std::make_unique<ToyStream>();
  }
  [[nodiscard]] check::Explanation explain(const history::History&) override {
    check::Explanation e;
    e.verdict = check::Verdict::violated;
    e.model = "toy-model";
    e.prefix_events = 1;
    return e;
  }

 private:
  bool knows_worse_;
};

inline std::vector<Model> toy_models() {
  return {{"toy-model", "nothing bad", {{"worse", "known | unknown", "unknown", "is it known"}}}};
}

inline Result<std::unique_ptr<check::Checker>> make_toy_checker(std::string_view,
                                                                const ModelOptions& options) {
  const auto worse = options.find("worse");
  return std::make_unique<ToyChecker>(worse != options.end() && worse->second == "known");
}

struct Ran {
  ExitCode code = ExitCode::internal;
  std::string out, err;
};

class Cli : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    (void)cases::toy_scenario();
    // Once for all suites that derive from this one.
    static const bool registered = [] {
      register_models({toy_models, make_toy_checker, nullptr});
      return true;
    }();
    (void)registered;
  }
  void SetUp() override {
    folder = fs::path(testing::TempDir()) /
             ("oncelab-cli-" + std::to_string(::getpid()) + "-" +
              testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder);
    fs::create_directories(folder);
    corpus = (folder / "corpus").string();
  }
  void TearDown() override { fs::remove_all(folder); }

  static Ran run_it(const std::vector<std::string>& arguments,
                    const Environment& environment = {}) {
    std::ostringstream out, err;
    Ran ran;
    ran.code = run("oncelab", arguments, {out, err}, environment);
    ran.out = out.str();
    ran.err = err.str();
    return ran;
  }

  /// One line on standard error, nothing on standard output.
  static void expect_error(const std::vector<std::string>& arguments, ExitCode code,
                           const std::string& line) {
    const Ran ran = run_it(arguments);
    EXPECT_EQ(ran.code, code) << line;
    EXPECT_EQ(ran.err, "oncelab: " + line + "\n");
    EXPECT_EQ(ran.out, "");
  }

  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder / name) << text;
    return (folder / name).string();
  }

  [[nodiscard]] std::vector<fs::path> stored() const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(corpus)) {
      files.push_back(entry.path());
    }
    return files;
  }

  fs::path folder;
  std::string corpus;
};

}  // namespace oncelab::cli
