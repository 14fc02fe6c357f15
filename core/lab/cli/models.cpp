#include <oncelab/core/lab/cli/models.hpp>

#include <algorithm>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/history/text.hpp>

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

std::vector<Model> models() {
  std::vector<Model> all;
  for (const ModelProvider& provider : providers()) {
    for (Model& model : provider.list()) {
      if (std::ranges::find(all, model.name, &Model::name) == all.end()) {
        all.push_back(std::move(model));
      }
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
