// Identity: a text that is the same for the same work of the same build of this program only.
//
// For what another process is to go on with, or to be put together with: a checkpoint, a shard.
// Promises: SHA-256 of everything that is named, and of the program's own file. Cost: reads that
// file. Errors: it cannot be read. Threads: values only.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/case/make_case.hpp>

namespace oncelab::cases {

[[nodiscard]] boost::json::object subject_value(const Subject& subject);
[[nodiscard]] Result<std::string> identity_of(boost::json::object work);

}  // namespace oncelab::cases
