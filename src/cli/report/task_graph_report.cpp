// See task_graph_report.h. A call is explained if its rank did, up to it, what the program does for the same arguments.
#include "cli/report/task_graph_report.h"
#include "cli/stg/bound_values.h"
#include "cli/stg/recorded_program.h"
#include "cli/stg/values_option.h"
#include "cli/stg/write_task_graph.h"
#include "collect/program_kind.h"
#include "stg/graph/operation_tiers.h"
#include "stg/program/place_text.h"
#include "trace/event_file.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace unply {

namespace {

Result<bool> has_calls(const EventFile& file) {
  EventBlock block;
  for (size_t i = 0; i < file.blocks().size(); ++i) {
    TRY(file.read_block(i, block));
    for (const uint8_t kind : block.kind)
      if (kind == kEventPost || kind == kEventCollectiveTerms) return true;
  }
  return false;
}

// The words of the command as files, the program among them.
std::vector<std::filesystem::path> files_of_command(const TraceInfo& info) {
  std::vector<std::filesystem::path> files = {std::filesystem::path(info.directory) / info.program};
  for (const std::string& word : info.arguments)
    if (!word.empty()) files.push_back((std::filesystem::path(info.directory) / word).lexically_normal());
  return files;
}

std::string beside_program(const TraceInfo& info) {
  for (const std::filesystem::path& file : files_of_command(info)) {
    const std::string path = file.string() + ".taskgraph";
    std::error_code ignored;
    if (std::filesystem::is_regular_file(path, ignored)) return path;
  }
  return {};
}

// By the extractor and the sets, as the build did it.
Result<FoundTaskGraph> derived_again(const TraceInfo& info) {
  for (const std::filesystem::path& file : files_of_command(info)) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored) || !kind_of_program(file).carries_bitcode) continue;
    FoundTaskGraph found = {.file = "", .of = file.string(), .folder = std::make_shared<ScratchFolder>("report")};
    if (found.folder->path().empty())
      return fail("temporary directory: cannot be written", "set TMPDIR to a folder of yours");
    found.file = found.folder->path() / "program.taskgraph";
    TRY(write_task_graph(file, found.file, install_paths()));
    return found;
  }
  return FoundTaskGraph();
}

std::vector<ExplainedLine> lines_of(const stg::TaskGraphFile& file, const ProgramRun& run,
                                    const stg::Agreement& agreement) {
  std::map<std::string, ExplainedLine> lines;
  for (size_t rank = 0; rank < run.run.ranks.size(); ++rank) {
    const auto& calls = run.run.ranks[rank].calls;
    for (size_t i = 0; i < calls.size(); ++i) {
      ExplainedLine& line = lines[run.run.sites[calls[i].site]];
      ++line.calls, line.agreed += i < agreement.followed[rank];
    }
  }
  const auto tiers = stg::operation_tiers(file);
  std::map<std::string, stg::Tier> known;
  for (size_t p = 0; p < tiers.size(); ++p)
    for (size_t i = 0; i < tiers[p].size(); ++i) {
      const stg::Tier tier = tiers[p][i].pairing;
      const auto [found, added] =
          known.try_emplace(place_text(file.program, file.program.procedures[p].operations[i].place), tier);
      if (!added) found->second = std::max(found->second, tier);
    }
  std::vector<ExplainedLine> made;
  for (auto& [place, line] : lines) {
    line.place = place;
    if (const auto found = known.find(place); found != known.end()) line.tier = found->second;
    made.push_back(std::move(line));
  }
  std::ranges::stable_sort(made, std::greater(), &ExplainedLine::calls);
  return made;
}

} // namespace

Result<FoundTaskGraph> find_task_graph(const std::string& trace, const std::string& asked) {
  const auto events = has_events(trace);
  if (!events && !asked.empty()) return error_of(events);
  if (!events || !*events) {
    if (asked.empty()) return FoundTaskGraph(); // load_trace says what is wrong
    return fail(trace + ": --taskgraph: is not the recording of a parallel run", "unply record mpirun -np 4 ./solver");
  }
  const auto file = EventFile::open(trace);
  if (!file) return error_of(file);
  const auto calls = has_calls(*file);
  if (!calls) return error_of(calls);
  const std::string found = asked.empty() ? beside_program(file->tables().info) : asked;
  if (*calls && found.empty()) return derived_again(file->tables().info);
  if (*calls) return FoundTaskGraph{.file = found, .of = found, .folder = nullptr};
  if (asked.empty()) return FoundTaskGraph();
  return fail(trace + ": --taskgraph: the recording has no calls of MPI", "unply stg build and record an MPI program");
}

Result<ExplainedRun> explain_run(const std::string& trace, const FoundTaskGraph& graph) {
  const auto file = stg::read_task_graph(graph.file);
  if (!file) return error_of(file);
  const auto run = run_of_program(file->program, {}, trace, {}, nullptr);
  if (!run) return error_of(run);
  auto agreement = stg::compare_with_run(file->program, run->bindings, run->run, stg::operation_tiers(*file), nullptr,
                                         stg::AtDifference::go_on);
  if (!agreement) return std::unexpected(agreement.error().about(graph.of));
  ExplainedRun made = {.trace = trace,
                       .graph = graph.of,
                       .lines = lines_of(*file, *run, *agreement),
                       .agreement = std::move(*agreement),
                       .ranks = run->bindings.ranks};
  for (const ExplainedLine& line : made.lines) made.calls += line.calls, made.agreed += line.agreed;
  return made;
}

std::string explained_text(const ExplainedRun& run) {
  std::string text = fmt::format("{}: {} of {} calls on {} ranks are as {} says\n\n", run.trace, run.agreed, run.calls,
                                 run.ranks, std::filesystem::path(run.graph).filename().string());
  size_t width = 5;
  for (const ExplainedLine& line : run.lines) width = std::max(width, line.place.size());
  text += fmt::format("  {:<{}}  {:>9}  {:>9}  tier\n", "place", width, "calls", "explained");
  for (const ExplainedLine& line : run.lines)
    text += fmt::format("  {:<{}}  {:>9}  {:>9}  {}\n", line.place, width, line.calls, line.agreed,
                        stg::name_of(line.tier));
  text += bound_text(run.agreement, "note       ");
  if (const auto& difference = run.agreement.difference)
    text += fmt::format("\nfrom call {} of rank {} on they differ: {}\n  graph: {}\n  run:   {}\n", difference->call,
                        difference->rank, difference->what, difference->program, difference->run);
  return text + fmt::format("\nnext:      unply stats {}\n", run.trace);
}

std::string explained_json(const ExplainedRun& run) {
  nlohmann::json made = {{"schema", 1},
                         {"file", run.trace},
                         {"taskgraph", run.graph},
                         {"ranks", run.ranks},
                         {"calls", run.calls},
                         {"explained", run.agreed},
                         {"bound", bound_json(run.agreement)},
                         {"lines", nlohmann::json::array()}};
  for (const ExplainedLine& line : run.lines)
    made["lines"].push_back(
        {{"place", line.place}, {"calls", line.calls}, {"explained", line.agreed}, {"tier", stg::name_of(line.tier)}});
  return made.dump(1) + "\n";
}

} // namespace unply
