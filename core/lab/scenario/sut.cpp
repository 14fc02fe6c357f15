#include <oncelab/core/lab/scenario/sut.hpp>

#include <algorithm>
#include <deque>
#include <utility>

#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::scenario {

namespace {

struct Registry {
  std::deque<Sut> suts;  // a deque: pointers into it stay valid
  std::vector<std::string> problems;
};

// A function-local static: registrations run before main, in any order.
Registry& registry() {
  static Registry all;
  return all;
}

std::string text_or_empty(const char* text) { return text == nullptr ? "" : text; }

}  // namespace

bool is_a_name(std::string_view text) {
  constexpr std::size_t bytes_max = 64;
  return !text.empty() && text.size() <= bytes_max && text.front() != '-' &&
         std::ranges::all_of(text, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '-' || c == '_' || c == '.';
         });
}

bool Sut::has_trait(std::string_view word) const {
  const std::string all = " " + traits + " ";
  return all.find(" " + std::string(word) + " ") != std::string::npos;
}

void register_sut(const SutRegistration& registration) {
  Sut sut{text_or_empty(registration.contract),
          text_or_empty(registration.name),
          text_or_empty(registration.summary),
          text_or_empty(registration.traits),
          registration.holds,
          registration.make};
  if (!is_a_name(sut.name)) {
    registry().problems.push_back("a system under test cannot be called '" +
                                  history::printable(sut.name) +
                                  "': a name has 1 to 64 letters, digits, '-', '_' or '.'");
  } else if (find_sut(sut.contract, sut.name) != nullptr) {
    registry().problems.push_back("two systems under test of the contract " + sut.contract +
                                  " are called '" + sut.name + "'");
  } else {
    registry().suts.push_back(std::move(sut));
  }
}

std::vector<const Sut*> suts_of(std::string_view contract) {
  std::vector<const Sut*> found;
  for (const Sut& sut : registry().suts) {
    if (sut.contract == contract) {
      found.push_back(&sut);
    }
  }
  std::ranges::sort(found, {}, &Sut::name);
  return found;
}

const Sut* find_sut(std::string_view contract, std::string_view name) {
  for (const Sut& sut : registry().suts) {
    if (sut.contract == contract && sut.name == name) {
      return &sut;
    }
  }
  return nullptr;
}

const std::vector<std::string>& registration_problems() { return registry().problems; }

}  // namespace oncelab::scenario
