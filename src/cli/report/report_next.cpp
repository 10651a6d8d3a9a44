// Chooses the next command after a report: whatif if nothing can run in parallel; otherwise reliable times, and then
// the possible speedup. The choice depends only on counts, so the same program gets the same advice.
#include "cli/report/report.h"
#include "cli/site_roles.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace unply {

static constexpr size_t kBesideName = 11; // columns of "next:"

static std::string shell_word(const std::string& word) {
  bool plain = !word.empty() && std::ranges::all_of(word, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || std::string_view("_./:=,+-@%").contains(c);
  });
  if (plain) return word;
  std::string quoted = "'";
  for (char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

// As it was recorded, with the same name of the file.
static std::string record_again(const TraceInfo& info, const std::string& file) {
  std::string command = "unply record --repeat 5";
  if (file != std::filesystem::path(info.program).filename().string() + ".trace") command += " -o " + shell_word(file);
  for (const auto& [name, value] : info.parameters) command += " --param " + shell_word(name + "=" + value);
  command += " " + shell_word(info.program);
  for (const std::string& argument : info.arguments) command += " " + shell_word(argument);
  return command;
}

// The trace region of most task instances, since times may not be known well.
static const TraceSummary& largest(const std::vector<TraceSummary>& traces) {
  return *std::ranges::max_element(traces, {}, [](const TraceSummary& each) { return each.figures.tasks; });
}

std::string next_command(const Trace& trace, const std::vector<TraceSummary>& traces, const ReportOptions& options) {
  const TraceInfo& info = trace.info;
  std::string file = shell_word(options.file);
  if (info.simulated) return "unply view " + file;
  if (const RecursiveFunction* f = largest_divide_and_conquer(traces))
    return fmt::format("unply skeleton {} fn:{}", file, bare_name(trace.text(trace.regions[f->region].function)));
  const TraceSummary& summary = largest(traces);
  std::string which = traces.size() > 1 ? fmt::format(" --trace {}", summary.id) : "";
  if (options.kinds != KindSet::after_renaming()) which += fmt::format(" --kinds {}", options.kinds.names(","));
  constexpr double kSomeParallelism = 1.5; // tasks a level
  bool parallel =
      static_cast<double>(summary.figures.vertices) >= kSomeParallelism * static_cast<double>(summary.figures.levels);
  if (!parallel) return fmt::format("unply whatif {}{}", file, which);
  bool measured = !trace.tasks.most_ns.empty() || info.times_without_hooks || info.openmp_tasks;
  if (measured || info.program.empty()) return fmt::format("unply bound {}{}", file, which);
  std::string command = record_again(info, options.file), why = " # measures the times without tracing";
  return kBesideName + command.size() + why.size() <= options.width ? command + why : command;
}

} // namespace unply
