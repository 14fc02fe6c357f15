// Clocks and sleeps in virtual time.
#include <sys/time.h>
#include <unistd.h>
#include <cerrno>
#include <ctime>

#include <oncelab/core/lab/runtime/entry.hpp>
#include <oncelab/core/lab/runtime/mutex.hpp>

namespace oncelab::runtime::detail {

namespace {

// Where virtual time 0 lies on the calendar: 2026-01-01T00:00:00Z.
constexpr std::uint64_t calendar_base_ns = 1'767'225'600ULL * 1'000'000'000ULL;

bool calendar(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

std::uint64_t base_of(clockid_t clock) { return calendar(clock) ? calendar_base_ns : 0; }

// The clock is one object that all threads read.
const char clock_object = 0;

std::uint64_t read_clock(clockid_t clock, const void* caller) {
  const std::uint32_t index = object_at(&clock_object);
  park(OpKind::clock_read, index, nullptr, caller);
  current_step().value = engine.now_ns;
  object(index).version = static_cast<std::uint32_t>(engine.now_ns);
  note_read(index);
  return base_of(clock) + engine.now_ns;
}

// A sleep's end depends on when it begins; that is a step only where the clock may step.
void sleep_for(std::uint64_t ns, const void* caller) {
  if (engine.options.clock_steps_max != 0) {
    park(OpKind::sleep_begin, object_at(&clock_object), nullptr, caller);
  }
  park_waiter(OpKind::sleep_block, no_object, caller, {true, engine.now_ns + ns, no_object});
}

void sleep_until(std::uint64_t deadline_ns, const void* caller) {
  park_waiter(OpKind::sleep_block, no_object, caller, {true, deadline_ns, no_object});
}

timespec to_timespec(std::uint64_t ns) {
  return {static_cast<time_t>(ns / 1'000'000'000), static_cast<long>(ns % 1'000'000'000)};
}

}  // namespace

const void* clock_place() { return &clock_object; }

std::uint64_t to_virtual(clockid_t clock, const timespec& t) {
  const std::uint64_t ns = nanoseconds(t);
  const std::uint64_t base = base_of(clock);
  return ns < base ? 0 : ns - base;
}

}  // namespace oncelab::runtime::detail

using namespace oncelab::runtime;
using namespace oncelab::runtime::detail;

ONCELAB_ENTRY int clock_gettime(clockid_t clock, timespec* t) noexcept {
  if (!controlled(ONCELAB_CALLER)) {
    return ONCELAB_REAL(clock_gettime)(clock, t);
  }
  *t = to_timespec(read_clock(clock, ONCELAB_CALLER));
  return 0;
}

ONCELAB_ENTRY time_t time(time_t* out) noexcept {
  if (!controlled(ONCELAB_CALLER)) {
    return ONCELAB_REAL(time)(out);
  }
  const time_t now = to_timespec(read_clock(CLOCK_REALTIME, ONCELAB_CALLER)).tv_sec;
  if (out != nullptr) {
    *out = now;
  }
  return now;
}

ONCELAB_ENTRY int gettimeofday(timeval* tv, void* zone) noexcept {
  if (!controlled(ONCELAB_CALLER)) {
    return ONCELAB_REAL(gettimeofday)(tv, zone);
  }
  const timespec now = to_timespec(read_clock(CLOCK_REALTIME, ONCELAB_CALLER));
  *tv = {now.tv_sec, now.tv_nsec / 1000};
  return 0;
}

ONCELAB_ENTRY int nanosleep(const timespec* t, timespec* left) {
  if (!controlled(ONCELAB_CALLER)) {
    return ONCELAB_REAL(nanosleep)(t, left);
  }
  sleep_for(nanoseconds(*t), ONCELAB_CALLER);
  return 0;
}

ONCELAB_ENTRY int clock_nanosleep(clockid_t clock, int flags, const timespec* t, timespec* left) {
  if (!controlled(ONCELAB_CALLER)) {
    return ONCELAB_REAL(clock_nanosleep)(clock, flags, t, left);
  }
  if ((flags & TIMER_ABSTIME) != 0) {
    sleep_until(to_virtual(clock, *t), ONCELAB_CALLER);
  } else {
    sleep_for(nanoseconds(*t), ONCELAB_CALLER);
  }
  return 0;
}

ONCELAB_ENTRY int usleep(useconds_t us) {
  if (!controlled(ONCELAB_CALLER)) {
    return ONCELAB_REAL(usleep)(us);
  }
  sleep_for(std::uint64_t{us} * 1000, ONCELAB_CALLER);
  return 0;
}

ONCELAB_ENTRY unsigned sleep(unsigned seconds) {
  if (!controlled(ONCELAB_CALLER)) {
    return ONCELAB_REAL(sleep)(seconds);
  }
  sleep_for(std::uint64_t{seconds} * 1'000'000'000, ONCELAB_CALLER);
  return 0;
}
