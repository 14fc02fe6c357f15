// Jepsen's histories in EDN; FORMAT.md part 5.
#include <algorithm>

#include <oncelab/core/lab/history/edn.hpp>
#include <oncelab/core/lab/history/edn_value.hpp>
#include <oncelab/core/lab/history/jepsen_builder.hpp>
#include <oncelab/core/lab/history/readers.hpp>

namespace oncelab::history {
namespace {

constexpr std::size_t members_max = 64;  // of an operation; also bounds the search for duplicates
using Kind = EdnForm::Kind;

class EdnHistory {
 public:
  EdnHistory(LineReader& lines, const ReadOptions& options)
      : lines_(lines),
        limits_(options.limits),
        edn_(lines, edn_limits(options.limits)),
        sink_(options.sink),
        builder_(options.independent, options.sink == nullptr) {}

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
        return end == '\0'
                   ? all()
                   : edn_.error(edn_.place(),
                                "the input ends inside of the history that was opened in line " +
                                    std::to_string(opened_));
      }
      if (end != '\0' && edn_.peek() == end) {
        edn_.take();
        return last();
      }
      if (const auto done = operation(); !done) {
        return done.error();
      }
      if (sink_ != nullptr && !builder_.hand_over(*sink_, lines_.may_wait())) {
        return std::move(builder_.history);
      }
    }
  }

 private:
  static EdnLimits edn_limits(const ReadLimits& limits) {
    EdnLimits edn;
    edn.text_bytes_max = limits.line_bytes_max;
    return edn;
  }

  Result<History> last() {
    const auto more = edn_.skip();
    if (!more) {
      return more.error();
    }
    return *more ? Result<History>(
                       edn_.error(edn_.place(), "the history has ended, but there is more"))
                 : all();
  }

  Result<History> all() {
    if (sink_ != nullptr) {
      builder_.hand_over(*sink_, true);
    }
    return std::move(builder_.history);
  }

  Result<void> operation() {
    const auto form = edn_.form();
    if (!form) {
      return form.error();
    }
    if (auto fits = is_operation(*form); !fits) {
      return fits;
    }
    if (auto room = room_for_event(builder_.history, lines_, limits_); !room) {
      return room;
    }
    const EdnForm& process = *form->find("process");
    if (process.kind == Kind::keyword) {
      note(*form, process.text);
      return {};
    }
    if (process.kind != Kind::integer) {
      return edn_.error(process.place, "the process is neither a number nor a keyword");
    }
    const EdnForm& type = *form->find("type");
    if (type.kind != Kind::keyword || !JepsenBuilder::is_type(type.text)) {
      return edn_.error(type.place,
                        "the :type is not :invoke, :ok, :fail or :info: " + printable(type.text));
    }
    const EdnForm& f = *form->find("f");
    if (f.kind != Kind::keyword && f.kind != Kind::text && f.kind != Kind::word) {
      return edn_.error(f.place, "the :f is not a keyword");
    }
    return event(*form, builder_.clients.number(process.number, builder_.history), type, f);
  }

  Result<void> is_operation(const EdnForm& form) const {
    if (form.kind != Kind::map) {
      return edn_.error(form.place, "not an operation: a map with :process, :type, :f and :value");
    }
    if (form.items.size() > 2 * members_max) {
      return edn_.error(form.place,
                        "an operation has more than " + std::to_string(members_max) + " members");
    }
    for (std::size_t i = 0; i < form.items.size(); i += 2) {
      for (std::size_t j = 0; j < i; j += 2) {
        if (form.items[i].kind == Kind::keyword && form.items[j].kind == Kind::keyword &&
            form.items[i].text == form.items[j].text) {
          return edn_.error(form.items[i].place,
                            "the key :" + printable(form.items[i].text) + " comes twice");
        }
      }
    }
    if (form.find("process") == nullptr || form.find("type") == nullptr ||
        form.find("f") == nullptr) {
      return edn_.error(form.place, "an operation lacks :process, :type or :f");
    }
    return {};
  }

  Result<void> event(const EdnForm& form, ClientId client, const EdnForm& type, const EdnForm& f) {
    const EdnForm* const given_key = form.find("key");
    const EdnForm* const given_value =
        type.text == "invoke" || type.text == "ok" ? form.find("value") : nullptr;
    const auto key = value(given_key);
    if (!key) {
      return key.error();
    }
    const auto in_or_out = value(given_value);
    if (!in_or_out) {
      return in_or_out.error();
    }
    return builder_.add({.client = client,
                         .type = type.text,
                         .f = f.text,
                         .key = *key,
                         .value = *in_or_out,
                         .at = time(form),
                         .place = form.place},
                        [&](Part part, std::string_view what) {
                          const EdnForm* const member = form.find(text(part));
                          return edn_.error(member == nullptr ? form.place : member->place, what);
                        });
  }

  void note(const EdnForm& form, std::string_view who) {
    const EdnForm* const given = form.find("value");
    builder_.note(
        who, form.find("f")->text,
        given == nullptr ? Value::nil() : edn_note(*given, limits_.depth_max, builder_.history),
        time(form));
  }

  Timestamp time(const EdnForm& form) {
    History& history = builder_.history;
    const EdnForm* const given = form.find("time");
    const bool has_time = given != nullptr && given->kind == Kind::integer && given->number >= 0;
    if (history.operations().empty() && has_time) {
      history.set_time_unit(TimeUnit::nanoseconds);
    }
    return history.time_unit() == TimeUnit::nanoseconds && has_time
               ? Timestamp{static_cast<std::uint64_t>(given->number)}
               : Timestamp{history.events().size()};
  }

  Result<Value> value(const EdnForm* form) {
    return form == nullptr ? Result<Value>(Value::nil())
                           : edn_value(*form, limits_.depth_max, lines_, builder_.history);
  }

  LineReader& lines_;
  const ReadLimits& limits_;
  EdnReader edn_;
  EventSink* sink_;
  JepsenBuilder builder_;
  std::uint64_t opened_ = 0;
};

}  // namespace

Result<History> read_edn(LineReader& lines, const ReadOptions& options) {
  return EdnHistory(lines, options).run();
}

}  // namespace oncelab::history
