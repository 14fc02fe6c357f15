#include <oncelab/core/lab/history/content_hash.hpp>

namespace oncelab::history {

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
  void add(const History& history, const Value& value) {
    add(static_cast<std::uint64_t>(value.kind));
    if (value.is_symbol()) {
      add(history.text(Symbol{value.index}));
    } else if (value.is_list()) {
      const auto items = history.items(value);
      add(items.size());
      for (const Value& item : items) {
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

std::uint64_t content_hash(const History& history) {
  Hash hash;
  for (const Event& e : history.events()) {
    hash.add(static_cast<std::uint64_t>(e.kind));
    hash.add(static_cast<std::uint64_t>(e.outcome));
    hash.add(raw(e.client));
    hash.add(raw(e.at));
    switch (e.kind) {
      case EventKind::call: {
        const Operation& o = history.operation(e.operation);
        hash.add(raw(e.operation));
        hash.add(history.text(o.f));
        hash.add(history, o.key);
        hash.add(history, o.input);
        break;
      }
      case EventKind::returned:
        hash.add(raw(e.operation));
        hash.add(history, history.operation(e.operation).output);
        break;
      case EventKind::effect:
      case EventKind::note:
        hash.add(history.text(e.label));
        hash.add(history, e.value);
        break;
      case EventKind::crash:
      case EventKind::restart:
        hash.add(raw(e.process));
        break;
      case EventKind::clock_step:
        hash.add(history, e.value);
        break;
    }
  }
  return hash.value();
}

}  // namespace oncelab::history
