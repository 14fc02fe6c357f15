#include <oncelab/core/lab/case/case_file.hpp>

#include <gtest/gtest.h>

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>

#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/core/lab/history/content_hash.hpp>
#include <oncelab/core/lab/report/json_text.hpp>

namespace oncelab::cases {
namespace {

namespace json = boost::json;
using runtime::OpKind;
using schedule::Deviation;

report::DescribedStep step(std::uint32_t thread, OpKind kind, unsigned flags) {
  report::DescribedStep s;
  s.thread = thread;
  s.kind = kind;
  s.flags = static_cast<std::uint16_t>(flags);
  return s;
}

CaseFile example() {
  CaseFile c;
  c.tool_version = "0.1.0";
  c.scenario = "inbox";
  c.variant = "naive";
  c.program.clients = {{{"deliver", "m1", ""}, {"deliver", "\"\n\xC3\xA9", "x"}},
                       {{"deliver", "m1", ""}}};
  c.bound.preemptions_max = 3;
  c.bound.timeouts_max = 1;
  c.bound.steps_max = 20'000;
  c.schedule.deviations = {{1, Deviation::Kind::thread, 2, true},
                           {4, Deviation::Kind::thread, 1, false},
                           {4, Deviation::Kind::value, 1, false}};
  c.failure = {"linearizability", "no order explains the answers"};
  c.minimal = true;
  c.compiler = "gcc 12";
  c.threads.resize(3);
  c.threads[1].client = 0;
  c.threads[1].parent = 0;
  c.threads[2].client = 1;
  c.threads[2].parent = 0;
  c.threads[2].process = 4;
  c.steps = {
      step(1, OpKind::mutex_lock, runtime::step_first_of_operation),
      step(2, OpKind::condition_wait, runtime::step_preemption | runtime::step_crash_point),
      step(0, OpKind::thread_join, 0),
  };
  c.steps[0].object = 1;
  c.steps[0].operation = 2;
  c.steps[0].at = "core/a.cpp:12";
  c.steps[1].object = 2;
  c.steps[1].second = 1;
  c.steps[1].process = 4;
  c.steps[2].joins = 1;
  c.trace_hash = 0xFEDCBA9876543210ULL;
  c.history_hash = 1;
  return c;
}

std::string error_of(const std::string& text) {
  const auto parsed = parse(text, "c.json");
  if (parsed) {
    return "no error";
  }
  EXPECT_EQ(parsed.error().kind, ErrorKind::bad_input);
  EXPECT_EQ(parsed.error().text.find('\n'), std::string::npos);
  return parsed.error().text;
}

/// The example with one member replaced.
std::string with(std::string_view name, json::value value) {
  auto object = json::parse(to_text(example())).as_object();
  object[name] = std::move(value);
  return report::json_text(object);
}

TEST(CaseFile, survives_writing_and_reading) {
  const std::string text = to_text(example());
  const auto parsed = parse(text, "c.json");
  ASSERT_TRUE(parsed) << parsed.error().text;
  EXPECT_EQ(to_text(*parsed), text);
  EXPECT_EQ(parsed->program, example().program);
  EXPECT_EQ(parsed->schedule, example().schedule);
  EXPECT_EQ(parsed->bound.preemptions_max, example().bound.preemptions_max);
  EXPECT_EQ(parsed->trace_hash, example().trace_hash);
  EXPECT_EQ(parsed->steps[1].flags, example().steps[1].flags);
  EXPECT_EQ(parsed->steps[2].joins, 1);
  EXPECT_EQ(parsed->threads[2].client, 1);
  EXPECT_EQ(parsed->threads[0].client, -1);
}

TEST(CaseFile, keeps_what_happened_to_the_world) {
  CaseFile c = example();
  c.bound.crashes_max = 1;
  c.bound.clock_steps_max = 2;
  c.bound.faults_max = 3;
  c.threads[2].role = runtime::ThreadRole::world;
  c.threads[1].role = runtime::ThreadRole::recovery;
  c.steps[1].kind = OpKind::clock_step;
  c.steps[1].moved_ns = 60'001'000'000;
  c.steps[2].kind = OpKind::crash;
  c.steps[2].joins = -1;
  c.steps[2].losses = {.kept = 2, .lost = 3, .torn = 1};
  for (unsigned k = 0; k <= static_cast<unsigned>(runtime::last_fault_kind); ++k) {
    c.steps[0].fault = static_cast<runtime::FaultKind>(k);
    const auto read = parse(to_text(c), "c.json");
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(read->bound, c.bound);
    EXPECT_EQ(read->threads[1].role, runtime::ThreadRole::recovery);
    EXPECT_EQ(read->threads[2].role, runtime::ThreadRole::world);
    EXPECT_EQ(read->steps[0].fault, c.steps[0].fault);
    EXPECT_EQ(read->steps[1].moved_ns, c.steps[1].moved_ns);
    EXPECT_EQ(read->steps[2].losses, c.steps[2].losses);
    EXPECT_EQ(to_text(*read), to_text(c));
  }
}

TEST(CaseFile, whose_steps_are_beyond_its_bound_is_refused) {
  const auto refused = [](const CaseFile& c, const std::string& what) {
    const auto read = parse(to_text(c), "c.json");
    ASSERT_FALSE(read) << what;
    EXPECT_NE(read.error().text.find("$.bound allows 0 " + what + ", but the steps have 1"),
              std::string::npos)
        << read.error().text;
  };
  CaseFile c = example();
  c.steps[1].kind = OpKind::crash;
  refused(c, "crashes");
  c.steps[1].kind = OpKind::clock_step;
  refused(c, "clock steps");
  c = example();
  c.steps[1].fault = runtime::FaultKind::answer_lost;
  refused(c, "faults");
  c = example();
  c.bound.spurious_max = 0;
  c.steps[1].flags = runtime::step_spurious;
  refused(c, "spurious wake-ups");
}

TEST(CaseFile, of_the_first_version_has_nothing_happening_to_the_world) {
  const std::string text = to_text(example());
  for (const char* const word :
       {"crashes_max", "clock_steps_max", "faults_max", "role", "fault\":"}) {
    EXPECT_EQ(text.find(word), std::string::npos) << word;
  }
}

TEST(CaseFile, is_named_by_its_contents) {
  EXPECT_EQ(file_name(""), "e3b0c44298fc1c14.json");  // the SHA-256 of nothing
  EXPECT_NE(file_name(to_text(example())), file_name(with("variant", "other")));
}

TEST(CaseFile, every_kind_of_step_has_a_word_of_its_own) {
  for (auto i = static_cast<unsigned>(OpKind::step); i <= static_cast<unsigned>(OpKind::effect);
       ++i) {
    const auto kind = static_cast<OpKind>(i);
    EXPECT_EQ(kind_of(word_of(kind)), kind);
  }
  EXPECT_EQ(kind_of("nonsense"), std::nullopt);
}

TEST(CaseFile, another_version_is_refused_before_anything_else) {
  EXPECT_EQ(error_of(R"({"format": "oncelab case", "version": 2, "new": 1})"),
            "c.json: $.version is 2; this program reads version 1");
  EXPECT_EQ(error_of(R"({"version": 1})"), "c.json: $.format is missing");
  EXPECT_EQ(error_of(R"({"format": "other", "version": 1})"),
            "c.json: $.format must be \"oncelab case\"");
}

TEST(CaseFile, errors_name_the_place) {
  EXPECT_EQ(error_of(""), "c.json:1: not JSON: incomplete JSON");
  EXPECT_EQ(error_of("{\n\"a\": 1,\n]"), "c.json:3: not JSON: syntax error");
  EXPECT_EQ(error_of("[]"), "c.json: $ must be an object");
  EXPECT_EQ(error_of(to_text(example()) + "x"), "c.json:40: not JSON: something follows the end");
  EXPECT_EQ(error_of(with("extra", 1)), "c.json: $ has an unknown member 'extra'");
  EXPECT_EQ(error_of(with("scenario", 1)), "c.json: $.scenario must be a text");
  EXPECT_EQ(error_of(with("minimal", 1)), "c.json: $.minimal must be true or false");
  EXPECT_EQ(error_of(with("trace_hash", "12")),
            "c.json: $.trace_hash must be 16 hexadecimal digits");
  EXPECT_EQ(error_of(with("steps", json::array{json::object{{"thread", 3}, {"kind", "step"}}})),
            "c.json: $.steps[0].thread is 3; at most 2 is accepted");
  EXPECT_EQ(error_of(with("steps", json::array{json::object{{"thread", 0}, {"kind", "hop"}}})),
            "c.json: $.steps[0].kind is not a kind of step that this version knows");
  EXPECT_EQ(error_of(with("schedule", json::array{json::object{{"step", -1}}})),
            "c.json: $.schedule[0].step must be a whole number from 0 to 4294967295");
  EXPECT_EQ(error_of(with("program", json::object{{"clients", json::array()}})),
            "c.json: $.program.clients must name at least one client");
  EXPECT_EQ(error_of(with("bound", json::object{{"timeouts_max", 1e30}})),
            "c.json: $.bound.timeouts_max must be a whole number from 0 to 4294967295");
}

TEST(CaseFile, schedules_must_ascend) {
  const auto deviation = [](int at, const char* what) {
    json::object d{{"step", at}, {what, 1}};
    if (std::string_view(what) == "thread") {
      d["preempts"] = false;
    }
    return d;
  };
  EXPECT_NE(error_of(with("schedule", json::array{deviation(2, "thread"), deviation(1, "thread")}))
                .find("$.schedule[1].step is out of order"),
            std::string::npos);
  EXPECT_NE(error_of(with("schedule", json::array{deviation(2, "value"), deviation(2, "thread")}))
                .find("out of order"),
            std::string::npos);
}

TEST(CaseFile, a_member_given_twice_is_refused) {
  std::string text = to_text(example());
  text.insert(1, "\n\"variant\": \"atomic\",");
  EXPECT_EQ(error_of(text), "c.json:7: member 'variant' is given twice");
}

TEST(CaseFile, limits_hold) {
  EXPECT_NE(error_of(std::string(100'000, '[')).find("not JSON"), std::string::npos);
  EXPECT_NE(error_of(with("scenario", json::string(5000, 'x'))).find("is longer than 4096 bytes"),
            std::string::npos);
  json::array clients(17, json::array());
  EXPECT_NE(error_of(with("program", json::object{{"clients", clients}}))
                .find("$.program.clients has 17 items; at most 16 are accepted"),
            std::string::npos);
  Limits small;
  small.bytes_max = 10;
  EXPECT_FALSE(parse(to_text(example()), "c.json", small));
  small = Limits{};
  small.steps_max = 2;
  EXPECT_FALSE(parse(to_text(example()), "c.json", small));
}

// Whatever is done to the bytes: an error of one line, or a case that can be written again.
TEST(CaseFile, damaged_files_are_refused_or_read) {
  const std::string good = to_text(example());
  Prng prng(Seed{7});
  for (int i = 0; i < 20'000; ++i) {
    std::string text = good;
    for (std::uint64_t n = 1 + prng.below(3); n > 0; --n) {
      const auto at = static_cast<std::size_t>(prng.below(text.size()));
      switch (prng.below(4)) {
        case 0:
          text[at] = static_cast<char>(prng.below(256));
          break;
        case 1:
          text.erase(at, 1 + prng.below(8));
          break;
        case 2:
          text.insert(at, text.substr(static_cast<std::size_t>(prng.below(text.size())), 8));
          break;
        default:
          text[at] = "0123456789{}[]\",:-e"[prng.below(19)];
          break;
      }
    }
    const auto parsed = parse(text, "c.json");
    if (parsed) {
      const auto again = parse(to_text(*parsed), "c.json");
      ASSERT_TRUE(again) << text;
    } else {
      ASSERT_EQ(parsed.error().text.find('\n'), std::string::npos) << text;
    }
  }
}

TEST(HistoryHash, does_not_depend_on_what_was_interned_before) {
  const auto hash_after = [](std::string_view first) {
    history::History h;
    h.intern(first);
    const auto f = h.intern("f");
    const auto k = history::Value::symbol(h.intern("k"));
    const auto op = h.call(ClientId{0}, f, k, history::Value::nil(), history::Timestamp{0});
    h.returned(op, history::Outcome::ok, history::Value::integer(3), history::Timestamp{1});
    return history::content_hash(h);
  };
  EXPECT_EQ(hash_after("k"), hash_after("zzz"));
}

}  // namespace
}  // namespace oncelab::cases
