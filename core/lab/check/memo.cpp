#include <oncelab/core/lab/check/memo.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace oncelab::check {

namespace {

using history::Value;

constexpr std::size_t slots_least = 1'024;

// The parts of a history that a checker looks at, as numbers.
class Content {
 public:
  void read(const history::History& history) {
    words_.clear();
    for (const history::Event& e : history.events()) {
      if (e.kind == history::EventKind::call) {
        const history::Operation& o = history.operation(e.operation);
        words_.push_back(std::uint64_t{history::raw(o.f)} << 32U | raw(o.client) << 1U);
        add(history, o.key);
        add(history, o.input);
      } else if (e.kind == history::EventKind::returned) {
        const history::Operation& o = history.operation(e.operation);
        words_.push_back(std::uint64_t{history::raw(e.operation)} << 32U |
                         static_cast<std::uint64_t>(o.outcome) << 1U | 1U);
        add(history, o.output);
      }
    }
  }
  [[nodiscard]] std::span<const std::uint64_t> words() const { return words_; }
  [[nodiscard]] std::uint64_t hash() const {
    std::uint64_t h = words_.size();
    for (const std::uint64_t word : words_) {
      h = (h ^ word) * 0x9E3779B97F4A7C15ULL;
      h ^= h >> 29U;
    }
    return h;
  }

 private:
  void add(const history::History& history, const Value& value) {
    const auto kind = static_cast<std::uint64_t>(value.kind);
    if (value.is_list()) {
      const auto items = history.items(value);
      words_.push_back(std::uint64_t{items.size()} << 32U | kind);
      for (const Value& item : items) {
        add(history, item);
      }
      return;
    }
    words_.push_back(std::uint64_t{value.index} << 32U | kind);
    if (value.is_integer() || value.is_pair()) {
      words_.push_back(static_cast<std::uint64_t>(value.first));
      words_.push_back(static_cast<std::uint64_t>(value.second));
    }
  }

  std::vector<std::uint64_t> words_;
};

class Memo final : public Checker {
 public:
  Memo(std::unique_ptr<Checker> checker, std::size_t bytes_max)
      : checker_(std::move(checker)), bytes_max_(bytes_max) {
    forget();
  }

  [[nodiscard]] std::string_view model_name() const override { return checker_->model_name(); }
  [[nodiscard]] Result<void> accepts(const history::History& history) override {
    return checker_->accepts(history);
  }
  [[nodiscard]] Explanation explain(const history::History& history) override {
    checker_->set_budget(budget());
    return checker_->explain(history);
  }

  [[nodiscard]] CheckResult check(const history::History& history) override {
    checker_->set_budget(budget());
    content_.read(history);
    if (vocabulary_ != history.vocabulary()) {  // the same numbers may mean something else
      vocabulary_ = history.vocabulary();
      forget();
    }
    const std::uint64_t hash = content_.hash();
    std::size_t slot = hash & (slots_.size() - 1);
    for (; slots_[slot].result != 0; slot = (slot + 1) & (slots_.size() - 1)) {
      if (slots_[slot].hash == hash && std::ranges::equal(known(slots_[slot]), content_.words())) {
        return results_[slots_[slot].result - 1];
      }
    }
    CheckResult result = checker_->check(history);
    if (result.verdict == Verdict::held) {
      remember(hash, result);
    }
    return result;
  }

 private:
  struct Slot {
    std::uint64_t hash = 0;
    std::uint32_t begin = 0;
    std::uint32_t size = 0;
    std::uint32_t result = 0;  // 0: free
  };

  [[nodiscard]] std::span<const std::uint64_t> known(const Slot& slot) const {
    return std::span(words_).subspan(slot.begin, slot.size);
  }

  void forget() {
    slots_.assign(slots_least, {});
    words_.clear();
    results_.clear();
  }

  void remember(std::uint64_t hash, const CheckResult& result) {
    const std::size_t bytes = (words_.size() + content_.words().size()) * sizeof(std::uint64_t) +
                              results_.size() * sizeof(CheckResult) + slots_.size() * sizeof(Slot);
    if (bytes > bytes_max_) {
      forget();
    } else if ((results_.size() + 1) * 2 > slots_.size()) {
      grow();
    }
    const auto begin = static_cast<std::uint32_t>(words_.size());
    words_.insert(words_.end(), content_.words().begin(), content_.words().end());
    results_.push_back(result);
    place({hash, begin, static_cast<std::uint32_t>(content_.words().size()),
           static_cast<std::uint32_t>(results_.size())});
  }

  void place(const Slot& known) {
    std::size_t slot = known.hash & (slots_.size() - 1);
    while (slots_[slot].result != 0) {
      slot = (slot + 1) & (slots_.size() - 1);
    }
    slots_[slot] = known;
  }

  void grow() {
    const std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(slots_.size() * 2));
    for (const Slot& slot : before) {
      if (slot.result != 0) {
        place(slot);
      }
    }
  }

  std::unique_ptr<Checker> checker_;
  std::size_t bytes_max_;
  Content content_;
  std::uint64_t vocabulary_ = 0;
  std::vector<Slot> slots_;  // a power of two
  std::vector<std::uint64_t> words_;
  std::vector<CheckResult> results_;
};

}  // namespace

std::unique_ptr<Checker> with_memo(std::unique_ptr<Checker> checker, std::size_t bytes_max) {
  return std::make_unique<Memo>(std::move(checker), bytes_max);
}

}  // namespace oncelab::check
