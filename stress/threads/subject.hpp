// What is tried by luck: the code that the lab explores, on real threads.
//
//   contract      in each round, every thread ...                                  at most one ...
//   inbox         delivers the same message to a fresh inbox                       runs its handler
//   claim-store   begins the same request under one key of a fresh store and, if   is Started
//                 it may, runs a handler and finishes
//   order         pays one order of a fresh repository, by a reference of its own  has `applied`
//
// Promises: subjects() lists what there is; make() gives a subject for one of them. Names are those
// of `oncelab list variants`, so that both ways of testing can be set side by side.
// Does not promise: variants with a data race (order, `plain`): a run of them means nothing.
// Threads: of a Subject, attempt() is called by all threads at once, each with its own number, and
// begin_round() by one while no attempt is under way.
#pragma once

#include <chrono>
#include <memory>
#include <string_view>
#include <vector>

namespace oncelab::stress {

class Subject {
 public:
  Subject() = default;
  Subject(const Subject&) = delete;
  Subject& operator=(const Subject&) = delete;
  virtual ~Subject() = default;

  /// Forgets everything of earlier rounds.
  virtual void begin_round() = 0;
  /// One thread's part of a round; true if the effect was (also) this thread's.
  [[nodiscard]] virtual bool attempt(unsigned thread) = 0;
};

struct SubjectOptions {
  unsigned threads = 2;
  std::chrono::nanoseconds handler_time{0};  // for which a handler keeps its processor busy
};

struct SubjectInfo {
  std::string_view contract;
  std::string_view variant;
  bool promises_once;
  bool has_handler;
  std::unique_ptr<Subject> (*make)(const SubjectOptions& options);
};

[[nodiscard]] const std::vector<SubjectInfo>& subjects();

}  // namespace oncelab::stress
