#include <oncelab/core/lab/cli/case_size.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <utility>

#include <oncelab/core/lab/cli/campaign.hpp>

namespace oncelab::cli {

namespace json = boost::json;

CaseSize::CaseSize(const cases::CaseFile& c)
    : program(c.program), schedule(c.schedule), steps(c.steps.size()) {
  for (const report::DescribedStep& s : c.steps) {
    happened.crashes += s.kind == runtime::OpKind::crash ? 1U : 0U;
    happened.clock_steps += s.kind == runtime::OpKind::clock_step ? 1U : 0U;
    happened.faults += s.fault != runtime::FaultKind::none ? 1U : 0U;
  }
}

json::value CaseSize::value() const {
  json::array per_client;
  for (const auto& client : program.clients) {
    per_client.emplace_back(client.size());
  }
  return json::object{{"clients", program.clients.size()},
                      {"operations", program.operations()},
                      {"operations_per_client", std::move(per_client)},
                      {"preemptions", schedule.preemptions()},
                      {"crashes", happened.crashes},
                      {"clock_steps", happened.clock_steps},
                      {"faults", happened.faults},
                      {"steps", steps}};
}

std::string CaseSize::text() const {
  return shape_text(program) + ", " + count_text(schedule.preemptions(), "preemption") +
         happened_text(happened) + ", " + count_text(steps, "step");
}

std::string happened_text(const shrink::Happened& happened) {
  std::string text;
  const auto add = [&](std::uint32_t n, const char* one, const char* more) {
    if (n != 0) {
      text += ", " + std::to_string(n) + ' ' + (n == 1 ? one : more);
    }
  };
  add(happened.crashes, "crash", "crashes");
  add(happened.clock_steps, "clock step", "clock steps");
  add(happened.faults, "fault", "faults");
  return text;
}

std::string smaller_text(const CaseSize& before, const CaseSize& after) {
  if (before.program == after.program && before.schedule == after.schedule) {
    return {};
  }
  std::string text;
  const auto add = [&](const std::string& what, std::size_t was, std::size_t is) {
    if (is < was) {
      text += (text.empty() ? "" : ", ") + what + " " + std::to_string(was) + " -> " +
              std::to_string(is);
    }
  };
  const auto other_choices = [](const schedule::Schedule& schedule) {
    return schedule.deviations.size() - schedule.preemptions();
  };
  add("clients", before.program.clients.size(), after.program.clients.size());
  add("operations", before.program.operations(), after.program.operations());
  add("preemptions", before.schedule.preemptions(), after.schedule.preemptions());
  add("crashes", before.happened.crashes, after.happened.crashes);
  add("clock steps", before.happened.clock_steps, after.happened.clock_steps);
  add("faults", before.happened.faults, after.happened.faults);
  add("other choices", other_choices(before.schedule), other_choices(after.schedule));
  add("steps", before.steps, after.steps);
  return text.empty() ? "simpler operations or earlier preemptions" : text;
}

}  // namespace oncelab::cli
