#include <oncelab/core/lab/schedule/step_values.hpp>

#include <algorithm>

#include <oncelab/core/lab/schedule/archive.hpp>

namespace oncelab::schedule {

unsigned StepValues::choose(std::size_t call, unsigned options) {
  if (call == values_.size()) {
    values_.push_back({static_cast<std::uint8_t>(options), 0});
  }
  return std::min<unsigned>(values_[call].taken, options - 1);
}

bool StepValues::next() {
  while (!values_.empty()) {
    Value& last = values_.back();
    if (last.taken + 1 < last.options) {
      ++last.taken;
      return true;
    }
    values_.pop_back();
  }
  return false;
}

bool StepValues::has_next() const {
  return std::ranges::any_of(values_, [](const Value& v) { return v.taken + 1 < v.options; });
}

std::uint32_t StepValues::code() const {
  std::uint32_t code = 0;
  for (const Value& v : values_) {
    code = code * 256 + v.taken + 1;
  }
  return code;
}

void StepValues::exchange(Archive& archive) {
  constexpr std::uint64_t byte_max = 0xFF;
  archive.list(values_, byte_max, [&](Value& value) {
    archive.number(value.options, byte_max);
    archive.number(value.taken, byte_max);
  });
}

}  // namespace oncelab::schedule
