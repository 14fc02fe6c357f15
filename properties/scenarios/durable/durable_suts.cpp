// Instrumented side: the durable implementations of this project, right and wrong ones, as systems
// under test.
#include <oncelab/properties/conformance/durable_sut.hpp>
#include <oncelab/properties/mutants/answer_before_sync.hpp>
#include <oncelab/properties/mutants/mark_first.hpp>
#include <oncelab/properties/mutants/rename_before_sync.hpp>
#include <oncelab/properties/mutants/two_writes.hpp>
#include <oncelab/properties/scenarios/durable/systems/one_record_inbox.hpp>

namespace oncelab::properties {

namespace {

const bool registered = [] {
  register_sut<OneRecordInbox, contract::durable_inbox>(
      {"one-record", "change and mark are one record of one file"});
  register_sut<mutants::TwoWritesInbox, contract::durable_inbox>(
      {"two-writes", "the change is stored in one write, then the mark in another", "", false});
  register_sut<mutants::MarkFirstInbox, contract::durable_inbox>(
      {"mark-first", "the mark is stored in one write, then the change in another", "", false});

  register_sut<DurableClaimStore, contract::durable_claim_store>(
      {"log", "each change is synced to a log before it is answered"});
  register_sut<mutants::AnswerBeforeSyncClaimStore, contract::durable_claim_store>(
      {"answer-before-sync", "changes are answered before they are durable", "", false});
  register_sut<mutants::RenameBeforeSyncClaimStore, contract::durable_claim_store>(
      {"rename-before-sync", "a clean-up replaces the log by one that is not durable", "", false});
  return true;
}();

}  // namespace

}  // namespace oncelab::properties
