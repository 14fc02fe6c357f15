#include <oncelab/models/monitors/stack_monitor.hpp>

namespace oncelab::models {

bool StackMonitor::holds(std::span<const Lifetime> values, std::span<const Stretch> nothings,
                         std::uint32_t end) {
  if (!nothing_fits_(values, nothings, end)) {
    return false;
  }
  collect(values, end);
  cut_first();
  return take_apart();
}

/// Values with cores, and the ends of these in order.
void StackMonitor::collect(std::span<const Lifetime> values, std::uint32_t end) {
  cored_.clear();
  owner_at_.assign(end + std::size_t{1}, 0);
  for (const Lifetime& life : values) {
    if (life.put.ret < life.take.call) {
      cored_.push_back({life.put, life.take, 0, 0});
      owner_at_[life.put.ret] = static_cast<std::uint32_t>(cored_.size());
      if (life.take.call < end) {
        owner_at_[life.take.call] = static_cast<std::uint32_t>(cored_.size());
      }
    }
  }
  owner_of_.clear();
  for (std::uint32_t position = 0; position < end; ++position) {
    if (const std::uint32_t owner = owner_at_[position]; owner != 0) {
      Cored& cored = cored_[owner - 1];
      (position == cored.put.ret ? cored.begin : cored.end) =
          static_cast<std::uint32_t>(owner_of_.size());
      owner_of_.push_back(owner - 1);
    }
  }
  for (std::uint32_t i = 0; i < cored_.size(); ++i) {  // those that stay end last
    if (cored_[i].take.call == end) {
      cored_[i].end = static_cast<std::uint32_t>(owner_of_.size());
      owner_of_.push_back(i);
    }
  }
}

void StackMonitor::cut_first() {
  counts_.assign(owner_of_.size(), 0);
  pieces_.clear();
  std::uint32_t cores = 0;
  std::uint32_t begin = 0;
  for (std::uint32_t gap = 0; gap < counts_.size(); ++gap) {
    const bool begins = cored_[owner_of_[gap]].begin == gap;
    cores = begins ? cores + 1 : cores - 1;
    counts_[gap] = cores;
    if (cores == 0) {
      pieces_.push_back({begin, gap});
      begin = gap + 1;
    }
  }
  cover_.build(counts_);
  is_out_.assign(cored_.size(), false);
  roots_built_ = false;
}

bool StackMonitor::take_apart() {
  while (!pieces_.empty()) {
    Piece piece = pieces_.back();
    pieces_.pop_back();
    const std::uint32_t root = root_of(piece);
    if (root == StabbedPairs::none) {
      return false;
    }
    is_out_[root] = true;
    if (roots_built_) {
      roots_.take_out(root);
    }
    const auto add_piece = [&](std::uint32_t end) {
      if (piece.begin < end) {
        pieces_.push_back({piece.begin, end});
      }
    };
    cover_.take_away(cored_[root].begin, cored_[root].end, [&](std::uint32_t gap) {
      add_piece(gap);
      piece.begin = gap + 1;
    });
    add_piece(piece.end);
  }
  return true;
}

/// The values whose cores begin or end the piece are roots more often than not.
std::uint32_t StackMonitor::root_of(const Piece& piece) {
  const std::uint32_t first = owner_of_[piece.begin];
  const std::uint32_t last = owner_of_[piece.end];
  const std::uint32_t from = cored_[first].put.ret;
  const std::uint32_t to = cored_[last].take.call;
  if (cored_[first].take.ret > to) {
    return first;
  }
  if (cored_[last].put.call < from) {
    return last;
  }
  if (!roots_built_) {
    build_roots();
  }
  return roots_.find(from, to);
}

void StackMonitor::build_roots() {
  roots_.begin(cored_.size());
  for (const Cored& cored : cored_) {
    roots_.add(cored.put, cored.take);
  }
  roots_.build();
  for (std::uint32_t i = 0; i < cored_.size(); ++i) {
    if (is_out_[i]) {
      roots_.take_out(i);
    }
  }
  roots_built_ = true;
}

std::uint64_t StackMonitor::bytes() const {
  return cored_.capacity() * sizeof(Cored) +
         (owner_at_.capacity() + owner_of_.capacity() + counts_.capacity()) *
             sizeof(std::uint32_t) +
         pieces_.capacity() * sizeof(Piece) + cover_.bytes() + roots_.bytes() +
         is_out_.capacity() / 8 + nothing_fits_.bytes();
}

}  // namespace oncelab::models
