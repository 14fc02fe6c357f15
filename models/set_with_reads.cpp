#include <oncelab/models/set_with_reads.hpp>

#include <algorithm>

#include <oncelab/core/lab/check/model.hpp>
#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/models/bind.hpp>

namespace oncelab::models {

static_assert(check::Model<SetWithReads>);

using check::Monitored;
using history::Value;

void SetWithReads::bind(const history::History& history) {
  words_.bind(history);
  read_ = symbol_or_none(history, "read");
  members_.clear();
  sets_.clear();
  added_ = MemberSets::empty;
}

bool SetWithReads::compile_read(const history::History& history, const Value& answer,
                                Op& op) const {
  std::vector<Value> listed;
  if (answer.is_pair()) {
    listed = {Value::integer(answer.first), Value::integer(answer.second)};
  } else if (answer.is_list()) {
    const auto items = history.items(answer);
    listed.assign(items.begin(), items.end());
  } else {
    return false;
  }
  op.kind = Kind::read;
  op.members = MemberSets::empty;
  for (const Value& value : listed) {
    const std::uint32_t member = members_.number_of(value);
    if (sets_.contains(op.members, member)) {
      op.members = MemberSets::none;
      return true;
    }
    op.members = sets_.with(op.members, member);
  }
  return true;
}

bool SetWithReads::compile(const history::History& history, history::OperationIndex index,
                           bool known, Op& op) const {
  const history::Operation& operation = history.operations()[raw(index)];
  op = {};
  if (operation.f == read_) {
    return operation.input.is_nil() &&
           (!known || operation.output.is_nil() || compile_read(history, operation.output, op));
  }
  const auto action = words_.action(operation, operation.input, known);
  if (!action || operation.input.is_nil()) {
    return false;
  }
  op.kind = Kind::member;
  op.action = *action;
  op.member = members_.number_of(operation.input);
  if (action->kind == SetAction::Kind::add) {
    added_ = sets_.with(added_, op.member);
  }
  return true;
}

bool SetWithReads::apply(State& state, const Op& op, unsigned, unsigned) const {
  if (op.kind != Kind::member) {
    return op.kind == Kind::read_anything || op.members == state;
  }
  const bool is_in = sets_.contains(state, op.member);
  if (!op.action.is_allowed(is_in)) {
    return false;
  }
  if (op.action.leaves(is_in) != is_in) {
    state = is_in ? sets_.without(state, op.member) : sets_.with(state, op.member);
  }
  return true;
}

std::uint32_t SetWithReads::OfKey::place(std::uint32_t member) {
  if (place_of.size() <= member) {
    place_of.resize(member + std::size_t{1});
  }
  const std::uint32_t place = place_of[member];
  if (place < members.size() && members[place] == member) {
    return place;
  }
  place_of[member] = static_cast<std::uint32_t>(members.size());
  members.push_back(member);
  return place_of[member];
}

/// Into reads, and what is about one member after what is about another.
void SetWithReads::OfKey::sort(std::span<const Interval> intervals, const MemberSets& sets) {
  members.clear();
  reads.clear();
  ends.clear();
  for (const Interval& i : intervals) {
    if (i.op.kind == Kind::member) {
      const std::size_t at = place(i.op.member);
      ends.resize(std::max(ends.size(), at + 2));
      ++ends[at + 1];
    } else if (i.op.kind == Kind::read) {
      reads.push_back(&i);
    }
  }
  for (const Interval* const read : reads) {
    for (const std::uint32_t member : sets.members(read->op.members)) {
      (void)place(member);
    }
  }
  ends.resize(members.size() + 1);
  for (std::size_t at = 1; at < ends.size(); ++at) {
    ends[at] += ends[at - 1];
  }
  actions.resize(intervals.size());
  for (const Interval& i : intervals) {
    if (i.op.kind == Kind::member) {
      actions[ends[place(i.op.member)]++] = &i;
    }
  }
}

void SetWithReads::OfKey::note_reads(const MemberSets& sets) {
  read_has.assign(reads.size() * members.size(), false);
  for (std::size_t i = 0; i < reads.size(); ++i) {
    for (const std::uint32_t member : sets.members(reads[i]->op.members)) {
      read_has[i * members.size() + place(member)] = true;
    }
  }
}

std::size_t SetWithReads::OfKey::bytes() const {
  return (members.capacity() + place_of.capacity()) * sizeof(std::uint32_t) +
         ends.capacity() * sizeof(std::size_t) +
         (actions.capacity() + reads.capacity()) * sizeof(const Interval*) +
         read_has.capacity() / 8;
}

/// One member by itself: a set that it alone may be in.
Monitored SetWithReads::decide(std::size_t place) const {
  const std::size_t begin = place == 0 ? 0 : of_key_.ends[place - 1];
  const auto actions = std::span(of_key_.actions).subspan(begin, of_key_.ends[place] - begin);
  const auto has = [&](std::size_t read) {
    return of_key_.read_has[read * of_key_.members.size() + place];
  };
  monitor_.begin();
  for (const Interval* const i : actions) {
    if (!i->op.action.tell(monitor_, {i->call, i->ret}, i->known)) {
      return Monitored::not_applicable;
    }
  }
  for (std::size_t i = 0; i < of_key_.reads.size(); ++i) {
    const Stretch when{of_key_.reads[i]->call, of_key_.reads[i]->ret};
    if (has(i) && actions.empty()) {
      return Monitored::illegal;  // never added
    }
    has(i) ? monitor_.saw(when) : monitor_.missed(when);
  }
  return monitor_.decide();
}

Monitored SetWithReads::monitor(const State& initial, std::span<const Interval> intervals) const {
  if (initial != MemberSets::empty) {
    return Monitored::not_applicable;
  }
  const bool lists_twice = std::ranges::any_of(intervals, [](const Interval& i) {
    return i.op.kind == Kind::read && i.op.members == MemberSets::none;
  });
  if (lists_twice) {
    return Monitored::illegal;
  }
  of_key_.sort(intervals, sets_);
  if (std::uint64_t{of_key_.members.size()} * of_key_.reads.size() > looks_max) {
    return Monitored::not_applicable;
  }
  of_key_.note_reads(sets_);
  const bool instants = std::ranges::all_of(
      of_key_.reads, [](const Interval* read) { return read->ret == read->call + 1; });
  Monitored all = instants ? Monitored::legal : Monitored::not_applicable;
  for (std::size_t place = 0; place < of_key_.members.size(); ++place) {
    const Monitored one = decide(place);
    if (one == Monitored::illegal) {
      return one;
    }
    all = one == Monitored::legal ? all : one;
  }
  return all;
}

void SetWithReads::look_ahead(std::span<const Interval> intervals, check::Sources& sources) const {
  const std::uint32_t removing = sources.new_class();
  for (const Interval& i : intervals) {
    if (changes_state(i.op) && i.op.action.kind == SetAction::Kind::remove) {
      sources.supplies(i.operation, removing);
    } else if (i.known && i.op.kind == Kind::read) {
      sources.demand(i.operation);
      sources.needs(i.operation, removing);
    }
  }
}

std::uint64_t SetWithReads::memory_bytes() const {
  return members_.bytes() + sets_.bytes() + of_key_.bytes() + monitor_.bytes();
}

std::string SetWithReads::state_text(const history::History& history, State state) const {
  constexpr std::size_t shown_max = 8;
  const std::vector<std::uint32_t> members = sets_.members(state);
  std::string text = "the set is {";
  for (std::size_t i = 0; i < std::min(members.size(), shown_max); ++i) {
    text += (i == 0 ? "" : ", ") + to_text(history, members_[members[i]]);
  }
  return text + (members.size() > shown_max
                     ? ", ... (" + std::to_string(members.size()) + " members)}"
                     : "}");
}

std::string SetWithReads::objection(const history::History& history, State state, const Op& op,
                                    unsigned) const {
  if (op.kind == Kind::member) {
    return op.action.objection(to_text(history, members_[op.member]),
                               sets_.contains(state, op.member));
  }
  if (op.members == MemberSets::none) {
    return "read a member twice";
  }
  for (const std::uint32_t member : sets_.members(op.members)) {
    if (!sets_.contains(added_, member)) {
      return "read " + to_text(history, members_[member]) + ", which was never added";
    }
  }
  for (const std::uint32_t member : sets_.members(state)) {
    if (!sets_.contains(op.members, member)) {
      return "did not read " + to_text(history, members_[member]) + ", which was in the set";
    }
  }
  for (const std::uint32_t member : sets_.members(op.members)) {
    if (!sets_.contains(state, member)) {
      return "read " + to_text(history, members_[member]) + ", which was not in the set";
    }
  }
  return state_text(history, state);
}

}  // namespace oncelab::models
