#include <oncelab/properties/scenarios/durable/durable_inbox_experiment.hpp>

#include <algorithm>
#include <utility>

namespace oncelab::properties {

namespace {

world::DiskOptions disk_options() {
  world::DiskOptions options;
  options.faults.no_space = true;
  options.faults.change_error = true;
  options.faults.sync_error = true;
  return options;
}

std::uint32_t occurrences(std::string_view text, std::string_view part) {
  std::uint32_t n = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + part.size())) {
    ++n;
  }
  return n;
}

}  // namespace

DurableInboxExperiment::DurableInboxExperiment(const scenario::Sut& sut,
                                               const scenario::Program& program,
                                               std::unique_ptr<check::Checker> checker)
    : ContractExperiment(program, std::move(checker), "deliveries"),
      sut_(sut),
      disk_(disk_options()),
      handle_(recorder().intern("handle")),
      effect_(recorder().intern("effect")),
      delivered_(symbol("delivered")),
      duplicate_(symbol("duplicate")),
      failed_(symbol("failed")) {
  std::size_t deliveries = 0;
  for (const auto& client : program.clients) {
    auto& mine = program_.emplace_back();
    for (const auto& operation : client) {
      const auto known = std::ranges::find(messages_, operation.key, &Message::id);
      mine.push_back(static_cast<std::size_t>(known - messages_.begin()));
      if (known == messages_.end()) {
        messages_.push_back(
            {operation.key, "<change of " + operation.key + ">", symbol(operation.key)});
      }
      ++deliveries;
    }
  }
  stored_.resize(messages_.size());
  duplicate_goal_ =
      add_goal("a delivery of a message that was already handled", deliveries > messages_.size());
  disk_.disk().set_observer(this);
}

void DurableInboxExperiment::begin_world() {
  disk_.disk().clear();
  written_.clear();
  std::ranges::fill(stored_, 0U);
}

void DurableInboxExperiment::recover(unsigned) { make(); }

void DurableInboxExperiment::crash_world(unsigned) { disk_.crash(); }

bool DurableInboxExperiment::perform(ClientId id, std::size_t operation) {
  return deliver(id, messages_[program_[client_of(id)][operation]]);
}

bool DurableInboxExperiment::deliver(ClientId id, const Message& message) {
  if (!begin(id, {handle_, message.key, history::Value::nil()})) {
    return false;
  }
  switch (durable_inbox_handle_once(inbox_, message.id.data(), message.id.size(),
                                    message.change.data(), message.change.size())) {
    case StoredDelivery::delivered:
      return end(id, delivered_);
    case StoredDelivery::duplicate:
      return end(id, duplicate_);
    case StoredDelivery::failed:
      (void)end(id, failed_);
      return false;
    case StoredDelivery::in_doubt:
      end_in_doubt(id);
      return false;
  }
  return false;
}

void DurableInboxExperiment::on_written(world::ExtentId extent, std::string_view,
                                        std::string_view bytes) {
  for (const Message& message : messages_) {
    for (std::uint32_t n = occurrences(bytes, message.change); n > 0; --n) {
      written_.push_back({extent, effect(running_client(), effect_, message.key)});
    }
  }
}

void DurableInboxExperiment::on_lost(world::ExtentId extent) {
  for (const Written& w : written_) {
    if (w.extent == extent) {
      lose_effect(w.effect);
    }
  }
}

std::uint32_t DurableInboxExperiment::copies_on_disk(const Message& message) {
  std::uint32_t n = 0;
  for (const std::string_view file : disk_.disk().all_contents()) {
    n += occurrences(file, message.change);
  }
  return n;
}

// What is there now would be there for good.
void DurableInboxExperiment::look_in_the_end() {
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    stored_[i] = copies_on_disk(messages_[i]);
  }
}

std::optional<scenario::Failure> DurableInboxExperiment::judge_effects() {
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    const Message& message = messages_[i];
    if (stored_[i] > 1) {
      return scenario::Failure{
          "one effect per message",
          "message " + message.id + " had its effect " + std::to_string(stored_[i]) + " times"};
    }
    const bool acknowledged =
        std::ranges::any_of(history().operations(), [&](const history::Operation& o) {
          return o.key == message.key && (o.output == delivered_ || o.output == duplicate_);
        });
    if (stored_[i] == 0 && acknowledged) {
      return scenario::Failure{
          "no acknowledgement without effect",
          "message " + message.id + " was acknowledged, but never had its effect"};
    }
  }
  return std::nullopt;
}

void DurableInboxExperiment::note_goals() {
  if (std::ranges::any_of(history().operations(),
                          [&](const history::Operation& o) { return o.output == duplicate_; })) {
    reach(duplicate_goal_);
  }
}

}  // namespace oncelab::properties
