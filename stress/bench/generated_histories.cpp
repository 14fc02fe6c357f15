#include <oncelab/stress/bench/generated_histories.hpp>

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <oncelab/core/lab/base/prng.hpp>

namespace oncelab::bench {
namespace {

using history::History;
using history::OperationIndex;
using history::Value;

/// What a client asks, and what it is answered.
struct Request {
  const char* f = "";
  Value key;
  Value input;
  Value output;
};

/// A right implementation, and the clients that use it.
class Subject {
 public:
  Subject(const GeneratedShape& shape, History& history, Prng& random)
      : shape_(shape), history_(history), random_(random) {}
  Subject(const Subject&) = delete;
  Subject& operator=(const Subject&) = delete;
  virtual ~Subject() = default;

  [[nodiscard]] virtual Request call() = 0;
  /// Performs it.
  virtual void act(Request& request) = 0;
  /// Instead of act(): answers wrongly; false if there is no wrong answer to be had now.
  virtual bool act_wrongly(Request& request) = 0;
  [[nodiscard]] virtual bool may_be_lost(const Request&) const { return true; }

 protected:
  [[nodiscard]] bool chance(std::uint64_t numerator, std::uint64_t denominator) {
    return random_.chance(numerator, denominator);
  }
  [[nodiscard]] std::uint64_t below(std::uint64_t bound) { return random_.below(bound); }
  [[nodiscard]] std::int64_t next_value() { return ++values_; }
  [[nodiscard]] Value word(bool yes) {
    return Value::symbol(history_.intern(yes ? "true" : "false"));
  }
  /// So many operations ago all clients did something else.
  [[nodiscard]] std::size_t long_ago() const { return std::size_t{8} * shape_.clients; }
  /// More is put in than taken out at first, and less later.
  [[nodiscard]] bool chance_of_put() {
    return chance(values_ * 100 < shape_.operations * std::int64_t{27} ? 55 : 45, 100);
  }

 private:
  const GeneratedShape& shape_;
  History& history_;
  Prng& random_;
  std::int64_t values_ = 0;
};

class RegisterSubject final : public Subject {
 public:
  using Subject::Subject;

  Request call() override {
    return chance(1, 2) ? Request{"write", {}, Value::integer(next_value()), {}}
                        : Request{"read", {}, {}, {}};
  }
  void act(Request& request) override {
    if (request.input.is_nil()) {
      request.output = held_.empty() ? Value::integer(0) : held_.back();
    } else {
      held_.push_back(request.input);
    }
  }
  bool act_wrongly(Request& request) override {
    if (!request.input.is_nil() || held_.size() < long_ago()) {
      return false;
    }
    request.output = held_[held_.size() - long_ago()];
    return true;
  }

 private:
  std::vector<Value> held_;
};

/// Members are added once, looked for while they are new, and removed once or never.
class SetSubject final : public Subject {
 public:
  using Subject::Subject;

  Request call() override {
    if (members_.empty() || chance(2, 5)) {
      return {"add", Value::integer(next_value()), {}, {}};
    }
    const std::size_t young = std::min<std::size_t>(members_.size(), long_ago());
    Member& member = members_[members_.size() - 1 - below(young)];
    if (!member.asked_to_go && chance(1, 3)) {
      member.asked_to_go = true;
      return {"remove", Value::integer(member.value), {}, {}};
    }
    return {"contains", Value::integer(member.value), {}, {}};
  }
  void act(Request& request) override {
    const std::int64_t value = request.key.first;
    const bool is_in = in_.contains(value);
    if (*request.f == 'a') {
      in_.insert(value);
      members_.insert(std::ranges::upper_bound(members_, value, {}, &Member::value),
                      {value, false});
    } else if (*request.f == 'r') {
      in_.erase(value);
    }
    request.output = word((*request.f == 'a') != is_in);
  }
  bool act_wrongly(Request& request) override {
    const std::int64_t value = request.key.first;
    const bool is_old = !members_.empty() &&
                        value + static_cast<std::int64_t>(long_ago()) / 2 < members_.back().value;
    const auto asked = std::ranges::lower_bound(members_, value, {}, &Member::value);
    if (*request.f != 'c' || !is_old || asked->asked_to_go) {
      return false;
    }
    request.output = word(false);
    return true;
  }

 private:
  struct Member {
    std::int64_t value = 0;
    bool asked_to_go = false;
  };
  std::vector<Member> members_;
  std::set<std::int64_t> in_;
};

class OrderedSubject : public Subject {
 public:
  using Subject::Subject;

  Request call() override {
    return chance_of_put() ? Request{"enq", {}, Value::integer(new_value()), {}}
                           : Request{"deq", {}, {}, {}};
  }
  void act(Request& request) override {
    if (!request.input.is_nil()) {
      put(request.input.first);
    } else if (size() > 0) {
      request.output = Value::integer(take(0));
    }
  }
  bool act_wrongly(Request& request) override {
    if (!request.input.is_nil() || size() <= 2 * long_ago()) {
      return false;
    }
    request.output = Value::integer(take(long_ago()));
    return true;
  }

 protected:
  [[nodiscard]] virtual std::int64_t new_value() { return next_value(); }
  virtual void put(std::int64_t value) = 0;
  [[nodiscard]] virtual std::size_t size() const = 0;
  /// The one that would be next after so many others.
  virtual std::int64_t take(std::size_t after) = 0;
};

template <class Held>
class HoldingSubject : public OrderedSubject {
 public:
  using OrderedSubject::OrderedSubject;

 protected:
  virtual typename Held::iterator place_of(std::size_t after) {
    return std::next(held_.begin(), static_cast<std::ptrdiff_t>(after));
  }
  Held held_;

 private:
  [[nodiscard]] std::size_t size() const override { return held_.size(); }
  std::int64_t take(std::size_t after) override {
    const auto place = place_of(after);
    const std::int64_t value = *place;
    held_.erase(place);
    return value;
  }
};

class QueueSubject final : public HoldingSubject<std::deque<std::int64_t>> {
 public:
  using HoldingSubject::HoldingSubject;

 private:
  void put(std::int64_t value) override { held_.push_back(value); }
};

class StackSubject final : public HoldingSubject<std::vector<std::int64_t>> {
 public:
  using HoldingSubject::HoldingSubject;

 private:
  void put(std::int64_t value) override { held_.push_back(value); }
  std::vector<std::int64_t>::iterator place_of(std::size_t after) override {
    return held_.end() - 1 - static_cast<std::ptrdiff_t>(after);
  }
};

class PriorityQueueSubject final : public HoldingSubject<std::set<std::int64_t>> {
 public:
  using HoldingSubject::HoldingSubject;

 private:
  /// Different numbers in no order: multiplied by an odd one, modulo 2^40.
  std::int64_t new_value() override {
    constexpr std::uint64_t bits = (std::uint64_t{1} << 40) - 1;
    return static_cast<std::int64_t>(
        (static_cast<std::uint64_t>(next_value()) * 0x9E3779B97F4A7C15) & bits);
  }
  void put(std::int64_t value) override { held_.insert(value); }
};

/// A cell of four values.
class FewSubject final : public Subject {
 public:
  FewSubject(const GeneratedShape& shape, History& history, Prng& random)
      : Subject(shape, history, random), history_(history), model_(shape.model) {}

  Request call() override {
    const bool is_kv = model_ == GeneratedModel::few_kv;
    if (chance(1, 2)) {
      return {is_kv ? "get" : "read", {}, {}, {}};
    }
    if (model_ == GeneratedModel::few_cas_register && chance(1, 2)) {
      const auto from = static_cast<std::int64_t>(below(4));
      return {"cas", {}, Value::pair(from, (from + 1) % 4), {}};
    }
    const auto value = static_cast<std::int64_t>(below(4));
    if (!is_kv) {
      return {"write", {}, Value::integer(value), {}};
    }
    return {"put", {}, Value::symbol(history_.intern(std::string(1, "wxyz"[value]))), {}};
  }
  void act(Request& request) override {
    if (request.input.is_pair()) {
      const Value before = held_.is_nil() ? Value::integer(0) : held_;
      const bool matches = before == Value::integer(request.input.first);
      held_ = matches ? Value::integer(request.input.second) : held_;
      request.output = word(matches);
    } else if (may_be_lost(request)) {
      held_ = request.input;
    } else {
      request.output =
          held_.is_nil() && model_ != GeneratedModel::few_kv ? Value::integer(0) : held_;
    }
  }
  bool act_wrongly(Request&) override { return false; }
  [[nodiscard]] bool may_be_lost(const Request& request) const override {
    return !request.input.is_nil();
  }

 private:
  History& history_;
  GeneratedModel model_;
  Value held_;
};

std::unique_ptr<Subject> subject_of(const GeneratedShape& shape, History& history, Prng& random) {
  switch (shape.model) {
    case GeneratedModel::register_:
      return std::make_unique<RegisterSubject>(shape, history, random);
    case GeneratedModel::set:
      return std::make_unique<SetSubject>(shape, history, random);
    case GeneratedModel::queue:
      return std::make_unique<QueueSubject>(shape, history, random);
    case GeneratedModel::stack:
      return std::make_unique<StackSubject>(shape, history, random);
    case GeneratedModel::few_register:
    case GeneratedModel::few_cas_register:
    case GeneratedModel::few_kv:
      return std::make_unique<FewSubject>(shape, history, random);
    case GeneratedModel::priority_queue:
      break;
  }
  return std::make_unique<PriorityQueueSubject>(shape, history, random);
}

struct Client {
  bool busy = false;
  bool has_acted = false;
  OperationIndex operation{};
  Request request;
};

}  // namespace

std::string_view name(GeneratedModel model) {
  static constexpr std::string_view names[] = {
      "register", "set", "queue", "stack", "priority-queue", "register", "cas-register", "kv"};
  return names[static_cast<std::size_t>(model)];
}

History generate(const GeneratedShape& shape) {
  History history;
  Prng random = Prng(shape.seed).split(name(shape.model));
  const std::unique_ptr<Subject> subject = subject_of(shape, history, random);
  std::vector<Client> clients(shape.clients);
  std::deque<Request> late;  // their clients have given up; they still happen
  std::uint32_t called = 0;
  std::uint32_t busy = 0;
  std::uint32_t lost = 0;
  bool is_wrong_yet = !shape.wrong;
  std::uint64_t at = 0;
  while (called < shape.operations || busy > 0) {
    if (!late.empty() && random.chance(1, 50)) {
      subject->act(late.front());
      late.pop_front();
    }
    const std::uint64_t chosen = random.below(clients.size());
    Client& client = clients[chosen];
    const history::Timestamp now{at++};
    if (!client.busy) {
      if (called < shape.operations) {
        ++called;
        ++busy;
        client = {true, false, {}, subject->call()};
        const Request& r = client.request;
        client.operation = history.call(ClientId{static_cast<std::uint32_t>(chosen)},
                                        history.intern(r.f), r.key, r.input, now);
      }
    } else if (!client.has_acted) {
      client.has_acted = true;
      // Three times as often as is needed, so that all are lost before the end.
      if (lost < shape.lost && random.below(shape.operations) < 3 * std::uint64_t{shape.lost} &&
          subject->may_be_lost(client.request)) {
        ++lost;
        const std::uint64_t fate = random.below(3);
        if (fate == 0) {
          subject->act(client.request);
        } else if (fate == 1) {
          late.push_back(client.request);
        }
        client.busy = false;
        --busy;
      } else if (!is_wrong_yet && called * std::uint64_t{2} > shape.operations &&
                 subject->act_wrongly(client.request)) {
        is_wrong_yet = true;
      } else {
        subject->act(client.request);
      }
    } else {
      history.returned(client.operation, history::Outcome::ok, client.request.output, now);
      client.busy = false;
      --busy;
    }
  }
  return history;
}

}  // namespace oncelab::bench
