// A key within its scope: what a claim is made on.
//
// Two callers who happen to choose the same key must never see each other's responses. The scope
// says whose key it is (an account, an account and a route); the store only ever sees the two
// together.
//
// Promises: two ClaimKeys are equal exactly if both scope and key are, byte for byte: the scope is
// written with its length before it, so that no choice of scope and key imitates another pair. Any
// bytes may occur in both, and both may be empty.
// Threads: a value.
#pragma once

#include <string>
#include <string_view>

namespace oncelab::api {

class ClaimKey {
 public:
  ClaimKey(std::string_view scope, std::string_view key)
      : text_(std::to_string(scope.size()).append(":").append(scope).append(key)) {}

  /// One text for both, for stores that have one column.
  [[nodiscard]] const std::string& text() const { return text_; }

  friend bool operator==(const ClaimKey&, const ClaimKey&) = default;

 private:
  std::string text_;
};

}  // namespace oncelab::api
