// Models that claim what is not so: the law that each breaks is named.
#include <gtest/gtest.h>

#include <string>

#include <oncelab/core/lab/check/laws.hpp>
#include <oncelab/core/lab/check/slot_fixture.hpp>

namespace oncelab::check {
namespace {

class LawsTest : public testing::Test, protected Drawing {
 protected:
  void SetUp() override {
    ok(call(0, "write", 1));
    ok(call(1, "write", 2));
    lost(call(2, "write", 2));
    reads(1);
    reads(2);
    reads(3);
  }
  template <class M>
  [[nodiscard]] std::string broken(const M& model) {
    Prng random(Seed{1});
    return broken_law(model, history(), random);
  }
  /// What is said before the operation and the state.
  template <class M>
  [[nodiscard]] std::string law_broken_by() {
    const std::string law = broken(M());
    return law.substr(0, law.find(": #"));
  }
};

TEST_F(LawsTest, an_honest_model_breaks_none) {
  EXPECT_EQ(broken(Cell()), "");
  EXPECT_EQ(broken(Slot()), "");
}

struct NeverWrites : Cell {
  [[nodiscard]] bool changes_state(const Op&) const { return false; }
};
TEST_F(LawsTest, what_observes_changes_nothing) {
  EXPECT_EQ(broken(NeverWrites()),
            "law 2: changes_state() is false of an operation that changes the state: #0 client 0: "
            "write 1 key 0 -> 0 (answer lost), when it is 0, and then it is 1");
}

struct AllAlike : Cell {
  [[nodiscard]] bool interchangeable(const Op&, const Op&) const { return true; }
  [[nodiscard]] bool changes_state(const Op&) const { return true; }
  [[nodiscard]] std::uint64_t kind_hash(const Op&) const { return 0; }
};
struct AlikeByNumber : Cell {
  [[nodiscard]] bool interchangeable(const Op& a, const Op& b) const {
    return a.number <= b.number;
  }
};
struct AlikeByKind : AllAlike {
  [[nodiscard]] std::uint64_t kind_hash(const Op& op) const {
    return static_cast<std::uint64_t>(op.number);
  }
};
TEST_F(LawsTest, twins_are_alike) {
  EXPECT_EQ(law_broken_by<AllAlike>(), "law 3: interchangeable operations do not do the same");
  EXPECT_EQ(law_broken_by<AlikeByNumber>(),
            "law 3: interchangeable() depends on the order of its arguments");
  EXPECT_EQ(law_broken_by<AlikeByKind>(),
            "law 3: kind_hash() differs for interchangeable operations");
}

struct Counting : Cell {
  bool apply(State& state, const Op& op, unsigned point, unsigned choice) const {
    const bool allowed = Cell::apply(state, op, point, choice);
    state += op.kind == Kind::write ? ++writes : 0;
    return allowed;
  }
  mutable std::int64_t writes = 0;
};
TEST_F(LawsTest, what_is_applied_depends_on_nothing_else) {
  EXPECT_EQ(law_broken_by<Counting>(), "law 1: apply() does something else the second time");
}

struct Forgetful : Cell {
  Forgetful() = default;
  Forgetful(const Forgetful& other) : generation(other.generation + 1) {}
  Forgetful& operator=(const Forgetful&) = delete;
  bool apply(State& state, const Op& op, unsigned point, unsigned choice) const {
    const bool allowed = Cell::apply(state, op, point, choice);
    state += op.kind == Kind::write ? generation : 0;
    return allowed;
  }
  std::int64_t generation = 0;
};
TEST_F(LawsTest, a_copy_knows_what_the_model_knew) {
  EXPECT_EQ(law_broken_by<Forgetful>(), "law 7: a copy of the model does something else");
}

struct Restless : Cell {
  [[nodiscard]] std::uint64_t hash(State) const { return ++hashes; }
  mutable std::uint64_t hashes = 0;
};
TEST_F(LawsTest, equal_states_have_equal_hashes) {
  EXPECT_EQ(broken(Restless()), "hash() differs for equal states: it is 0");
}

struct Hopeless : Slot {
  [[nodiscard]] bool may_become(State, const Op&) const { return false; }
};
struct WithoutSources : Slot {
  void look_ahead(std::span<const Interval<Op>> intervals, Sources& sources) const {
    for (const Interval<Op>& i : intervals) {
      if (i.op.kind == Kind::read && i.known) {
        sources.demand(i.operation);
      }
    }
  }
};
TEST_F(LawsTest, what_is_given_up_has_no_hope) {
  const std::string text =
      "look-ahead: may_become() is false, but without a source the state became what is demanded "
      "by";
  EXPECT_EQ(broken(Hopeless()).substr(0, text.size()), text);
  EXPECT_EQ(broken(WithoutSources()).substr(0, text.size()), text);
}

TEST_F(LawsTest, a_history_of_another_model_is_refused) {
  struct Picky : Cell {
    bool compile(const history::History& history, history::OperationIndex index, bool known,
                 Op& op) const {
      return Cell::compile(history, index, known, op) && op.kind != Kind::read;
    }
  };
  EXPECT_EQ(broken(Picky()), "an operation is not one of the model's: client 9: read 0 key 0 -> 1");
}

}  // namespace
}  // namespace oncelab::check
