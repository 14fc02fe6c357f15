// xml_problem: why a text is not well-formed XML 1.0 of the kind that reports write; for tests.
//
// Strict, and smaller than XML: elements, attributes in double quotes, text, the five named and the
// decimal character references, one declaration. No comments, CDATA or DTD, which we never write.
// Shares no code with the writer. Nothing: it is well-formed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace oncelab::report {

[[nodiscard]] std::optional<std::string> xml_problem(std::string_view text);

/// The text between the first <tag ...> and its end, references replaced; for well-formed XML.
[[nodiscard]] std::string xml_content(std::string_view text, std::string_view tag);

}  // namespace oncelab::report
