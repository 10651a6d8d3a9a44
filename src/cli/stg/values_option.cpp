// --at and what follows "--"; see values_option.h.
#include "cli/stg/values_option.h"
#include "base/split.h"
#include "cli/spelling.h"
#include <charconv>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <set>

namespace unply {

Result<stg::Bindings> parse_values(const std::vector<std::string>& words) {
  stg::Bindings bindings = {.ranks = 0};
  const char* hint = "--at P=4,n=100";
  for (const std::string& list : words)
    for (const std::string& word : split(list, ',')) {
      const size_t at = word.find('=');
      if (at == std::string::npos || at == 0) return fail(fmt::format("--at: '{}' is not NAME=VALUE", word), hint);
      const std::string name = word.substr(0, at), text = word.substr(at + 1);
      double value = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      if (error != std::errc() || end != text.data() + text.size())
        return fail(fmt::format("--at: '{}' is not a number", text), hint);
      if (name != "P")
        bindings.values[name] = value;
      else if (value < 1 || value > 1e7 || value != double(int(value)))
        return fail(fmt::format("--at: P={} is not a number of processes", text), hint);
      else
        bindings.ranks = int(value);
    }
  return bindings;
}

std::vector<std::string> take_arguments(int& argc, char** argv) {
  for (int i = 1; i < argc; ++i)
    if (std::strcmp(argv[i], "--") == 0) {
      std::vector<std::string> words(argv + i + 1, argv + argc);
      argc = i;
      return words;
    }
  return {};
}

Result<void> check_values_used(const stg::Program& program, const stg::Bindings& bindings,
                               const std::map<std::string, uint64_t>& asked) {
  std::set<std::string> known;
  for (const stg::Parameter& parameter : program.parameters) known.insert(parameter.name);
  for (const auto& [name, times] : asked) known.insert(name);
  for (const stg::Procedure& procedure : program.procedures) {
    for (const stg::Block& block : procedure.blocks) known.insert(block.symbol);
    for (const stg::Computation& computation : procedure.computations)
      for (const stg::Work& work : computation.work)
        for (const stg::LoopRange& range : work.ranges) known.insert(range.symbol);
  }
  known.erase("");
  for (const auto& [name, value] : bindings.values) {
    if (known.contains(name)) continue;
    const std::vector<std::string> names(known.begin(), known.end());
    const std::string near = nearest_word(name, names);
    return fail(fmt::format("--at: the program has no value {}", name),
                !near.empty()   ? fmt::format("did you mean {}?", near)
                : names.empty() ? "it has none but P"
                                : fmt::format("it has P, {}", fmt::join(names, ", ")));
  }
  return {};
}

std::string quoted_line(const stg::Program& program, const stg::Place& place) {
  if (place.file == stg::kNone) return {};
  std::ifstream file(program.files[place.file]);
  std::string line;
  for (uint32_t i = 0; i < place.line && file; ++i) std::getline(file, line);
  if (!file && line.empty()) return {};
  const size_t first = line.find_first_not_of(" \t"), last = line.find_last_not_of(" \t\r");
  return first == std::string::npos ? "" : line.substr(first, last - first + 1);
}

} // namespace unply
