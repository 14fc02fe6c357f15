#include <oncelab/models/monitors/set_monitor.hpp>

#include <algorithm>

namespace oncelab::models {

using check::Monitored;

void SetMonitor::begin() {
  add_.reset();
  remove_.reset();
  applicable_ = true;
  was_seen_ = false;
  last_call_of_saw_ = 0;
  first_return_of_saw_ = open_end;
  last_call_of_missed_ = 0;
  missed_.clear();
}

bool SetMonitor::add(Stretch when, bool known) {
  applicable_ &= !add_;
  add_ = {when, known, false};
  return applicable_;
}

bool SetMonitor::remove(Stretch when, bool known, bool found) {
  applicable_ &= !remove_;
  remove_ = {when, known, found};
  return applicable_;
}

void SetMonitor::saw(Stretch when) {
  was_seen_ = true;
  last_call_of_saw_ = std::max(last_call_of_saw_, when.call);
  first_return_of_saw_ = std::min(first_return_of_saw_, when.ret);
}

void SetMonitor::missed(Stretch when) {
  last_call_of_missed_ = std::max(last_call_of_missed_, when.call);
  missed_.push_back(when);
}

Monitored SetMonitor::decide() const {
  if (!applicable_) {
    return Monitored::not_applicable;
  }
  const bool must_go_out = remove_ && remove_->found;
  bool legal = !must_go_out && stays_out();
  if (add_ && !legal) {
    legal = (!must_go_out && comes_in(remove_ && remove_->known ? &remove_->when : nullptr)) ||
            (remove_ && comes_in_and_goes_out());
  }
  return legal ? Monitored::legal : Monitored::illegal;
}

bool SetMonitor::stays_out() const { return !was_seen_ && !(add_ && add_->known); }

bool SetMonitor::comes_in(const Stretch* also_missed) const {
  const std::uint32_t after = std::max(
      {add_->when.call, last_call_of_missed_, also_missed == nullptr ? 0 : also_missed->call});
  return after < std::min(add_->when.ret, first_return_of_saw_);
}

bool SetMonitor::comes_in_and_goes_out() const {
  const Stretch in{add_->when.call, std::min(add_->when.ret, first_return_of_saw_)};
  const Stretch out{std::max(remove_->when.call, last_call_of_saw_), remove_->when.ret};
  if (out.call < in.ret) {
    return std::max(in.call, out.call) < std::min(in.ret, out.ret);
  }
  return in.call < in.ret && out.call < out.ret &&
         std::ranges::none_of(
             missed_,
             [&](const Stretch& missed) { return missed.call > in.ret && missed.ret < out.call; });
}

}  // namespace oncelab::models
