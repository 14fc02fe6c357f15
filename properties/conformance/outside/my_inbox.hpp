// Two inboxes as they might stand in any service. They know nothing of oncelab.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <unordered_set>

enum class Handled { now, before, not_yet };

/// Looks up and marks under a lock each.
class MyInbox {
 public:
  Handled handle(const std::string& message_id, const std::function<bool()>& handler);

 private:
  std::mutex mutex_;
  std::unordered_set<std::string> handled_;
};

/// Holds its lock from the look-up to the mark.
class MyFixedInbox {
 public:
  Handled handle(const std::string& message_id, const std::function<bool()>& handler);

 private:
  std::mutex mutex_;
  std::unordered_set<std::string> handled_;
};
