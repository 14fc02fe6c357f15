// words: the arguments of a program's operations, chosen so that what idempotency is about is
// common.
//
// An operation's arguments are parts, e.g. a key and a body. A new one repeats an earlier one (a
// retry, a redelivery), or repeats it with one part changed (another key: a key change; another
// body: a mismatch), or is new in every part. Names are taken from small pools, in order, so that
// they meet: "k1", "k2", ...
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <oncelab/core/lab/gen/fwd.hpp>

namespace oncelab::properties {

struct PartChoice {
  std::vector<std::string> names;  // at least one; the simplest first
  unsigned change_weight = 0;      // an earlier operation again, but for this part
};

struct WordsChoice {
  std::vector<PartChoice> parts;
  unsigned repeat_weight = 0;
  unsigned fresh_weight = 0;  // every part has a name that was not used, while there are any
};

/// One operation's arguments: a name for each part.
using Words = std::vector<std::string>;

/// Those of `count` operations. The first one takes the first names.
[[nodiscard]] rc::Gen<std::vector<Words>> words(const WordsChoice& choice, std::size_t count);

/// "k1", "k2", ...
[[nodiscard]] std::vector<std::string> numbered(const std::string& prefix, std::size_t count);

}  // namespace oncelab::properties
