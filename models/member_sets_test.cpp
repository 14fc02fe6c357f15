// MemberSets against std::set.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <ranges>
#include <set>
#include <vector>

#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/models/member_sets.hpp>

namespace oncelab::models {
namespace {

using Plain = std::set<std::uint32_t>;

class MemberSetsTest : public testing::Test {
 protected:
  MemberSets::Set set_of(const Plain& plain) {
    MemberSets::Set set = MemberSets::empty;
    for (const std::uint32_t member : plain) {
      set = sets_.with(set, member);
    }
    return set;
  }
  /// Small numbers, or of any size.
  static std::uint32_t any_member(Prng& random) {
    return static_cast<std::uint32_t>(random.below(std::uint64_t{1} << (1 + random.below(32))));
  }

  MemberSets sets_;
};

TEST_F(MemberSetsTest, do_what_sets_do) {
  Prng random(Seed{5});
  Plain plain;
  MemberSets::Set set = MemberSets::empty;
  for (int i = 0; i < 20'000; ++i) {
    const std::uint32_t member = any_member(random);
    ASSERT_EQ(sets_.contains(set, member), plain.contains(member)) << member;
    if (random.chance(1, 2)) {
      set = sets_.with(set, member);
      plain.insert(member);
    } else {
      const std::uint32_t gone = plain.empty() || random.chance(1, 3) ? member : *plain.begin();
      set = sets_.without(set, gone);
      plain.erase(gone);
    }
    if (i % 100 == 0) {
      ASSERT_EQ(sets_.members(set), std::vector(plain.begin(), plain.end()));
    }
  }
}

TEST_F(MemberSetsTest, are_equal_exactly_if_their_members_are) {
  Prng random(Seed{6});
  for (int i = 0; i < 2'000; ++i) {
    Plain wanted;
    for (std::uint64_t n = random.below(6); n > 0; --n) {
      wanted.insert(any_member(random));
    }
    // Another way to the same set: with others that go again.
    const std::uint32_t other = any_member(random);
    MemberSets::Set detour = sets_.with(MemberSets::empty, other);
    for (const std::uint32_t member : std::views::reverse(wanted)) {
      detour = sets_.with(detour, member);
    }
    const MemberSets::Set more = detour;
    detour = wanted.contains(other) ? detour : sets_.without(detour, other);
    ASSERT_EQ(detour, set_of(wanted));
    ASSERT_EQ(more == detour, wanted.contains(other));
    ASSERT_TRUE(sets_.is_subset(detour, more));
    ASSERT_EQ(sets_.is_subset(more, detour), wanted.contains(other));
  }
}

TEST_F(MemberSetsTest, subsets_are_those_that_std_includes_says) {
  Prng random(Seed{7});
  for (int i = 0; i < 5'000; ++i) {
    Plain a;
    Plain b;
    for (std::uint64_t n = random.below(5); n > 0; --n) {
      const std::uint32_t member = any_member(random);
      b.insert(member);
      if (random.chance(5, 6)) {
        a.insert(random.chance(9, 10) ? member : any_member(random));
      }
    }
    ASSERT_EQ(sets_.is_subset(set_of(a), set_of(b)), std::ranges::includes(b, a));
  }
}

TEST_F(MemberSetsTest, a_copy_knows_the_same_sets) {
  const MemberSets::Set set = set_of({1, 70, 5'000'000});
  MemberSets copy = sets_;
  EXPECT_EQ(copy.members(set), (std::vector<std::uint32_t>{1, 70, 5'000'000}));
  EXPECT_EQ(copy.with(copy.without(set, 70), 70), set);
  sets_.clear();
  EXPECT_EQ(sets_.members(MemberSets::empty), std::vector<std::uint32_t>());
}

}  // namespace
}  // namespace oncelab::models
