#include <oncelab/core/lab/case/divergence.hpp>

#include <algorithm>
#include <tuple>

#include <oncelab/core/lab/case/step_flags.hpp>

namespace oncelab::cases {

namespace {

auto compared(const report::DescribedStep& s) {
  return std::tuple(s.thread, s.kind, s.object, s.second, s.operation, s.process, s.joins, s.fault,
                    s.moved_ns, s.losses.kept, s.losses.lost, s.losses.torn,
                    s.flags & stored_flags_mask());
}

std::string marks_text(const report::DescribedStep& s) {
  std::string text;
  for (const auto& [flag, word] : stored_flags) {
    if (s.has(flag)) {
      text += (text.empty() ? " [" : " ") + std::string(word);
    }
  }
  return text.empty() ? text : text + "]";
}

std::string words(const Path& path, std::size_t step, bool with_marks) {
  if (step >= path.steps.size()) {
    return "the end of the run";
  }
  const report::DescribedStep& s = path.steps[step];
  const report::ObjectNames names(path.steps);
  return report::thread_label(path.threads, s.thread) + ": " +
         report::step_text(s, names, path.threads) + (with_marks ? marks_text(s) : "") +
         (s.at.empty() ? "" : " at " + s.at);
}

}  // namespace

std::optional<Divergence> first_divergence(const Path& recorded, const Path& now) {
  const std::size_t common = std::min(recorded.steps.size(), now.steps.size());
  std::size_t i = 0;
  while (i < common && compared(recorded.steps[i]) == compared(now.steps[i])) {
    ++i;
  }
  if (i == recorded.steps.size() && i == now.steps.size()) {
    return std::nullopt;
  }
  Divergence d{i, words(recorded, i, false), words(now, i, false)};
  if (d.recorded == d.now) {
    d.recorded = words(recorded, i, true);
    d.now = words(now, i, true);
  }
  return d;
}

std::string to_text(const Divergence& divergence) {
  return "first divergence at step " + std::to_string(divergence.step) + ": recorded " +
         divergence.recorded + "; now " + divergence.now;
}

}  // namespace oncelab::cases
