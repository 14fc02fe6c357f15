// Claims on keys, for the oracle. Of each key the world knows
//   KEY            free (or nothing), claimed, completed
//   KEY print      the fingerprint of a claimed or completed key
//   KEY owner      of the claim, or of the last one; "?" if nobody knows
//   KEY before     the owner before one that nobody knows; "" if there was none or nobody knows it
//   KEY end        of the lease: never, "?", or a time
//   KEY response
#include <set>

#include <oncelab/properties/meta/checker_spec_words.hpp>

namespace oncelab::meta {
namespace {

using check::oracle::Action;
using check::oracle::Way;
using check::oracle::World;

std::string phase(const World& world, const std::string& key) { return look(world, key, "free"); }

struct Begin {
  std::string key, print, lease, time, owner;  // lease, time: "" if there is none; owner may be "?"
};

Begin begin_of(const Recorded& r, const std::string& time, const std::string& owner) {
  return {r.place, r.input.at(0), Recorded::at(r.input, 1), time, owner};
}

bool same_print(World& world, const Begin& begin) {
  return world[begin.key + " print"] == begin.print;
}

/// "yes", "no", or "?".
std::string is_over(const World& world, const Begin& begin) {
  const std::string end = world.at(begin.key + " end");
  if (end == "never") {
    return "no";
  }
  if (end == "?" || begin.time.empty()) {
    return "?";
  }
  return std::stoll(begin.time) < std::stoll(end) ? "no" : "yes";
}

Action starts(const Begin& begin) {
  return [=](World& world) {
    const std::string now = phase(world, begin.key);
    std::string& owner = world[begin.key + " owner"];
    std::string& before = world[begin.key + " before"];
    if (now == "completed" || (begin.owner != "?" && owner == begin.owner)) {
      return false;
    }
    if (now == "claimed" && (!same_print(world, begin) || is_over(world, begin) == "no")) {
      return false;
    }
    before = owner == "?" ? "" : owner;
    owner = begin.owner;
    world[begin.key] = "claimed";
    world[begin.key + " print"] = begin.print;
    world[begin.key + " end"] =
        begin.lease.empty()  ? "never"
        : begin.time.empty() ? "?"
                             : std::to_string(std::stoll(begin.time) + std::stoll(begin.lease));
    return true;
  };
}

Action sees_in_flight(const Begin& begin) {
  return [=](World& world) {
    return phase(world, begin.key) == "claimed" && same_print(world, begin) &&
           is_over(world, begin) != "yes";
  };
}

Action sees_mismatch(const Begin& begin) {
  return
      [=](World& world) { return phase(world, begin.key) != "free" && !same_print(world, begin); };
}

Action sees_response(const Begin& begin, const std::string& response) {
  return [=](World& world) {
    return phase(world, begin.key) == "completed" && same_print(world, begin) &&
           world[begin.key + " response"] == response;
  };
}

/// "yes", "no", or "?".
std::string holds(World& world, const std::string& key, const std::string& owner) {
  if (phase(world, key) != "claimed") {
    return "no";
  }
  if (world[key + " owner"] != "?") {
    return world[key + " owner"] == owner ? "yes" : "no";
  }
  return world[key + " before"] == owner ? "no" : "?";
}

Action ends(const std::string& key, const std::string& owner, const std::string& phase_then,
            const std::string& response) {
  return [=](World& world) {
    if (holds(world, key, owner) == "no") {
      return false;
    }
    world[key] = phase_then;
    world[key + " owner"] = owner;
    world[key + " response"] = response;
    return true;
  };
}

Action finds_it_lost(const std::string& key, const std::string& owner) {
  return [=](World& world) { return holds(world, key, owner) != "yes"; };
}

/// The responses that answers to requests under this key replay, and one that none does.
std::set<std::string> replayed(const history::History& history, const std::string& key) {
  std::set<std::string> responses{"seen by nobody"};
  for (std::uint32_t i = 0; i < history.operations().size(); ++i) {
    const Recorded r = recorded(history, i);
    if (r.known && r.place == key && Recorded::at(r.output, 0) == "replayed") {
      responses.insert(r.output.at(1));
    }
  }
  return responses;
}

}  // namespace

std::vector<Way> claim_store_ways(const history::History& history, std::uint32_t index) {
  const Recorded r = recorded(history, index);
  const std::string answer = Recorded::at(r.output, 0);
  const std::string owner = r.input.at(0);
  if (r.f == "begin") {
    if (!r.known) {
      return {{starts(begin_of(r, "", "?"))}};
    }
    if (answer == "started") {
      return {{starts(begin_of(r, Recorded::at(r.output, 2), r.output.at(1)))}};
    }
    const Begin begin = begin_of(r, answer == "in_flight" ? Recorded::at(r.output, 1) : "", "");
    return {{answer == "in_flight"  ? sees_in_flight(begin)
             : answer == "mismatch" ? sees_mismatch(begin)
                                    : sees_response(begin, r.output.at(1))}};
  }
  if (r.known && answer == "lost_claim") {
    return {{finds_it_lost(r.place, owner)}};
  }
  return {{r.f == "finish" ? ends(r.place, owner, "completed", r.input.at(1))
                           : ends(r.place, owner, "free", "")}};
}

std::vector<Way> api_request_ways(const history::History& history, std::uint32_t index) {
  const Recorded r = recorded(history, index);
  const std::string answer = Recorded::at(r.output, 0);
  const std::string word = Recorded::at(r.output, 1);
  if (r.place == "nil") {
    const bool may_be = !r.known || answer == "executed" || answer == "failed" || answer == "threw";
    return {{[=](World&) { return may_be; }}};
  }
  const std::string me = "operation " + std::to_string(index);
  const auto claim = [&](const std::string& time) { return starts(begin_of(r, time, me)); };
  const auto completion = [&](const std::string& response) {
    return ends(r.place, me, "completed", response);
  };
  const Action release = ends(r.place, me, "free", "");
  if (!r.known) {
    std::vector<Way> ways{{claim(""), release}};
    for (const std::string& response : replayed(history, r.place)) {
      ways.push_back({claim(""), completion(response)});
    }
    return ways;
  }
  if (answer == "executed" || answer == "lost") {
    const Action claims = claim(Recorded::at(r.output, 2));
    return {{claims, answer == "lost" ? finds_it_lost(r.place, me) : completion(word)}};
  }
  if (answer == "failed" || answer == "lost_failure") {
    return {{claim(word), answer == "failed" ? release : finds_it_lost(r.place, me)}};
  }
  if (answer == "threw") {
    return {{claim(word), release}, {claim(word), finds_it_lost(r.place, me)}};
  }
  const Begin begin = begin_of(r, answer == "in_flight" ? word : "", "");
  return {{answer == "in_flight"    ? sees_in_flight(begin)
           : answer == "key_reused" ? sees_mismatch(begin)
                                    : sees_response(begin, word)}};
}

}  // namespace oncelab::meta
