#include <oncelab/properties/generators/words.hpp>

#include <rapidcheck.h>

#include <algorithm>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/properties/generators/weighted.hpp>

namespace oncelab::properties {

namespace {

/// The first name that no earlier operation has there; the last one of the pool if all are used.
std::string unused_name(const WordsChoice& choice, std::size_t part,
                        const std::vector<Words>& earlier) {
  const auto& names = choice.parts[part].names;
  const auto unused = std::ranges::find_if(names, [&](const std::string& name) {
    return std::ranges::none_of(earlier, [&](const Words& w) { return w[part] == name; });
  });
  return unused == names.end() ? names.back() : *unused;
}

std::string other_name(const PartChoice& part, const std::string& name) {
  std::vector<std::string> others = part.names;
  std::erase(others, name);
  if (others.empty()) {
    return name;
  }
  return others[*weighted(std::vector<unsigned>(others.size(), 1))];
}

// Within rc::gen::exec.
Words next(const WordsChoice& choice, const std::vector<Words>& earlier) {
  const std::size_t fresh = choice.parts.size() + 1;
  std::vector<unsigned> weights = {choice.repeat_weight};
  for (const PartChoice& part : choice.parts) {
    weights.push_back(part.change_weight);
  }
  weights.push_back(choice.fresh_weight);

  const std::size_t relation = earlier.empty() ? fresh : *weighted(weights);
  if (relation == fresh) {
    Words unused;
    for (std::size_t part = 0; part < choice.parts.size(); ++part) {
      unused.push_back(unused_name(choice, part, earlier));
    }
    return unused;
  }
  Words again = earlier[*weighted(std::vector<unsigned>(earlier.size(), 1))];
  if (relation > 0) {
    std::string& changed = again[relation - 1];
    changed = other_name(choice.parts[relation - 1], changed);
  }
  return again;
}

}  // namespace

rc::Gen<std::vector<Words>> words(const WordsChoice& choice, std::size_t count) {
  ONCELAB_ASSERT(std::ranges::none_of(choice.parts,
                                      [](const PartChoice& part) { return part.names.empty(); }));
  return rc::gen::exec([choice, count] {
    std::vector<Words> all;
    for (std::size_t i = 0; i < count; ++i) {
      all.push_back(next(choice, all));
    }
    return all;
  });
}

std::vector<std::string> numbered(const std::string& prefix, std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= count; ++i) {
    names.push_back(prefix + std::to_string(i));
  }
  return names;
}

}  // namespace oncelab::properties
