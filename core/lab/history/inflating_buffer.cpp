#include <oncelab/core/lab/history/inflating_buffer.hpp>

#define ZLIB_CONST
#include <zlib.h>

#include <algorithm>
#include <new>
#include <span>
#include <string_view>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/history/read_some.hpp>

namespace oncelab::history {
namespace {

constexpr std::string_view gzip_begins = "\x1f\x8b";
constexpr int gzip_only = 16 + MAX_WBITS;  // of inflateInit2

}  // namespace

class InflatingBuffer::Inflater {
 public:
  Inflater() {
    // It reports nothing but a lack of memory; a wrong version of zlib is a broken build.
    const int begun = inflateInit2(&stream, gzip_only);
    if (begun == Z_MEM_ERROR) {
      throw std::bad_alloc();
    }
    ONCELAB_ASSERT(begun == Z_OK);
  }
  ~Inflater() { inflateEnd(&stream); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  z_stream stream{};
  bool in_member = true;  // else: between two members, or after the last
};

InflatingBuffer::InflatingBuffer(std::istream& source, std::uint64_t inflated_bytes_max)
    : source_(source), inflated_bytes_max_(inflated_bytes_max), in_(buffer_bytes) {}

InflatingBuffer::~InflatingBuffer() = default;

InflatingBuffer::int_type InflatingBuffer::underflow() {
  if (gptr() < egptr()) {
    return traits_type::to_int_type(*gptr());
  }
  if (failure_) {
    return traits_type::eof();
  }
  if (kind_ == Kind::unknown) {
    kind_ = first_bytes().starts_with(gzip_begins) ? Kind::gzip : Kind::plain;
    if (kind_ == Kind::gzip) {
      inflater_ = std::make_unique<Inflater>();
      inflater_->stream.next_in = reinterpret_cast<const Bytef*>(eback());
      inflater_->stream.avail_in = static_cast<uInt>(egptr() - eback());
      out_.resize(buffer_bytes);
    }
  } else if (kind_ == Kind::plain) {
    fill_source();
  }
  if (kind_ == Kind::gzip) {
    const std::size_t length = inflate();
    setg(out_.data(), out_.data(), out_.data() + length);
  }
  return gptr() == egptr() ? traits_type::eof() : traits_type::to_int_type(*gptr());
}

/// As many as tell what it is: a pipe may hand out the first one alone.
std::string_view InflatingBuffer::first_bytes() {
  const auto bytes = [this] {
    return std::string_view(eback(), static_cast<std::size_t>(egptr() - eback()));
  };
  while (fill_source(bytes().size()) && bytes().size() < gzip_begins.size()) {
  }
  return bytes();
}

bool InflatingBuffer::fill_source(std::size_t kept) {
  const std::size_t length = read_some(source_, std::span(in_).subspan(kept));
  source_bytes_ += length;
  setg(in_.data(), in_.data(), in_.data() + kept + length);
  if (source_.bad()) {
    failure_ = "cannot be read beyond byte " + std::to_string(source_bytes_);
  }
  return length > 0;
}

/// As much as fits, but at least something, unless it is the end.
std::size_t InflatingBuffer::inflate() {
  z_stream& stream = inflater_->stream;
  stream.next_out = reinterpret_cast<Bytef*>(out_.data());
  stream.avail_out = static_cast<uInt>(out_.size());
  const auto length = [&] { return out_.size() - stream.avail_out; };
  while (length() == 0 && !failure_) {
    if (stream.avail_in == 0) {
      const bool more = fill_source();
      stream.next_in = reinterpret_cast<const Bytef*>(in_.data());
      stream.avail_in = static_cast<uInt>(egptr() - eback());
      if (failure_) {
        break;
      }
      if (!more) {
        if (inflater_->in_member) {
          fail("the gzip data is cut off: it ends");
        }
        break;
      }
    }
    if (!inflater_->in_member) {
      const Bytef* const end = stream.next_in + stream.avail_in;
      const Bytef* const next = std::find_if(stream.next_in, end, [](Bytef b) { return b != 0; });
      stream.avail_in = static_cast<uInt>(end - next);
      stream.next_in = next;
      if (stream.avail_in == 0) {
        continue;  // padding
      }
      inflateReset(&stream);
      inflater_->in_member = true;
    }
    const int done = ::inflate(&stream, Z_NO_FLUSH);
    if (done == Z_MEM_ERROR) {
      throw std::bad_alloc();
    }
    if (done == Z_STREAM_END) {
      inflater_->in_member = false;
    } else if (done != Z_OK && done != Z_BUF_ERROR) {
      fail(std::string("the gzip data is corrupt (") +
           (stream.msg == nullptr ? "it needs a dictionary" : stream.msg) + ")");
    }
  }
  inflated_bytes_ += length();
  if (!failure_ && inflated_bytes_ > inflated_bytes_max_) {
    fail("the gzip data inflates to more than " + std::to_string(inflated_bytes_max_) + " bytes");
    return 0;
  }
  return length();
}

void InflatingBuffer::fail(const std::string& what) {
  failure_ =
      what + " at byte " + std::to_string(source_bytes_ - inflater_->stream.avail_in) + " of it";
}

}  // namespace oncelab::history
