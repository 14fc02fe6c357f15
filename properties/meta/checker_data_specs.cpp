// What the data models' operations mean, for the oracle: containers, texts, numbers, locks.
#include <algorithm>

#include <oncelab/properties/meta/checker_spec_words.hpp>
#include <oncelab/properties/meta/checker_specs.hpp>

namespace oncelab::meta {
namespace {

using check::oracle::Action;
using check::oracle::Way;
using check::oracle::World;

// The content is text: "3;1;" were put in in this order.
std::vector<std::string> content_of(const World& world, const std::string& place) {
  std::vector<std::string> content;
  std::string rest = look(world, place, "");
  for (auto end = rest.find(';'); end != std::string::npos; end = rest.find(';')) {
    content.push_back(rest.substr(0, end));
    rest.erase(0, end + 1);
  }
  return content;
}

std::size_t next_of(Subject subject, const std::vector<std::string>& content) {
  if (subject == Subject::stack) {
    return content.size() - 1;
  }
  std::size_t best = 0;
  for (std::size_t i = 1; subject == Subject::priority_queue && i < content.size(); ++i) {
    best = std::stol(content[i]) < std::stol(content[best]) ? i : best;
  }
  return best;
}

Action container_action(Subject subject, const Recorded& r) {
  return [=](World& world) {
    if (r.f == "enq") {
      world[r.place] = look(world, r.place, "") + r.input.at(0) + ";";
      return true;
    }
    std::vector<std::string> content = content_of(world, r.place);
    if (content.empty() || (r.known && r.output.empty())) {
      return content.empty() && r.output.empty();
    }
    const std::size_t next = next_of(subject, content);
    if (r.known && content[next] != r.output[0]) {
      return false;
    }
    content.erase(content.begin() + static_cast<std::ptrdiff_t>(next));
    std::string text;
    for (const std::string& value : content) {
      text += value + ";";
    }
    world[r.place] = text;
    return true;
  };
}

Action set_action(const Recorded& r) {
  return [=](World& world) {
    const bool was_in = look(world, r.place, "out") == "in";
    const bool answer = r.f == "add" ? !was_in : was_in;
    if (r.known && r.output != SpecWords{answer ? "true" : "false"}) {
      return false;
    }
    if (r.f != "contains") {
      world[r.place] = r.f == "add" ? "in" : "out";
    }
    return true;
  };
}

// Each member at a place of its own; a read looks at all of them.
Action read_set_action(const Recorded& r) {
  if (r.f != "read") {
    Recorded of_member = r;
    of_member.place += " " + r.input.at(0);
    return set_action(of_member);
  }
  return [=](World& world) {
    SpecWords in;
    for (const auto& [place, content] : world) {
      if (place.starts_with(r.place + " ") && content == "in") {
        in.push_back(place.substr(r.place.size() + 1));
      }
    }
    SpecWords read = r.output;
    std::ranges::sort(in);
    std::ranges::sort(read);
    return !r.known || in == read;
  };
}

Action text_action(const Recorded& r) {
  return [=](World& world) {
    const std::string text = look(world, r.place, "");
    if (r.f == "get") {
      return !r.known || Recorded::at(r.output, 0) == text;
    }
    world[r.place] = r.f == "put" ? r.input.at(0) : text + r.input.at(0);
    return true;
  };
}

Action counter_action(const Recorded& r) {
  return [=](World& world) {
    const long sum = std::stol(look(world, r.place, "0"));
    if (r.f == "read") {
      return r.output.empty() || std::stol(r.output[0]) == sum;
    }
    world[r.place] = std::to_string(sum + (r.input.empty() ? 1 : std::stol(r.input[0])));
    return true;
  };
}

Action mutex_action(const Recorded& r) {
  return [=](World& world) {
    const std::string before = look(world, r.place, "free");
    world[r.place] = r.f == "acquire" ? "held" : "free";
    return before != world[r.place];
  };
}

// "[read,c0,1]"
SpecWords part_words(const std::string& text) {
  SpecWords words(1);
  for (const char c : text.substr(1, text.size() - 2)) {
    if (c == ',') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

Action cells_action(const Recorded& r) {
  return [=](World& world) {
    for (std::size_t i = 0; i < r.input.size(); ++i) {
      const SpecWords part = part_words(r.input[i]);
      const std::string cell = r.place + " " + part.at(1);
      if (part[0] == "write") {
        world[cell] = part.at(2);
        continue;
      }
      const SpecWords said = i < r.output.size() ? part_words(r.output[i]) : part;
      if (r.known && said[0] == "read" && said.at(1) == part[1] && said.at(2) != "nil" &&
          look(world, cell, "0") != said[2]) {
        return false;
      }
    }
    return true;
  };
}

}  // namespace

std::vector<Way> data_ways(Subject subject, const history::History& history, std::uint32_t index) {
  const Recorded r = recorded(history, index);
  switch (subject) {
    case Subject::set:
      return {{set_action(r)}};
    case Subject::set_with_reads:
      return {{read_set_action(r)}};
    case Subject::kv:
      return {{text_action(r)}};
    case Subject::counter:
      return {{counter_action(r)}};
    case Subject::mutex:
      return {{mutex_action(r)}};
    case Subject::multi_register:
      return {{cells_action(r)}};
    default:
      return {{container_action(subject, r)}};
  }
}

}  // namespace oncelab::meta
