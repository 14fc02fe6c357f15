#include <oncelab/core/lab/schedule/renumbering.hpp>

#include <bit>
#include <utility>

namespace oncelab::schedule {

Renumbering::Renumbering(Numbered common, std::vector<std::uint8_t> threads,
                         std::vector<std::uint32_t> places)
    : common_(common), threads_(std::move(threads)), places_(std::move(places)) {}

std::uint8_t Renumbering::thread(std::uint8_t number) const {
  return number < common_.threads ? number : threads_[number - common_.threads];
}

std::uint64_t Renumbering::threads(std::uint64_t numbers) const {
  std::uint64_t renumbered = 0;
  for (; numbers != 0; numbers &= numbers - 1) {
    renumbered |= std::uint64_t{1} << thread(static_cast<std::uint8_t>(std::countr_zero(numbers)));
  }
  return renumbered;
}

void Renumbering::apply(Event& event) const {
  event.thread = thread(event.thread);
  for (Access& access : event.accesses) {
    if (access.place > common_.places) {  // places begin with 1
      access.place = places_[access.place - common_.places - 1];
    }
  }
}

void Renumbering::apply(std::vector<Event>& events) const {
  for (Event& event : events) {
    apply(event);
  }
}

void Renumbering::apply(Continuation& continuation) const {
  for (Planned& planned : continuation) {
    apply(planned.event);
  }
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as a planned sequence is long
void Renumbering::apply(WakeupTree& tree) const {
  for (WakeupBranch& branch : tree) {
    apply(branch.first.event);
    apply(branch.then);
  }
}

}  // namespace oncelab::schedule
