// Requests and responses as the API layer sees them.
//
// Promises: plain values. `target` is the request target as it came over the wire, path and raw
// query, not decoded. Bodies are bytes. Headers keep their order and their repetitions.
// find_header compares names without regard to ASCII case, as HTTP does, and values not at all.
// Does not promise: that anything is valid HTTP; that is for the server in front.
// Threads: values.
// Complexity: find_header and count_headers are linear in the headers.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace oncelab::api {

struct Header {
  std::string name;
  std::string value;

  friend bool operator==(const Header&, const Header&) = default;
};

using Headers = std::vector<Header>;

struct Request {
  std::string method;
  std::string target;
  Headers headers;
  std::string body;
};

struct Response {
  int status = 200;
  Headers headers;
  std::string body;

  friend bool operator==(const Response&, const Response&) = default;
};

[[nodiscard]] bool same_header_name(std::string_view one, std::string_view other);

/// The value of the first header of that name.
[[nodiscard]] std::optional<std::string_view> find_header(const Headers& headers,
                                                          std::string_view name);

[[nodiscard]] std::size_t count_headers(const Headers& headers, std::string_view name);

}  // namespace oncelab::api
