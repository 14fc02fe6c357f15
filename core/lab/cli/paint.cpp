#include <oncelab/core/lab/cli/paint.hpp>

namespace oncelab::cli {

namespace {

bool has_colour(const Session& session, const std::ostream& to) {
  const Environment& e = session.environment;
  const bool terminal = (&to == &session.streams.out && e.out_is_terminal) ||
                        (&to == &session.streams.err && e.err_is_terminal);
  return terminal && !e.no_colour && !e.dumb_terminal;
}

}  // namespace

Tone tone_of(check::Verdict verdict) {
  switch (verdict) {
    case check::Verdict::held:
      return Tone::good;
    case check::Verdict::violated:
      return Tone::bad;
    case check::Verdict::inconclusive:
      break;
  }
  return Tone::unsure;
}

Paint::Paint(const Session& session, const std::ostream& to) : on_(has_colour(session, to)) {}

std::string Paint::operator()(Tone tone, std::string_view word) const {
  if (!on_) {
    return std::string(word);
  }
  const char* const colour = tone == Tone::good ? "32" : tone == Tone::bad ? "31" : "33";
  return "\x1b[" + std::string(colour) + "m" + std::string(word) + "\x1b[0m";
}

std::string expectation_text(check::Verdict verdict, check::Verdict expected, const Paint& paint) {
  const Tone tone = verdict == expected                       ? Tone::good
                    : verdict == check::Verdict::inconclusive ? Tone::unsure
                                                              : Tone::bad;
  return paint(tone, check::text(verdict)) +
         (verdict == expected ? ", as expected"
                              : ", EXPECTED " + std::string(check::text(expected)));
}

}  // namespace oncelab::cli
