#include <oncelab/core/lab/cli/case_size.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <utility>

#include <oncelab/core/lab/cli/campaign.hpp>

namespace oncelab::cli {

namespace json = boost::json;

json::value CaseSize::value() const {
  json::array per_client;
  for (const auto& client : program.clients) {
    per_client.emplace_back(client.size());
  }
  return json::object{{"clients", program.clients.size()},
                      {"operations", program.operations()},
                      {"operations_per_client", std::move(per_client)},
                      {"preemptions", schedule.preemptions()},
                      {"steps", steps}};
}

std::string CaseSize::text() const {
  return shape_text(program) + ", " + count_text(schedule.preemptions(), "preemption") + ", " +
         count_text(steps, "step");
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
  add("other choices", other_choices(before.schedule), other_choices(after.schedule));
  add("steps", before.steps, after.steps);
  return text.empty() ? "simpler operations or earlier preemptions" : text;
}

}  // namespace oncelab::cli
