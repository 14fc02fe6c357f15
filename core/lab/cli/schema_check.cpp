#include <oncelab/core/lab/cli/schema_check.hpp>

#include <regex.h>

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <cmath>
#include <map>
#include <stdexcept>

namespace oncelab::cli {

namespace json = boost::json;

namespace {

struct Problem : std::runtime_error {
  using std::runtime_error::runtime_error;
};

bool has_type(const json::value& value, std::string_view type) {
  if (type == "integer") {
    return value.is_int64() || value.is_uint64();
  }
  return (type == "object" && value.is_object()) || (type == "array" && value.is_array()) ||
         (type == "string" && value.is_string()) || (type == "boolean" && value.is_bool()) ||
         (type == "null" && value.is_null()) || (type == "number" && value.is_number());
}

std::size_t characters(const json::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// The patterns that our schemas have mean the same to POSIX.
bool matches(const char* text, const char* pattern) {
  regex_t compiled;
  if (regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB) != 0) {
    throw Problem(std::string("the schema has a pattern that is none: ") + pattern);
  }
  const bool found = regexec(&compiled, text, 0, nullptr, 0) == 0;
  regfree(&compiled);
  return found;
}

class Validator {
 public:
  explicit Validator(const json::value& root) : root_(root) {}

  void check(const json::value& value, const json::value& schema, const std::string& path) {
    for (const auto& [keyword, argument] : schema.as_object()) {
      const auto known = keywords().find(std::string(keyword));
      if (known == keywords().end()) {
        throw Problem(path + ": the schema has an unknown keyword " + std::string(keyword));
      }
      if (known->second != nullptr) {
        at_ = {&value, &schema.as_object(), path};
        (this->*known->second)(argument);
      }
    }
  }

 private:
  struct At {
    const json::value* value = nullptr;
    const json::object* schema = nullptr;
    std::string path;
  };
  using Keyword = void (Validator::*)(const json::value&);

  static const std::map<std::string, Keyword>& keywords() {
    static const std::map<std::string, Keyword> all = {
        {"$schema", nullptr},
        {"$id", nullptr},
        {"$defs", nullptr},
        {"title", nullptr},
        {"description", nullptr},
        {"$ref", &Validator::ref},
        {"type", &Validator::type},
        {"const", &Validator::const_},
        {"enum", &Validator::enum_},
        {"anyOf", &Validator::any_of},
        {"required", &Validator::required},
        {"properties", &Validator::properties},
        {"additionalProperties", &Validator::additional},
        {"items", &Validator::items},
        {"minItems", &Validator::min_items},
        {"maxItems", &Validator::max_items},
        {"minimum", &Validator::minimum},
        {"maximum", &Validator::maximum},
        {"maxLength", &Validator::max_length},
        {"pattern", &Validator::pattern}};
    return all;
  }

  static void demand(bool condition, const At& at, const std::string& what) {
    if (!condition) {
      throw Problem(at.path + ": " + what + ": " + json::serialize(*at.value).substr(0, 100));
    }
  }

  void ref(const json::value& argument) {
    const std::string_view target = argument.as_string();
    constexpr std::string_view prefix = "#/$defs/";
    const At at = at_;
    demand(target.starts_with(prefix), at, "the schema has a reference elsewhere");
    check(*at.value, root_.at("$defs").at(target.substr(prefix.size())), at.path);
  }
  void type(const json::value& argument) {
    const bool fits = argument.is_string()
                          ? has_type(*at_.value, argument.as_string())
                          : std::ranges::any_of(argument.as_array(), [&](const json::value& t) {
                              return has_type(*at_.value, t.as_string());
                            });
    demand(fits, at_, "is not of type " + json::serialize(argument));
  }
  void const_(const json::value& argument) {
    demand(*at_.value == argument, at_, "is not " + json::serialize(argument));
  }
  void enum_(const json::value& argument) {
    demand(std::ranges::find(argument.as_array(), *at_.value) != argument.as_array().end(), at_,
           "is none of those allowed");
  }
  void any_of(const json::value& argument) {
    const At at = at_;
    std::string reasons;
    for (const json::value& schema : argument.as_array()) {
      try {
        return check(*at.value, schema, at.path);
      } catch (const Problem& problem) {
        reasons += std::string(" / ") + problem.what();
      }
    }
    demand(false, at, "fits none of several" + reasons);
  }
  void required(const json::value& argument) {
    for (const json::value& name : argument.as_array()) {
      demand(!at_.value->is_object() || at_.value->as_object().contains(name.as_string()), at_,
             "has no " + json::serialize(name));
    }
  }
  void properties(const json::value& argument) {
    const At at = at_;
    if (!at.value->is_object()) {
      return;
    }
    for (const auto& [name, member] : at.value->as_object()) {
      if (const json::value* schema = argument.as_object().if_contains(name)) {
        check(member, *schema, at.path + "." + std::string(name));
      }
    }
  }
  void additional(const json::value& argument) {
    const At at = at_;
    if (!at.value->is_object()) {
      return;
    }
    const json::value* properties = at.schema->if_contains("properties");
    for (const auto& [name, member] : at.value->as_object()) {
      if (properties != nullptr && properties->as_object().contains(name)) {
        continue;
      }
      demand(argument.is_object(), at, "has a member too many, " + std::string(name));
      check(member, argument, at.path + "." + std::string(name));
    }
  }
  void items(const json::value& argument) {
    const At at = at_;
    if (!at.value->is_array()) {
      return;
    }
    std::size_t i = 0;
    for (const json::value& item : at.value->as_array()) {
      check(item, argument, at.path + "[" + std::to_string(i++) + "]");
    }
  }
  void min_items(const json::value& argument) {
    demand(
        !at_.value->is_array() || at_.value->as_array().size() >= argument.to_number<std::size_t>(),
        at_, "has too few items");
  }
  void max_items(const json::value& argument) {
    demand(
        !at_.value->is_array() || at_.value->as_array().size() <= argument.to_number<std::size_t>(),
        at_, "has too many items");
  }
  void minimum(const json::value& argument) {
    demand(
        !at_.value->is_number() || at_.value->to_number<double>() >= argument.to_number<double>(),
        at_, "is too small");
  }
  void maximum(const json::value& argument) {
    demand(
        !at_.value->is_number() || at_.value->to_number<double>() <= argument.to_number<double>(),
        at_, "is too large");
  }
  void max_length(const json::value& argument) {
    demand(!at_.value->is_string() ||
               characters(at_.value->as_string()) <= argument.to_number<std::size_t>(),
           at_, "is too long");
  }
  void pattern(const json::value& argument) {
    demand(!at_.value->is_string() ||
               matches(at_.value->as_string().c_str(), argument.as_string().c_str()),
           at_, "does not match " + json::serialize(argument));
  }

  const json::value& root_;
  At at_;
};

}  // namespace

std::optional<std::string> schema_problem(const json::value& value, const json::value& schema) {
  try {
    Validator(schema).check(value, schema, "$");
  } catch (const std::exception& problem) {
    return problem.what();
  }
  return std::nullopt;
}

}  // namespace oncelab::cli
