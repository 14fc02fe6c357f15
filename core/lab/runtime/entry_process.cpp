// Ways in which a program ends itself, and sources of randomness and of facts about the machine.
#include <sched.h>
#include <sys/random.h>
#include <unistd.h>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <random>

#include <oncelab/core/lab/runtime/entry.hpp>
#include <oncelab/core/lab/runtime/signals.hpp>

namespace oncelab::runtime::detail {
namespace {

std::string current_exception_text() {
  const std::exception_ptr current = std::current_exception();
  if (current == nullptr) {
    return "without an exception";
  }
  try {
    std::rethrow_exception(current);
  } catch (const std::exception& e) {
    return std::string("because of an exception: ") + e.what();
  } catch (...) {
    return "because of an exception that is not a std::exception";
  }
}

void fill_random(void* buffer, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) {
    static_cast<unsigned char*>(buffer)[i] = static_cast<unsigned char>(engine.random.next());
  }
}

[[noreturn]] void end_by_call(const char* function, int code) {
  end_run(OutcomeKind::terminated,
          thread_name(self()) + " called " + function + "(" + std::to_string(code) + ")");
}

constexpr long controlled_core_count = 2;

std::terminate_handler handler_before = nullptr;

// Called by std::terminate: from the program, or from the C++ runtime (noexcept, joinable thread).
[[noreturn]] void on_terminate() {
  if (live()) {
    end_run(OutcomeKind::terminated,
            "std::terminate in " + thread_name(self()) + ", " + current_exception_text());
  }
  handler_before();
  std::abort();
}

}  // namespace

void install_terminate_handler() { handler_before = std::set_terminate(on_terminate); }

}  // namespace oncelab::runtime::detail

using namespace oncelab::runtime;
using namespace oncelab::runtime::detail;

ONCELAB_ENTRY void abort() noexcept {
  if (live()) {
    end_run(OutcomeKind::terminated, thread_name(self()) + " called abort");
  }
  ONCELAB_REAL(abort)();
  __builtin_unreachable();
}

ONCELAB_ENTRY void __assert_fail(const char* condition, const char* file, unsigned line,
                                 const char* function) noexcept {
  if (live() && from_unit(ONCELAB_CALLER)) {
    end_run(OutcomeKind::terminated, std::string("assertion failed: ") + condition + " (" + file +
                                         ":" + std::to_string(line) + ")");
  }
  ONCELAB_REAL(__assert_fail)(condition, file, line, function);
  __builtin_unreachable();
}

ONCELAB_ENTRY void exit(int code) noexcept {
  if (live()) {
    end_by_call("exit", code);
  }
  ONCELAB_REAL(exit)(code);
  __builtin_unreachable();
}

// Ways to leave without destructors. A run has no process of its own to end.
ONCELAB_ENTRY void _exit(int code) {
  if (live() && from_unit(ONCELAB_CALLER)) {
    end_by_call("_exit", code);
  }
  ONCELAB_REAL(_exit)(code);
  __builtin_unreachable();
}

ONCELAB_ENTRY void _Exit(int code) noexcept {
  if (live() && from_unit(ONCELAB_CALLER)) {
    end_by_call("_Exit", code);
  }
  ONCELAB_REAL(_Exit)(code);
  __builtin_unreachable();
}

ONCELAB_ENTRY void quick_exit(int code) noexcept {
  if (live() && from_unit(ONCELAB_CALLER)) {
    end_by_call("quick_exit", code);
  }
  ONCELAB_REAL(quick_exit)(code);
  __builtin_unreachable();
}

ONCELAB_ENTRY int raise(int number) noexcept {
  if (live() && from_unit(ONCELAB_CALLER)) {
    end_run(OutcomeKind::signal, thread_name(self()) + " raised signal " + std::to_string(number));
  }
  return ONCELAB_REAL(raise)(number);
}

ONCELAB_ENTRY ssize_t getrandom(void* buffer, std::size_t bytes, unsigned flags) {
  if (!controlled(ONCELAB_CALLER)) {
    return ONCELAB_REAL(getrandom)(buffer, bytes, flags);
  }
  fill_random(buffer, bytes);
  return static_cast<ssize_t>(bytes);
}

ONCELAB_ENTRY int getentropy(void* buffer, std::size_t bytes) {
  if (!controlled(ONCELAB_CALLER)) {
    return ONCELAB_REAL(getentropy)(buffer, bytes);
  }
  fill_random(buffer, bytes);
  return 0;
}

// std::random_device::operator() is this member, compiled into libstdc++.
ONCELAB_ENTRY unsigned oncelab_random_device(std::random_device* self) asm(
    "_ZNSt13random_device9_M_getvalEv");
ONCELAB_ENTRY unsigned oncelab_random_device(std::random_device* device) {
  if (live() && from_unit(ONCELAB_CALLER)) {
    return static_cast<unsigned>(engine.random.next());
  }
  using Real = unsigned (*)(std::random_device*);
  static const auto real =
      reinterpret_cast<Real>(dlsym(RTLD_NEXT, "_ZNSt13random_device9_M_getvalEv"));
  return real(device);
}

ONCELAB_ENTRY int get_nprocs() noexcept {
  return controlled(ONCELAB_CALLER) ? static_cast<int>(controlled_core_count)
                                    : static_cast<int>(ONCELAB_REAL(sysconf)(_SC_NPROCESSORS_ONLN));
}

ONCELAB_ENTRY long sysconf(int name) noexcept {
  if (controlled(ONCELAB_CALLER) &&
      (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF)) {
    return controlled_core_count;
  }
  return ONCELAB_REAL(sysconf)(name);
}

ONCELAB_ENTRY pid_t getpid() noexcept {
  return controlled(ONCELAB_CALLER) ? 1 : ONCELAB_REAL(getpid)();
}
