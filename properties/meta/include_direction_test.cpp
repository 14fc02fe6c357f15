#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <oncelab/properties/meta/include_direction.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace oncelab::meta {

// Printed by GoogleTest when the tree breaks the rule.
static void PrintTo(const Objection& objection, std::ostream* out) {
  *out << '\n' << objection.file << ':' << objection.line << ": " << objection.reason;
}

namespace {

namespace fs = std::filesystem;

TEST(include_direction, the_tree_keeps_the_rule) {
  EXPECT_EQ(find_objections(ONCELAB_SOURCE_DIR), std::vector<Objection>{});
}

bool may_include(std::string_view file, std::string_view header) {
  return !objection_to(file, "#include <oncelab/" + std::string(header) + ">").has_value();
}

TEST(include_direction, the_outside_project_sees_what_a_user_sees) {
  const std::string file = "properties/conformance/outside/my.cpp";
  EXPECT_FALSE(objection_to(file, "#include \"my.hpp\""));
  EXPECT_FALSE(objection_to(file, "#include <oncelab/lab.hpp>"));
  EXPECT_FALSE(objection_to(file, "#include <oncelab/model.hpp>"));
  EXPECT_TRUE(objection_to(file, "#include <oncelab/core/lab/runtime/runtime.hpp>"));
  EXPECT_TRUE(objection_to("properties/conformance/suite.cpp", "#include \"suite.hpp\""));
}

TEST(include_direction, layers_carry_stores_and_stores_carry_http) {
  EXPECT_TRUE(may_include("core/stores/memory/x.cpp", "core/layers/messaging/inbox.hpp"));
  EXPECT_TRUE(may_include("core/http/x.cpp", "core/stores/memory/x.hpp"));
  EXPECT_TRUE(may_include("core/http/x.cpp", "core/layers/api/x.hpp"));
  EXPECT_FALSE(may_include("core/layers/messaging/x.cpp", "core/stores/memory/x.hpp"));
  EXPECT_FALSE(may_include("core/stores/memory/x.cpp", "core/http/x.hpp"));
}

TEST(include_direction, the_lab_stands_alone) {
  EXPECT_TRUE(may_include("core/lab/check/x.cpp", "core/lab/base/ids.hpp"));
  for (const std::string_view header :
       {"core/layers/x.hpp", "core/stores/x.hpp", "core/http/x.hpp", "models/x.hpp",
        "properties/x.hpp", "stress/x.hpp", "core/labels/x.hpp"}) {
    EXPECT_FALSE(may_include("core/lab/check/x_test.cpp", header)) << header;
  }
  for (const std::string_view file :
       {"core/layers/x.cpp", "core/stores/x.cpp", "core/http/x.cpp"}) {
    EXPECT_FALSE(may_include(file, "core/lab/base/ids.hpp")) << file;
  }
}

TEST(include_direction, core_carries_models_carry_properties_carry_stress) {
  EXPECT_TRUE(may_include("models/x.cpp", "core/lab/check/x.hpp"));
  EXPECT_TRUE(may_include("properties/scenarios/x.cpp", "models/inbox.hpp"));
  EXPECT_TRUE(may_include("properties/scenarios/x.cpp", "core/stores/memory/x.hpp"));
  EXPECT_TRUE(may_include("stress/bench/x.cpp", "properties/scenarios/x.hpp"));
  EXPECT_FALSE(may_include("models/x.cpp", "properties/scenarios/x.hpp"));
  EXPECT_FALSE(may_include("properties/scenarios/x.cpp", "stress/bench/x.hpp"));
  EXPECT_FALSE(may_include("core/stores/memory/x.cpp", "models/inbox.hpp"));
}

TEST(include_direction, the_umbrella_is_for_those_who_may_see_all_of_it) {
  EXPECT_TRUE(may_include("properties/scenarios/x.cpp", "lab.hpp"));
  EXPECT_TRUE(may_include("stress/threads/x.cpp", "lab.hpp"));
  EXPECT_FALSE(may_include("models/x.cpp", "lab.hpp"));
  EXPECT_FALSE(may_include("core/lab/cli/x.cpp", "lab.hpp"));
}

TEST(include_direction, nothing_includes_ci_or_leaves_the_tree) {
  EXPECT_FALSE(may_include("stress/bench/x.cpp", "ci/x.hpp"));
  EXPECT_FALSE(may_include("core/lab/base/x.cpp", "core/lab/../layers/x.hpp"));
}

TEST(include_direction, reads_every_way_to_write_an_include) {
  constexpr std::string_view file = "core/lab/base/x.cpp";
  EXPECT_TRUE(objection_to(file, "  #  include  <oncelab/models/x.hpp>  // why"));
  EXPECT_TRUE(objection_to(file, "#include<oncelab/models/x.hpp>"));
  EXPECT_TRUE(objection_to(file, "#include_next <oncelab/models/x.hpp>"));
  EXPECT_TRUE(objection_to(file, "#include \"ids.hpp\""));
  EXPECT_TRUE(objection_to(file, "#include HEADER"));
  EXPECT_FALSE(objection_to(file, "#include <vector>"));
  EXPECT_FALSE(objection_to(file, "#include <boost/json.hpp>"));
  EXPECT_FALSE(objection_to(file, "#define X <oncelab/models/x.hpp>"));
  EXPECT_FALSE(objection_to(file, "int include = 0;"));
}

/// A tree of its own, removed at the end of the test.
class include_direction_of_a_tree : public testing::Test {
 protected:
  void SetUp() override {
    for (const std::string_view folder : {"core", "models", "properties", "stress"}) {
      fs::create_directories(root / folder);
    }
  }
  void TearDown() override { fs::remove_all(root); }

  void write(const fs::path& file, std::string_view text) const {
    fs::create_directories((root / file).parent_path());
    std::ofstream(root / file) << text;
  }

  const fs::path root =
      fs::temp_directory_path() / ("oncelab_include_direction_" + std::to_string(::getpid()));
};

TEST_F(include_direction_of_a_tree, a_good_tree_has_no_objections) {
  write("core/layers/messaging/inbox.hpp", "#pragma once\n");
  write("models/inbox.cpp", "#include <oncelab/core/layers/messaging/inbox.hpp>\n");
  write("core/lab/README.md", "#include <oncelab/stress/x.hpp>\n");
  EXPECT_TRUE(find_objections(root).empty());
}

TEST_F(include_direction_of_a_tree, an_edge_that_goes_up_is_found_with_its_line) {
  write("core/lab/check/deep/checker.hpp", "#pragma once\n\n#include <oncelab/models/x.hpp>");
  const auto objections = find_objections(root);
  ASSERT_EQ(objections.size(), 1U);
  EXPECT_EQ(objections[0].file, "core/lab/check/deep/checker.hpp");
  EXPECT_EQ(objections[0].line, 3U);
  EXPECT_EQ(objections[0].reason, "core/lab must not include <oncelab/models/x.hpp>");
}

TEST_F(include_direction_of_a_tree, a_file_in_no_known_part_is_found) {
  write("core/misc/x.cpp", "int x = 0;\n");
  write("core/y.hpp", "int y = 0;\n");
  EXPECT_EQ(find_objections(root).size(), 2U);
}

TEST_F(include_direction_of_a_tree, a_tree_without_sources_is_not_a_pass) {
  fs::remove_all(root / "stress");
  ASSERT_EQ(find_objections(root).size(), 1U);
  EXPECT_EQ(find_objections(root)[0].reason, "holds no source file");
}

}  // namespace
}  // namespace oncelab::meta
