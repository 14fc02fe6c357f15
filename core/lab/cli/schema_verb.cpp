// schema: the JSON Schemas of what this program writes.
#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <ostream>

#include <oncelab/core/lab/cli/verb.hpp>
#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/core/lab/report/embedded.hpp>

namespace oncelab::cli {

namespace json = boost::json;

namespace {

class Schema final : public Verb {
 public:
  [[nodiscard]] std::string_view name() const override { return "schema"; }
  [[nodiscard]] std::string_view summary() const override {
    return "Print the JSON Schema of a verb's --json, or of case files";
  }
  void declare(Flags& flags) override {
    flags.positional("NAME", name_, "Which one (default: list them)");
  }

  [[nodiscard]] ExitCode run(Session& session) override {
    const auto files = report::schema_files();
    if (!name_) {
      list(session.streams.out);
      return ExitCode::as_expected;
    }
    const auto found = std::ranges::find(files, *name_, &report::EmbeddedFile::name);
    if (found == files.end()) {
      return session.fail(make_error(ErrorKind::unknown_name, "schema: there is no schema '" +
                                                                  history::printable(*name_) +
                                                                  "'; there are: " + names()));
    }
    session.streams.out << found->text;
    return ExitCode::as_expected;
  }

 private:
  static std::string names() {
    std::string all;
    for (const report::EmbeddedFile& file : report::schema_files()) {
      all += (all.empty() ? "" : ", ") + std::string(file.name);
    }
    return all;
  }

  static void list(std::ostream& out) {
    constexpr std::size_t width = 10;
    for (const report::EmbeddedFile& file : report::schema_files()) {
      const json::value schema = json::parse(json::string_view(file.text.data(), file.text.size()));
      out << file.name << std::string(width - file.name.size(), ' ')
          << schema.at("title").as_string().c_str() << '\n';
    }
  }

  std::optional<std::string> name_;
};

}  // namespace

std::unique_ptr<Verb> schema_verb() { return std::make_unique<Schema>(); }

}  // namespace oncelab::cli
