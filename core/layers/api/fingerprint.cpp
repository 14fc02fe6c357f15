#include <openssl/evp.h>

#include <array>
#include <climits>
#include <cstdint>
#include <memory>
#include <new>
#include <oncelab/core/layers/api/fingerprint.hpp>
#include <ranges>
#include <span>
#include <stdexcept>

namespace oncelab::api {

namespace {

constexpr std::string_view prefix = "sha256/1:";

void require(int openssl_result) {
  if (openssl_result != 1) {
    throw std::runtime_error("OpenSSL cannot compute SHA-256 here");
  }
}

class Sha256 {
 public:
  Sha256() {
    if (context_ == nullptr) {
      throw std::bad_alloc();
    }
    require(EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr));
  }

  void add_part(std::string_view part) {
    std::array<unsigned char, sizeof(std::uint64_t)> length{};
    auto rest = static_cast<std::uint64_t>(part.size());
    for (unsigned char& byte : std::views::reverse(length)) {
      byte = static_cast<unsigned char>(rest);
      rest >>= CHAR_BIT;
    }
    require(EVP_DigestUpdate(context_.get(), length.data(), length.size()));
    require(EVP_DigestUpdate(context_.get(), part.data(), part.size()));
  }

  [[nodiscard]] std::array<unsigned char, 32> finish() {
    std::array<unsigned char, 32> digest{};
    require(EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr));
    return digest;
  }

 private:
  struct Free {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };

  std::unique_ptr<EVP_MD_CTX, Free> context_{EVP_MD_CTX_new()};
};

void append_hexadecimal(std::string& text, std::span<const unsigned char> bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  for (const unsigned char byte : bytes) {
    text += digits[byte >> 4U];
    text += digits[byte & 0xFU];
  }
}

int hexadecimal_digit(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  const char upper = c >= 'a' && c <= 'f' ? static_cast<char>(c - 'a' + 'A') : c;
  return upper >= 'A' && upper <= 'F' ? upper - 'A' + 10 : -1;
}

/// `%2F` becomes `/`; what is not an escape stays as it is.
std::string decoded(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const bool has_escape = text.size() > 2 && text[0] == '%' && hexadecimal_digit(text[1]) >= 0 &&
                            hexadecimal_digit(text[2]) >= 0;
    if (has_escape) {
      result += static_cast<char>(hexadecimal_digit(text[1]) * 16 + hexadecimal_digit(text[2]));
      text.remove_prefix(3);
    } else {
      result += text[0];
      text.remove_prefix(1);
    }
  }
  return result;
}

}  // namespace

Fingerprint fingerprint_of(const FingerprintParts& parts) {
  Sha256 digest;
  digest.add_part(parts.method);
  digest.add_part(parts.target);
  digest.add_part(parts.body);
  Fingerprint fingerprint{std::string(prefix)};
  append_hexadecimal(fingerprint.text, digest.finish());
  return fingerprint;
}

Fingerprint fingerprint_of(const Request& request, const Profile& profile) {
  std::string_view target = request.target;
  switch (profile.target) {
    case TargetPart::path_and_query:
      return fingerprint_of({request.method, target, request.body});
    case TargetPart::decoded_path:
      break;
  }
  target = target.substr(0, target.find('?'));
  return fingerprint_of({request.method, decoded(target), request.body});
}

}  // namespace oncelab::api
