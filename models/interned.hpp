// Interned: contents of any size as small numbers, equal exactly when the contents are.
//
// For models whose state does not fit into a few bytes: the State is the number, and every change
// of it looks the new content up. Numbers are given in order of first use and never taken back
// before clear(); a copy has the same numbers. Threads: one at a time. Complexity: a look-up hashes
// the content; bytes(), an estimate, is constant time.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <unordered_map>

namespace oncelab::models {

template <class Content, class Hash = std::hash<Content>>
class Interned {
 public:
  Interned() = default;
  Interned(const Interned& other) { *this = other; }
  Interned(Interned&&) noexcept = default;  // the nodes that contents_ names move along
  Interned& operator=(Interned&&) noexcept = default;
  Interned& operator=(const Interned& other) {
    if (this != &other) {
      clear();
      for (const Content* content : other.contents_) {
        number_of(*content);
      }
    }
    return *this;
  }
  ~Interned() = default;

  std::uint32_t number_of(const Content& content) {
    const auto [known, is_new] = numbers_.try_emplace(content, 0);
    if (is_new) {
      known->second = static_cast<std::uint32_t>(contents_.size());
      contents_.push_back(&known->first);
      bytes_ += overhead_bytes + content.size() * sizeof(typename Content::value_type);
    }
    return known->second;
  }
  [[nodiscard]] const Content& content(std::uint32_t number) const { return *contents_[number]; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  void clear() {
    bytes_ = 0;
    contents_.clear();
    numbers_.clear();
  }

 private:
  static constexpr std::uint64_t overhead_bytes = 3 * sizeof(void*) + sizeof(Content) + 16;

  std::uint64_t bytes_ = 0;
  std::unordered_map<Content, std::uint32_t, Hash> numbers_;
  std::deque<const Content*> contents_;  // keys of a node-based table stay where they are
};

}  // namespace oncelab::models
