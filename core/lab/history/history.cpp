#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::history {

Value History::list(std::span<const Value> items) {
  if (items.size() == 2 && items[0].is_integer() && items[1].is_integer()) {
    return Value::pair(items[0].first, items[1].first);
  }
  return Value::list(lists_.intern(items));
}

std::span<const Value> History::items(const Value& list) const {
  ONCELAB_ASSERT(list.is_list());
  return lists_.items(static_cast<ListIndex>(list.index));
}

void History::name_client(ClientId client, std::string_view name) {
  client_names_.insert_or_assign(client, std::string(name));
}

std::optional<std::string_view> History::client_name(ClientId client) const {
  const auto found = client_names_.find(client);
  return found == client_names_.end() ? std::nullopt
                                      : std::optional<std::string_view>(found->second);
}

}  // namespace oncelab::history
