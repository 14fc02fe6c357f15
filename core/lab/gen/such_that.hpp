// such_that: RapidCheck's suchThat, whose sizes stay within 100.
//
// RapidCheck tries again with a larger size up to 100 times; a draw of size 100 would come to 199,
// where its integers shift by more bits than they have.
#pragma once

#include <rapidcheck/Gen.h>
#include <rapidcheck/gen/Predicate.h>

#include <algorithm>
#include <utility>

#include <oncelab/core/lab/gen/checked.hpp>

namespace oncelab::gen {

template <class T>
[[nodiscard]] rc::Gen<T> within_size_limit(rc::Gen<T> generator) {
  return [generator = std::move(generator)](const rc::Random& random, int size) {
    return generator(random, std::min(size, static_cast<int>(size_limit)));
  };
}

template <class T, class Predicate>
[[nodiscard]] rc::Gen<T> such_that(rc::Gen<T> generator, Predicate&& predicate) {
  return rc::gen::suchThat(within_size_limit(std::move(generator)),
                           std::forward<Predicate>(predicate));
}

}  // namespace oncelab::gen
