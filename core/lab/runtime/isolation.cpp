#include <oncelab/core/lab/runtime/isolation.hpp>

#include <cxxabi.h>
#include <sys/single_threaded.h>
#include <cerrno>
#include <cstring>

namespace std {
// libstdc++ keeps the callable of a call_once in progress here.
extern __thread void* __once_callable;
extern __thread void (*__once_call)();
}  // namespace std

namespace oncelab::runtime::detail {

NativeState native;

namespace {

std::vector<char> saved_data, saved_bss, saved_boot;

char* at(std::uintptr_t a) { return reinterpret_cast<char*>(a); }

void copy_out(const Range& r, std::vector<char>& to) {
  to.assign(at(r.begin), at(r.begin) + r.size());
}
void copy_in(const std::vector<char>& from, const Range& r) {
  if (!from.empty()) {
    std::memcpy(at(r.begin), from.data(), from.size());
  }
}

}  // namespace

void take_snapshot() {
  native = {static_cast<void**>(static_cast<void*>(abi::__cxa_get_globals())),
            &std::__once_callable, &std::__once_call, &errno};
  copy_out(unit().data, saved_data);
  copy_out(unit().bss, saved_bss);
  saved_boot.assign(boot_arena.base(), boot_arena.base() + boot_arena.used());
}

void restore_snapshot() {
  copy_in(saved_data, unit().data);
  copy_in(saved_bss, unit().bss);
  if (!saved_boot.empty()) {
    std::memcpy(boot_arena.base(), saved_boot.data(), saved_boot.size());
  }
  // shared_ptr must take its atomic path, as it does in a program with threads.
  __libc_single_threaded = 0;
}

void fresh_thread_state(Thread& thread) {
  const auto& u = unit();
  const std::size_t tdata = u.tdata.size();
  thread.tls.resize(tdata + u.tbss.size());
  if (!thread.tls.empty()) {
    std::memcpy(thread.tls.data(), u.tdata_initial, tdata);
    std::memset(thread.tls.data() + tdata, 0, u.tbss.size());
  }
  thread.exception_globals[0] = thread.exception_globals[1] = nullptr;
  thread.once_callable = nullptr;
  thread.once_call = nullptr;
  thread.error_number = 0;
}

void save_thread_locals(Thread& thread) {
  const auto& u = unit();
  std::memcpy(thread.tls.data(), at(u.tdata.begin), u.tdata.size());
  std::memcpy(thread.tls.data() + u.tdata.size(), at(u.tbss.begin), u.tbss.size());
}

void load_thread_locals(const Thread& thread) {
  const auto& u = unit();
  std::memcpy(at(u.tdata.begin), thread.tls.data(), u.tdata.size());
  std::memcpy(at(u.tbss.begin), thread.tls.data() + u.tdata.size(), u.tbss.size());
}

}  // namespace oncelab::runtime::detail
