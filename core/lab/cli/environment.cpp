#include <oncelab/core/lab/cli/environment.hpp>

#include <cstdlib>

namespace oncelab::cli {

namespace {
std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string() : value;
}
}  // namespace

Environment environment_of_process() {
  Environment e;
  e.github_actions = variable("GITHUB_ACTIONS") == "true";
  e.github_step_summary = variable("GITHUB_STEP_SUMMARY");
  return e;
}

}  // namespace oncelab::cli
