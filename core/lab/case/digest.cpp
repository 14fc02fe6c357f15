#include <oncelab/core/lab/case/digest.hpp>

#include <openssl/evp.h>

#include <array>

#include <oncelab/core/lab/base/assert.hpp>

namespace oncelab::cases {

std::string sha256_text(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  const int done =
      EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr);
  ONCELAB_ASSERT(done == 1);
  std::string text;
  for (unsigned i = 0; i < size; ++i) {
    text += digits[digest[i] >> 4U];
    text += digits[digest[i] & 15U];
  }
  return text;
}

}  // namespace oncelab::cases
