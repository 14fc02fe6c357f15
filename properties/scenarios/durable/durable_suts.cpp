// Instrumented side: durable implementations of this project, right and wrong ones, called through
// plain data.
#include <oncelab/core/lab/scenario/sut.hpp>
#include <oncelab/properties/mutants/mark_first.hpp>
#include <oncelab/properties/mutants/two_writes.hpp>
#include <oncelab/properties/scenarios/durable/durable_inbox_sut.hpp>
#include <oncelab/properties/scenarios/durable/one_record_inbox.hpp>

namespace oncelab::properties {

StoredDelivery durable_inbox_handle_once(void* inbox, const char* id, std::size_t id_bytes,
                                         const char* change, std::size_t change_bytes) {
  return static_cast<DurableInbox*>(inbox)->handle_once({id, id_bytes}, {change, change_bytes});
}

void durable_inbox_destroy(void* inbox) { delete static_cast<DurableInbox*>(inbox); }

namespace {

template <class Inbox>
void* make_inbox(void* ports) {
  DurableInbox* const inbox = new Inbox(*static_cast<const DiskPorts*>(ports));
  return inbox;
}

const bool registered = [] {
  const auto inbox = [](const char* name, const char* summary, bool holds,
                        void* (*make)(void*)) {
    scenario::register_sut({.contract = durable_inbox_contract,
                            .name = name,
                            .summary = summary,
                            .traits = "",
                            .holds = holds,
                            .make = make});
  };
  inbox("one-record", "change and mark are one record of one file", true,
        make_inbox<OneRecordInbox>);
  inbox("two-writes", "the change is stored in one write, then the mark in another", false,
        make_inbox<mutants::TwoWritesInbox>);
  inbox("mark-first", "the mark is stored in one write, then the change in another", false,
        make_inbox<mutants::MarkFirstInbox>);
  return true;
}();

}  // namespace

}  // namespace oncelab::properties
