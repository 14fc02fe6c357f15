// JUnit XML, in the dialect that Jenkins, GitLab and GitHub's actions read.
//
//   <testsuites name="oncelab check" tests="2" failures="1" errors="0" time="0.512">
//     <testsuite name="inbox" tests="2" failures="1" errors="0" skipped="0" time="0.512">
//       <properties> <property name="seed" value="1"/> </properties>
//       <testcase classname="inbox" name="naive" time="0.012">
//         <failure type="violated" message="one line">the counterexample</failure>
//         <system-out>coverage</system-out>
//
// One testsuite for each suite, in the order in which they first come; one testcase for each
// judgement. A verdict other than expected is a failure, one that could not be reached an error, an
// expected one, also an expected violation, a pass with its coverage.
//
// Promises: well-formed XML 1.0 in UTF-8 whatever the texts hold; characters that XML cannot hold
// are U+FFFD. The same judgements give the same text. Threads: a pure function. Cost: linear.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include <oncelab/core/lab/report/judgement.hpp>

namespace oncelab::report {

struct JunitHead {
  std::string name;                                             // "oncelab check"
  std::vector<std::pair<std::string, std::string>> properties;  // of the whole run, e.g. the seed
};

[[nodiscard]] std::string junit(const JunitHead& head, std::span<const Judgement> judgements);

}  // namespace oncelab::report
