#include <oncelab/core/lab/gen/random.hpp>

#include <oncelab/core/lab/base/prng.hpp>

namespace oncelab::gen::detail {

rc::Random random_of(Seed seed) {
  Prng words = Prng(seed).split("RapidCheck");
  rc::Random::Key key;
  for (auto& word : key) {
    word = words.next();
  }
  return rc::Random(key);
}

}  // namespace oncelab::gen::detail
