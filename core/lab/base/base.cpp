#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/base/result.hpp>

#include <cstdio>
#include <cstdlib>

namespace oncelab {

void throw_exception_from_error(const Error& error, const boost::source_location& where) {
  std::fprintf(stderr, "oncelab: a result was taken without looking at its error (%s:%u): %s\n",
               where.file_name(), static_cast<unsigned>(where.line()), error.text.c_str());
  std::abort();
}

void assertion_failed(const char* condition, const char* file, int line) noexcept {
  std::fprintf(stderr, "oncelab: internal error: %s does not hold (%s:%d); please report it\n",
               condition, file, line);
  std::_Exit(70);
}

}  // namespace oncelab
