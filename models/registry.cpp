#include <oncelab/models/registry.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/core/lab/history/whole_integer.hpp>
#include <oncelab/models/api_request.hpp>
#include <oncelab/models/checkers/checker_of.hpp>
#include <oncelab/models/claim_store.hpp>
#include <oncelab/models/counter.hpp>
#include <oncelab/models/inbox.hpp>
#include <oncelab/models/key_value.hpp>
#include <oncelab/models/multi_register.hpp>
#include <oncelab/models/mutex.hpp>
#include <oncelab/models/order.hpp>
#include <oncelab/models/register.hpp>
#include <oncelab/models/sequence.hpp>
#include <oncelab/models/set.hpp>

namespace oncelab::models {
namespace {

constexpr std::string_view partition_none = "none";

using CheckerResult = Result<std::unique_ptr<check::Checker>>;

/// make() has looked at the value of partition_option.
template <class Model>
CheckerResult made(Model model, const Options& options) {
  const auto partition = options.find(std::string(partition_option.name));
  const bool is_whole = partition != options.end() && partition->second == partition_none;
  return checker_of(std::move(model), is_whole ? Partitioned::no : Partitioned::yes);
}

constexpr std::array<OptionInfo, 2> register_options{{
    {"init", "nil | INTEGER | TEXT", "0", "what the register holds at first"},
    {"nil", "unknown | absent", "unknown",
     "a read that answers nil: says nothing, or says that the register holds nil"},
}};

CheckerResult make_register(const Options& options, bool cas) {
  RegisterOptions parsed;
  parsed.cas = cas;
  if (const auto init = options.find("init"); init != options.end()) {
    parsed.init = init->second;
  }
  if (const auto nil = options.find("nil"); nil != options.end()) {
    if (nil->second != "absent" && nil->second != "unknown") {
      return make_error(ErrorKind::usage,
                        "option nil of a register model is unknown or absent, not '" +
                            history::printable(nil->second) + "'");
    }
    parsed.nil_is_absent = nil->second == "absent";
  }
  return made(Register(parsed), options);
}

CheckerResult make_inbox(const Options& options, bool claiming) {
  return made(Inbox(claiming), options);
}

constexpr std::array<OptionInfo, 1> order_options{{
    {"profile", "strict | seed", "strict",
     "what a payment is checked for: all that the domain layer checks, or state and reference "
     "only"},
}};

constexpr std::array<OptionInfo, 1> number_options{{
    {"init", "INTEGER", "0", "what it is at first"},
}};

Result<std::int64_t> init_of(const Options& options, std::string_view model) {
  const auto init = options.find("init");
  if (init == options.end()) {
    return std::int64_t{0};
  }
  const auto number = history::whole_integer(init->second);
  if (!number) {
    return make_error(ErrorKind::usage, "option init of model " + std::string(model) +
                                            " is a whole number, not '" +
                                            history::printable(init->second) + "'");
  }
  return *number;
}

template <class Model>
CheckerResult make_with_init(const Options& options, std::string_view model) {
  const auto init = init_of(options, model);
  if (!init) {
    return init.error();
  }
  return made(Model(*init), options);
}

/// Which of two words an option has; the first if it is not given.
Result<bool> is_second(const Options& options, std::string_view model, const std::string& option,
                       std::string_view first, std::string_view second) {
  const auto given = options.find(option);
  if (given == options.end() || given->second == first) {
    return false;
  }
  if (given->second != second) {
    return make_error(ErrorKind::usage, "option " + option + " of model " + std::string(model) +
                                            " is " + std::string(first) + " or " +
                                            std::string(second) + ", not '" +
                                            history::printable(given->second) + "'");
  }
  return true;
}

CheckerResult make_order(const Options& options) {
  const auto seed = is_second(options, "order", "profile", "strict", "seed");
  if (!seed) {
    return seed.error();
  }
  return made(Order({.strict = !*seed}), options);
}

CheckerResult make_sequence(const Options& options, Sequence::Order order) {
  return made(Sequence(order), options);
}

constexpr std::array<OptionInfo, 1> mutex_options{{
    {"owner", "any | client", "any", "who may release it: anybody, or the client that acquired it"},
}};

constexpr std::array<OptionInfo, 1> priority_options{{
    {"first", "smallest | largest", "smallest", "which is taken out first"},
}};

constexpr std::array<ModelInfo, 15> models{{
    {"api-request",
     "requests under a key: one executes, the others are told so or get its response",
     {},
     [](const Options& options) -> CheckerResult { return made(ApiRequest(), options); }},
    {"cas-register", "a cell per key: read, write, compare-and-set", register_options,
     [](const Options& options) { return make_register(options, true); }},
    {"claim-store",
     "claims on keys with owner tokens and leases: begin, finish, release",
     {},
     [](const Options& options) -> CheckerResult { return made(ClaimStore(), options); }},
    {"counter", "a number per key: add, read", number_options,
     [](const Options& options) { return make_with_init<Counter>(options, "counter"); }},
    {"inbox",
     "a message id is handled once; a delivery meanwhile waits",
     {},
     [](const Options& options) { return make_inbox(options, false); }},
    {"inbox-claiming",
     "a message id is handled once; a delivery meanwhile is told in_flight",
     {},
     [](const Options& options) { return make_inbox(options, true); }},
    {"kv",
     "a text per key: get, put, append",
     {},
     [](const Options& options) -> CheckerResult { return made(KeyValue(), options); }},
    {"multi-register", "several cells, read and written together", number_options,
     [](const Options& options) {
       return make_with_init<MultiRegister>(options, "multi-register");
     }},
    {"mutex", "acquired while it is free, released while it is held", mutex_options,
     [](const Options& options) -> CheckerResult {
       const auto has_owner = is_second(options, "mutex", "owner", "any", "client");
       if (!has_owner) {
         return has_owner.error();
       }
       return made(Mutex(*has_owner), options);
     }},
    {"order", "orders, each paid once; a payment reference pays one order", order_options,
     make_order},
    {"priority-queue", "integers are put in, and the first of them is taken out", priority_options,
     [](const Options& options) -> CheckerResult {
       const auto largest = is_second(options, "priority-queue", "first", "smallest", "largest");
       if (!largest) {
         return largest.error();
       }
       return make_sequence(options,
                            *largest ? Sequence::Order::largest : Sequence::Order::smallest);
     }},
    {"queue",
     "first in, first out",
     {},
     [](const Options& options) { return make_sequence(options, Sequence::Order::fifo); }},
    {"register", "a cell per key: read, write", register_options,
     [](const Options& options) { return make_register(options, false); }},
    {"set",
     "members are added, removed and looked for, each on its own",
     {},
     [](const Options& options) -> CheckerResult { return made(Set(), options); }},
    {"stack",
     "last in, first out",
     {},
     [](const Options& options) { return make_sequence(options, Sequence::Order::lifo); }},
}};

template <class Items>
std::string names(const Items& items) {
  std::string text;
  for (const auto& item : items) {
    text += (text.empty() ? "" : ", ") + std::string(item.name);
  }
  return text;
}

}  // namespace

std::span<const ModelInfo> all() { return models; }

const ModelInfo* find(std::string_view name) {
  const auto found = std::ranges::find(models, name, &ModelInfo::name);
  return found == models.end() ? nullptr : &*found;
}

CheckerResult make(std::string_view name, const Options& options) {
  const ModelInfo* model = find(name);
  if (model == nullptr) {
    return make_error(ErrorKind::unknown_name, "there is no model '" + history::printable(name) +
                                                   "'; there are " + names(models));
  }
  if (const auto known =
          is_second(options, name, std::string(partition_option.name), "key", partition_none);
      !known) {
    return known.error();
  }
  for (const auto& [option, value] : options) {
    if (option != partition_option.name &&
        std::ranges::find(model->options, option, &OptionInfo::name) == model->options.end()) {
      const std::string accepted =
          model->options.empty() ? "it has none" : "it has " + names(model->options);
      return make_error(ErrorKind::usage, "model " + std::string(name) + " has no option '" +
                                              history::printable(option) + "'; " + accepted);
    }
  }
  return model->make(options);
}

Options implied_options(history::Format format, std::string_view model) {
  const bool is_register = model == "register" || model == "cas-register";
  if (format == history::Format::etcd_log && is_register) {
    return {{"init", "nil"}, {"nil", "absent"}};
  }
  return {};
}

}  // namespace oncelab::models
