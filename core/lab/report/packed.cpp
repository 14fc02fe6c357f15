#include <oncelab/core/lab/report/packed.hpp>

#include <openssl/evp.h>
#include <zlib.h>

#include <limits>
#include <vector>

#include <oncelab/core/lab/base/assert.hpp>

namespace oncelab::report {

namespace {

std::vector<unsigned char> deflated(std::string_view text) {
  uLongf size = compressBound(text.size());
  std::vector<unsigned char> bytes(size);
  const int done =
      compress2(bytes.data(), &size, reinterpret_cast<const unsigned char*>(text.data()),
                text.size(), Z_BEST_COMPRESSION);
  ONCELAB_ASSERT(done == Z_OK);
  bytes.resize(size);
  return bytes;
}

}  // namespace

std::string packed(std::string_view text) {
  const std::vector<unsigned char> bytes = deflated(text);
  ONCELAB_ASSERT(bytes.size() < std::numeric_limits<int>::max() / 2);
  std::vector<unsigned char> base64((bytes.size() + 2) / 3 * 4 + 1);  // and a zero
  const int length = EVP_EncodeBlock(base64.data(), bytes.data(), static_cast<int>(bytes.size()));
  return {base64.begin(), base64.begin() + length};
}

}  // namespace oncelab::report
