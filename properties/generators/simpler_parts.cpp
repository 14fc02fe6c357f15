#include <oncelab/properties/generators/simpler_parts.hpp>

#include <algorithm>
#include <tuple>
#include <utility>

namespace oncelab::properties {

namespace {

using scenario::Operation;
using scenario::Program;

/// Is name `a` simpler than `b`?
bool comes_before(const Part& part, const std::string& a, const std::string& b) {
  const auto rank = [&](const std::string& name) {
    const auto rung = std::ranges::find(part.ladder, name) - part.ladder.begin();
    return std::tuple<std::ptrdiff_t, std::size_t, const std::string&>(rung, name.size(), name);
  };
  return rank(a) < rank(b);
}

/// The names in use, simplest first.
std::vector<std::string> names_in(const Program& program, const Part& part) {
  std::vector<std::string> names;
  for (const auto& client : program.clients) {
    for (const Operation& operation : client) {
      const auto name = part.get(operation);
      if (name && std::ranges::find(names, *name) == names.end()) {
        names.push_back(*name);
      }
    }
  }
  std::ranges::sort(names, [&](const auto& a, const auto& b) { return comes_before(part, a, b); });
  return names;
}

struct Renaming {
  std::string from, to;
};

/// Simplest names to come to first; among these, those that have the longest way to go.
std::vector<Renaming> renamings(const Program& program, const Part& part) {
  const std::vector<std::string> used = names_in(program, part);
  std::vector<std::string> targets = used;
  const auto unused = std::ranges::find_if(part.ladder, [&](const std::string& name) {
    return std::ranges::find(used, name) == used.end();
  });
  if (unused != part.ladder.end()) {
    targets.push_back(*unused);
    std::ranges::sort(targets,
                      [&](const auto& a, const auto& b) { return comes_before(part, a, b); });
  }
  std::vector<Renaming> made;
  for (const std::string& to : targets) {
    for (auto from = used.rbegin(); from != used.rend() && comes_before(part, to, *from); ++from) {
      made.push_back({*from, to});
    }
  }
  return made;
}

class Maker {
 public:
  explicit Maker(const Program& program) : program_(program) {}

  void rename_all(const Part& part, const Renaming& renaming) {
    Program renamed = program_;
    for (auto& client : renamed.clients) {
      for (Operation& operation : client) {
        if (part.get(operation) == renaming.from) {
          operation = part.with(operation, renaming.to);
        }
      }
    }
    add(std::move(renamed));
  }

  void rename_each(const Part& part, const Renaming& renaming) {
    for (std::size_t i = 0; i < program_.clients.size(); ++i) {
      for (std::size_t k = 0; k < program_.clients[i].size(); ++k) {
        const Operation& operation = program_.clients[i][k];
        if (part.get(operation) == renaming.from) {
          Program renamed = program_;
          renamed.clients[i][k] = part.with(operation, renaming.to);
          add(std::move(renamed));
        }
      }
    }
  }

  [[nodiscard]] std::vector<Program> take() { return std::move(made_); }

 private:
  void add(Program program) {
    if (std::ranges::find(made_, program) == made_.end()) {
      made_.push_back(std::move(program));
    }
  }

  const Program& program_;
  std::vector<Program> made_;
};

/// An operation without its names.
Operation bare(const Operation& operation, const std::vector<Part>& parts) {
  Operation stripped = operation;
  for (const Part& part : parts) {
    if (part.get(stripped)) {
      stripped = part.with(stripped, "-");
    }
  }
  return stripped;
}

}  // namespace

std::vector<Program> simpler_programs(const Program& program, const std::vector<Part>& parts) {
  Maker maker(program);
  for (const Part& part : parts) {
    for (const Renaming& renaming : renamings(program, part)) {
      maker.rename_all(part, renaming);
    }
  }
  for (const Part& part : parts) {
    for (const Renaming& renaming : renamings(program, part)) {
      maker.rename_each(part, renaming);
    }
  }
  return maker.take();
}

bool is_simpler(const Program& a, const Program& b, const std::vector<Part>& parts) {
  if (a == b || a.clients.size() != b.clients.size()) {
    return false;
  }
  const auto not_worse = [&](const Operation& x, const Operation& y) {
    return bare(x, parts) == bare(y, parts) && std::ranges::none_of(parts, [&](const Part& part) {
             const auto name_x = part.get(x);
             const auto name_y = part.get(y);
             return name_x.has_value() != name_y.has_value() ||
                    (name_x && comes_before(part, *name_y, *name_x));
           });
  };
  return std::ranges::equal(a.clients, b.clients, [&](const auto& x, const auto& y) {
    return std::ranges::equal(x, y, not_worse);
  });
}

Part key_part(std::vector<std::string> ladder) {
  Part part;
  part.ladder = std::move(ladder);
  part.get = [](const Operation& o) { return o.key.empty() ? std::nullopt : std::optional(o.key); };
  part.with = [](const Operation& o, const std::string& key) {
    return Operation{o.f, key, o.input};
  };
  return part;
}

}  // namespace oncelab::properties
