// For tests: small programs whose clients belong to processes, in a world in which processes crash
// and come back, the clock goes on, and things go wrong.
//
// The cells and queues of the world, and how far a client has got, survive a crash; the memory of a
// process does not. A client that was in the middle of an instruction, or of a section, begins it
// again. Plain data and functions without state.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/base/prng.hpp>

namespace oncelab::worlds {

inline constexpr unsigned cells = 4;
inline constexpr unsigned queues = 2;

enum class Do : std::uint8_t {
  read,       // cell
  write,      // cell, value
  inc,        // cell; reads in one step, writes in another
  try_read,   // as these, but it may go wrong, and then nothing is seen
  try_write,  // ... and nothing is written
  receive,    // queue; sees what
  settle,     // queue; the oldest of what the client has received
  fault,      // object, ways; sees which way it went
  clock,      // sees what it says
  sleep,      // milliseconds
  lock,       // mutex
  unlock,
  lock_for,  // mutex, milliseconds; sees whether in time, and unlocks
  share,     // shared mutex
  unshare,
  own,
  disown,
  share_for,  // as lock_for
  own_for,
  add,            // variable
  add_elsewhere,  // the same on a thread of its own
  load,
  wait_for,  // condition, milliseconds; sees whether the time was over
  notify,
  twin,  // cell; may go wrong: then another client increments it, beside this one
};

struct Instruction {
  Do what = Do::read;
  unsigned object = 0;
  int value = 0;
};
using Code = std::vector<Instruction>;

struct Client {
  unsigned process = 0;  // 0: outside of them all
  Code code;
};

enum class Calls : std::uint8_t {
  none,
  each,   // instruction is an operation, all of one partition
  apart,  // the same, and the operations of each client are judged apart
  whole,  // the client's code is one operation
};

struct Program {
  std::vector<Client> clients;
  Code recovery;  // of every process
  std::uint32_t crashes = 0;
  std::uint32_t clock_steps = 0;
  std::uint32_t faults = 0;
  Calls calls = Calls::none;
  unsigned amounts = 1;        // that a clock step can choose from
  unsigned aftermaths = 1;     // of a crash, that it can choose from
  bool static_memory = false;  // only if all clients are of process 1
  bool answer_counts = false;  // a client that was not answered begins its operation again
};

/// "1: inc(0) lock(1) unlock(1) | 0: read(0) ; read(0) ; crashes 1 calls each": the clients, what
/// recovers, the rest.
[[nodiscard]] Program program_of(std::string_view text);
[[nodiscard]] std::string text_of(const Program& program);

/// Drawn at random. It ends on every schedule.
[[nodiscard]] Program random_program(Prng& random);

/// The smallest program that can be had by leaving something out and still shows it.
[[nodiscard]] Program smallest(Program program, const std::function<bool(const Program&)>& shows);

}  // namespace oncelab::worlds
