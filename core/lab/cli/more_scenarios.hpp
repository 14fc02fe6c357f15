// More scenarios for tests of the command line, in a program of their own:
//
//   profiled   profiles careful (held) and careless (violated); its one variant is called only
//   counter-a, counter-b   of the contract "counter", whose systems under test are right (held)
//              and wrong (violated)
//   vacant     of a contract for which there is nothing: no variants
#pragma once

namespace oncelab::cli {

/// Sent by the next run that is judged; then 0 again.
extern int next_signal;

/// Once per process.
void register_more_scenarios();

}  // namespace oncelab::cli
