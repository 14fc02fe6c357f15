#include <oncelab/core/lab/report/page_texts.hpp>

#include <utility>

#include <oncelab/core/lab/report/page_shell.hpp>

namespace oncelab::report {

std::uint32_t PageTexts::number(std::string_view text) {
  const auto [found, is_new] =
      numbers_.try_emplace(page_text(text, bytes_max), static_cast<std::uint32_t>(numbers_.size()));
  if (is_new) {
    new_.emplace_back(found->first);
  }
  return found->second;
}

boost::json::array PageTexts::take_new() { return std::exchange(new_, {}); }

}  // namespace oncelab::report
