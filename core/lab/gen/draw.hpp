// draw: one value of a RapidCheck generator, decided by a seed and a size.
//
// Promises: the same generator, seed and size give the same value, on every machine; neighbouring
// seeds give independent values; a generator that gives up or throws is an error (internal: it is
// ours), nothing escapes and nothing is printed. Does not read RC_PARAMS.
// Does not promise: the same value after the generator changed. Store values, not seeds.
//
// Threads: one thread for the life of the process, asserted. Sizes beyond 1..100 are asserted.
#pragma once

#include <rapidcheck/Gen.h>

#include <utility>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/base/ids.hpp>
#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/gen/checked.hpp>
#include <oncelab/core/lab/gen/one_thread.hpp>
#include <oncelab/core/lab/gen/random.hpp>
#include <oncelab/core/lab/gen/thrown.hpp>

namespace oncelab::gen {

template <class T>
[[nodiscard]] Result<T> draw(const rc::Gen<T>& generator, Seed seed, unsigned size) {
  detail::enter_rapidcheck();
  ONCELAB_ASSERT(size >= 1 && size <= size_limit);
  try {
    return generator(detail::random_of(seed), static_cast<int>(size)).value();
  } catch (...) {
    return make_error(ErrorKind::internal, "no value could be generated: " + detail::thrown_text());
  }
}

}  // namespace oncelab::gen
