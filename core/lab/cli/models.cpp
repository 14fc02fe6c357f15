#include <oncelab/core/lab/cli/models.hpp>

#include <algorithm>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/core/lab/scenario/sut.hpp>

namespace oncelab::cli {

namespace {
// A function-local static: registrations run before main, in any order.
std::vector<ModelProvider>& providers() {
  static std::vector<ModelProvider> all;
  return all;
}
}  // namespace

void register_models(const ModelProvider& provider) {
  ONCELAB_ASSERT(provider.list != nullptr && provider.make != nullptr);
  providers().push_back(provider);
}

std::vector<std::string> model_registration_problems() {
  std::vector<std::string> problems;
  std::vector<std::string> names;
  for (const ModelProvider& provider : providers()) {
    for (const Model& model : provider.list()) {
      if (!scenario::is_a_name(model.name)) {
        problems.push_back("a model cannot be called '" + history::printable(model.name) +
                           "': a name has 1 to 64 letters, digits, '-', '_' or '.'");
      } else if (std::ranges::find(names, model.name) != names.end()) {
        problems.push_back("two models are called '" + model.name + "'");
      }
      names.push_back(model.name);
    }
  }
  return problems;
}

std::vector<Model> models() {
  std::vector<Model> all;
  for (const ModelProvider& provider : providers()) {
    for (Model& model : provider.list()) {
      all.push_back(std::move(model));
    }
  }
  std::ranges::sort(all, {}, &Model::name);
  return all;
}

Result<const ModelProvider*> find_model(std::string_view name) {
  std::string names;
  for (const ModelProvider& provider : providers()) {
    for (const Model& model : provider.list()) {
      if (model.name == name) {
        return &provider;
      }
      names += (names.empty() ? "" : ", ") + model.name;
    }
  }
  return make_error(ErrorKind::unknown_name,
                    "there is no model '" + history::printable(name) +
                        "'; there are: " + (names.empty() ? "none" : names));
}

}  // namespace oncelab::cli
