#include <oncelab/core/lab/gen/thrown.hpp>

#include <rapidcheck/GenerationFailure.h>
#include <rapidcheck/detail/Results.h>

#include <algorithm>
#include <exception>

namespace oncelab::gen::detail {

namespace {

std::string in_one_line(std::string text) {
  std::ranges::replace_if(text, [](unsigned char c) { return c < ' ' || c == 0x7F; }, ' ');
  return text;
}

std::string text_of(const rc::detail::CaseResult& result) {
  return result.type == rc::detail::CaseResult::Type::Failure
             ? result.description
             : "RC_PRE, RC_DISCARD and RC_SUCCEED are not known here; use such_that";
}

}  // namespace

std::string thrown_text() {
  try {
    throw;
  } catch (const rc::GenerationFailure& failure) {
    return in_one_line(failure.what());
  } catch (const rc::detail::CaseResult& result) {
    return in_one_line(text_of(result));
  } catch (const std::exception& exception) {
    return in_one_line(std::string("exception: ") + exception.what());
  } catch (const std::string& text) {
    return in_one_line("thrown: " + text);
  } catch (...) {
    return "something was thrown that is no exception";
  }
}

}  // namespace oncelab::gen::detail
