#include <oncelab/core/lab/case/case_file.hpp>

namespace oncelab::cases {

namespace {

class Hash {
 public:
  void add(std::uint64_t x) {
    value_ = (value_ ^ (x + 0x9E3779B97F4A7C15ULL)) * 0xBF58476D1CE4E5B9ULL;
    value_ ^= value_ >> 31U;
  }
  void add(std::string_view text) {
    add(text.size());
    for (const char c : text) {
      add(static_cast<unsigned char>(c));
    }
  }
  // Symbols by their texts: their numbers depend on what was interned before this run.
  void add(const history::History& history, const history::Value& value) {
    add(static_cast<std::uint64_t>(value.kind));
    if (value.is_symbol()) {
      add(history.text(history::Symbol{value.index}));
    } else if (value.is_list()) {
      const auto items = history.items(value);
      add(items.size());
      for (const history::Value& item : items) {
        add(history, item);
      }
    } else {
      add(static_cast<std::uint64_t>(value.first));
      add(static_cast<std::uint64_t>(value.second));
    }
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0x13198A2E03707344ULL;
};

}  // namespace

std::uint64_t history_hash(const history::History& history) {
  Hash hash;
  for (const history::Event& e : history.events()) {
    hash.add(static_cast<std::uint64_t>(e.kind));
    hash.add(static_cast<std::uint64_t>(e.outcome));
    hash.add(raw(e.client));
    hash.add(raw(e.at));
    switch (e.kind) {
      case history::EventKind::call: {
        const history::Operation& o = history.operation(e.operation);
        hash.add(raw(e.operation));
        hash.add(history.text(o.f));
        hash.add(history, o.key);
        hash.add(history, o.input);
        break;
      }
      case history::EventKind::returned:
        hash.add(raw(e.operation));
        hash.add(history, history.operation(e.operation).output);
        break;
      case history::EventKind::effect:
        hash.add(history.text(e.label));
        hash.add(history, e.value);
        break;
      case history::EventKind::crash:
      case history::EventKind::restart:
        hash.add(raw(e.process));
        break;
      case history::EventKind::clock_step:
        hash.add(history, e.value);
        break;
    }
  }
  return hash.value();
}

}  // namespace oncelab::cases
