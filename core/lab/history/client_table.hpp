// ClientTable: from the names that recorded histories use for clients to ClientIds.
//
// A number below 2^31 is its own id. Every other name, a negative number included, gets an id from
// 2^31 up, in order of first appearance, and the history remembers the name.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::history {

class ClientTable {
 public:
  static constexpr std::uint32_t first_named = std::uint32_t{1} << 31;

  ClientId number(std::int64_t number, History& history) {
    return number >= 0 && number < std::int64_t{first_named}
               ? ClientId{static_cast<std::uint32_t>(number)}
               : named(std::to_string(number), history);
  }

  ClientId named(std::string_view name, History& history) {
    if (const auto found = ids_.find(name); found != ids_.end()) {
      return found->second;
    }
    const ClientId id{first_named + static_cast<std::uint32_t>(ids_.size())};
    ids_.emplace(name, id);
    history.name_client(id, name);
    return id;
  }

 private:
  std::map<std::string, ClientId, std::less<>> ids_;
};

}  // namespace oncelab::history
