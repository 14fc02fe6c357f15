#include <gtest/gtest.h>

#include <oncelab/core/layers/api/profile.hpp>

namespace oncelab::api {
namespace {

TEST(api_profiles, are_told_apart_by_name) {
  EXPECT_EQ(profiles().front()->name, "seed");
  EXPECT_EQ(profiles().back()->name, "strict");
}

TEST(api_profiles, seed_covers_every_method) {
  for (const char* method : {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "WHATEVER"}) {
    EXPECT_TRUE(seed_profile.covers(method)) << method;
  }
}

TEST(api_profiles, strict_covers_post_and_patch) {
  EXPECT_TRUE(strict_profile.covers("POST"));
  EXPECT_TRUE(strict_profile.covers("PATCH"));
  for (const char* method : {"GET", "HEAD", "OPTIONS", "PUT", "DELETE", "post", ""}) {
    EXPECT_FALSE(strict_profile.covers(method)) << method;
  }
}

TEST(api_profiles, strict_replays_headers_of_the_result_in_any_case) {
  EXPECT_TRUE(strict_profile.replays_header("content-type"));
  EXPECT_TRUE(strict_profile.replays_header("Location"));
  for (const char* header : {"Set-Cookie", "Date", "WWW-Authenticate", "Connection",
                             "Content-Length", "Idempotent-Replayed"}) {
    EXPECT_FALSE(strict_profile.replays_header(header)) << header;
  }
}

TEST(api_profiles, seed_replays_no_header) {
  EXPECT_FALSE(seed_profile.replays_header("Content-Type"));
}

}  // namespace
}  // namespace oncelab::api
