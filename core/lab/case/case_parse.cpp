// Reading a case file: the mirror of case_text.cpp.
#include <boost/json/array.hpp>
#include <limits>

#include <oncelab/core/lab/case/case_file.hpp>
#include <oncelab/core/lab/case/step_flags.hpp>
#include <oncelab/core/lab/case/strict_json.hpp>

namespace oncelab::cases {

namespace json = boost::json;

namespace {

constexpr std::uint64_t u32_max = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t steps_limit_max = 10'000'000;  // of a bound
constexpr std::uint64_t process_max = 255;
constexpr std::uint64_t value_max = 255;
constexpr std::uint64_t client_max =
    2 * scenario::clients_max - 1;  // with requests that came twice
constexpr std::uint64_t call_max = 4 * scenario::operations_per_client_max - 1;  // with retries
constexpr std::uint64_t ns_max = std::uint64_t{1} << 62U;

std::uint32_t narrow(std::uint64_t number) { return static_cast<std::uint32_t>(number); }

std::string item_path(const ObjectReader& parent, std::string_view name, std::size_t index) {
  return parent.path_of(name) + "[" + std::to_string(index) + "]";
}

scenario::Program read_program(ObjectReader parent, Problems& problems) {
  scenario::Program program;
  const json::array& clients = parent.array("clients", scenario::clients_max);
  if (clients.empty()) {
    parent.problem("clients", "must name at least one client");
  }
  for (std::size_t i = 0; i < clients.size(); ++i) {
    const std::string path = item_path(parent, "clients", i);
    auto& client = program.clients.emplace_back();
    const json::array* operations = clients[i].if_array();
    if (operations == nullptr || operations->size() > scenario::operations_per_client_max) {
      problems.add(path, "must be a list of at most " +
                             std::to_string(scenario::operations_per_client_max) + " operations");
      continue;
    }
    for (std::size_t k = 0; k < operations->size(); ++k) {
      ObjectReader operation((*operations)[k], path + "[" + std::to_string(k) + "]", problems);
      client.push_back(
          {operation.text("f"), operation.text("key"), operation.text_or_empty("input")});
      operation.finish();
    }
  }
  parent.finish();
  return program;
}

schedule::Bound read_bound(ObjectReader reader) {
  schedule::Bound bound;
  if (reader.has("preemptions_max")) {
    bound.preemptions_max = narrow(reader.number("preemptions_max", u32_max));
  }
  bound.timeouts_max = narrow(reader.number("timeouts_max", u32_max));
  bound.spurious_max = narrow(reader.number("spurious_max", u32_max));
  bound.crashes_max = narrow(reader.number_or("crashes_max", u32_max, 0));
  bound.clock_steps_max = narrow(reader.number_or("clock_steps_max", u32_max, 0));
  bound.faults_max = narrow(reader.number_or("faults_max", u32_max, 0));
  bound.steps_max = narrow(reader.number("steps_max", steps_limit_max));
  const std::string steps = reader.text("steps");
  if (steps != "all" && steps != "sync") {
    reader.problem("steps", "must be \"sync\" or \"all\"");
  }
  bound.plain_accesses_are_steps = steps == "all";
  reader.finish();
  return bound;
}

schedule::Schedule read_schedule(ObjectReader& parent, Problems& problems, const Limits& limits) {
  using Kind = schedule::Deviation::Kind;
  schedule::Schedule schedule;
  const json::array& items = parent.array("schedule", limits.deviations_max);
  for (std::size_t i = 0; i < items.size(); ++i) {
    ObjectReader reader(items[i], item_path(parent, "schedule", i), problems);
    schedule::Deviation d;
    d.step = narrow(reader.number("step", u32_max));
    if (reader.has("value")) {
      d.kind = Kind::value;
      d.taken = narrow(reader.number("value", value_max));
    } else {
      d.taken = narrow(reader.number("thread", runtime::threads_max - 1));
      d.preempts = reader.boolean("preempts");
    }
    reader.finish();
    if (!schedule.deviations.empty()) {
      const schedule::Deviation& last = schedule.deviations.back();
      const bool thread_after_value = last.step == d.step && d.kind == Kind::thread;
      if (d.step < last.step || thread_after_value) {
        reader.problem("step", "is out of order: steps must ascend, a thread before the values");
      }
    }
    schedule.deviations.push_back(d);
  }
  return schedule;
}

std::vector<runtime::ThreadInfo> read_threads(ObjectReader& parent, Problems& problems) {
  std::vector<runtime::ThreadInfo> threads;
  const json::array& items = parent.array("threads", runtime::threads_max);
  for (std::size_t i = 0; i < items.size(); ++i) {
    ObjectReader reader(items[i], item_path(parent, "threads", i), problems);
    runtime::ThreadInfo t;
    t.process = static_cast<std::uint8_t>(reader.number("process", process_max));
    if (reader.has("parent")) {
      t.parent = static_cast<std::int16_t>(reader.number("parent", runtime::threads_max - 1));
    }
    if (reader.has("client")) {
      t.client = static_cast<std::int16_t>(reader.number("client", client_max));
    }
    if (reader.has("role")) {
      const auto role = role_of(reader.text("role"));
      if (!role) {
        reader.problem("role", "is not a role that this version knows");
      }
      t.role = role.value_or(runtime::ThreadRole::program);
    }
    reader.finish();
    threads.push_back(t);
  }
  return threads;
}

std::uint16_t read_marks(ObjectReader& reader) {
  unsigned flags = 0;
  if (!reader.has("marks")) {
    return 0;
  }
  for (const json::value& item : reader.array("marks", stored_flags.size())) {
    const json::string* word = item.if_string();
    unsigned flag = 0;
    for (const auto& [known, name] : stored_flags) {
      flag = word != nullptr && *word == name ? unsigned{known} : flag;
    }
    if (flag == 0 || (flags & flag) != 0) {
      reader.problem("marks", "has a mark that is unknown or given twice");
    }
    flags |= flag;
  }
  return static_cast<std::uint16_t>(flags);
}

runtime::FaultKind read_fault(ObjectReader& reader) {
  const std::string word = reader.text_or_empty("fault");
  if (word.empty()) {
    return runtime::FaultKind::none;
  }
  for (unsigned k = 1; k <= static_cast<unsigned>(runtime::last_fault_kind); ++k) {
    if (const auto kind = static_cast<runtime::FaultKind>(k); word == runtime::word_of(kind)) {
      return kind;
    }
  }
  reader.problem("fault", "is not a fault that this version knows");
  return runtime::FaultKind::none;
}

report::DescribedStep read_step(ObjectReader reader, std::size_t threads) {
  report::DescribedStep s;
  const std::uint64_t thread_max = threads == 0 ? 0 : threads - 1;
  s.thread = narrow(reader.number("thread", thread_max));
  const std::string word = reader.text("kind");
  const auto kind = kind_of(word);
  if (!kind) {
    reader.problem("kind", "is not a kind of step that this version knows");
  }
  s.kind = kind.value_or(runtime::OpKind::none);
  s.object = narrow(reader.number_or("object", u32_max, 0));
  s.second = narrow(reader.number_or("second", u32_max, 0));
  if (reader.has("operation")) {
    s.operation = narrow(reader.number("operation", call_max)) + 1;
  }
  s.process = narrow(reader.number_or("process", process_max, 0));
  if (reader.has("joins")) {
    s.joins = static_cast<int>(reader.number("joins", thread_max));
  }
  s.fault = read_fault(reader);
  s.moved_ns = reader.number_or("ns", ns_max, 0);
  s.losses.kept = narrow(reader.number_or("kept", runtime::losses_max, 0));
  s.losses.lost = narrow(reader.number_or("lost", runtime::losses_max, 0));
  s.losses.torn = narrow(reader.number_or("torn", runtime::losses_max, 0));
  s.flags = read_marks(reader);
  s.at = reader.text_or_empty("at");
  reader.finish();
  return s;
}

std::vector<report::DescribedStep> read_steps(ObjectReader& parent, Problems& problems,
                                              const Limits& limits, std::size_t threads) {
  std::vector<report::DescribedStep> steps;
  const json::array& items = parent.array("steps", limits.steps_max);
  steps.reserve(items.size());
  for (std::size_t i = 0; i < items.size() && !problems.any(); ++i) {
    steps.push_back(
        read_step(ObjectReader(items[i], item_path(parent, "steps", i), problems), threads));
  }
  return steps;
}

scenario::Failure read_failure(ObjectReader reader) {
  scenario::Failure failure{reader.text("property"), reader.text("text")};
  reader.finish();
  return failure;
}

// A case whose steps are not within its bound was written by nobody.
void check_bound(const CaseFile& c, ObjectReader& root) {
  const auto expect = [&](std::string_view what, std::uint64_t allowed, std::uint64_t found) {
    if (found > allowed) {
      root.problem("bound", "allows " + std::to_string(allowed) + ' ' + std::string(what) +
                                ", but the steps have " + std::to_string(found));
    }
  };
  const auto count = [&](auto is_one) {
    return static_cast<std::uint64_t>(std::ranges::count_if(c.steps, is_one));
  };
  using report::DescribedStep;
  const auto of_kind = [&](runtime::OpKind kind) {
    return count([kind](const DescribedStep& s) { return s.kind == kind; });
  };
  const auto marked = [&](runtime::StepFlag flag) {
    return count([flag](const DescribedStep& s) { return s.has(flag); });
  };
  expect("crashes", c.bound.crashes_max, of_kind(runtime::OpKind::crash));
  expect("clock steps", c.bound.clock_steps_max, of_kind(runtime::OpKind::clock_step));
  expect("faults", c.bound.faults_max,
         count([](const DescribedStep& s) { return s.fault != runtime::FaultKind::none; }));
  expect("steps", c.bound.steps_max, c.steps.size());
  expect("spurious wake-ups", c.bound.spurious_max, marked(runtime::step_spurious));
  expect("preemptions", c.bound.preemptions_max.value_or(c.schedule.preemptions()),
         c.schedule.preemptions());
}

}  // namespace

Result<CaseFile> parse(std::string_view text, std::string_view file, const Limits& limits) {
  auto document = parse_strict(text, file, {limits.bytes_max, limits.depth_max});
  if (!document) {
    return document.error();
  }
  Problems problems(file, limits.text_bytes_max);
  ObjectReader root(*document, "$", problems);
  // The version comes first: what another version means by its other members is not ours to say.
  if (root.text("format") != "oncelab case") {
    root.problem("format", "must be \"oncelab case\"");
  }
  if (const auto version = root.number("version", u32_max);
      !problems.any() && version != format_version) {
    root.problem("version", "is " + std::to_string(version) + "; this program reads version " +
                                std::to_string(format_version));
  }
  if (problems.any()) {
    return problems.error();
  }
  CaseFile c;
  c.tool_version = root.text("tool");
  c.scenario = root.text("scenario");
  c.variant = root.text("variant");
  c.profile = root.text_or_empty("profile");
  c.program = read_program(root.object("program"), problems);
  c.bound = read_bound(root.object("bound"));
  c.schedule = read_schedule(root, problems, limits);
  c.failure = read_failure(root.object("failure"));
  c.minimal = root.boolean("minimal");
  c.compiler = root.text_or_empty("compiler");
  c.trace_hash = root.hex("trace_hash");
  c.history_hash = root.hex("history_hash");
  c.threads = read_threads(root, problems);
  c.steps = read_steps(root, problems, limits, c.threads.size());
  check_bound(c, root);
  root.finish();
  if (problems.any()) {
    return problems.error();
  }
  return c;
}

}  // namespace oncelab::cases
