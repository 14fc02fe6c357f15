#include <oncelab/core/lab/cli/verify_stream.hpp>

#include <span>
#include <utility>

#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/core/lab/report/write_file.hpp>

namespace oncelab::cli {

namespace {

class ToStream final : public history::EventSink {
 public:
  explicit ToStream(check::Stream& stream) : stream_(stream) {}

  bool take(const history::History& history, std::size_t from) override {
    const bool goes_on = stream_.take(history, from);
    const history::Value& key = stream_.result().partition;
    if (!goes_on && !key.is_nil()) {
      key_text = to_text(history, key);
    }
    return goes_on;
  }
  [[nodiscard]] bool needs(history::OperationIndex operation) const override {
    return stream_.needs(operation);
  }
  void forgotten(std::span<const history::OperationIndex> kept) override {
    stream_.forgotten(kept);
  }

  std::string key_text;

 private:
  check::Stream& stream_;
};

}  // namespace

Result<Streamed> verify_stream(const HistoryInput& input, const history::Deadline& deadline,
                               check::Stream& stream) {
  ToStream sink(stream);
  auto loaded = input.load(deadline, &sink);
  const bool is_late = !loaded && loaded.error().kind == ErrorKind::out_of_time;
  if (!loaded && !is_late) {
    return loaded.error();
  }
  const std::string file = report::shown(*input.file());
  if (!is_late && loaded->format != history::Format::neutral_json_lines &&
      loaded->format != history::Format::jepsen_edn) {
    return make_error(ErrorKind::usage,
                      "verify: --stream reads process/type JSON lines and EDN; " + file + " is " +
                          std::string(history::text(loaded->format)) + ", leave --stream out");
  }
  if (!is_late && stream.result().verdict == check::Verdict::held) {
    stream.finish(loaded->history);
    if (stream.result().verdict != check::Verdict::held && !stream.result().partition.is_nil()) {
      sink.key_text = to_text(loaded->history, stream.result().partition);
    }
  }
  check::StreamResult result = stream.result();
  if (result.reason == check::InconclusiveReason::not_in_model) {
    return make_error(ErrorKind::bad_input, "verify: " + file + ": " + result.objection);
  }
  if (!is_late) {
    return Streamed{std::move(result), loaded->format, {}, sink.key_text};
  }
  if (result.verdict == check::Verdict::held) {
    result.verdict = check::Verdict::inconclusive;
    result.reason = check::InconclusiveReason::time;
  }
  return Streamed{std::move(result), {}, loaded.error().text, sink.key_text};
}

std::string details_of(const Streamed& streamed) {
  const check::StreamResult& result = streamed.result;
  const std::string key = streamed.key_text.empty() ? "" : "key " + streamed.key_text + ": ";
  if (result.verdict == check::Verdict::inconclusive) {
    return "reason: " + key + std::string(check::text(result.reason)) + "\n" +
           (streamed.why_not_all.empty() ? "" : streamed.why_not_all + "\n");
  }
  if (result.verdict == check::Verdict::held) {
    return "";
  }
  const std::string event = std::to_string(result.event + 1);
  return key + "the first " + event + " events cannot be explained. Event " + event +
         " is the return of\n  #" + std::to_string(result.culprit) + " " + result.operation_text +
         "\nNo state that there could be allows it; in one of them:\n      " + result.objection +
         "\nWithout --stream there is an explanation.\n";
}

}  // namespace oncelab::cli
