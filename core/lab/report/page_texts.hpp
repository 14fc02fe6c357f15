// PageTexts: the texts of a page's data, each once; columns name them by number.
//
// Number 0 is the empty text. Texts are made fit to be shown (page_text) and cut. Threads: values
// only. Cost: one hash look-up. No errors.
#pragma once

#include <boost/json/array.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace oncelab::report {

class PageTexts {
 public:
  static constexpr std::size_t bytes_max = 160;  // of one text

  PageTexts() { (void)number(""); }

  [[nodiscard]] std::uint32_t number(std::string_view text);
  /// The texts that were added since the last call: a reader puts them after those before.
  [[nodiscard]] boost::json::array take_new();

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
  boost::json::array new_;
};

}  // namespace oncelab::report
