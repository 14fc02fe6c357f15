// SHA-256 through OpenSSL. Internal to core/lab/case.
#pragma once

#include <string>
#include <string_view>

namespace oncelab::cases {

/// 64 hexadecimal digits.
[[nodiscard]] std::string sha256_text(std::string_view bytes);

}  // namespace oncelab::cases
