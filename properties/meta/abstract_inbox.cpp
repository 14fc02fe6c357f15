#include <oncelab/properties/meta/abstract_inbox.hpp>

#include <map>
#include <vector>

namespace oncelab::meta {

namespace {

// Where a client is: named after the step it makes next.
enum class At : std::uint8_t {
  first_lock,
  first_unlock,
  second_lock,
  notify,
  second_unlock,
  wait,
  waiting,
  finished,
};
enum class Record : std::uint8_t { absent, claimed, done };

struct State {
  std::vector<At> at;
  std::vector<std::uint8_t> left;     // deliveries not finished
  std::vector<std::uint8_t> goes_on;  // after the first unlock: to the second lock?
  int holder = -1;
  Record record = Record::absent;
  friend auto operator<=>(const State&, const State&) = default;
};

class Counter {
 public:
  Counter(AbstractInbox inbox, bool whole_sections)
      : inbox_(inbox), whole_sections_(whole_sections) {}

  std::uint64_t count(const State& s) {
    if (const auto known = memo_.find(s); known != memo_.end()) {
      return known->second;
    }
    std::uint64_t total = 0;
    bool any = false;
    for (std::size_t c = 0; c < s.at.size(); ++c) {
      if (can_step(s, c)) {
        any = true;
        State next = s;
        do {
          step(next, c);
        } while (whole_sections_ && next.holder >= 0);
        total += count(next);
      }
    }
    if (!any) {
      total = 1;  // everybody has finished: one complete sequence
    }
    memo_.emplace(s, total);
    return total;
  }

 private:
  static bool can_step(const State& s, std::size_t c) {
    switch (s.at[c]) {
      case At::first_lock:
      case At::second_lock:
        return s.holder < 0;
      case At::waiting:
      case At::finished:
        return false;
      default:
        return true;
    }
  }

  void finish_delivery(State& s, std::size_t c) const {
    --s.left[c];
    s.goes_on[c] = 0;
    s.at[c] = s.left[c] == 0 ? At::finished : At::first_lock;
  }

  // What a client decides while holding the lock for the first time.
  void look(State& s, std::size_t c) const {
    s.at[c] = At::first_unlock;
    switch (inbox_) {
      case AbstractInbox::single_lock:
        s.record = Record::done;
        break;
      case AbstractInbox::naive:
        s.goes_on[c] = s.record == Record::absent;
        break;
      case AbstractInbox::claiming:
      case AbstractInbox::atomic:
        if (s.record == Record::absent) {
          s.record = Record::claimed;
          s.goes_on[c] = 1;
        } else if (s.record == Record::claimed && inbox_ == AbstractInbox::atomic) {
          s.at[c] = At::wait;
        }
        break;
    }
  }

  void step(State& s, std::size_t c) const {
    switch (s.at[c]) {
      case At::first_lock:
        s.holder = static_cast<int>(c);
        look(s, c);
        break;
      case At::first_unlock:
        s.holder = -1;
        if (s.goes_on[c] != 0) {
          s.at[c] = At::second_lock;
        } else {
          finish_delivery(s, c);
        }
        break;
      case At::second_lock:
        s.holder = static_cast<int>(c);
        s.record = Record::done;
        s.at[c] = inbox_ == AbstractInbox::naive ? At::second_unlock : At::notify;
        break;
      case At::notify:
        for (At& other : s.at) {
          other = other == At::waiting ? At::first_lock : other;
        }
        s.at[c] = At::second_unlock;
        break;
      case At::second_unlock:
        s.holder = -1;
        finish_delivery(s, c);
        break;
      case At::wait:
        s.holder = -1;
        s.at[c] = At::waiting;
        break;
      case At::waiting:
      case At::finished:
        break;
    }
  }

  AbstractInbox inbox_;
  bool whole_sections_;
  std::map<State, std::uint64_t> memo_;
};

std::uint64_t count(AbstractInbox inbox, unsigned clients, unsigned ops, bool whole_sections) {
  State start;
  start.at.assign(clients, At::first_lock);
  start.left.assign(clients, static_cast<std::uint8_t>(ops));
  start.goes_on.assign(clients, 0);
  return Counter(inbox, whole_sections).count(start);
}

}  // namespace

std::uint64_t count_interleavings(AbstractInbox inbox, unsigned clients, unsigned ops) {
  return count(inbox, clients, ops, false);
}

std::uint64_t count_section_orders(AbstractInbox inbox, unsigned clients, unsigned ops) {
  return count(inbox, clients, ops, true);
}

}  // namespace oncelab::meta
