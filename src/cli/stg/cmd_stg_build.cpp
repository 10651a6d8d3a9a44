// unply stg build: runs the user's own build with our compiler drivers in place of its compilers, and says which task
// graphs that wrote.
#include "cli/command.h"
#include "cli/stg/write_task_graph.h"
#include "collect/scratch_folder.h"
#include "collect/subprocess.h"
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <sys/wait.h>
#include <unistd.h>

namespace unply {
namespace fs = std::filesystem;

namespace {

struct BuildOptions {
  std::string output;
  int time_limit_s = 60;
  std::vector<std::string> command;
};

int parse(BuildOptions& options, int argc, char** argv, int command) {
  CLI::App app(
      "Builds a message-passing program and writes its static task graph beside it: PROGRAM.taskgraph.\n"
      "unply stg build [OPTIONS] -- COMMAND...  COMMAND compiles or builds: mpicc, make, cmake --build.\n"
      "The compilers are clang-22 and flang-22, by OMPI_CC, MPICH_CC, CC and their sisters for C++ and Fortran.");
  app.add_option("-o,--output", options.output, "the file to write, if the build links one executable");
  app.add_option("--time-limit", options.time_limit_s, "seconds for the sets of a graph; default: 60")
      ->check(CLI::Range(1, 1'000'000));
  app.footer("Examples:\n"
             "  unply stg build -- mpicc -O2 solver.c -o solver\n"
             "  unply stg build -- make -j4\n"
             "  unply stg build -- cmake -B build && unply stg build -- cmake --build build");
  options.command.assign(argv + std::min(argc, command + 1), argv + argc);
  return parse_command_line(app, command, argv);
}

std::vector<std::string> compiler_variables(const fs::path& bin) {
  std::vector<std::string> variables;
  const std::map<std::string, std::vector<const char*>> names = {
      {"unply-stg-cc", {"CC", "OMPI_CC", "MPICH_CC", "I_MPI_CC"}},
      {"unply-stg-c++", {"CXX", "OMPI_CXX", "MPICH_CXX", "I_MPI_CXX"}},
      {"unply-stg-fc", {"FC", "F77", "F90", "OMPI_FC", "OMPI_F77", "MPICH_FC", "MPICH_F77", "MPICH_F90"}}};
  for (const auto& [driver, names_of_driver] : names)
    for (const char* name : names_of_driver) variables.push_back(fmt::format("{}={}", name, (bin / driver).string()));
  return variables;
}

// A compiler that the user calls by its own name.
std::string driver_of(const std::string& word) {
  const std::string name = fs::path(word).filename();
  for (const char* c : {"cc", "gcc", "clang", "clang-22"})
    if (name == c) return "unply-stg-cc";
  for (const char* cpp : {"c++", "g++", "clang++", "clang++-22"})
    if (name == cpp) return "unply-stg-c++";
  for (const char* fortran : {"gfortran", "flang", "flang-22", "f77", "f90"})
    if (name == fortran) return "unply-stg-fc";
  return "";
}

struct WrittenGraph {
  std::string path, line;
};

std::vector<WrittenGraph> read_list(const fs::path& list) {
  std::vector<WrittenGraph> graphs;
  std::ifstream file(list);
  for (std::string line; std::getline(file, line);) {
    const size_t tab = line.find('\t');
    if (tab == std::string::npos) {
      if (!graphs.empty()) graphs.back().line += "\n" + line; // a hint
      continue;
    }
    graphs.push_back({line.substr(0, tab), line.substr(tab + 1)});
  }
  return graphs;
}

Result<void> run_build(const BuildOptions& options, const fs::path& list, int& status) {
  const fs::path bin = install_paths().executable.parent_path();
  std::vector<std::string> command = options.command;
  if (const std::string driver = driver_of(command[0]); !driver.empty()) command[0] = bin / driver;
  std::vector<std::string> variables = compiler_variables(bin);
  variables.push_back(fmt::format("{}={}", kGraphListVariable, list.string()));
  variables.push_back(fmt::format("{}={}", kTimeLimitVariable, options.time_limit_s));
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) become_program(command, variables);
  int ended = 0;
  if (child < 0 || waitpid(child, &ended, 0) != child) return fail(command[0] + ": cannot be run");
  status = WIFEXITED(ended) ? WEXITSTATUS(ended) : 128 + WTERMSIG(ended);
  if (status == 127) return fail(command[0] + ": command not found");
  return {};
}

Result<void> move_graph(const std::string& from, const std::string& to) {
  std::error_code failed;
  if (fs::equivalent(from, to, failed)) return {};
  fs::rename(from, to, failed);
  if (failed) fs::copy_file(from, to, fs::copy_options::overwrite_existing, failed);
  if (failed) return fail(fmt::format("{}: cannot write, {}", to, failed.message()));
  fs::remove(from, failed);
  return {};
}

} // namespace

int cmd_stg_build(int argc, char** argv) {
  int command = 1;
  while (command < argc && std::string_view(argv[command]) != "--") ++command;
  BuildOptions options;
  if (const int code = parse(options, argc, argv, command); code >= 0) return code;
  if (options.command.empty())
    return print_error({"stg build: no command behind --", "unply stg build -- mpicc -g solver.c -o solver"});
  const ScratchFolder scratch("stg-build");
  int status = 0;
  if (auto ran = run_build(options, scratch.path() / "list", status); !ran) return print_error(ran.error());
  size_t written = 0;
  std::string only;
  for (const WrittenGraph& graph : read_list(scratch.path() / "list")) {
    if (graph.path.empty()) {
      fmt::print(stderr, "{}\n", graph.line);
      continue;
    }
    ++written, only = graph.path;
    fmt::print("{}\n", graph.line);
  }
  std::fflush(stdout);
  if (status != 0) return status;
  if (written == 0)
    return print_error({fmt::format("{}: linked no executable whose objects carry their bitcode", options.command[0]),
                        "build from clean, so that everything is compiled again"});
  if (options.output.empty()) return kExitOk;
  if (written > 1)
    return print_error({fmt::format("-o: {} executables were linked", written), "each has its graph beside it"});
  if (auto moved = move_graph(only, options.output); !moved) return print_error(moved.error());
  return kExitOk;
}

} // namespace unply
