// What `unply stats`, `diff` and `view` read: the events of a parallel run, and the costs of the machine.
#include "cli/stats/stats.h"
#include "sim/machine_file.h"
#include <filesystem>
#include <fmt/format.h>

namespace unply {

Result<std::optional<Machine>> stats_machine(const std::string& option) {
  if (option == "none") return std::nullopt;
  std::string path = option.empty() ? default_machine_path() : option;
  std::error_code ignored;
  if (option.empty() && (path.empty() || !std::filesystem::exists(path, ignored))) return std::nullopt;
  auto file = option.empty() ? read_machine(path) : read_node_costs(path);
  if (!file) return error_of(file);
  if (!file->has_costs) return std::nullopt; // those of a network alone
  return file->machine;
}

Result<EventFile> open_parallel_run(const std::string& path) {
  auto events = has_events(path);
  if (!events) return error_of(events);
  if (!*events)
    return fail(fmt::format("{}: holds no parallel run, but tasks and dependences of a sequential one", path),
                fmt::format("unply report {}", path));
  return EventFile::open(path);
}

} // namespace unply
