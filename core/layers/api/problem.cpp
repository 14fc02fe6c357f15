#include <algorithm>
#include <oncelab/core/layers/api/problem.hpp>
#include <string>

namespace oncelab::api {

namespace {

std::string_view title_of(Problem problem) {
  switch (problem) {
    case Problem::key_reused:
      return "idempotency key reused with different request";
    case Problem::in_flight:
      return "idempotent request already in flight";
    case Problem::empty_key:
      return "idempotency key is empty";
    case Problem::key_too_long:
      return "idempotency key is longer than 255 bytes";
    case Problem::key_malformed:
      return "idempotency key holds more than printable ASCII";
    case Problem::repeated_key:
      return "more than one idempotency key";
    case Problem::store_unavailable:
      return "idempotency store unavailable";
  }
  return {};
}

bool passes_with_time(Problem problem) {
  return problem == Problem::in_flight || problem == Problem::store_unavailable;
}

std::string whole_seconds(Millis time) {
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(time).count();
  return std::to_string(std::max(seconds, decltype(seconds){1}));
}

Response plain_text(Problem problem) {
  return {.status = status_of(problem),
          .headers = {{"Content-Type", "text/plain; charset=utf-8"},
                      {"X-Content-Type-Options", "nosniff"}},
          .body = std::string(title_of(problem)) + "\n"};
}

/// Nothing in it comes from the request, so nothing needs escaping.
Response problem_json(Problem problem, Millis retry_after) {
  const int status = status_of(problem);
  Response response{
      .status = status, .headers = {{"Content-Type", "application/problem+json"}}, .body = {}};
  response.body.append(R"({"title":")")
      .append(title_of(problem))
      .append(R"(","status":)")
      .append(std::to_string(status))
      .append(R"(,"code":")")
      .append(code_of(problem))
      .append(R"("})");
  if (passes_with_time(problem)) {
    response.headers.push_back({"Retry-After", whole_seconds(retry_after)});
  }
  return response;
}

}  // namespace

std::string_view code_of(Problem problem) {
  switch (problem) {
    case Problem::key_reused:
      return "key_reused";
    case Problem::in_flight:
      return "in_flight";
    case Problem::empty_key:
      return "empty_key";
    case Problem::key_too_long:
      return "key_too_long";
    case Problem::key_malformed:
      return "key_malformed";
    case Problem::repeated_key:
      return "repeated_key";
    case Problem::store_unavailable:
      return "store_unavailable";
  }
  return {};
}

int status_of(Problem problem) {
  switch (problem) {
    case Problem::key_reused:
    case Problem::in_flight:
      return 409;
    case Problem::empty_key:
    case Problem::key_too_long:
    case Problem::key_malformed:
    case Problem::repeated_key:
      return 400;
    case Problem::store_unavailable:
      break;
  }
  return 503;
}

Response response_to(Problem problem, ProblemForm form, Millis retry_after) {
  return form == ProblemForm::plain_text ? plain_text(problem) : problem_json(problem, retry_after);
}

}  // namespace oncelab::api
