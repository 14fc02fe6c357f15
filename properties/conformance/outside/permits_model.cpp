#include <oncelab/model.hpp>

// Three permits. `take` is answered true if one was left, false if none was; `give` is for one.
struct Permits : oncelab::check::SimpleModel<Permits> {
  using State = int;  // how many are left
  struct Op {
    bool takes, known, got;
    bool operator==(const Op&) const = default;
  };

  State initial(const Value&) const { return 3; }
  std::string_view name() const { return "permits"; }
  std::string_view vocabulary() const { return "take; give"; }

  bool compile(const History& history, OperationIndex index, bool known, Op& op) const {
    const auto& operation = history.operation(index);
    const std::string_view f = history.text(operation.f);
    op = {f == "take", known, word(history, operation.output) == "true"};
    return f == "take" || f == "give";
  }
  bool apply(State& left, const Op& op, unsigned, unsigned) const {
    const bool possible = op.takes ? left > 0 : left < 3;
    left += possible ? (op.takes ? -1 : 1) : 0;
    return op.takes ? !op.known || op.got == possible : possible;
  }
  std::string state_text(const History&, State left) const {
    return std::to_string(left) + " of 3 are left";
  }
};

ONCELAB_MODEL(Permits);
