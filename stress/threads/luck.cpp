// oncelab_luck: the code that the lab explores, on real threads, with nobody choosing the schedule.
//
// Exit codes: 0 no variant broke its promise, 1 one did, 64 usage or a file that cannot be written.
// That a variant which promises nothing did no harm is no news, and 0.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <iostream>
#include <oncelab/stress/threads/luck_report.hpp>
#include <set>
#include <stdexcept>

namespace {

using namespace oncelab::stress;

constexpr int exit_broken = 1;
constexpr int exit_usage = 64;

struct Flags {
  std::string contract = "inbox";
  std::string variant;  // empty: all
  RoundOptions rounds;
  std::int64_t handler_ns = 0;
  std::int64_t spread_ns = 0;
  std::string json;
};

void declare(CLI::App& app, Flags& flags) {
  std::set<std::string> contracts;
  for (const SubjectInfo& subject : subjects()) {
    contracts.emplace(subject.contract);
  }
  app.add_option("CONTRACT", flags.contract, "What to try (default inbox)")
      ->check(CLI::IsMember(contracts))
      ->type_name("");
  app.add_option("--variant", flags.variant, "One variant (default all)")->type_name("NAME");
  app.add_option("--rounds", flags.rounds.rounds, "Rounds of each variant (default 200000)")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}))
      ->type_name("N");
  app.add_option("--threads", flags.rounds.threads, "Threads in a round (default 2)")
      ->check(CLI::Range(1, 64))
      ->type_name("N");
  app.add_option("--handler-ns", flags.handler_ns,
                 "How long a handler keeps its processor busy (default 0)")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{1'000'000'000}))
      ->type_name("N");
  app.add_option("--spread-ns", flags.spread_ns,
                 "Within which time the threads of a round start, at random (default 0)")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{1'000'000'000}))
      ->type_name("N");
  app.add_option("--json", flags.json, "Result as JSON")->type_name("FILE");
}

std::vector<SubjectInfo> chosen_by(const Flags& flags) {
  std::vector<SubjectInfo> chosen;
  std::string known;
  for (const SubjectInfo& subject : subjects()) {
    if (subject.contract == flags.contract) {
      known += (known.empty() ? "" : ", ") + std::string(subject.variant);
      if (flags.variant.empty() || subject.variant == flags.variant) {
        chosen.push_back(subject);
      }
    }
  }
  if (chosen.empty()) {
    throw std::invalid_argument("--variant of " + flags.contract + " is one of " + known);
  }
  if (flags.handler_ns > 0 && !chosen.front().has_handler) {
    throw std::invalid_argument("--handler-ns: " + flags.contract + " has no handler");
  }
  return chosen;
}

LuckReport try_luck(const Flags& flags) {
  LuckReport report{flags.contract, flags.rounds, std::chrono::nanoseconds(flags.handler_ns), {}};
  for (const SubjectInfo& info : chosen_by(flags)) {
    const auto subject = info.make({flags.rounds.threads, report.handler_time});
    report.trials.push_back({info, run_rounds(*subject, flags.rounds)});
  }
  return report;
}

void write(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text << std::flush;
  if (!file) {
    throw std::invalid_argument("--json: cannot write " + path);
  }
}

int run(int argc, char** argv) {
  CLI::App app("Delivers the same thing on real threads at once, and counts what happened twice",
               "oncelab_luck");
  Flags flags;
  declare(app, flags);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : exit_usage;
  }
  flags.rounds.spread = std::chrono::nanoseconds(flags.spread_ns);
  if (!flags.json.empty()) {
    write(flags.json, "");  // before the work, not after it
  }
  const LuckReport report = try_luck(flags);
  std::cout << table_of(report);
  if (!flags.json.empty()) {
    write(flags.json, json_of(report));
  }
  return report.kept_promises() ? 0 : exit_broken;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "oncelab_luck: " << error.what() << '\n';
    return exit_usage;
  }
}
