// Writing a case file, its name, and the hash of a history.
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <oncelab/core/lab/case/case_file.hpp>
#include <oncelab/core/lab/case/case_values.hpp>
#include <oncelab/core/lab/case/digest.hpp>
#include <oncelab/core/lab/case/step_flags.hpp>
#include <oncelab/core/lab/report/json_text.hpp>

namespace oncelab::cases {

namespace json = boost::json;

json::value program_value(const scenario::Program& program) {
  json::array clients;
  for (const auto& client : program.clients) {
    json::array operations;
    for (const scenario::Operation& o : client) {
      json::object operation{{"f", o.f}, {"key", o.key}};
      if (!o.input.empty()) {
        operation["input"] = o.input;
      }
      operations.emplace_back(std::move(operation));
    }
    clients.emplace_back(std::move(operations));
  }
  return json::object{{"clients", std::move(clients)}};
}

json::value bound_value(const schedule::Bound& bound) {
  json::object value;
  if (bound.preemptions_max) {
    value["preemptions_max"] = *bound.preemptions_max;
  }
  value["timeouts_max"] = bound.timeouts_max;
  value["spurious_max"] = bound.spurious_max;
  const std::pair<const char*, std::uint32_t> later[] = {{"crashes_max", bound.crashes_max},
                                                         {"clock_steps_max", bound.clock_steps_max},
                                                         {"faults_max", bound.faults_max}};
  for (const auto& [name, max] : later) {
    if (max != 0) {  // files of the first version have none
      value[name] = max;
    }
  }
  value["steps_max"] = bound.steps_max;
  value["steps"] = bound.plain_accesses_are_steps ? "all" : "sync";
  return value;
}

namespace {

json::value schedule_value(const schedule::Schedule& schedule) {
  json::array deviations;
  for (const schedule::Deviation& d : schedule.deviations) {
    json::object deviation{{"step", d.step}};
    if (d.kind == schedule::Deviation::Kind::thread) {
      deviation["thread"] = d.taken;
      deviation["preempts"] = d.preempts;
    } else {
      deviation["value"] = d.taken;
    }
    deviations.emplace_back(std::move(deviation));
  }
  return deviations;
}

json::value threads_value(const std::vector<runtime::ThreadInfo>& threads) {
  json::array value;
  for (const runtime::ThreadInfo& t : threads) {
    json::object thread{{"process", t.process}};
    if (t.parent >= 0) {
      thread["parent"] = t.parent;
    }
    if (t.client >= 0) {
      thread["client"] = t.client;
    }
    if (t.role != runtime::ThreadRole::program) {
      thread["role"] = word_of(t.role);
    }
    value.emplace_back(std::move(thread));
  }
  return value;
}

json::value step_value(const report::DescribedStep& s) {
  json::object step{{"thread", s.thread}, {"kind", word_of(s.kind)}};
  if (s.object != 0) {
    step["object"] = s.object;
  }
  if (s.second != 0) {
    step["second"] = s.second;
  }
  if (s.operation != 0) {
    step["operation"] = s.operation - 1;
  }
  if (s.process != 0) {
    step["process"] = s.process;
  }
  if (s.joins >= 0) {
    step["joins"] = s.joins;
  }
  if (s.fault != runtime::FaultKind::none) {
    step["fault"] = runtime::word_of(s.fault);
  }
  if (s.moved_ns != 0) {
    step["ns"] = s.moved_ns;
  }
  const auto add_losses = [&](const char* name, std::uint32_t n) {
    if (n != 0) {
      step[name] = n;
    }
  };
  add_losses("kept", s.losses.kept);
  add_losses("lost", s.losses.lost);
  add_losses("torn", s.losses.torn);
  json::array marks;
  for (const auto& [flag, word] : stored_flags) {
    if (s.has(flag)) {
      marks.emplace_back(word);
    }
  }
  if (!marks.empty()) {
    step["marks"] = std::move(marks);
  }
  if (!s.at.empty()) {
    step["at"] = s.at;
  }
  return step;
}

}  // namespace

std::string to_text(const CaseFile& c) {
  json::array steps;
  for (const report::DescribedStep& s : c.steps) {
    steps.emplace_back(step_value(s));
  }
  json::object file{
      {"format", "oncelab case"}, {"version", format_version}, {"tool", c.tool_version},
      {"scenario", c.scenario},   {"variant", c.variant},
  };
  if (!c.profile.empty()) {
    file["profile"] = c.profile;
  }
  file["program"] = program_value(c.program);
  file["bound"] = bound_value(c.bound);
  file["schedule"] = schedule_value(c.schedule);
  file["failure"] = json::object{{"property", c.failure.property}, {"text", c.failure.text}};
  file["minimal"] = c.minimal;
  if (!c.compiler.empty()) {
    file["compiler"] = c.compiler;
  }
  file["trace_hash"] = report::hex_text(c.trace_hash);
  file["history_hash"] = report::hex_text(c.history_hash);
  file["threads"] = threads_value(c.threads);
  file["steps"] = std::move(steps);
  return report::json_text(file);
}

std::string file_name(std::string_view text) { return sha256_text(text).substr(0, 16) + ".json"; }

runtime::RunOptions run_options(const schedule::Bound& bound) {
  runtime::RunOptions options;
  options.timeouts_max = bound.timeouts_max;
  options.spurious_max = bound.spurious_max;
  options.crashes_max = bound.crashes_max;
  options.clock_steps_max = bound.clock_steps_max;
  options.faults_max = bound.faults_max;
  options.steps_max = bound.steps_max;
  options.plain_accesses_are_steps = bound.plain_accesses_are_steps;
  return options;
}

}  // namespace oncelab::cases
