// The scenario "retry-unprotected": a handler with one durable effect, and a client that asks again
// when it gets no answer. Nothing protects the effect from being made twice.
//
// It is here to show what the three layers are for: when the service crashes, or the answer is
// lost, between the effect and the answer, the client cannot know, asks again, and the effect is
// doubled.
#pragma once

#include <memory>

#include <oncelab/core/lab/scenario/scenario.hpp>

namespace oncelab::properties {

[[nodiscard]] std::unique_ptr<scenario::Scenario> make_retry_scenario();

}  // namespace oncelab::properties
