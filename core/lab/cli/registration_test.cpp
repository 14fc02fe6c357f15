// In a program of its own: what went wrong before main stays for the life of the process.
#include <oncelab/core/lab/cli/cli_fixture.hpp>
#include <oncelab/core/lab/scenario/sut.hpp>

namespace oncelab::cli {
namespace {

TEST_F(Cli, nothing_runs_if_something_could_not_be_registered) {
  const auto make = [](void*) -> void* { return nullptr; };
  EXPECT_EQ(run_it({"list"}).code, ExitCode::as_expected);
  scenario::register_sut({"counter", "mine", "", "", true, make});
  scenario::register_sut({"counter", "mine", "", "", true, make});
  scenario::register_sut({"counter", "-x\x1b", "", "", true, make});
  for (const char* verb : {"check", "list", "doctor", "replay"}) {
    const Ran ran = run_it({verb});
    EXPECT_EQ(ran.code, ExitCode::usage);
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(ran.err,
              "oncelab: cannot run: two systems under test of the contract counter are called "
              "'mine'\n"
              "oncelab: cannot run: a system under test cannot be called '-x\\x1b': a name has 1 "
              "to 64 letters, digits, '-', '_' or '.'\n");
  }
  EXPECT_EQ(run_it({"--help"}).code, ExitCode::as_expected);
}

}  // namespace
}  // namespace oncelab::cli
