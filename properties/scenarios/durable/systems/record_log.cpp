#include <oncelab/properties/scenarios/durable/systems/record_log.hpp>

#include <charconv>
#include <cstdint>

namespace oncelab::properties {

namespace {

constexpr std::size_t digits = 8;

std::uint32_t checksum(std::string_view text) {  // FNV-1a
  std::uint32_t hash = 0x811C9DC5U;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193U;
  }
  return hash;
}

std::string line_of(std::string_view record) {
  char hex[digits + 1] = "00000000";
  char text[digits];
  const auto end = std::to_chars(text, text + digits, checksum(record), 16).ptr;
  const auto length = static_cast<std::size_t>(end - text);
  std::string_view(text, length).copy(hex + digits - length, length);
  return std::string(hex, digits) + ' ' + std::string(record) + '\n';
}

std::string contents(const DiskPorts& disk, const char* file) {
  std::string text;
  char part[256];
  while (const std::size_t n = disk.read(disk.disk, file, text.size(), part, sizeof part)) {
    text.append(part, n);
    if (n < sizeof part) {
      break;
    }
  }
  return text;
}

}  // namespace

RecordLog::RecordLog(const DiskPorts& disk, const char* file) : disk_(disk), file_(file) {
  const std::string text = contents(disk, file);
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', size_)) {
    const std::string_view line = std::string_view(text).substr(size_, end + 1 - size_);
    if (line.size() < digits + 2 ||
        line != line_of(line.substr(digits + 1, line.size() - digits - 2))) {
      break;
    }
    records_.emplace_back(line.substr(digits + 1, line.size() - digits - 2));
    size_ = end + 1;
  }
  has_rest_ = size_ < text.size();
}

DiskOutcome RecordLog::cut() {
  const DiskOutcome outcome = disk_.truncate(disk_.disk, file_, size_);
  has_rest_ = outcome != DiskOutcome::ok;
  return outcome;
}

DiskOutcome RecordLog::write(std::string_view record) {
  if (has_rest_ && cut() != DiskOutcome::ok) {
    return DiskOutcome::no_space;  // the record was not written
  }
  const std::string line = line_of(record);
  const DiskOutcome outcome = disk_.append(disk_.disk, file_, line.data(), line.size());
  if (outcome == DiskOutcome::ok) {
    size_ += line.size();
  }
  has_rest_ = outcome == DiskOutcome::in_doubt;
  return outcome;
}

DiskOutcome RecordLog::append(std::string_view record) {
  const std::size_t before = size_;
  DiskOutcome outcome = write(record);
  if (outcome == DiskOutcome::ok) {
    outcome = disk_.sync(disk_.disk, file_);
    if (outcome != DiskOutcome::ok) {
      size_ = before;
      has_rest_ = true;
    }
  }
  return outcome;
}

}  // namespace oncelab::properties
