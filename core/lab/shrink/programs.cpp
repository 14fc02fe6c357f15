#include <oncelab/core/lab/shrink/programs.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace oncelab::shrink {

namespace {

using scenario::Operation;
using scenario::Program;
using Client = std::vector<Operation>;

/// Equal for programs that differ in the order of their clients only.
Program in_order(Program program) {
  std::ranges::sort(program.clients);
  return program;
}

/// For each element 1 + the index of the last one before it that is equal; 0: there is none.
template <class T>
std::vector<std::size_t> equal_before(const std::vector<T>& all) {
  std::vector<std::size_t> before(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::size_t k = i;
    while (k > 0 && !(all[k - 1] == all[i])) {
      --k;
    }
    before[i] = k;
  }
  return before;
}

class Maker {
 public:
  Maker(const Program& whole, std::size_t clients, std::uint32_t candidates_max)
      : whole_(whole), clients_(clients), candidates_max_(candidates_max) {
    seen_.insert(in_order(whole));
    equal_clients_ = equal_before(whole.clients);
    for (const Client& client : whole.clients) {
      equal_operations_.push_back(equal_before(client));
      longest_ = std::max(longest_, client.size());
    }
  }

  SmallerPrograms make() {
    for (std::size_t operations = clients_; operations <= whole_.operations(); ++operations) {
      Program program;
      add_clients(program, 0, operations);
    }
    return std::move(made_);
  }

 private:
  /// Chooses the remaining clients from `from` on, with `operations` operations among them.
  void add_clients(Program& program, std::size_t from, std::size_t operations) {
    const std::size_t missing = clients_ - program.clients.size();
    if (missing == 0) {
      if (operations == 0) {
        add(program);
      }
      return;
    }
    for (std::size_t i = from; i < whole_.clients.size() && !full(); ++i) {
      if (equal_clients_[i] > from) {
        continue;  // the earlier one leaves more to choose from
      }
      const std::size_t others_most = (missing - 1) * longest_;
      const std::size_t least = operations > others_most ? operations - others_most : 1;
      const std::size_t most = std::min(whole_.clients[i].size(), operations - (missing - 1));
      for (std::size_t own = least; own <= most && !full(); ++own) {
        program.clients.emplace_back();
        add_operations(program, i, 0, own, operations - own);
        program.clients.pop_back();
      }
    }
  }

  /// Chooses `own` more operations of client i for the last client of `program`.
  void add_operations(Program& program, std::size_t i, std::size_t from, std::size_t own,
                      std::size_t others) {
    if (own == 0) {
      add_clients(program, i + 1, others);
      return;
    }
    const Client& whole = whole_.clients[i];
    for (std::size_t k = from; k + own <= whole.size() && !full(); ++k) {
      if (equal_operations_[i][k] > from) {
        continue;
      }
      program.clients.back().push_back(whole[k]);
      add_operations(program, i, k + 1, own - 1, others);
      program.clients.back().pop_back();
    }
  }

  void add(const Program& program) {
    ++looked_at_;
    if (seen_.insert(in_order(program)).second) {
      made_.programs.push_back(program);
    }
  }

  // Looking at combinations that are the same program again is limited too.
  bool full() {
    const bool is = made_.programs.size() >= candidates_max_ || looked_at_ >= looks_max;
    made_.all &= !is;
    return is;
  }

  static constexpr std::uint64_t looks_max = 100'000;

  const Program& whole_;
  std::size_t clients_;
  std::uint32_t candidates_max_;
  std::vector<std::size_t> equal_clients_;
  std::vector<std::vector<std::size_t>> equal_operations_;
  std::size_t longest_ = 0;  // operations of one client
  std::set<Program> seen_;
  std::uint64_t looked_at_ = 0;
  SmallerPrograms made_;
};

}  // namespace

SmallerPrograms smaller_programs(const Program& program, std::size_t clients,
                                 std::uint32_t candidates_max) {
  return Maker(program, clients, candidates_max).make();
}

std::vector<Program> one_less(const Program& program) {
  std::vector<Program> made;
  for (std::size_t i = 0; program.clients.size() > 1 && i < program.clients.size(); ++i) {
    Program smaller = program;
    smaller.clients.erase(smaller.clients.begin() + static_cast<std::ptrdiff_t>(i));
    made.push_back(std::move(smaller));
  }
  for (std::size_t i = 0; i < program.clients.size(); ++i) {
    for (std::size_t k = 0; program.clients[i].size() > 1 && k < program.clients[i].size(); ++k) {
      Program smaller = program;
      auto& client = smaller.clients[i];
      client.erase(client.begin() + static_cast<std::ptrdiff_t>(k));
      made.push_back(std::move(smaller));
    }
  }
  return made;
}

}  // namespace oncelab::shrink
