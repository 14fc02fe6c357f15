// Instrumented code of a user: std, Boost headers, and OpenSSL (a library that is not instrumented)
// called inside a run.
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <boost/algorithm/string.hpp>
#include <boost/container/flat_map.hpp>
#include <mutex>
#include <string>
#include <thread>

namespace {

std::string digest(const std::string& text) {
  unsigned char out[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  EVP_MD_CTX* const context = EVP_MD_CTX_new();
  EVP_DigestInit_ex(context, EVP_sha256(), nullptr);
  EVP_DigestUpdate(context, text.data(), text.size());
  EVP_DigestFinal_ex(context, out, &size);
  EVP_MD_CTX_free(context);
  return {reinterpret_cast<const char*>(out), size};
}

}  // namespace

// Number of different digests among those of both threads: 2.
extern "C" int user_program() {
  std::mutex m;
  boost::container::flat_map<std::string, int> seen;
  auto work = [&](const std::string& text) {
    for (int i = 0; i < 2; ++i) {
      unsigned char noise[8];
      RAND_bytes(noise, sizeof noise);  // not used: must not make runs differ either
      const std::string d = digest(boost::algorithm::to_upper_copy(text));
      const std::lock_guard hold(m);
      ++seen[d];
    }
  };
  std::thread a([&] { work("a"); });
  std::thread b([&] { work("b"); });
  a.join();
  b.join();
  return static_cast<int>(seen.size());
}
