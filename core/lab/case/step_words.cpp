#include <algorithm>
#include <array>
#include <utility>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/case/case_file.hpp>

namespace oncelab::cases {

namespace {

using runtime::OpKind;
using Word = std::pair<OpKind, std::string_view>;

constexpr auto words = std::to_array<Word>({
    {OpKind::step, "step"},
    {OpKind::synthetic, "synthetic"},
    {OpKind::wait_for_clients, "wait_for_clients"},
    {OpKind::thread_start, "thread_start"},
    {OpKind::thread_end, "thread_end"},
    {OpKind::thread_join, "thread_join"},
    {OpKind::mutex_lock, "mutex_lock"},
    {OpKind::mutex_try_lock, "mutex_try_lock"},
    {OpKind::mutex_timed_lock, "mutex_timed_lock"},
    {OpKind::mutex_unlock, "mutex_unlock"},
    {OpKind::rwlock_read_lock, "rwlock_read_lock"},
    {OpKind::rwlock_write_lock, "rwlock_write_lock"},
    {OpKind::rwlock_try_lock, "rwlock_try_lock"},
    {OpKind::rwlock_unlock, "rwlock_unlock"},
    {OpKind::condition_wait, "condition_wait"},
    {OpKind::condition_block, "condition_block"},
    {OpKind::condition_signal, "condition_signal"},
    {OpKind::condition_broadcast, "condition_broadcast"},
    {OpKind::futex_wait, "futex_wait"},
    {OpKind::futex_block, "futex_block"},
    {OpKind::futex_wake, "futex_wake"},
    {OpKind::once_enter, "once_enter"},
    {OpKind::once_leave, "once_leave"},
    {OpKind::atomic_load, "atomic_load"},
    {OpKind::atomic_store, "atomic_store"},
    {OpKind::atomic_rmw, "atomic_rmw"},
    {OpKind::atomic_fence, "atomic_fence"},
    {OpKind::plain_read, "plain_read"},
    {OpKind::plain_write, "plain_write"},
    {OpKind::clock_read, "clock_read"},
    {OpKind::sleep_begin, "sleep_begin"},
    {OpKind::sleep_block, "sleep_block"},
    {OpKind::yield, "yield"},
    {OpKind::call, "call"},
    {OpKind::return_, "return"},
    {OpKind::crash, "crash"},
    {OpKind::restart, "restart"},
    {OpKind::fault_point, "fault_point"},
    {OpKind::clock_step, "clock_step"},
    {OpKind::disk_read, "disk_read"},
    {OpKind::disk_append, "disk_append"},
    {OpKind::disk_write, "disk_write"},
    {OpKind::disk_truncate, "disk_truncate"},
    {OpKind::disk_rename, "disk_rename"},
    {OpKind::disk_remove, "disk_remove"},
    {OpKind::disk_sync, "disk_sync"},
    {OpKind::disk_sync_directory, "disk_sync_directory"},
    {OpKind::queue_receive, "queue_receive"},
    {OpKind::queue_settle, "queue_settle"},
    {OpKind::effect, "effect"},
});

using RoleWord = std::pair<runtime::ThreadRole, std::string_view>;
constexpr auto role_words = std::to_array<RoleWord>({
    {runtime::ThreadRole::recovery, "recovery"},
    {runtime::ThreadRole::world, "world"},
    {runtime::ThreadRole::repeat, "repeat"},
    {runtime::ThreadRole::clean_up, "clean-up"},
});

}  // namespace

std::string_view word_of(OpKind kind) {
  const auto* const found = std::ranges::find(words, kind, &Word::first);
  ONCELAB_ASSERT(found != words.end());
  return found->second;
}

std::optional<OpKind> kind_of(std::string_view word) {
  const auto* const found = std::ranges::find(words, word, &Word::second);
  return found == words.end() ? std::nullopt : std::optional(found->first);
}

std::string_view word_of(runtime::ThreadRole role) {
  const auto* const found = std::ranges::find(role_words, role, &RoleWord::first);
  ONCELAB_ASSERT(found != role_words.end());
  return found->second;
}

std::optional<runtime::ThreadRole> role_of(std::string_view word) {
  const auto* const found = std::ranges::find(role_words, word, &RoleWord::second);
  return found == role_words.end() ? std::nullopt : std::optional(found->first);
}

}  // namespace oncelab::cases
