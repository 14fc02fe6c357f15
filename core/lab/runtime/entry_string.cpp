// Memory and string functions that the unit calls: their accesses count like those of its own code.
// The unit's calls are renamed when it is linked (cmake/unit.symbols).
#include <cstring>

#include <oncelab/core/lab/runtime/entry.hpp>
#include <oncelab/core/lab/runtime/plain_access.hpp>

using namespace oncelab::runtime::detail;

ONCELAB_ENTRY void* oncelab_unit_memcpy(void* to, const void* from, std::size_t n) {
  plain_range(from, n, false, ONCELAB_CALLER);
  plain_range(to, n, true, ONCELAB_CALLER);
  return std::memcpy(to, from, n);
}
ONCELAB_ENTRY void* oncelab_unit_memmove(void* to, const void* from, std::size_t n) {
  plain_range(from, n, false, ONCELAB_CALLER);
  plain_range(to, n, true, ONCELAB_CALLER);
  return std::memmove(to, from, n);
}
ONCELAB_ENTRY void* oncelab_unit_memset(void* to, int value, std::size_t n) {
  plain_range(to, n, true, ONCELAB_CALLER);
  return std::memset(to, value, n);
}
ONCELAB_ENTRY int oncelab_unit_memcmp(const void* a, const void* b, std::size_t n) {
  plain_range(a, n, false, ONCELAB_CALLER);
  plain_range(b, n, false, ONCELAB_CALLER);
  return std::memcmp(a, b, n);
}
ONCELAB_ENTRY int oncelab_unit_bcmp(const void* a, const void* b, std::size_t n) {
  plain_range(a, n, false, ONCELAB_CALLER);
  plain_range(b, n, false, ONCELAB_CALLER);
  return std::memcmp(a, b, n);
}
ONCELAB_ENTRY std::size_t oncelab_unit_strlen(const char* s) {
  const std::size_t n = std::strlen(s);
  plain_range(s, n + 1, false, ONCELAB_CALLER);
  return n;
}
ONCELAB_ENTRY int oncelab_unit_strcmp(const char* a, const char* b) {
  plain_range(a, std::strlen(a) + 1, false, ONCELAB_CALLER);
  plain_range(b, std::strlen(b) + 1, false, ONCELAB_CALLER);
  return std::strcmp(a, b);
}
ONCELAB_ENTRY char* oncelab_unit_strcpy(char* to, const char* from) {
  const std::size_t n = std::strlen(from) + 1;
  plain_range(from, n, false, ONCELAB_CALLER);
  plain_range(to, n, true, ONCELAB_CALLER);
  return static_cast<char*>(std::memcpy(to, from, n));
}
