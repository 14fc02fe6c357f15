#include <oncelab/core/lab/schedule/program_mix.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace oncelab::schedule {

namespace {

using small::Do;
using small::Instruction;
using Phrases = std::vector<small::Thread>;  // of one thread

// Variables that are waited for, apart from those that are only read and written.
constexpr unsigned awaited = 2;            // by sys_wait, while it is 0
constexpr unsigned awaited_condition = 3;  // by wait_until, until it is 1

class Writer {
 public:
  Writer(const Mix& mix, Prng& random) : mix_(mix), random_(random) {}

  small::Program program() {
    const unsigned threads = between(mix_.threads_min, mix_.threads_max);
    const unsigned spawned = std::min(between(0, mix_.spawned_max), threads - 1);
    const unsigned clients = threads - spawned;
    std::vector<Phrases> all(threads);
    for (Phrases& thread : all) {
      thread.push_back(phrase());
    }
    for (unsigned more = between(mix_.phrases_min, mix_.phrases_max); more > 0; --more) {
      all[below(threads)].push_back(phrase());
    }
    if (waits_) {
      insert(all[below(clients)], {{Do::store, awaited, 1}, {Do::sys_wake, awaited, 9}});
    }
    if (waits_for_condition_) {
      insert(all[below(clients)], {{Do::lock, awaited_condition},
                                   {Do::store, awaited_condition, 1},
                                   {Do::unlock, awaited_condition},
                                   {Do::notify_all, awaited_condition}});
    }
    for (unsigned child = clients; child < threads; ++child) {
      Phrases& parent = all[below(child)];
      const int number = static_cast<int>(child);
      const std::size_t at = insert(parent, {{Do::spawn, 0, number}});
      insert(parent, {{Do::join, 0, number}}, at + 1);
    }
    small::Program program;
    program.clients = spawned == 0 ? 0 : clients;
    for (const Phrases& phrases : all) {
      small::Thread& thread = program.threads.emplace_back();
      for (const small::Thread& phrase : phrases) {
        thread.insert(thread.end(), phrase.begin(), phrase.end());
      }
    }
    return program;
  }

 private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_.below(bound)); }
  unsigned between(unsigned min, unsigned max) { return min + below(max - min + 1); }
  unsigned object() { return below(mix_.objects); }
  // Somewhere, not before `from`; says where.
  std::size_t insert(Phrases& thread, small::Thread phrase, std::size_t from = 0) {
    const std::size_t at = from + below(static_cast<unsigned>(thread.size() - from + 1));
    thread.insert(thread.begin() + static_cast<std::ptrdiff_t>(at), std::move(phrase));
    return at;
  }

  Instruction access() {
    const Instruction i{Do::load, object(), static_cast<int>(below(3)), static_cast<int>(below(2))};
    constexpr std::array kinds = {Do::load, Do::store, Do::add, Do::cas, Do::cas};
    return {kinds[below(kinds.size())], i.object, i.value, i.expected};
  }

  small::Thread section(Do begin, Do end) {
    const unsigned which = object();
    small::Thread phrase = {{begin, which}};
    if (random_.chance(1, 3)) {
      phrase.push_back(access());
    }
    phrase.push_back({end, which});
    return phrase;
  }

  small::Thread phrase() {
    unsigned all = 0;
    for (const Mix::Share& share : mix_.shares) {
      all += share.weight;
    }
    unsigned drawn = below(all);
    const Mix::Share* share = mix_.shares.data();
    for (; drawn >= share->weight; ++share) {
      drawn -= share->weight;
    }
    return phrase(share->phrase);
  }

  small::Thread phrase(Phrase what) {
    switch (what) {
      case Phrase::load:
        return {{Do::load, object()}};
      case Phrase::store:
        return {{Do::store, object(), static_cast<int>(below(3))}};
      case Phrase::add:
        return {{Do::add, object(), 1}};
      case Phrase::exchange:
        return {{Do::exchange, object(), static_cast<int>(below(3))}};
      case Phrase::cas:
        return {{Do::cas, object(), static_cast<int>(below(3)), static_cast<int>(below(3))}};
      case Phrase::cas_weak:
        return {{Do::cas_weak, object(), static_cast<int>(below(3)), static_cast<int>(below(3))}};
      case Phrase::section:
        return section(Do::lock, Do::unlock);
      case Phrase::nested:
        return nested();
      case Phrase::waiting: {
        waits_ = true;
        const unsigned which = object();
        return {{Do::lock, which}, {Do::sys_wait, awaited, 0}, {Do::unlock, which}};
      }
      case Phrase::try_lock:
        return {{Do::try_lock, object()}};
      case Phrase::read_section:
        return section(Do::read_lock, Do::read_unlock);
      case Phrase::write_section:
        return section(Do::write_lock, Do::write_unlock);
      case Phrase::try_read:
        return {{Do::try_read, object()}};
      case Phrase::try_write:
        return {{Do::try_write, object()}};
      case Phrase::once:
        return {{Do::call_once, object(), 1 + static_cast<int>(below(2))}};
      case Phrase::sys_wait:
        waits_ = true;
        return {{Do::sys_wait, awaited, 0}};
      case Phrase::sys_wake:
        return sys_wake();
      case Phrase::wait_until:
        waits_for_condition_ = true;
        return {{Do::wait_until, awaited_condition, 1}};
      case Phrase::notify:
        return {
            {random_.chance(2, 3) ? Do::notify_one : Do::notify_all, awaited_condition},
        };
      case Phrase::wait_for:
        return {{Do::wait_for, object(), 1 + static_cast<int>(below(2))}};
      case Phrase::sleep:
        return {{Do::sleep, 0, 1 + static_cast<int>(below(2))}};
    }
    return {};
  }

  small::Thread nested() {
    const unsigned outer = below(2);
    small::Thread phrase = {{Do::lock, outer}, {Do::lock, 1 - outer}};
    if (random_.chance(1, 4)) {
      phrase.push_back(access());
    }
    const unsigned first = below(2);
    phrase.push_back({Do::unlock, first});
    phrase.push_back({Do::unlock, 1 - first});
    return phrase;
  }

  small::Thread sys_wake() {
    small::Thread phrase = {{Do::sys_wake, awaited, random_.chance(1, 4) ? 9 : 1}};
    if (random_.chance(1, 4)) {
      phrase.insert(phrase.begin(), {Do::cas, awaited, 1, 0});
    }
    return phrase;
  }

  const Mix& mix_;
  Prng& random_;
  bool waits_ = false;
  bool waits_for_condition_ = false;
};

}  // namespace

small::Program random_program(const Mix& mix, Prng& random) {
  return Writer(mix, random).program();
}

SmallOptions random_options(const Mix& mix, Prng& random) {
  SmallOptions options;
  options.each_instruction_an_operation = mix.marked != 0 && random.chance(1, mix.marked);
  options.one_partition_each = random.chance(1, 2);
  options.run.spurious_max = static_cast<std::uint32_t>(random.below(mix.spurious_max + 1));
  return options;
}

}  // namespace oncelab::schedule
