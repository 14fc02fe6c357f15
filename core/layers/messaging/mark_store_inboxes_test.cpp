#include <gtest/gtest.h>

#include <oncelab/core/layers/messaging/naive_inbox.hpp>
#include <oncelab/core/layers/messaging/single_lock_inbox.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace oncelab::messaging {
namespace {

/// Writes down what it is asked, in order.
class LoggedMarks final : public MarkStore {
 public:
  explicit LoggedMarks(std::vector<std::string>& log) : log_(log) {}

  bool contains(std::string_view message_id) override {
    log_.push_back("contains " + std::string(message_id));
    return marked;
  }
  void insert(std::string_view message_id) override {
    log_.push_back("insert " + std::string(message_id));
  }

  bool marked = false;

 private:
  std::vector<std::string>& log_;
};

class LoggedHandler final : public Handler {
 public:
  explicit LoggedHandler(std::vector<std::string>& log) : log_(log) {}

  HandlerResult handle() override {
    log_.emplace_back("handle");
    return result;
  }

  HandlerResult result = HandlerResult::success();

 private:
  std::vector<std::string>& log_;
};

template <class T>
class mark_store_inbox : public testing::Test {
 protected:
  using Log = std::vector<std::string>;

  Log log;
  LoggedMarks marks{log};
  LoggedHandler handler{log};
  T inbox{marks};
};

using Inboxes = testing::Types<NaiveInbox, SingleLockInbox>;
TYPED_TEST_SUITE(mark_store_inbox, Inboxes);

TYPED_TEST(mark_store_inbox, looks_up_then_runs_then_marks) {
  EXPECT_EQ(this->inbox.handle_once("m-1", this->handler), Delivery::delivered());
  EXPECT_EQ(this->log, (std::vector<std::string>{"contains m-1", "handle", "insert m-1"}));
}

TYPED_TEST(mark_store_inbox, does_not_run_the_handler_of_a_marked_id) {
  this->marks.marked = true;
  EXPECT_EQ(this->inbox.handle_once("m-1", this->handler), Delivery::duplicate());
  EXPECT_EQ(this->log, (std::vector<std::string>{"contains m-1"}));
}

TYPED_TEST(mark_store_inbox, does_not_mark_a_failure) {
  this->handler.result = HandlerResult::failure("no stock");
  EXPECT_EQ(this->inbox.handle_once("m-1", this->handler),
            Delivery::failed(FailureCause::handler, "no stock"));
  EXPECT_EQ(this->log, (std::vector<std::string>{"contains m-1", "handle"}));
}

TYPED_TEST(mark_store_inbox, refuses_an_empty_id_without_asking_the_store) {
  EXPECT_EQ(this->inbox.handle_once("", this->handler), Delivery::empty_message_id());
  EXPECT_TRUE(this->log.empty());
}

}  // namespace
}  // namespace oncelab::messaging
