#include <oncelab/properties/scenarios/contract_scenario.hpp>

#include <algorithm>

#include <oncelab/core/lab/base/assert.hpp>

namespace oncelab::properties {

using check::Verdict;

const std::vector<scenario::Variant>& ContractScenario::variants() const {
  const auto suts = scenario::suts_of(texts_.contract);
  if (suts.size() != variants_.size()) {
    variants_.clear();
    for (const scenario::Sut* sut : suts) {
      variants_.push_back(
          {sut->name, sut->holds ? Verdict::held : Verdict::violated, sut->summary});
    }
  }
  return variants_;
}

std::string_view ContractScenario::default_variant() const {
  const auto& all = variants();
  if (const auto named = std::ranges::find(all, texts_.default_variant, &scenario::Variant::name);
      named != all.end()) {
    return named->name;
  }
  const auto holding = std::ranges::find(all, Verdict::held, &scenario::Variant::expected);
  return holding == all.end() ? std::string_view() : holding->name;
}

scenario::Program ContractScenario::program(unsigned clients, unsigned ops) const {
  scenario::Program p;
  p.clients.assign(clients, std::vector<scenario::Operation>(ops, texts_.operation));
  return p;
}

Result<void> ContractScenario::validate(const scenario::Program& program) const {
  const auto error = [&](const std::string& text) {
    return make_error(ErrorKind::does_not_fit,
                      "scenario " + std::string(texts_.name) + ": " + text);
  };
  if (program.clients.empty() || program.clients.size() > scenario::clients_max) {
    return error("a program has 1 to " + std::to_string(scenario::clients_max) + " clients, not " +
                 std::to_string(program.clients.size()));
  }
  for (const auto& client : program.clients) {
    if (client.size() > scenario::operations_per_client_max) {
      return error("a client has at most " + std::to_string(scenario::operations_per_client_max) +
                   " operations");
    }
    for (const auto& operation : client) {
      if (const std::string text = misfit(operation); !text.empty()) {
        return error(text);
      }
    }
  }
  const std::string text = misfit_of_program(program);
  return text.empty() ? Result<void>() : error(text);
}

const scenario::Sut& ContractScenario::sut(std::string_view variant) const {
  const scenario::Sut* const found = scenario::find_sut(texts_.contract, variant);
  ONCELAB_ASSERT(found != nullptr);
  return *found;
}

}  // namespace oncelab::properties
