#include "cli/discover/policies_here.h"
#include "collect/install_paths.h"
#include "collect/standard_policies.h"
#include "verify/build_commands.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

// Of the options of one command, the one that asks for a standard before C++17; "" if none does.
static std::string old_standard(const BuildCommand& command) {
  std::string last;
  for (const std::string& word : command.arguments)
    if (word.starts_with("-std=") || word.starts_with("--std=")) last = word;
  const bool old = std::ranges::any_of(std::initializer_list<std::string_view>{"98", "03", "0x", "11", "1y", "14"},
                                       [&](std::string_view year) { return last.ends_with("++" + std::string(year)); });
  return old ? last : "";
}

std::string why_no_policies(const Trace& trace) {
  const std::string& program = trace.info.program;
  const std::string path =
      program.contains('/') ? absolute_in(trace.info.directory, program) : find_program(program).string();
  if (auto commands = read_build_commands(path))
    for (const BuildCommand& command : *commands)
      if (std::string option = old_standard(command); !option.empty())
        return fmt::format("policies are of C++17, and the program is compiled with {}", option);
  return why_no_policies();
}

} // namespace unply
