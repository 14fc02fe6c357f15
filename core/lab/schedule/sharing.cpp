#include <oncelab/core/lab/schedule/sharing.hpp>

#include <oncelab/core/lab/schedule/archive.hpp>

namespace oncelab::schedule {

void Sharing::add(const Sharing& more) {
  begun += more.begun;
  taken += more.taken;
  changed += more.changed;
  lost += more.lost;
  schedules += more.schedules;
}

void Sharing::exchange(Archive& archive) {
  archive.number(begun);
  archive.number(taken);
  archive.number(changed);
  archive.number(lost);
  archive.number(schedules);
}

}  // namespace oncelab::schedule
