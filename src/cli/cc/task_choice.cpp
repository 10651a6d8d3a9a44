// The words of --tasks. The plugin gets them as they are, so unreadable words are refused here.
#include "cli/cc/task_choice.h"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <string_view>

namespace unply {

static bool is_line_number(std::string_view text) {
  return !text.empty() && text.size() <= 9 && text[0] != '0' &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

Result<std::string> check_task_choice(const std::string& choice) {
  static const std::string kHint = "--tasks 'heat.cpp:12' for the iterations of the loop on that line, "
                                   "--tasks 'fn:update_row' for the calls of a function";
  if (choice.empty()) return fail("--tasks: empty, expected FILE:LINE or fn:NAME", kHint);
  if (choice.find('\n') != std::string::npos) return fail("--tasks: holds a line break", kHint);
  if (choice.starts_with("fn:")) {
    std::string name = choice.substr(3);
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])))
      return fail(fmt::format("--tasks {}: '{}' is no function name", choice, name), kHint);
    return choice;
  }
  size_t colon = choice.rfind(':');
  if (colon == std::string::npos || colon == 0)
    return fail(fmt::format("--tasks {}: neither FILE:LINE nor fn:NAME", choice), kHint);
  if (!is_line_number(std::string_view(choice).substr(colon + 1)))
    return fail(fmt::format("--tasks {}: '{}' is no line number", choice, choice.substr(colon + 1)), kHint);
  return choice;
}

} // namespace unply
