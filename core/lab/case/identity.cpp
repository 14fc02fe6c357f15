#include <oncelab/core/lab/case/identity.hpp>

#include <boost/json/serialize.hpp>
#include <utility>

#include <oncelab/core/lab/case/case_values.hpp>
#include <oncelab/core/lab/case/digest.hpp>
#include <oncelab/core/lab/report/write_file.hpp>

namespace oncelab::cases {

namespace json = boost::json;

namespace {
constexpr std::size_t program_bytes_max = std::size_t{1} << 32U;
}

json::object subject_value(const Subject& subject) {
  return {{"scenario", subject.scenario->name()},
          {"variant", subject.variant},
          {"profile", subject.profile},
          {"program", program_value(subject.program)},
          {"bound", bound_value(subject.bound)}};
}

Result<std::string> identity_of(json::object work) {
  const auto program = report::read_file("/proc/self/exe", program_bytes_max);
  if (!program) {
    return program.error();
  }
  work["build"] = sha256_text(*program);
  return sha256_text(json::serialize(work));
}

}  // namespace oncelab::cases
