// Registers what this project brings: scenarios and models. An OBJECT library: linking it is
// enough.
#include <algorithm>
#include <string>
#include <utility>

#include <oncelab/core/lab/cli/models.hpp>
#include <oncelab/core/lab/scenario/scenario.hpp>
#include <oncelab/models/registry.hpp>
#include <oncelab/properties/scenarios/api/api_scenario.hpp>
#include <oncelab/properties/scenarios/api/claims_scenario.hpp>
#include <oncelab/properties/scenarios/domain/order_scenario.hpp>
#include <oncelab/properties/scenarios/durable/durable_claims_scenario.hpp>
#include <oncelab/properties/scenarios/durable/durable_inbox_scenario.hpp>
#include <oncelab/properties/scenarios/durable/retry_scenario.hpp>
#include <oncelab/properties/scenarios/inbox/inbox_scenario.hpp>

namespace oncelab::properties {

namespace {

std::vector<cli::Model> list_models() {
  std::vector<cli::Model> list;
  for (const auto& info : models::all()) {
    cli::Model model{std::string(info.name), std::string(info.description), {}};
    const auto add = [&model](const models::OptionInfo& o) {
      model.options.push_back({std::string(o.name), std::string(o.accepts), std::string(o.standard),
                               std::string(o.description)});
    };
    std::ranges::for_each(info.options, add);
    add(models::partition_option);
    list.push_back(std::move(model));
  }
  return list;
}

Result<std::unique_ptr<check::Checker>> make_model(std::string_view name,
                                                   const cli::ModelOptions& options) {
  return models::make(name, options);
}

cli::ModelOptions implied_options(history::Format format, std::string_view name) {
  return models::implied_options(format, name);
}

const bool registered = [] {
  scenario::register_scenario(make_api_scenario());
  scenario::register_scenario(make_claims_scenario());
  scenario::register_scenario(make_durable_claims_scenario());
  scenario::register_scenario(make_durable_inbox_scenario());
  scenario::register_scenario(make_inbox_scenario());
  scenario::register_scenario(make_order_scenario());
  scenario::register_scenario(make_redelivery_scenario());
  scenario::register_scenario(make_retry_scenario());
  cli::register_models({list_models, make_model, implied_options});
  return true;
}();

}  // namespace

}  // namespace oncelab::properties
