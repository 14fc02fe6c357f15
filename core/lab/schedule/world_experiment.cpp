#include <oncelab/core/lab/schedule/world_experiment.hpp>

#include <algorithm>
#include <array>
#include <span>

namespace oncelab::worlds {

using runtime::OpKind;

namespace {

// Objects of the world.
constexpr unsigned first_queue = cells;
constexpr unsigned first_fault = cells + queues;
constexpr unsigned messages = 2;            // in each queue
constexpr int recovery_of_process_0 = 100;  // takes messages as clients do
constexpr std::uint64_t ms_in_ns = 1'000'000;
constexpr std::array<std::uint64_t, 2> amounts_ns = {2 * ms_in_ns, 9 * ms_in_ns};

int change_of_held(const Instruction& i) {
  switch (i.what) {
    case Do::lock:
    case Do::share:
    case Do::own:
      return 1;
    case Do::unlock:
    case Do::unshare:
    case Do::disown:
      return -1;
    default:
      return 0;
  }
}

template <class List>
std::string text_of_list(const List& list) {
  std::string text;
  for (const auto& item : list) {
    text += std::to_string(item) + ",";
  }
  return text + ";";
}

}  // namespace

runtime::RunOptions run_options(const Program& program) {
  runtime::RunOptions options;
  options.crashes_max = program.crashes;
  options.clock_steps_max = program.clock_steps;
  options.faults_max = program.faults;
  return options;
}

unsigned WorldExperiment::clients() const { return static_cast<unsigned>(program_.clients.size()); }

unsigned WorldExperiment::processes() const {
  unsigned most = 0;
  for (const Client& client : program_.clients) {
    most = std::max(most, client.process);
  }
  return most;
}

unsigned WorldExperiment::process_of(ClientId id) const {
  return program_.clients[raw(id)].process;
}

std::span<const std::uint64_t> WorldExperiment::clock_steps_ns() const {
  return std::span(amounts_ns).first(program_.amounts);
}

void WorldExperiment::set_up() {
  for (Memory*& memory : memories_) {
    memory = program_.static_memory ? static_memory() : new_memory();
  }
  cells_ = {};
  queues_.fill(std::vector<Message>(messages));
  progress_.assign(clients(), 0);
  seen_.assign(clients(), {});
  recovered_ = {};
  left_ = {};
  said_.clear();
  ended_.clear();
}

void WorldExperiment::client(ClientId id) {
  if (raw(id) >= clients()) {
    Log none;
    return use_world({Do::inc, raw(id) - clients()}, 0, 0, none);
  }
  const Client& client = program_.clients[raw(id)];
  const bool each = program_.calls == Calls::each || program_.calls == Calls::apart;
  std::size_t& progress = progress_[raw(id)];
  int held = 0;
  if (program_.calls == Calls::whole) {
    runtime::begin_operation(0);
  }
  for (std::size_t i = progress; i < client.code.size(); ++i) {
    if (each) {
      runtime::begin_operation(static_cast<std::uint32_t>(i));
    }
    perform(client.code[i], client.process, static_cast<int>(raw(id)), seen_[raw(id)]);
    held += change_of_held(client.code[i]);
    const bool done = held == 0;
    if (done && !program_.answer_counts) {
      progress = i + 1;
    }
    if (each) {
      runtime::end_operation();
      returned(raw(id), static_cast<std::uint32_t>(i));
    }
    if (done && (each || program_.calls == Calls::none)) {
      progress = i + 1;
    }
  }
  if (program_.calls == Calls::whole) {
    runtime::end_operation();
    returned(raw(id), 0);
  }
}

void WorldExperiment::recover(unsigned process) {
  if (!program_.static_memory) {
    memories_[process] = new_memory();
  }
  recovered_[process].push_back(left_[process]);
  for (const Instruction& i : program_.recovery) {
    perform(i, process, recovery_of_process_0 + static_cast<int>(process), recovered_[process]);
  }
}

void WorldExperiment::on_call(ClientId id, std::uint32_t operation, std::uint32_t) {
  said_.push_back({false, raw(id), operation});
}

void WorldExperiment::returned(unsigned client, std::uint32_t operation) {
  said_.push_back({true, client, operation});
}

void WorldExperiment::on_crash(unsigned process, std::uint32_t) {
  for (auto& queue : queues_) {
    for (Message& message : queue) {
      if (message.taken_by >= 0 && message.process == process && !message.settled) {
        message.taken_by = -1;
      }
    }
  }
  left_[process] = runtime::aftermath(program_.aftermaths);
}

std::uint32_t WorldExperiment::partition(ClientId client, std::uint32_t) const {
  return program_.calls == Calls::apart ? raw(client) : 0;
}

void WorldExperiment::perform(const Instruction& i, unsigned process, int client, Log& log) {
  Memory& memory = *memories_[process];
  switch (i.what) {
    case Do::clock:
      return log.push_back(clock_ms());
    case Do::sleep:
      return sleep_ms(static_cast<int>(i.object));
    case Do::add:
      return log.push_back(add(memory, i.object));
    case Do::add_elsewhere:
      return log.push_back(add_elsewhere(memory, i.object));
    case Do::load:
      return log.push_back(load(memory, i.object));
    case Do::wait_for:
      return log.push_back(wait_for(memory, i.object, i.value));
    case Do::notify:
      return notify(memory, i.object);
    case Do::lock:
    case Do::unlock:
    case Do::share:
    case Do::unshare:
    case Do::own:
    case Do::disown:
    case Do::lock_for:
    case Do::share_for:
    case Do::own_for:
      return use_lock(memory, i, log);
    default:
      return use_world(i, process, client, log);
  }
}

void WorldExperiment::use_lock(Memory& memory, const Instruction& i, Log& log) {
  switch (i.what) {
    case Do::lock:
      return lock(memory, i.object);
    case Do::unlock:
      return unlock(memory, i.object);
    case Do::share:
      return share(memory, i.object);
    case Do::unshare:
      return unshare(memory, i.object);
    case Do::own:
      return own(memory, i.object);
    case Do::disown:
      return disown(memory, i.object);
    case Do::lock_for:
      return log.push_back(lock_for(memory, i.object, i.value));
    case Do::share_for:
      return log.push_back(share_for(memory, i.object, i.value));
    default:
      return log.push_back(own_for(memory, i.object, i.value));
  }
}

namespace {

constexpr std::array one_way = {runtime::FaultKind::error_before};

// Of so many, the first is that nothing goes wrong.
std::span<const runtime::FaultKind> ways_of(std::size_t ways) {
  static constexpr std::array all = {runtime::FaultKind::error_before,
                                     runtime::FaultKind::error_after, runtime::FaultKind::no_space};
  return std::span(all).first(ways - 1);
}

}  // namespace

void WorldExperiment::use_world(const Instruction& i, unsigned process, int client, Log& log) {
  switch (i.what) {
    case Do::read:
      runtime::world_step(OpKind::disk_read, i.object);
      return log.push_back(cells_[i.object]);
    case Do::try_read:
      runtime::world_step(OpKind::disk_read, i.object);
      return log.push_back(runtime::fault(one_way) != 0 ? -1 : cells_[i.object]);
    case Do::write:
      runtime::world_step(OpKind::disk_write, i.object);
      cells_[i.object] = i.value;
      return;
    case Do::try_write:
      runtime::world_step(OpKind::disk_write, i.object);
      cells_[i.object] = runtime::fault(one_way) != 0 ? cells_[i.object] : i.value;
      return;
    case Do::inc: {
      runtime::world_step(OpKind::disk_read, i.object);
      const std::int64_t value = cells_[i.object];
      runtime::world_step(OpKind::disk_write, i.object);
      cells_[i.object] = value + 1;
      return;
    }
    case Do::receive: {
      runtime::world_step(OpKind::queue_receive, first_queue + i.object);
      auto& queue = queues_[i.object];
      const auto next = std::ranges::find(queue, -1, &Message::taken_by);
      log.push_back(next - queue.begin());
      if (next != queue.end()) {
        *next = {client, process, false};
      }
      return;
    }
    case Do::settle: {
      runtime::world_step(OpKind::queue_settle, first_queue + i.object);
      auto& queue = queues_[i.object];
      const auto mine = std::ranges::find_if(
          queue, [&](const Message& m) { return m.taken_by == client && !m.settled; });
      log.push_back(mine - queue.begin());
      if (mine != queue.end()) {
        mine->settled = true;
      }
      return;
    }
    case Do::twin:
      runtime::world_step(OpKind::effect, first_fault + i.object);
      if (runtime::fault(one_way) != 0) {
        runtime::start_client(ClientId{clients() + i.object}, process);
      }
      return;
    default:
      return log.push_back(
          runtime::fault_point(first_fault + i.object, ways_of(static_cast<std::size_t>(i.value))));
  }
}

// Of each call: what of its partition was answered before.
std::string WorldExperiment::order_of_operations() const {
  std::vector<std::string> texts;
  const auto name = [](const Said& s) {
    return std::to_string(s.client) + "." + std::to_string(s.operation);
  };
  for (auto call = said_.begin(); call != said_.end(); ++call) {
    std::string text = name(*call) + (call->is_return ? "r" : "c");
    if (!call->is_return) {
      std::vector<std::string> before;
      for (auto earlier = said_.begin(); earlier != call; ++earlier) {
        if (earlier->is_return && partition(ClientId{earlier->client}, earlier->operation) ==
                                      partition(ClientId{call->client}, call->operation)) {
          before.push_back(name(*earlier));
        }
      }
      std::ranges::sort(before);
      for (const std::string& b : before) {
        text += "<" + b;
      }
    }
    texts.push_back(text);
  }
  std::ranges::sort(texts);
  std::string all;
  for (const std::string& text : texts) {
    all += text + " ";
  }
  return all;
}

void WorldExperiment::finish() {
  ended_ = text_of_list(cells_);
  for (const auto& queue : queues_) {
    for (const Message& m : queue) {
      ended_ += std::to_string(m.taken_by) + (m.settled ? "s," : ",");
    }
  }
  for (const Log& log : seen_) {
    ended_ += " saw " + text_of_list(log);
  }
  for (const Log& log : recovered_) {
    ended_ += " recovered " + text_of_list(log);
  }
  ended_ += " " + order_of_operations();
}

}  // namespace oncelab::worlds
