// SIGINT and SIGTERM: exploring stops, what was found is kept.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <csignal>
#include <ctime>

#include <oncelab/core/lab/cli/cli_fixture.hpp>
#include <oncelab/core/lab/cli/interrupt.hpp>
#include <oncelab/core/lab/cli/more_scenarios.hpp>

namespace oncelab::cli {
namespace {

/// One SIGTERM, when whatever runs now has come to where it waits; SIGALRM if that did not end it.
void terminate_soon() {
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGTERM;
  timer_t timer{};
  const itimerspec once{.it_interval = {}, .it_value = {.tv_sec = 0, .tv_nsec = 100'000'000}};
  ASSERT_EQ(timer_create(CLOCK_MONOTONIC, &event, &timer), 0);
  ASSERT_EQ(timer_settime(timer, 0, &once, nullptr), 0);
  ::alarm(30);
}

class CliInterrupt : public Cli {
 protected:
  static void SetUpTestSuite() {
    if (scenario::find_scenario("counter-a") == nullptr) {
      register_more_scenarios();
    }
  }
};

TEST_F(CliInterrupt, exploring_stops_with_an_inconclusive_verdict) {
  for (const int signal : {SIGTERM, SIGINT}) {
    next_signal = signal;
    const Ran ran = run_it({"explore", "counter-a", "--clients", "3"});
    EXPECT_EQ(ran.code, ExitCode::inconclusive);
    EXPECT_NE(ran.out.find("\ninconclusive: interrupted; stopped after "), std::string::npos)
        << ran.out;
  }
}

TEST_F(CliInterrupt, what_was_found_is_kept) {
  next_signal = SIGTERM;
  const Ran ran = run_it({"explore", "counter-a", "--variant", "wrong", "--corpus", corpus});
  EXPECT_EQ(ran.code, ExitCode::unexpected);
  EXPECT_EQ(stored().size(), 1U);
  EXPECT_NE(ran.out.find("\nalone: two were inside\n"), std::string::npos) << ran.out;
}

TEST_F(CliInterrupt, check_does_not_run_the_rest) {
  const std::string junit = (folder / "junit.xml").string();
  next_signal = SIGTERM;
  const Ran ran = run_it({"check", "counter-*", "--json", "-", "--junit", junit});
  EXPECT_EQ(ran.code, ExitCode::inconclusive);
  const auto o = json::parse(ran.out).as_object();
  EXPECT_EQ(o.at("checked"), 1);
  EXPECT_EQ(o.at("interrupted"), true);
  EXPECT_NE(ran.err.find("; interrupted, the rest did not run\n"), std::string::npos) << ran.err;
  std::ifstream in(junit);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  EXPECT_NE(text.find("tests=\"4\" failures=\"0\" errors=\"4\""), std::string::npos) << text;
  EXPECT_NE(text.find("<error type=\"not run\""), std::string::npos);
}

TEST_F(CliInterrupt, replay_and_minimize_leave_the_rest_as_well) {
  (void)run_it({"explore", "counter-a", "--variant", "wrong", "--corpus", corpus});
  fs::copy_file(stored().front(), fs::path(corpus) / "copy.json");
  for (const char* verb : {"replay", "minimize"}) {
    next_signal = SIGTERM;
    const Ran ran = run_it({verb, "--corpus", corpus, "--json", "-"});
    const auto results = json::parse(ran.out).at("results").as_array();
    ASSERT_EQ(results.size(), 2U);
    EXPECT_EQ(results[1].at("result"), "NOT RUN") << verb;
  }
}

TEST_F(CliInterrupt, a_signal_ends_waiting_for_an_input_that_does_not_come) {
  const fs::path pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string json = (folder / "x.json").string();
  for (const char* verb : {"replay", "minimize"}) {
    const std::vector<std::string> arguments = {verb, pipe.string(), "--json", json};
    EXPECT_EXIT(
        {
          const int end = ::open(pipe.c_str(), O_RDWR);  // that says nothing and stays open
          terminate_soon();
          (void)run_it(arguments);
          ::close(end);
        },
        testing::KilledBySignal(SIGTERM), "");
    EXPECT_FALSE(fs::exists(json)) << verb;
  }
}

TEST(Interrupt, handlers_are_put_back_and_later_questions_answered) {
  struct sigaction before{}, after{};
  sigaction(SIGTERM, nullptr, &before);
  {
    const Interrupt outer;
    EXPECT_FALSE(Interrupt::asked());
    {
      const Interrupt inner;
    }
    (void)std::raise(SIGTERM);
    EXPECT_TRUE(Interrupt::asked());
    {
      const Interrupt inner;
      EXPECT_TRUE(Interrupt::asked());
    }
    EXPECT_TRUE(Interrupt::asked());
  }
  sigaction(SIGTERM, nullptr, &after);
  EXPECT_EQ(after.sa_handler, before.sa_handler);
}

}  // namespace
}  // namespace oncelab::cli
