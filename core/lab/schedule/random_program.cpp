#include <oncelab/core/lab/schedule/random_program.hpp>

#include <array>

namespace oncelab::schedule {

using small::Do;

namespace {

small::Thread random_thread(Prng& random, unsigned length, unsigned objects) {
  small::Thread thread;
  while (thread.size() < length) {
    const auto object = static_cast<unsigned>(random.below(objects));
    const int value = static_cast<int>(random.below(3));
    const int expected = static_cast<int>(random.below(2));
    const auto add = [&](Do what) { thread.push_back({what, object, value, expected}); };
    const auto simple = [&] {
      switch (random.below(5)) {
        case 0:
          add(Do::load);
          break;
        case 1:
          add(Do::store);
          break;
        case 2:
          add(Do::add);
          break;
        default:
          add(Do::cas);
          break;
      }
    };
    switch (random.below(9)) {
      case 0:
      case 1:
      case 2:
        simple();
        break;
      case 3:
      case 4:
        add(Do::lock);
        if (random.chance(1, 2)) {
          simple();
        }
        thread.push_back({Do::unlock, object});
        break;
      case 5:
        add(Do::try_lock);
        break;
      case 6:
        add(random.chance(1, 2) ? Do::try_read : Do::try_write);
        break;
      case 7:
        add(Do::read_lock);
        if (random.chance(1, 2)) {
          simple();
        }
        thread.push_back({Do::read_unlock, object});
        break;
      default:
        add(Do::write_lock);
        thread.push_back({Do::write_unlock, object});
        break;
    }
  }
  return thread;
}

}  // namespace

small::Program random_program(Prng& random) {
  small::Program program;
  const auto threads = static_cast<unsigned>(2 + random.below(2));
  for (unsigned t = 0; t < threads; ++t) {
    program.threads.push_back(random_thread(random, threads == 2 ? 4 : 2, 2));
  }
  return program;
}

small::Program random_timed_program(Prng& random) {
  small::Program program;
  const auto threads = static_cast<unsigned>(2 + random.below(2));
  for (unsigned t = 0; t < threads; ++t) {
    small::Thread thread;
    const unsigned length = threads == 2 ? 2 : 1;
    while (thread.size() < length) {
      constexpr std::array kinds = {Do::wait_for, Do::wait_for, Do::notify_one, Do::notify_all,
                                    Do::sleep,    Do::add,      Do::load};
      thread.push_back({kinds[random.below(kinds.size())], static_cast<unsigned>(random.below(2)),
                        1 + static_cast<int>(random.below(2))});
    }
    program.threads.push_back(thread);
  }
  return program;
}

SmallOptions random_options(Prng& random) {
  SmallOptions options;
  options.each_instruction_an_operation = random.chance(1, 3);
  options.one_partition_each = random.chance(1, 2);
  options.runs_max = 60'000;
  return options;
}

}  // namespace oncelab::schedule
