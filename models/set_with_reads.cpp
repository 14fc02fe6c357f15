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
  add_ = symbol_or_none(history, "add");
  remove_ = symbol_or_none(history, "remove");
  contains_ = symbol_or_none(history, "contains");
  read_ = symbol_or_none(history, "read");
  true_ = symbol_or_none(history, "true");
  false_ = symbol_or_none(history, "false");
  members_.clear();
  member_table_.reset(0);
  sets_.clear();
  added_ = MemberSets::empty;
}

std::uint32_t SetWithReads::number_of(const Value& member) const {
  const auto fresh = static_cast<std::uint32_t>(members_.size());
  member_table_.make_room(fresh, [&](std::uint32_t i) { return history::hash(members_[i]); });
  const std::uint32_t number = member_table_.find_or_insert(
      history::hash(member), fresh, [&](std::uint32_t other) { return members_[other] == member; });
  if (number == fresh) {
    members_.push_back(member);
  }
  return number;
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
  op.answer = Answer::members;
  op.members = MemberSets::empty;
  for (const Value& value : listed) {
    const std::uint32_t member = number_of(value);
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
  if (operation.f == add_) {
    op.kind = Kind::add;
  } else if (operation.f == remove_) {
    op.kind = Kind::remove;
  } else if (operation.f == contains_) {
    op.kind = Kind::contains;
  } else {
    return false;
  }
  if (operation.input.is_nil()) {
    return false;
  }
  op.member = number_of(operation.input);
  if (op.kind == Kind::add) {
    added_ = sets_.with(added_, op.member);
  }
  op.answer = !known                               ? Answer::unknown
              : operation.output.is_symbol(true_)  ? Answer::yes
              : operation.output.is_symbol(false_) ? Answer::no
                                                   : Answer::unknown;
  return !known || op.answer != Answer::unknown || operation.output.is_nil() ||
         operation.output == operation.input;
}

bool SetWithReads::apply(State& state, const Op& op, unsigned, unsigned) const {
  if (op.kind == Kind::read) {
    return op.answer == Answer::unknown || op.members == state;
  }
  // add answers whether it was absent, the others whether it was present.
  const bool answer = (op.kind == Kind::add) != sets_.contains(state, op.member);
  if (op.answer != Answer::unknown && (op.answer == Answer::yes) != answer) {
    return false;
  }
  if (op.kind == Kind::add) {
    state = sets_.with(state, op.member);
  } else if (op.kind == Kind::remove) {
    state = sets_.without(state, op.member);
  }
  return true;
}

/// One member by itself: a set that it alone may be in.
Monitored SetWithReads::decide(std::span<const Interval* const> of_member,
                               std::span<const Read> reads) const {
  monitor_.begin();
  for (const Interval* i : of_member) {
    const Stretch when{i->call, i->ret};
    if (changes_state(i->op)) {
      const bool fits = i->op.kind == Kind::add
                            ? monitor_.add(when, i->known)
                            : monitor_.remove(when, i->known, i->op.answer == Answer::yes);
      if (!fits) {
        return Monitored::not_applicable;
      }
    } else if (i->op.answer != Answer::unknown) {
      // add answers whether it was absent, the others whether it was present.
      const bool found = (i->op.kind == Kind::add) != (i->op.answer == Answer::yes);
      found ? monitor_.saw(when) : monitor_.missed(when);
    }
  }
  for (const Read& read : reads) {
    read.has[of_member[0]->op.member] ? monitor_.saw(read.when) : monitor_.missed(read.when);
  }
  return monitor_.decide();
}

Monitored SetWithReads::monitor(const State& initial, std::span<const Interval> intervals) const {
  std::vector<std::size_t> ends(members_.size() + 1);  // of what is about each member, in `others`
  std::size_t answered = 0;
  for (const Interval& i : intervals) {
    (i.op.kind == Kind::read ? answered : ends[i.op.member + 1])++;
  }
  if (initial != MemberSets::empty || std::uint64_t{members_.size()} * answered > looks_max) {
    return Monitored::not_applicable;
  }
  for (std::size_t member = 1; member < ends.size(); ++member) {
    ends[member] += ends[member - 1];
  }
  std::vector<const Interval*> others(intervals.size());
  std::vector<Read> reads;
  bool instants = true;
  for (const Interval& i : intervals) {
    if (i.op.kind != Kind::read) {
      others[ends[i.op.member]++] = &i;
    } else if (i.op.answer == Answer::members) {
      if (i.op.members == MemberSets::none) {
        return Monitored::illegal;
      }
      reads.push_back({{i.call, i.ret}, std::vector<bool>(members_.size())});
      for (const std::uint32_t member : sets_.members(i.op.members)) {
        reads.back().has[member] = true;
      }
      instants &= i.ret == i.call + 1;
    }
  }
  Monitored all = instants ? Monitored::legal : Monitored::not_applicable;
  std::size_t begin = 0;
  for (std::size_t member = 0; member < members_.size(); begin = ends[member++]) {
    if (begin == ends[member]) {  // never added
      if (std::ranges::any_of(reads, [&](const Read& read) { return read.has[member]; })) {
        return Monitored::illegal;
      }
      continue;
    }
    const Monitored one = decide(std::span(others).subspan(begin, ends[member] - begin), reads);
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
    if (i.op.kind == Kind::remove && changes_state(i.op)) {
      sources.supplies(i.operation, removing);
    } else if (i.known && i.op.answer == Answer::members) {
      sources.demand(i.operation);
      sources.needs(i.operation, removing);
    }
  }
}

std::uint64_t SetWithReads::memory_bytes() const {
  return members_.capacity() * sizeof(Value) + member_table_.bytes() + sets_.bytes() +
         monitor_.bytes();
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
  if (op.kind != Kind::read) {
    return "answered " + std::string(op.answer == Answer::yes ? "true" : "false") + ", but " +
           to_text(history, members_[op.member]) +
           (sets_.contains(state, op.member) ? " was in the set" : " was not in the set");
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
