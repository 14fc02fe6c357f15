#include <oncelab/models/multi_register.hpp>

#include <algorithm>

#include <oncelab/core/lab/check/model.hpp>
#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/models/bind.hpp>

namespace oncelab::models {

static_assert(check::Model<MultiRegister>);

using history::Value;

void MultiRegister::bind(const history::History& history) {
  txn_ = symbol_or_none(history, "txn");
  read_ = symbol_or_none(history, "read");
  r_ = symbol_or_none(history, "r");
  write_ = symbol_or_none(history, "write");
  w_ = symbol_or_none(history, "w");
  contents_.clear();
}

bool MultiRegister::read_part(const history::History& history, const Value& value,
                              Part& part) const {
  if (!value.is_list() || history.items(value).size() != 3) {
    return false;
  }
  const auto items = history.items(value);
  part = {items[0].is_symbol(write_) || items[0].is_symbol(w_), items[1], items[2]};
  return part.writes || items[0].is_symbol(read_) || items[0].is_symbol(r_);
}

bool MultiRegister::compile(const history::History& history, history::OperationIndex index,
                            bool known, Op& op) const {
  const history::Operation& operation = history.operations()[raw(index)];
  if (operation.f != txn_ || !operation.input.is_list()) {
    return false;
  }
  const auto asked = history.items(operation.input);
  const bool answers = known && !operation.output.is_nil();
  if (answers &&
      (!operation.output.is_list() || history.items(operation.output).size() != asked.size())) {
    return false;
  }
  std::vector<Part> parts;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    Part& part = parts.emplace_back();
    Part said;
    if (!read_part(history, asked[i], part) ||
        (answers && !read_part(history, history.items(operation.output)[i], said))) {
      return false;
    }
    if (answers && (said.writes != part.writes || !(said.cell == part.cell) ||
                    (part.writes && !(said.value == part.value)))) {
      return false;
    }
    if (!part.writes) {
      part.value = said.value;  // nil without an answer
    }
  }
  op.writes = std::ranges::any_of(parts, &Part::writes);
  op.parts = contents_.number_of(parts);
  return true;
}

Value MultiRegister::value_in(Parts cells, const Value& cell) const {
  const auto found = std::ranges::find(cells, cell, &Part::cell);
  return found == cells.end() ? Value::integer(init_) : found->value;
}

bool MultiRegister::apply(State& state, const Op& op, unsigned, unsigned) const {
  const Parts parts = contents_.content(op.parts);
  const Parts before = contents_.content(state);
  std::vector<Part> cells(before.begin(), before.end());
  for (const Part& part : parts) {
    if (!part.writes) {
      if (!part.value.is_nil() && !(value_in(cells, part.cell) == part.value)) {
        return false;
      }
      continue;
    }
    const auto place = std::ranges::lower_bound(cells, part.cell, {}, &Part::cell);
    if (place != cells.end() && place->cell == part.cell) {
      place->value = part.value;
    } else {
      cells.insert(place, {false, part.cell, part.value});
    }
  }
  if (op.writes) {
    state = contents_.number_of(cells);
  }
  return true;
}

std::string MultiRegister::state_text(const history::History& history, State state) const {
  const Parts cells = contents_.content(state);
  std::string text = cells.empty() ? "every cell" : "";
  for (const Part& cell : cells) {
    text += to_text(history, cell.cell) + " is " + to_text(history, cell.value) + ", ";
  }
  return text + (cells.empty() ? " is " : "all else ") + std::to_string(init_);
}

std::string MultiRegister::objection(const history::History& history, State state, const Op& op,
                                     unsigned) const {
  const Parts before = contents_.content(state);
  std::vector<Part> cells(before.begin(), before.end());
  for (const Part& part : contents_.content(op.parts)) {
    const Value held = value_in(cells, part.cell);
    if (part.writes) {
      std::erase_if(cells, [&](const Part& c) { return c.cell == part.cell; });
      cells.push_back({false, part.cell, part.value});
    } else if (!part.value.is_nil() && !(held == part.value)) {
      return "read " + to_text(history, part.value) + " from " + to_text(history, part.cell) +
             ", but it was " + to_text(history, held);
    }
  }
  return state_text(history, state);
}

}  // namespace oncelab::models
