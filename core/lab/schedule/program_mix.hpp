// For tests: mixes, from which random small programs are drawn.
//
// A mix says how many threads there are, how many objects they share and how often each kind of
// phrase comes. A phrase is one instruction, or several that belong together: a section, a thread
// that is spawned here and joined later. A program of a mix is a function of the generator.
//
// Does not promise that every schedule of a program ends: whoever waits may wait for ever. Where
// something waits, one client also says the last word, after which a wait is over; most programs
// end by that.
#pragma once

#include <cstdint>
#include <vector>

#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/core/lab/schedule/classes.hpp>
#include <oncelab/core/lab/schedule/small_program.hpp>

namespace oncelab::schedule {

enum class Phrase : std::uint8_t {
  load,
  store,
  add,
  exchange,
  cas,
  cas_weak,
  section,  // of a mutex, with or without an access in it
  nested,   // of two mutexes, in any order: some of these programs do not end
  waiting,  // sys_wait within a section
  try_lock,
  read_section,
  write_section,
  try_read,
  try_write,
  once,
  sys_wait,
  sys_wake,
  wait_until,  // on a condition
  notify,
  wait_for,
  sleep,
};

struct Mix {
  struct Share {
    Phrase phrase = Phrase::load;
    unsigned weight = 1;
  };
  const char* name = "";
  unsigned threads_min = 2, threads_max = 3;
  unsigned phrases_min = 0, phrases_max = 2;  // of all threads, beyond one of each
  unsigned objects = 1;
  unsigned spawned_max = 0;   // threads, of those, that are spawned and joined
  unsigned spurious_max = 0;  // wake-ups, in some of the programs
  unsigned marked = 4;        // one of so many programs has operations; 0: none
  std::vector<Share> shares;
};

[[nodiscard]] const std::vector<Mix>& program_mixes();
[[nodiscard]] small::Program random_program(const Mix& mix, Prng& random);
[[nodiscard]] SmallOptions random_options(const Mix& mix, Prng& random);

}  // namespace oncelab::schedule
