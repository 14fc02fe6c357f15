// Jepsen's histories in EDN; FORMAT.md part 5.
#include <oncelab/core/lab/history/edn.hpp>
#include <oncelab/core/lab/history/jepsen_builder.hpp>
#include <oncelab/core/lab/history/readers.hpp>

namespace oncelab::history {
namespace {

constexpr std::size_t parts_max = 1'000'000;  // of one operation
using Kind = EdnForm::Kind;

class EdnHistory {
 public:
  EdnHistory(LineReader& lines, const ReadLimits& limits)
      : lines_(lines), limits_(limits), edn_(lines, limits.depth_max + 2, parts_max) {}

  Result<History> run() {
    auto more = edn_.skip();
    if (!more) {
      return more.error();
    }
    char end = '\0';
    if (*more && (edn_.peek() == '[' || edn_.peek() == '(')) {
      end = edn_.peek() == '[' ? ']' : ')';
      opened_ = lines_.line_number();
      edn_.take();
    }
    for (;;) {
      more = edn_.skip();
      if (!more) {
        return more.error();
      }
      if (!*more) {
        return end == '\0' ? Result<History>(std::move(builder_.history))
                           : edn_.error(
                                 "the input ends inside of the history that was opened in "
                                 "line " +
                                 std::to_string(opened_));
      }
      if (end != '\0' && edn_.peek() == end) {
        edn_.take();
        return last();
      }
      if (const auto done = operation(); !done) {
        return done.error();
      }
    }
  }

 private:
  Result<History> last() {
    const auto more = edn_.skip();
    if (!more) {
      return more.error();
    }
    return *more ? Result<History>(edn_.error("the history has ended, but there is more"))
                 : std::move(builder_.history);
  }

  Result<void> operation() {
    const auto form = edn_.form();
    if (!form) {
      return form.error();
    }
    if (form->kind != Kind::map) {
      return edn_.error("not an operation: a map with :process, :type, :f and :value");
    }
    History& history = builder_.history;
    if (history.events().size() >= limits_.events_max) {
      return too_many_events(lines_, limits_);
    }
    const EdnForm* const process = form->find("process");
    const EdnForm* const type = form->find("type");
    const EdnForm* const f = form->find("f");
    if (process == nullptr || type == nullptr || f == nullptr || type->kind != Kind::keyword) {
      return edn_.error("an operation lacks :process, :type (a keyword) or :f");
    }
    if (process->kind == Kind::keyword) {
      return {};  // the nemesis
    }
    if (process->kind != Kind::integer) {
      return edn_.error("the process is neither a number nor a keyword");
    }
    if (f->kind != Kind::keyword && f->kind != Kind::text && f->kind != Kind::word) {
      return edn_.error("the :f is not a keyword");
    }
    return event(*form, builder_.clients.number(process->number, history), type->text, f->text);
  }

  Result<void> event(const EdnForm& form, ClientId client, std::string_view type,
                     std::string_view f) {
    History& history = builder_.history;
    if (type != "invoke" && type != "ok" && type != "fail" && type != "info") {
      return edn_.error("the :type is not :invoke, :ok, :fail or :info: " + printable(type));
    }
    const Timestamp at = time(form);
    const EdnForm* const given_key = form.find("key");
    const EdnForm* const given_value = form.find("value");
    const Value key = given_key == nullptr ? Value::nil() : value(*given_key);
    if (type == "invoke") {
      return builder_.invoke(
          client, f, key, given_value == nullptr ? Value::nil() : value(*given_value), at, lines_);
    }
    const auto open = builder_.open(client, f, lines_);
    if (!open) {
      return open.error();
    }
    if (!key.is_nil() && !(key == history.operation(*open).key)) {
      return edn_.error("the key is not the one of the call");
    }
    if (type == "fail" || type == "info") {
      builder_.close(*open, type == "fail" ? Outcome::fail : Outcome::unknown, {}, at);
      return {};
    }
    builder_.close(*open, Outcome::ok, given_value == nullptr ? Value::nil() : value(*given_value),
                   at);
    return {};
  }

  Timestamp time(const EdnForm& form) {
    History& history = builder_.history;
    const EdnForm* const given = form.find("time");
    const bool has_time = given != nullptr && given->kind == Kind::integer && given->number >= 0;
    if (history.events().empty() && has_time) {
      history.set_time_unit(TimeUnit::nanoseconds);
    }
    return history.time_unit() == TimeUnit::nanoseconds && has_time
               ? Timestamp{static_cast<std::uint64_t>(given->number)}
               : Timestamp{history.events().size()};
  }

  // EdnReader has limited the depth.
  Value value(const EdnForm& form) {  // NOLINT(misc-no-recursion)
    History& history = builder_.history;
    switch (form.kind) {
      case Kind::nil:
        return Value::nil();
      case Kind::boolean:
        return Value::symbol(history.intern(form.number != 0 ? "true" : "false"));
      case Kind::integer:
        return Value::integer(form.number);
      case Kind::text:
      case Kind::keyword:
      case Kind::word:
        return Value::symbol(history.intern(form.text));
      case Kind::list:
      case Kind::map:
        break;
    }
    std::vector<Value> items;
    for (const EdnForm& item : form.items) {
      items.push_back(value(item));
    }
    return history.list(items);
  }

  LineReader& lines_;
  const ReadLimits& limits_;
  EdnReader edn_;
  JepsenBuilder builder_;
  std::uint64_t opened_ = 0;
};

}  // namespace

Result<History> read_edn(LineReader& lines, const ReadLimits& limits) {
  return EdnHistory(lines, limits).run();
}

}  // namespace oncelab::history
