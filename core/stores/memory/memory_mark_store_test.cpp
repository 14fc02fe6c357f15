#include <gtest/gtest.h>

#include <oncelab/core/stores/memory/mark_set.hpp>
#include <oncelab/core/stores/memory/memory_mark_store.hpp>
#include <string>
#include <string_view>

namespace oncelab::stores {
namespace {

template <class Store>
class mark_store : public testing::Test {
 protected:
  Store marks;
};

using Stores = testing::Types<MarkSet, MemoryMarkStore>;
TYPED_TEST_SUITE(mark_store, Stores);

TYPED_TEST(mark_store, contains_what_was_inserted) {
  EXPECT_FALSE(this->marks.contains("m-1"));
  this->marks.insert("m-1");
  EXPECT_TRUE(this->marks.contains("m-1"));
  EXPECT_FALSE(this->marks.contains("m-2"));
}

TYPED_TEST(mark_store, inserting_again_changes_nothing) {
  this->marks.insert("m-1");
  this->marks.insert("m-1");
  EXPECT_TRUE(this->marks.contains("m-1"));
}

TYPED_TEST(mark_store, compares_ids_byte_for_byte) {
  using std::string_view_literals::operator""sv;
  this->marks.insert("m\0a"sv);
  EXPECT_FALSE(this->marks.contains("m"));
  EXPECT_FALSE(this->marks.contains("m\0b"sv));
  EXPECT_FALSE(this->marks.contains("M\0a"sv));
  EXPECT_TRUE(this->marks.contains("m\0a"sv));
}

}  // namespace
}  // namespace oncelab::stores
