#include <array>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <unordered_set>
#include <vector>

#include <oncelab/stress/bench/race_programs.hpp>

extern "C" int canary_lost_update();

namespace oncelab::bench {

struct World {
  std::mutex mutex;
  std::mutex second;
  std::condition_variable condition;
  std::unordered_set<unsigned> handled;
  std::array<unsigned, 8> effects{};  // of message 0, by client: no step of its own
  std::atomic<int> a{0};
  std::atomic<int> b{0};
  std::atomic<int> c{1};
  std::atomic<bool> stopping{false};
  std::atomic<bool> stopped{false};
  std::atomic<bool> wrong{false};
  std::array<std::atomic<int>, 3> next{};  // a stack of nodes 0, 1, 2; none: -1
  std::atomic<int> top{0};
  std::array<int, 2> taken{};
};

namespace {

// The inbox: is a message known, handle it, note it.
void deliver_naively(World& w, unsigned client, unsigned message) {
  {
    const std::lock_guard hold(w.mutex);
    if (w.handled.contains(message)) {
      return;
    }
  }
  ++w.effects[client];
  const std::lock_guard hold(w.mutex);
  w.handled.insert(message);
}

void deliver_atomically(World& w, unsigned client, unsigned message) {
  const std::lock_guard hold(w.mutex);
  if (w.handled.insert(message).second && message == 0) {
    ++w.effects[client];
  }
}

void naive_inbox(World& w, unsigned client, unsigned) { deliver_naively(w, client, 0); }

// Client 1 must do all its work between two steps of client 0.
void window(World& w, unsigned client, unsigned size) {
  if (client == 0) {
    return deliver_naively(w, client, 0);
  }
  for (unsigned message = 1; message <= size; ++message) {
    deliver_atomically(w, client, message);
  }
  deliver_atomically(w, client, 0);
}

bool two_effects(const World& w) {
  unsigned sum = 0;
  for (const unsigned n : w.effects) {
    sum += n;
  }
  return sum > 1;
}

bool seen_wrong(const World& w) { return w.wrong.load(); }

// Writers set a, then b; a reader must not see one without the other.
void reordering(World& w, unsigned, unsigned writers) {
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < writers; ++i) {
    threads.emplace_back([&w] {
      w.a.store(1);
      w.b.store(-1);
    });
  }
  threads.emplace_back([&w] {
    const int a = w.a.load();
    const int b = w.b.load();
    if (!(a == 0 && b == 0) && !(a == 1 && b == -1)) {
      w.wrong.store(true);
    }
  });
  for (auto& t : threads) {
    t.join();
  }
}

// What stage one announces under one lock, stage two does under another: in between it is not so.
void two_stage(World& w, unsigned, unsigned writers) {
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < writers; ++i) {
    threads.emplace_back([&w] {
      {
        const std::lock_guard hold(w.mutex);
        w.a.store(1);
      }
      const std::lock_guard hold(w.second);
      w.b.store(w.a.load() + 1);
    });
  }
  threads.emplace_back([&w] {
    int announced = 0;
    {
      const std::lock_guard hold(w.mutex);
      announced = w.a.load();
    }
    if (announced != 0) {
      const std::lock_guard hold(w.second);
      if (w.b.load() != announced + 1) {
        w.wrong.store(true);
      }
    }
  });
  for (auto& t : threads) {
    t.join();
  }
}

// A driver counts the requests under way, and stops when there are none. A request that has seen
// that the driver is not stopping may still not be counted when it stops.
void leave_driver(World& w) {
  if (w.c.fetch_sub(1) == 1) {
    w.b.store(1);
    w.b.notify_all();
  }
}

void stop_flag(World& w, unsigned client, unsigned) {
  if (client == 0) {
    w.stopping.store(true);
    leave_driver(w);
    w.b.wait(0);
    w.stopped.store(true);
    return;
  }
  if (w.stopping.load()) {
    return;
  }
  w.c.fetch_add(1);
  if (w.stopped.load()) {
    w.wrong.store(true);
  }
  leave_driver(w);
}

// Looks outside the lock, waits without looking again.
void lost_wake_up(World& w, unsigned client, unsigned) {
  if (client == 0) {
    w.stopping.store(true);
    const std::lock_guard hold(w.mutex);
    w.condition.notify_one();
  } else if (!w.stopping.load()) {
    std::unique_lock hold(w.mutex);
    w.condition.wait(hold);
  }
}

int pop(World& w) {
  int top = w.top.load();
  while (top >= 0 && !w.top.compare_exchange_strong(top, w.next[static_cast<unsigned>(top)])) {
  }
  return top;
}

void push(World& w, int node) {
  int top = w.top.load();
  do {
    w.next[static_cast<unsigned>(node)].store(top);
  } while (!w.top.compare_exchange_strong(top, node));
}

// 0 -> 1 -> 2. Client 1 takes two nodes and gives the first back; client 0, which has read that 1
// comes after 0, makes 1 the top, though client 1 has it.
void aba(World& w, unsigned client, unsigned) {
  if (client == 0) {
    (void)pop(w);
    return;
  }
  const int first = pop(w);
  w.taken[1] = pop(w);
  push(w, first);
}

bool in_the_stack_though_taken(const World& w) {
  int node = w.top.load();
  for (int i = 0; i < 3 && node >= 0; ++i) {
    if (node == w.taken[1]) {
      return true;
    }
    node = w.next[static_cast<unsigned>(node)].load();
  }
  return false;
}

// Clients take numbers in turn, client 0 the first; one that comes too early lets it pass. All are
// taken only if everybody waits for everybody. Before its turn a client has work to do: of its own,
// or, if it is shared, under a lock.
template <unsigned clients, unsigned turns, bool shared = false>
void take_turns(World& w, unsigned client, unsigned work) {
  for (int turn = static_cast<int>(client); turn < static_cast<int>(turns); turn += clients) {
    for (unsigned i = 0; i < work; ++i) {
      if (shared) {
        const std::lock_guard hold(w.mutex);
      } else {
        w.next[client].store(turn);
      }
    }
    int next = turn;
    w.a.compare_exchange_strong(next, turn + 1);
  }
}

template <int turns>
bool all_taken(const World& w) {
  return w.a.load() == turns;
}

void lost_update(World& w, unsigned, unsigned) { w.a.store(canary_lost_update()); }

constexpr std::array turns = {
    RaceProgram{"canary: lost update", 1, 0, lost_update, all_taken<1>},
    RaceProgram{"2 threads, 2 turns", 2, 0, take_turns<2, 2>, all_taken<2>},
    RaceProgram{"2 threads, 3 turns", 2, 8, take_turns<2, 3>, all_taken<3>},
    RaceProgram{"2 threads, 4 turns", 2, 0, take_turns<2, 4>, all_taken<4>},
    RaceProgram{"2 threads, 4 turns, work 8", 2, 8, take_turns<2, 4>, all_taken<4>},
    RaceProgram{"2 threads, 4 turns, work 32", 2, 32, take_turns<2, 4>, all_taken<4>},
    RaceProgram{"3 threads, 4 turns, work 8", 3, 8, take_turns<3, 4>, all_taken<4>},
    RaceProgram{"3 threads, 5 turns", 3, 0, take_turns<3, 5>, all_taken<5>},
    RaceProgram{"3 threads, 5 turns, work 4", 3, 4, take_turns<3, 5>, all_taken<5>},
    RaceProgram{"3 threads, 5 turns, work 8", 3, 8, take_turns<3, 5>, all_taken<5>},
    RaceProgram{"3 threads, 5 turns, work 16", 3, 16, take_turns<3, 5>, all_taken<5>},
    RaceProgram{"3 threads, 5 turns, work 64", 3, 64, take_turns<3, 5>, all_taken<5>},
    RaceProgram{"3 threads, 5 turns, locks 4", 3, 4, take_turns<3, 5, true>, all_taken<5>},
    RaceProgram{"3 threads, 5 turns, locks 12", 3, 12, take_turns<3, 5, true>, all_taken<5>},
    RaceProgram{"2 threads, 5 turns", 2, 4, take_turns<2, 5>, all_taken<5>},
    RaceProgram{"3 threads, 7 turns", 3, 4, take_turns<3, 7>, all_taken<7>},
};

constexpr std::array programs = {
    RaceProgram{"naive inbox, 2 threads", 2, 0, naive_inbox, two_effects},
    RaceProgram{"naive inbox, 3 threads", 3, 0, naive_inbox, two_effects},
    RaceProgram{"window 4", 2, 4, window, two_effects},
    RaceProgram{"window 8", 2, 8, window, two_effects},
    RaceProgram{"window 12", 2, 12, window, two_effects},
    RaceProgram{"window 16", 2, 16, window, two_effects},
    RaceProgram{"window 32", 2, 32, window, two_effects},
    RaceProgram{"reordering, 10 writers", 1, 10, reordering, seen_wrong},
    RaceProgram{"two-stage locking, 10", 1, 10, two_stage, seen_wrong},
    RaceProgram{"driver stop flag", 2, 0, stop_flag, seen_wrong},
    RaceProgram{"lost wake-up", 2, 0, lost_wake_up, seen_wrong},
    RaceProgram{"ABA", 2, 0, aba, in_the_stack_though_taken},
};

}  // namespace

World* new_world() {
  auto* world = new World;
  world->next[0].store(1);
  world->next[1].store(2);
  world->next[2].store(-1);
  world->taken[1] = -1;
  return world;
}

std::span<const RaceProgram> race_programs() { return programs; }

std::span<const RaceProgram> turn_programs() { return turns; }

}  // namespace oncelab::bench
