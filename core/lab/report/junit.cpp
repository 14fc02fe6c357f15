#include <oncelab/core/lab/report/junit.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <oncelab/core/lab/report/valid_text.hpp>

namespace oncelab::report {

namespace {

using Kind = Judgement::Kind;

/// Between tags. '>' too: "]]>" may not stand there.
std::string xml_text(std::string_view foreign) {
  std::string text;
  for (const char c : valid_text(foreign)) {
    switch (c) {
      case '&':
        text += "&amp;";
        break;
      case '<':
        text += "&lt;";
        break;
      case '>':
        text += "&gt;";
        break;
      default:
        text += c;
    }
  }
  return text;
}

/// With a blank before it. Newlines and tabs would be read as blanks if they stood there as such.
std::string attribute(std::string_view name, std::string_view value) {
  std::string text = " " + std::string(name) + "=\"";
  for (const char c : xml_text(value)) {
    switch (c) {
      case '"':
        text += "&quot;";
        break;
      case '\n':
        text += "&#10;";
        break;
      case '\t':
        text += "&#9;";
        break;
      default:
        text += c;
    }
  }
  return text + "\"";
}

/// In integers: the decimal point must not depend on the locale.
std::string seconds_text(double seconds) {
  constexpr double most = 1e12;
  const auto ms = static_cast<std::uint64_t>(std::llround(std::clamp(seconds, 0.0, most) * 1000));
  const std::string fraction = std::to_string(ms % 1000);
  return std::to_string(ms / 1000) + "." + std::string(3 - fraction.size(), '0') + fraction;
}

struct Counts {
  std::size_t tests = 0, failures = 0, errors = 0;
  double seconds = 0;

  void add(const Judgement& j) {
    ++tests;
    failures += j.kind == Kind::other ? 1 : 0;
    errors += j.kind == Kind::undecided ? 1 : 0;
    seconds += j.seconds;
  }
  [[nodiscard]] std::string attributes(bool of_suite) const {
    return attribute("tests", std::to_string(tests)) +
           attribute("failures", std::to_string(failures)) +
           attribute("errors", std::to_string(errors)) +
           (of_suite ? attribute("skipped", "0") : std::string()) +
           attribute("time", seconds_text(seconds));
  }
};

std::string testcase(const Judgement& j) {
  std::string text = "    <testcase" + attribute("classname", j.suite) + attribute("name", j.name) +
                     attribute("time", seconds_text(j.seconds)) + ">\n";
  if (j.kind != Kind::as_expected) {
    const std::string tag = j.kind == Kind::other ? "failure" : "error";
    text += "      <" + tag + attribute("type", j.verdict) + attribute("message", j.message) + ">" +
            xml_text(j.text) + "</" + tag + ">\n";
  }
  return text + "      <system-out>" + xml_text(j.verdict + ": " + j.coverage) +
         "</system-out>\n    </testcase>\n";
}

struct Suite {
  std::string_view name;
  Counts counts;
  std::string testcases;
};

}  // namespace

std::string junit(const JunitHead& head, std::span<const Judgement> judgements) {
  std::vector<Suite> suites;
  Counts all;
  for (const Judgement& j : judgements) {
    auto suite = std::ranges::find(suites, std::string_view(j.suite), &Suite::name);
    if (suite == suites.end()) {
      suite = suites.insert(suites.end(), Suite{j.suite, {}, {}});
    }
    suite->counts.add(j);
    suite->testcases += testcase(j);
    all.add(j);
  }
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" +
                     attribute("name", head.name) + all.attributes(false) + ">\n";
  for (const Suite& suite : suites) {
    text += "  <testsuite" + attribute("name", suite.name) + suite.counts.attributes(true) + ">\n";
    if (!head.properties.empty()) {
      text += "    <properties>\n";
      for (const auto& [name, value] : head.properties) {
        text += "      <property" + attribute("name", name) + attribute("value", value) + "/>\n";
      }
      text += "    </properties>\n";
    }
    text += suite.testcases + "  </testsuite>\n";
  }
  return text + "</testsuites>\n";
}

}  // namespace oncelab::report
