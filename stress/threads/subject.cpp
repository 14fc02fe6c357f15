#include <oncelab/core/layers/domain/mark_paid.hpp>
#include <oncelab/core/stores/memory/memory_inbox.hpp>
#include <oncelab/core/stores/memory/memory_order_repository.hpp>
#include <oncelab/core/stores/memory/mutex_claim_store.hpp>
#include <oncelab/core/stores/memory/sharded_claim_store.hpp>
#include <oncelab/properties/mutants/load_then_store.hpp>
#include <oncelab/properties/mutants/look_up_then_insert.hpp>
#include <oncelab/stress/threads/subject.hpp>
#include <optional>
#include <string>

namespace oncelab::stress {

namespace {

void keep_busy_for(std::chrono::nanoseconds time) {
  if (time.count() == 0) {
    return;
  }
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
}

/// Says whether it was run; each thread has its own.
class NotedHandler final : public messaging::Handler {
 public:
  explicit NotedHandler(std::chrono::nanoseconds time) : time_(time) {}

  messaging::HandlerResult handle() override {
    was_run = true;
    keep_busy_for(time_);
    return messaging::HandlerResult::success();
  }

  bool was_run = false;

 private:
  std::chrono::nanoseconds time_;
};

template <stores::InboxVariant variant>
class InboxSubject final : public Subject {
 public:
  explicit InboxSubject(const SubjectOptions& options) : handler_time_(options.handler_time) {}

  void begin_round() override { inbox_ = stores::make_memory_inbox(variant); }
  bool attempt(unsigned) override {
    NotedHandler handler(handler_time_);
    static_cast<void>(inbox_->handle_once("m1", handler));
    return handler.was_run;
  }

 private:
  std::chrono::nanoseconds handler_time_;
  std::unique_ptr<messaging::Inbox> inbox_;
};

template <class Store>
class ClaimStoreSubject final : public Subject {
 public:
  explicit ClaimStoreSubject(const SubjectOptions& options) : handler_time_(options.handler_time) {}

  void begin_round() override { store_.emplace(clock_); }
  bool attempt(unsigned) override {
    const api::BeginResult begun = store_->begin(key_, fingerprint_, std::chrono::seconds(60));
    const auto* const started = std::get_if<api::Started>(&begun);
    if (started == nullptr) {
      return false;
    }
    keep_busy_for(handler_time_);
    // Who lost its claim ran its handler all the same.
    static_cast<void>(store_->finish(key_, started->owner, response_));
    return true;
  }

 private:
  std::chrono::nanoseconds handler_time_;
  api::SystemClock clock_;
  api::ClaimKey key_{"", "k1"};
  api::Fingerprint fingerprint_ = api::fingerprint_of({"POST", "/orders", "{}"});
  api::Response response_{.status = 201, .headers = {}, .body = "done"};
  std::optional<Store> store_;
};

template <class Repository>
class OrderSubject final : public Subject {
 public:
  explicit OrderSubject(const SubjectOptions& options) {
    reserved_.id = "o1";
    reserved_.natural_key = "cart";
    reserved_.state = domain::OrderState::inventory_reserved;
    for (unsigned thread = 0; thread < options.threads; ++thread) {
      payments_.push_back({1000, "ref" + std::to_string(thread)});
    }
  }

  void begin_round() override {
    orders_.emplace();
    static_cast<void>(orders_->insert(reserved_));
  }
  bool attempt(unsigned thread) override {
    return domain::mark_paid(*orders_, reserved_.id, payments_[thread]) ==
           domain::MarkPaidResult::applied;
  }

 private:
  domain::Order reserved_;
  std::vector<domain::Payment> payments_;
  std::optional<Repository> orders_;
};

template <class T>
std::unique_ptr<Subject> make(const SubjectOptions& options) {
  return std::make_unique<T>(options);
}

template <stores::InboxVariant variant>
constexpr auto make_inbox = make<InboxSubject<variant>>;

}  // namespace

const std::vector<SubjectInfo>& subjects() {
  using enum stores::InboxVariant;
  static const std::vector<SubjectInfo> all = {
      {"inbox", "naive", false, true, make_inbox<naive>},
      {"inbox", "atomic", true, true, make_inbox<atomic>},
      {"inbox", "claiming", true, true, make_inbox<claiming>},
      {"inbox", "single-lock", true, true, make_inbox<single_lock>},
      {"claim-store", "naive", false, true,
       make<ClaimStoreSubject<mutants::LookUpThenInsertClaimStore>>},
      {"claim-store", "mutex", true, true, make<ClaimStoreSubject<stores::MutexClaimStore>>},
      {"claim-store", "sharded", true, true, make<ClaimStoreSubject<stores::ShardedClaimStore>>},
      {"order", "naive", false, false, make<OrderSubject<mutants::LoadThenStoreOrderRepository>>},
      {"order", "memory", true, false, make<OrderSubject<stores::MemoryOrderRepository>>},
  };
  return all;
}

}  // namespace oncelab::stress
