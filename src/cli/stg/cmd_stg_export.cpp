// unply stg export: a task graph in the form of another tool.
#include "base/text_file.h"
#include "cli/command.h"
#include "cli/stg/cost_options.h"
#include "cli/stg/stg_verbs.h"
#include "collect/install_paths.h"
#include "collect/scratch_folder.h"
#include "collect/subprocess.h"
#include "stg/export/skeleton.h"
#include "stg/graph/task_graph_file.h"
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fstream>

namespace unply {

namespace {

constexpr const char* kStgExportFooter =
    "skeleton: the program in C with all that decides its messages, and a delay in place of each computation. It runs\n"
    "under mpirun, and under SimGrid if smpicc builds it.\n"
    "jdf: the tasks and their dependences as task classes for PaRSEC, of programs whose graph is exact.\n"
    "Exit codes: 0 written; 2 usage, unreadable file, what has no place in the format.\n"
    "\n"
    "Examples:\n"
    "  unply stg export solver.taskgraph --format skeleton --costs solver.costs -o skel.c && mpicc skel.c -o skel -lm\n"
    "  unply stg export solver.taskgraph --format skeleton --ns-per-iteration 2 -o skel.c && smpicc skel.c -o skel "
    "-lm\n"
    "  unply stg export solver.taskgraph --format jdf -o solver.jdf && parsec-ptgpp -i solver.jdf -o solver";

struct ExportCommand {
  std::string file, format, output;
  int time_limit_s = 60;
  CostOptions costs = {.file = "", .iteration_ns = 1};
};

// By the program that has isl.
Result<std::string> jdf_of(const std::string& file, int limit_s) {
  const ScratchFolder scratch("stg");
  if (scratch.path().empty()) return fail("temporary directory: cannot be written", "set TMPDIR to a folder of yours");
  const std::string output = scratch.path() / "graph.jdf";
  const FinishedProcess made = run_program(
      {"timeout", "-k", "1", std::to_string(limit_s), install_paths().integer_sets(), "--jdf", file, output});
  if (made.ok()) return read_text_file(output);
  const std::string said = made.output.substr(0, made.output.find('\n'));
  if (said.starts_with("unply: error: "))
    return fail(said.substr(said.find(": error: ") + 9), "unply stg show tells what is exact");
  return fail(fmt::format("{}: its task classes were not found within {} s", file, limit_s), "--time-limit");
}

Result<std::string> exported(const ExportCommand& command) {
  const auto file = stg::read_task_graph(command.file);
  if (!file) return error_of(file);
  stg::PredictionCosts costs;
  TRY(take_costs(command.costs, file->program, costs));
  if (command.format == "jdf") return jdf_of(command.file, command.time_limit_s);
  auto text = stg::skeleton_of(file->program, costs);
  if (!text) return std::unexpected(text.error().about(command.file));
  return text;
}

} // namespace

int cmd_stg_export(int argc, char** argv) {
  ExportCommand command;
  CLI::App app("Writes a task graph in the form of another tool.", "unply stg export");
  app.add_option("FILE", command.file, "the task graph that unply stg build wrote")->required();
  app.add_option("--format", command.format, "skeleton or jdf")->required()->check(CLI::IsMember({"skeleton", "jdf"}));
  app.add_option("-o,--output", command.output, "write to this file")->type_name("FILE");
  app.add_option("--time-limit", command.time_limit_s, "jdf: seconds for the classes; default: 60")
      ->check(CLI::Range(1, 1'000'000));
  add_cost_options(app, command.costs);
  app.footer(kStgExportFooter);
  if (const int code = parse_command_line(app, argc, argv); code >= 0) return code;
  const auto text = exported(command);
  if (!text) return print_error(text.error());
  if (command.output.empty()) {
    fmt::print("{}", *text);
    return kExitOk;
  }
  std::ofstream out(command.output, std::ios::binary | std::ios::trunc);
  out << *text;
  out.close();
  return out ? kExitOk : print_error({command.output + ": cannot write", ""});
}

} // namespace unply
