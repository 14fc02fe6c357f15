// The models' meaning, written a second time for the oracle: as actions on a map of texts.
//
// Nothing here is taken from models/: an error there must not be repeated here.
#pragma once

#include <oncelab/core/lab/check/oracle.hpp>
#include <oncelab/properties/meta/checker_histories.hpp>

namespace oncelab::meta {

[[nodiscard]] check::oracle::Ways ways_of(Subject subject);

}  // namespace oncelab::meta
