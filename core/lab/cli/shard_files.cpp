#include <oncelab/core/lab/cli/shard_files.hpp>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <map>
#include <utility>

#include <oncelab/core/lab/case/strict_json.hpp>
#include <oncelab/core/lab/cli/schema_check.hpp>
#include <oncelab/core/lab/cli/shard.hpp>
#include <oncelab/core/lab/cli/shard_sense.hpp>
#include <oncelab/core/lab/report/embedded.hpp>
#include <oncelab/core/lab/report/write_file.hpp>

namespace oncelab::cli {

namespace json = boost::json;

namespace {

constexpr std::size_t bytes_max = std::size_t{1} << 28U;
constexpr std::size_t depth_max = 16;

Error bad(const std::string& file, const std::string& what) {
  return make_error(ErrorKind::bad_input, "merge: " + report::shown(file) + ": " + what);
}

bool is_verb(const json::object& object, std::string_view verb) {
  const json::value* its = object.if_contains("verb");
  return its != nullptr && its->is_string() && its->get_string() == verb;
}

std::optional<std::string> problem_of(const json::value& value, std::string_view verb) {
  const auto files = report::schema_files();
  const auto schema = std::ranges::find(files, verb, &report::EmbeddedFile::name);
  return schema_problem(value,
                        json::parse(json::string_view(schema->text.data(), schema->text.size())));
}

Result<json::object> read(const std::string& file) {
  const auto text = report::read_file(file, bytes_max);
  if (!text) {
    return make_error(text.error().kind, "merge: " + text.error().text);
  }
  auto value = cases::parse_strict(*text, report::shown(file), {bytes_max, depth_max});
  if (!value) {
    return make_error(value.error().kind, "merge: " + value.error().text);
  }
  if (!value->is_object() ||
      !(is_verb(value->get_object(), "check") || is_verb(value->get_object(), "explore"))) {
    return bad(file, "was not written by check or explore with --json");
  }
  if (auto problem = problem_of(*value, value->get_object().at("verb").as_string())) {
    return bad(file, *problem);
  }
  if (!value->get_object().contains("shard")) {
    return bad(file, "is of the whole, not of a shard (--shard)");
  }
  return std::move(value->get_object());
}

}  // namespace

Result<ShardFiles> read_shards(const std::vector<std::string>& files) {
  ShardFiles all;
  std::map<std::uint64_t, std::pair<std::string, json::object>> by_index;
  for (const std::string& file : files) {
    auto object = read(file);
    if (!object) {
      return object.error();
    }
    const json::object& shard = object->at("shard").as_object();
    const auto index = shard.at("index").to_number<std::uint64_t>();
    const auto of = shard.at("of").to_number<std::uint64_t>();
    if (index > of || of > shards_max) {
      return bad(file, "is of shard " + std::to_string(index) + " of " + std::to_string(of));
    }
    if (auto wrong = contradiction(*object)) {
      return bad(file, *wrong);
    }
    if (!by_index.empty()) {
      const auto& [other, first] = by_index.begin()->second;
      if (auto differs = difference(first, *object)) {
        return bad(file, "is of other work than " + report::shown(other) + " (" + *differs +
                             "): other flags, another division, or another build of the program");
      }
    }
    all.of = of;
    all.verb = object->at("verb").as_string();
    const auto [at, fresh] = by_index.emplace(index, std::pair(file, std::move(*object)));
    if (!fresh) {
      return bad(file, "is of shard " + std::to_string(index) + ", and so is " +
                           report::shown(at->second.first));
    }
  }
  for (std::uint64_t index = 1; index <= all.of; ++index) {
    if (const auto found = by_index.find(index); found != by_index.end()) {
      all.shards.push_back(std::move(found->second.second));
    } else {
      all.missing.push_back(index);
    }
  }
  return all;
}

}  // namespace oncelab::cli
