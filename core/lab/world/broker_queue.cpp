#include <oncelab/core/lab/world/broker_queue.hpp>

#include <algorithm>
#include <array>

#include <oncelab/core/lab/base/assert.hpp>

namespace oncelab::world {

using history::ProcessId;
using runtime::OpKind;

BrokerQueue::BrokerQueue(Environment& environment, const BrokerQueueOptions& options)
    : environment_(environment), options_(options) {
  ONCELAB_ASSERT(options.reorder_within > 0 && options.reorder_within <= reorder_within_max);
}

void BrokerQueue::publish(MessageIndex message) {
  Copy copy;
  copy.message = message;
  copies_.push_back(copy);
}

std::optional<Delivery> BrokerQueue::receive(ProcessId consumer) {
  environment_.step(OpKind::queue_receive, options_.object);
  const std::uint64_t now = environment_.now_ns();
  const std::uint32_t choices = count_ready(now, options_.reorder_within);
  if (choices == 0) {
    return std::nullopt;
  }
  const std::uint32_t way = choose_fault(choices);
  const bool duplicate = way == choices;
  const std::size_t place = find_ready(now, duplicate ? 0 : way);
  if (duplicate) {
    Copy stays = copies_[place];
    stays.state = State::ready;
    stays.attempts = 0;
    stays.receipt = 0;
    copies_.insert(copies_.begin() + static_cast<std::ptrdiff_t>(place) + 1, stays);
  }
  Copy& copy = copies_[place];
  ++copy.attempts;
  copy.state = State::held;
  copy.receipt = ++last_receipt_;
  copy.holder = consumer;
  copy.since_ns = now;
  return Delivery{.message = copy.message, .attempt = copy.attempts, .receipt = copy.receipt};
}

// Which of the first messages is handed out, or, after those, that the first will come again.
std::uint32_t BrokerQueue::choose_fault(std::uint32_t choices) {
  std::array<runtime::FaultKind, reorder_within_max> ways{};
  ways.fill(runtime::FaultKind::out_of_order);
  std::size_t n = choices - 1;
  if (options_.duplicates) {
    ways[n++] = runtime::FaultKind::duplicate;
  }
  return n == 0 ? 0 : environment_.fault(std::span(ways).first(n));
}

Settlement BrokerQueue::acknowledge(Receipt receipt) {
  environment_.step(OpKind::queue_settle, options_.object);
  return settle(receipt, true);
}

Settlement BrokerQueue::give_back(Receipt receipt) {
  environment_.step(OpKind::queue_settle, options_.object);
  return settle(receipt, false);
}

void BrokerQueue::crash(ProcessId process) {
  for (Copy& copy : copies_) {
    if (copy.state == State::held && copy.holder == process) {
      copy.state = after_failure(copy);
    }
  }
}

bool BrokerQueue::settled(MessageIndex message) const { return any(message, State::settled); }

bool BrokerQueue::dead(MessageIndex message) const { return any(message, State::dead); }

std::uint32_t BrokerQueue::attempts(MessageIndex message) const {
  std::uint32_t attempts = 0;
  for (const Copy& copy : copies_) {
    attempts += copy.message == message ? copy.attempts : 0;
  }
  return attempts;
}

std::uint32_t BrokerQueue::waiting() const { return count(State::ready) + count(State::held); }

std::uint32_t BrokerQueue::in_flight() const { return count(State::held); }

void BrokerQueue::clear() {
  copies_.clear();
  last_receipt_ = 0;
}

BrokerQueue::State BrokerQueue::state_of(const Copy& copy, std::uint64_t now_ns) const {
  const bool expired = copy.state == State::held && options_.visibility_ns != 0 &&
                       now_ns - copy.since_ns >= options_.visibility_ns;
  return expired ? after_failure(copy) : copy.state;
}

BrokerQueue::State BrokerQueue::after_failure(const Copy& copy) const {
  const bool last = options_.attempts_max != 0 && copy.attempts >= options_.attempts_max;
  return last ? State::dead : State::ready;
}

std::uint32_t BrokerQueue::count_ready(std::uint64_t now_ns, std::uint32_t most) const {
  std::uint32_t ready = 0;
  for (auto copy = copies_.begin(); copy != copies_.end() && ready < most; ++copy) {
    ready += state_of(*copy, now_ns) == State::ready ? 1 : 0;
  }
  return ready;
}

std::size_t BrokerQueue::find_ready(std::uint64_t now_ns, std::uint32_t skip) const {
  for (std::size_t place = 0; place < copies_.size(); ++place) {
    if (state_of(copies_[place], now_ns) == State::ready && skip-- == 0) {
      return place;
    }
  }
  ONCELAB_ASSERT(false);
  return 0;
}

std::uint32_t BrokerQueue::count(State state) const {
  const std::uint64_t now = environment_.now_ns();
  return static_cast<std::uint32_t>(
      std::ranges::count_if(copies_, [&](const Copy& c) { return state_of(c, now) == state; }));
}

bool BrokerQueue::any(MessageIndex message, State state) const {
  const std::uint64_t now = environment_.now_ns();
  return std::ranges::any_of(copies_, [&](const Copy& copy) {
    return copy.message == message && state_of(copy, now) == state;
  });
}

Settlement BrokerQueue::settle(Receipt receipt, bool handled) {
  const auto copy = std::ranges::find(copies_, receipt, &Copy::receipt);
  if (copy == copies_.end() || state_of(*copy, environment_.now_ns()) != State::held) {
    return Settlement::unknown_receipt;
  }
  copy->state = handled ? State::settled : after_failure(*copy);
  return Settlement::ok;
}

}  // namespace oncelab::world
