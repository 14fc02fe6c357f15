// The schemas, and what every verb really writes.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

#include <oncelab/core/lab/case/case_file.hpp>
#include <oncelab/core/lab/cli/cli_fixture.hpp>
#include <oncelab/core/lab/cli/schema_check.hpp>
#include <oncelab/core/lab/report/embedded.hpp>

namespace oncelab::cli {
namespace {

class CliSchema : public Cli {
 protected:
  static json::value schema_of(const std::string& name) {
    const Ran ran = run_it({"schema", name});
    EXPECT_EQ(ran.code, ExitCode::as_expected);
    EXPECT_EQ(ran.err, "");
    return json::parse(ran.out);
  }
  /// Runs the verb with --json - and checks what it writes.
  static void checked(std::vector<std::string> arguments) {
    const std::string verb = arguments.front();
    arguments.insert(arguments.end(), {"--json", "-"});
    const Ran ran = run_it(arguments);
    const json::value written = json::parse(ran.out);
    EXPECT_EQ(schema_problem(written, schema_of(verb)), std::nullopt) << ran.out;
  }
};

TEST_F(CliSchema, are_listed_and_printed) {
  EXPECT_EQ(run_it({"schema"}).out,
            "check     Output of oncelab check --json\n"
            "explore   Output of oncelab explore --json\n"
            "replay    Output of oncelab replay --json\n"
            "minimize  Output of oncelab minimize --json\n"
            "verify    Output of oncelab verify --json\n"
            "list      Output of oncelab list --json\n"
            "doctor    Output of oncelab doctor --json\n"
            "case      A case file of oncelab, version 1\n");
  expect_error({"schema", "x\n"}, ExitCode::usage,
               "schema: there is no schema 'x\\n'; there are: check, explore, replay, minimize, "
               "verify, list, doctor, case");
}

TEST_F(CliSchema, describe_what_verbs_write) {
  checked({"check", "toy", "--corpus", corpus});
  checked({"explore", "toy", "--corpus", corpus});
  checked({"explore", "toy", "--variant", "whole", "--strategy", "dfs", "--preemptions-max", "1"});
  checked({"explore", "toy", "--variant", "whole", "--strategy", "dpor", "--clients", "3",
           "--schedules-max", "2"});
  checked({"explore", "toy", "--variant", "stuck"});
  checked({"explore", "toy", "--seed", "18446744073709551615", "--corpus", corpus});
  checked({"explore", "toy", "--corpus", write("file", "") + "/corpus"});  // cannot be stored
  const std::string bad = write("bad.json", "{");
  checked({"replay", "--corpus", corpus});
  checked({"replay", "--corpus", corpus, "--variant", "whole"});
  checked({"replay", "--corpus", corpus, "--variant", "stuck"});
  checked({"replay", "--corpus", corpus, "--variant", "none"});
  checked({"replay", bad});
  checked({"minimize", "--corpus", corpus});
  checked({"minimize", "--corpus", corpus, "--schedules-max", "1"});
  checked({"minimize", bad});
  for (const char* f : {"fine", "bad"}) {
    checked({"verify", "--model", "toy-model", "--worse", "known",
             write("h.jsonl", "{\"process\": 0, \"type\": \"invoke\", \"f\": \"" + std::string(f) +
                                  "\", \"value\": null}\n")});
  }
  checked({"list"});
  checked({"list", "models"});
  checked({"doctor", "--corpus", corpus});
}

TEST_F(CliSchema, describe_stored_cases) {
  const json::value schema = schema_of("case");
  (void)run_it({"check", "toy", "--corpus", corpus});
  (void)run_it({"explore", "toy", "--steps", "all", "--corpus", corpus});
  ASSERT_GE(stored().size(), 4U);
  for (const fs::path& file : stored()) {
    std::ifstream in(file);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    EXPECT_EQ(schema_problem(json::parse(text), schema), std::nullopt) << text;
  }
}

TEST_F(CliSchema, of_cases_has_every_kind_of_step) {
  const json::value schema = schema_of("case");
  const auto& words =
      schema.at("$defs").at("step").at("properties").at("kind").at("enum").as_array();
  std::size_t kinds = 0;
  for (auto k = static_cast<int>(runtime::OpKind::step);
       k <= static_cast<int>(runtime::OpKind::effect); ++k, ++kinds) {
    const std::string_view word = cases::word_of(static_cast<runtime::OpKind>(k));
    EXPECT_NE(std::ranges::find(words, json::value(word)), words.end()) << word;
  }
  EXPECT_EQ(words.size(), kinds);
}

TEST_F(CliSchema, say_the_same_of_the_same_thing) {
  std::map<std::string, json::value> definitions;
  for (const report::EmbeddedFile& file : report::schema_files()) {
    const json::value schema = schema_of(std::string(file.name));
    EXPECT_EQ(schema.at("$schema"), "https://json-schema.org/draft/2020-12/schema");
    EXPECT_EQ(schema.at("$id").as_string(), "urn:oncelab:schema:" + std::string(file.name) + ":1");
    if (const json::value* defs = schema.as_object().if_contains("$defs")) {
      for (const auto& [name, definition] : defs->as_object()) {
        const auto known = definitions.emplace(name, definition).first;
        EXPECT_EQ(known->second, definition) << file.name << ": " << name;
      }
    }
  }
}

TEST(SchemaCheck, finds_what_does_not_fit) {
  const json::value schema = json::parse(R"({"type": "object", "required": ["a"],
    "additionalProperties": false, "properties": {
      "a": {"type": ["integer", "null"], "minimum": 1, "maximum": 3},
      "b": {"type": "array", "items": {"$ref": "#/$defs/word"}, "minItems": 1, "maxItems": 2},
      "c": {"anyOf": [{"const": 1}, {"enum": ["x", "y"]}]}},
    "$defs": {"word": {"type": "string", "pattern": "^[a-z]+$", "maxLength": 3}}})");
  for (const char* good :
       {R"({"a": 1})", R"({"a": null, "b": ["abc", "x"], "c": "y"})", R"({"a": 3, "c": 1})"}) {
    EXPECT_EQ(schema_problem(json::parse(good), schema), std::nullopt) << good;
  }
  for (const char* bad :
       {"{}", "[]", R"({"a": 0})", R"({"a": 4})", R"({"a": 1.5})", R"({"a": "1"})",
        R"({"a": 1, "d": 1})", R"({"a": 1, "b": []})", R"({"a": 1, "b": ["a", "b", "c"]})",
        R"({"a": 1, "b": ["A"]})", R"({"a": 1, "b": ["abcd"]})", R"({"a": 1, "c": 2})"}) {
    EXPECT_NE(schema_problem(json::parse(bad), schema), std::nullopt) << bad;
  }
  EXPECT_EQ(schema_problem(1, json::parse(R"({"multipleOf": 2})")),
            "$: the schema has an unknown keyword multipleOf");
}

}  // namespace
}  // namespace oncelab::cli
