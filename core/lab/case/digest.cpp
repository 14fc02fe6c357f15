#include <oncelab/core/lab/case/digest.hpp>

#include <openssl/evp.h>

#include <array>
#include <cstdint>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/report/json_text.hpp>

namespace oncelab::cases {

std::string sha256_text(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  const int done =
      EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr);
  ONCELAB_ASSERT(done == 1 && size == 32);
  std::string text;
  std::uint64_t word = 0;
  for (unsigned i = 0; i < size; ++i) {
    word = word << 8U | digest[i];
    if (i % 8 == 7) {
      text += report::hex_text(word);
    }
  }
  return text;
}

}  // namespace oncelab::cases
