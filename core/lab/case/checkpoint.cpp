#include <oncelab/core/lab/case/checkpoint.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <utility>

#include <oncelab/core/lab/case/case_values.hpp>
#include <oncelab/core/lab/case/digest.hpp>
#include <oncelab/core/lab/case/strict_json.hpp>
#include <oncelab/core/lab/report/write_file.hpp>

namespace oncelab::cases {

namespace json = boost::json;

namespace {

constexpr std::uint64_t format = 1;
constexpr std::size_t numbers_max = 100'000'000;
constexpr std::size_t goals_max = 1000;
constexpr std::uint64_t any = ~std::uint64_t{0};

// Everything but the digest, in the order in which it is written.
json::object body(const Checkpoint& c, std::string_view identity) {
  json::array goals;
  for (const auto& goal : c.so_far.goals) {
    goals.emplace_back(goal.runs);
  }
  json::array weaker;
  for (const void* address : c.so_far.weaker_accesses) {
    weaker.emplace_back(reinterpret_cast<std::uintptr_t>(address));
  }
  return {{"oncelab_checkpoint", format},
          {"identity", identity},
          {"schedules", c.so_far.schedules},
          {"runs", c.so_far.runs},
          {"steps", c.so_far.steps},
          {"steps_longest", c.so_far.steps_longest},
          {"assumed_fairness", c.so_far.assumed_fairness},
          {"timeouts_cut", c.so_far.timeouts_cut},
          {"spurious_cut", c.so_far.spurious_cut},
          {"goals", std::move(goals)},
          {"weaker_accesses", std::move(weaker)},
          {"state", json::array(c.state.begin(), c.state.end())}};
}

std::vector<std::uint64_t> numbers(ObjectReader& reader, std::string_view name, std::size_t max) {
  std::vector<std::uint64_t> found;
  for (const json::value& v : reader.array(name, max)) {
    if (v.is_uint64()) {
      found.push_back(v.get_uint64());
    } else if (v.is_int64() && v.get_int64() >= 0) {
      found.push_back(static_cast<std::uint64_t>(v.get_int64()));
    } else {
      reader.problem(name, "holds something that is not a whole number from 0 on");
      break;
    }
  }
  return found;
}

}  // namespace

std::string to_text(const Checkpoint& checkpoint, std::string_view identity) {
  json::object object = body(checkpoint, identity);
  object["sha256"] = sha256_text(json::serialize(object));
  return json::serialize(object) + "\n";
}

Result<Checkpoint> parse_checkpoint(std::string_view text, std::string_view identity,
                                    std::string_view file) {
  const auto value = parse_strict(text, file, {checkpoint_bytes_max, 4});
  if (!value) {
    return value.error();
  }
  Problems problems(file, 4096);
  ObjectReader reader(*value, "$", problems);
  (void)reader.number("oncelab_checkpoint", format);
  const std::string its_identity = reader.text("identity");
  Checkpoint c;
  c.so_far.schedules = reader.number("schedules", any);
  c.so_far.runs = reader.number("runs", any);
  c.so_far.steps = reader.number("steps", any);
  c.so_far.steps_longest = static_cast<std::uint32_t>(reader.number("steps_longest", 0xFFFFFFFF));
  c.so_far.assumed_fairness = reader.boolean("assumed_fairness");
  c.so_far.timeouts_cut = reader.number("timeouts_cut", any);
  c.so_far.spurious_cut = reader.number("spurious_cut", any);
  for (const std::uint64_t runs : numbers(reader, "goals", goals_max)) {
    c.so_far.goals.push_back({{}, runs, false});
  }
  for (const std::uint64_t address : numbers(reader, "weaker_accesses", numbers_max)) {
    c.so_far.weaker_accesses.push_back(
        reinterpret_cast<const void*>(static_cast<std::uintptr_t>(address)));
  }
  c.state = numbers(reader, "state", numbers_max);
  const std::string digest = reader.text("sha256");
  reader.finish();
  if (problems.any()) {
    return problems.error();
  }
  if (digest != sha256_text(json::serialize(body(c, its_identity)))) {
    return make_error(ErrorKind::bad_input,
                      std::string(file) + ": was changed after it was written; remove it");
  }
  if (its_identity != identity) {
    return make_error(ErrorKind::does_not_fit,
                      std::string(file) +
                          ": is of another program, bound, strategy or build of this tool; "
                          "remove it, or name another file");
  }
  return c;
}

}  // namespace oncelab::cases
