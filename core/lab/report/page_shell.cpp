#include <oncelab/core/lab/report/page_shell.hpp>

#include <openssl/evp.h>

#include <array>
#include <span>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/report/embedded.hpp>
#include <oncelab/core/lab/report/valid_text.hpp>

namespace oncelab::report {

namespace {

struct Replaced {
  std::string_view from, to;
};

/// Replaces each of `all` wherever it stands; none may start with another one.
std::string replace(std::string_view text, std::span<const Replaced> all) {
  std::string result;
  result.reserve(text.size() + text.size() / 8);
  while (!text.empty()) {
    std::size_t used = 1;
    std::string_view written = text.substr(0, 1);
    for (const Replaced& each : all) {
      if (text.starts_with(each.from)) {
        used = each.from.size();
        written = each.to;
        break;
      }
    }
    result += written;
    text.remove_prefix(used);
  }
  return result;
}

/// How many bytes at the start of `text`, valid UTF-8, turn the direction of writing: U+061C,
/// U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069.
std::size_t turning_bytes(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  if (byte(0) == 0xD8 && byte(1) == 0x9C) {
    return 2;
  }
  const auto last = byte(2);
  const bool turns = (byte(1) == 0x80 && (last == 0x8E || last == 0x8F)) ||
                     (byte(1) == 0x80 && last >= 0xAA && last <= 0xAE) ||
                     (byte(1) == 0x81 && last >= 0xA6 && last <= 0xA9);
  return byte(0) == 0xE2 && turns ? 3 : 0;
}

std::string without_turning(std::string_view text) {
  constexpr std::string_view replacement = "\xEF\xBF\xBD";
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t turning = turning_bytes(text);
    result += turning > 0 ? replacement : text.substr(0, 1);
    text.remove_prefix(turning > 0 ? turning : 1);
  }
  return result;
}

std::string escaped(std::string_view text) {
  static constexpr auto special = std::to_array<Replaced>({
      {"&", "&amp;"},
      {"<", "&lt;"},
      {">", "&gt;"},
      {"\"", "&quot;"},
      {"'", "&#39;"},
  });
  return replace(page_text(text), special);
}

/// No text in it can end the element that it stands in, or a line of a script.
std::string embedded_json(std::string_view json) {
  static constexpr auto special = std::to_array<Replaced>({
      {"<", "\\u003c"},
      {"\xE2\x80\xA8", "\\u2028"},
      {"\xE2\x80\xA9", "\\u2029"},
  });
  return replace(json, special);
}

/// A source of a content security policy that allows this text.
std::string hash_source(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  const int done =
      EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr);
  ONCELAB_ASSERT(done == 1 && size == 32);
  std::array<unsigned char, 48> base64{};  // 44 and a zero
  const int length = EVP_EncodeBlock(base64.data(), digest.data(), static_cast<int>(size));
  ONCELAB_ASSERT(length == 44);
  return "'sha256-" + std::string(base64.begin(), base64.begin() + length) + "'";
}

std::string_view class_of(PageHead::Tone tone) {
  switch (tone) {
    case PageHead::Tone::held:
      return "held";
    case PageHead::Tone::violated:
      return "violated";
    case PageHead::Tone::inconclusive:
      return "inconclusive";
    case PageHead::Tone::other:
      break;
  }
  return "other";
}

std::string element(std::string_view start, std::string_view text, std::string_view end) {
  std::string result(start);
  result += escaped(text);
  result += end;
  return result;
}

std::string text_part(const PageHead& head) {
  std::string html = "<header>\n";
  html += element("<h1>", head.title, "</h1>\n");
  html += "<p class=\"verdict ";
  html += class_of(head.tone);
  html += element("\">", head.verdict, "</p>\n");
  if (!head.lines.empty()) {
    html += "<dl class=\"lines\">\n";
    for (const PageHead::Line& line : head.lines) {
      html += element("<dt>", line.label, "</dt>");
      html += line.is_code ? element("<dd><code>", line.text, "</code></dd>\n")
                           : element("<dd>", line.text, "</dd>\n");
    }
    html += "</dl>\n";
  }
  for (const PageHead::Block& block : head.blocks) {
    html += element("<details class=\"block\" open><summary>", block.title, "</summary>");
    html += element("<pre>\n", block.text, "</pre></details>\n");
  }
  return html + "</header>\n";
}

}  // namespace

std::string page_text(std::string_view foreign, std::size_t bytes_max) {
  constexpr std::string_view dots = "...";
  std::string text = without_turning(valid_text(foreign));
  if (bytes_max == 0 || text.size() <= bytes_max) {
    return text;
  }
  std::size_t kept = bytes_max - std::min(bytes_max, dots.size());
  while (kept > 0 && (static_cast<unsigned char>(text[kept]) & 0xC0U) == 0x80U) {
    --kept;  // not in the middle of a character
  }
  text.resize(kept);
  return text += dots;
}

std::string html_page(const PageHead& head, std::string_view data_json) {
  const auto files = page_files();
  ONCELAB_ASSERT(files.size() == 2);
  const std::string_view style = files[0].text;
  const std::string_view script = files[1].text;
  std::string html =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src ";
  html += hash_source(style);
  html += "; script-src ";
  html += hash_source(script);
  html +=
      "; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n";
  html += element("<title>", head.title, "</title>\n");
  html += "<style>";
  html += style;
  html += "</style>\n</head>\n<body>\n";
  html += text_part(head);
  html +=
      "<main id=\"app\"><noscript><p class=\"note\">The drawing needs JavaScript; what the verdict "
      "is and why stands above.</p></noscript></main>\n"
      "<script type=\"application/json\" id=\"data\">";
  html += embedded_json(data_json);
  html += "</script>\n<script>";
  html += script;
  html += "</script>\n</body>\n</html>\n";
  return html;
}

}  // namespace oncelab::report
