#include <oncelab/core/lab/history/edn_value.hpp>

#include <algorithm>
#include <compare>
#include <span>
#include <string>
#include <vector>

namespace oncelab::history {
namespace {

using Kind = EdnForm::Kind;

/// By content: the numbers of symbols and lists depend on what came before in the file.
class Order {
 public:
  explicit Order(const History& history) : history_(history) {}

  // Depth is limited where values are made.
  // NOLINTNEXTLINE(misc-no-recursion)
  [[nodiscard]] std::strong_ordering compare(const Value& a, const Value& b) const {
    if (a.is_list() || b.is_list() || a.kind != b.kind) {
      if (rank(a) != rank(b)) {
        return rank(a) <=> rank(b);
      }
      return compare_items(a, b);
    }
    return a.is_symbol() ? history_.text(Symbol{a.index}) <=> history_.text(Symbol{b.index})
                         : a <=> b;
  }

 private:
  static int rank(const Value& value) {
    return value.is_nil() ? 0 : value.is_integer() ? 1 : value.is_symbol() ? 2 : 3;
  }

  // NOLINTNEXTLINE(misc-no-recursion)
  [[nodiscard]] std::strong_ordering compare_items(const Value& a, const Value& b) const {
    const std::vector<Value> x = items(a);
    const std::vector<Value> y = items(b);
    for (std::size_t i = 0; i < x.size() && i < y.size(); ++i) {
      if (const auto order = compare(x[i], y[i]); order != std::strong_ordering::equal) {
        return order;
      }
    }
    return x.size() <=> y.size();
  }

  [[nodiscard]] std::vector<Value> items(const Value& value) const {
    if (value.is_pair()) {
      return {Value::integer(value.first), Value::integer(value.second)};
    }
    const auto items = history_.items(value);
    return {items.begin(), items.end()};
  }

  const History& history_;
};

/// `width` values at a time: 1 of a set, 2 of a map.
void sort_by(std::size_t width, const History& history, std::vector<Value>& items) {
  std::vector<std::span<const Value>> entries;
  const std::vector<Value> before = items;
  for (std::size_t i = 0; i + width <= before.size(); i += width) {
    entries.emplace_back(before.data() + i, width);
  }
  const Order order(history);
  std::ranges::sort(entries, [&](const auto& a, const auto& b) {
    const auto first = order.compare(a[0], b[0]);
    return first != std::strong_ordering::equal
               ? first == std::strong_ordering::less
               : order.compare(a[width - 1], b[width - 1]) == std::strong_ordering::less;
  });
  items.clear();
  for (const auto& entry : entries) {
    items.insert(items.end(), entry.begin(), entry.end());
  }
}

/// Nothing: lists are nested too deep, the first at `too_deep`.
class Conversion {
 public:
  Conversion(std::size_t depth_max, History& history) : depth_max_(depth_max), history_(history) {}

  const EdnForm* too_deep = nullptr;

  // NOLINTNEXTLINE(misc-no-recursion)
  Value value(const EdnForm& form, std::size_t depth) {
    switch (form.kind) {
      case Kind::nil:
        return Value::nil();
      case Kind::boolean:
        return symbol(form.number != 0 ? "true" : "false");
      case Kind::integer:
        return Value::integer(form.number);
      case Kind::text:
      case Kind::keyword:
      case Kind::word:
        return symbol(form.text);
      case Kind::list:
      case Kind::set:
      case Kind::map:
        break;
    }
    if (depth == depth_max_) {
      too_deep = too_deep == nullptr ? &form : too_deep;
      return symbol("...");
    }
    std::vector<Value> items;
    items.reserve(form.items.size());
    for (const EdnForm& item : form.items) {
      items.push_back(value(item, depth + 1));
    }
    if (form.kind != Kind::list) {
      sort_by(form.kind == Kind::map ? 2 : 1, history_, items);
    }
    return history_.list(items);
  }

 private:
  Value symbol(std::string_view text) { return Value::symbol(history_.intern(text)); }

  std::size_t depth_max_;
  History& history_;
};

}  // namespace

Result<Value> edn_value(const EdnForm& form, std::size_t depth_max, const LineReader& lines,
                        History& history) {
  Conversion conversion(depth_max, history);
  const Value value = conversion.value(form, 0);
  if (conversion.too_deep != nullptr) {
    return lines.error(conversion.too_deep->place,
                       "lists are nested deeper than " + std::to_string(depth_max));
  }
  return value;
}

Value edn_note(const EdnForm& form, std::size_t depth_max, History& history) {
  return Conversion(depth_max, history).value(form, 0);
}

}  // namespace oncelab::history
