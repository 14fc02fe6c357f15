#include <algorithm>
#include <oncelab/core/layers/api/message.hpp>
#include <oncelab/core/layers/api/profile.hpp>

namespace oncelab::api {

using namespace std::chrono_literals;

namespace {

constexpr std::array<std::string_view, 2> methods_that_change_something = {"POST", "PATCH"};

// What describes the body or says where the result is. Never what belongs to one exchange or one
// caller: cookies, dates, challenges, anything about the connection.
constexpr std::array<std::string_view, 7> headers_of_the_result = {
    "Content-Type", "Content-Encoding", "Content-Location", "ETag", "Last-Modified",
    "Link",         "Location"};

}  // namespace

constinit const Profile seed_profile = {
    .name = "seed",
    .methods = {},
    .key_grammar = KeyGrammar::any_text,
    .target = TargetPart::decoded_path,
    .lease = std::nullopt,
    .replayed_headers = {},
    .problem_form = ProblemForm::plain_text,
    .removes_marker_of_handler = false,
};

constinit const Profile strict_profile = {
    .name = "strict",
    .methods = methods_that_change_something,
    .key_grammar = KeyGrammar::printable_ascii,
    .target = TargetPart::path_and_query,
    .lease = 60s,
    .replayed_headers = headers_of_the_result,
    .problem_form = ProblemForm::problem_json,
    .removes_marker_of_handler = true,
};

std::array<const Profile*, 2> profiles() { return {&seed_profile, &strict_profile}; }

bool Profile::covers(std::string_view method) const {
  return methods.empty() || std::ranges::find(methods, method) != methods.end();
}

bool Profile::replays_header(std::string_view header_name) const {
  return std::ranges::any_of(replayed_headers, [&](std::string_view replayed) {
    return same_header_name(replayed, header_name);
  });
}

}  // namespace oncelab::api
