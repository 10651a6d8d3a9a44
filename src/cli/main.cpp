// The table of verbs, and which of them runs: by the first argument or, for the compiler drivers, by the program's own
// name (unply-c++ is "unply c++"). Each verb is a function in cmd_VERB.cpp; start reading at cmd_report.cpp.
#include "base/version.h"
#include "cli/command.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "graph/recording_file.h"
#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <fmt/format.h>
#include <new>
#include <optional>
#include <string_view>

namespace unply {

static constexpr std::array kVerbs = {
    Verb{"cc", "compile C like clang-22, ready to be recorded", cmd_cc, VerbGroup::build},
    Verb{"c++", "compile C++ like clang++-22, ready to be recorded", cmd_cc, VerbGroup::build},
    Verb{"fc", "compile Fortran like flang-22, ready to be recorded", cmd_cc, VerbGroup::build},
    Verb{"record", "run a program and record the dependences of its tasks", cmd_record, VerbGroup::build},
    Verb{"report", "parallelism, the dependences that limit it, and the speedup available", cmd_report,
         VerbGroup::parallelism},
    Verb{"why", "why a loop can, or cannot, run in parallel", cmd_why, VerbGroup::parallelism},
    Verb{"suggest", "OpenMP directives for loops, as patches", cmd_suggest, VerbGroup::parallelism},
    Verb{"merge", "loop profiles of several inputs as one recording", cmd_merge, VerbGroup::parallelism},
    Verb{"graph", "the execution graph as dot, json, graphml or svg", cmd_graph, VerbGroup::parallelism},
    Verb{"independent", "which tasks could run at the same time", cmd_independent, VerbGroup::parallelism},
    Verb{"quotient", "interchangeable tasks: the graph with one vertex for each class", cmd_quotient,
         VerbGroup::parallelism},
    Verb{"generalise", "tasks, levels, work and span as functions of the input's size", cmd_generalise,
         VerbGroup::gain},
    Verb{"fit", "times of phases, tasks or loops as functions of sizes, from measurements", cmd_fit, VerbGroup::gain},
    Verb{"predict", "how long a divide-and-conquer run takes, and on how many processes", cmd_predict, VerbGroup::gain},
    Verb{"bound", "speedup bounds and schedules by number of processors", cmd_bound, VerbGroup::gain},
    Verb{"skeleton", "a recursive function as a divide-and-conquer skeleton, checked and predicted", cmd_skeleton,
         VerbGroup::gain},
    Verb{"machine", "the cost of running tasks in parallel on this machine, and of its messages", cmd_machine,
         VerbGroup::gain},
    Verb{"simulate", "an MPI program on a simulated cluster, by SimGrid", cmd_simulate, VerbGroup::gain},
    Verb{"stg", "the symbolic task graph of an MPI program: shown, checked, verified, predicted", cmd_stg,
         VerbGroup::gain},
    Verb{"whatif", "the effect of a change, and the most effective change", cmd_whatif, VerbGroup::gain},
    Verb{"verify", "proof of a suggestion: compiled, run, compared, checked for races, measured", cmd_verify,
         VerbGroup::delivery},
    Verb{"stats", "where the time of a parallel run went: loops, waits, locks, threads", cmd_stats,
         VerbGroup::delivery},
    Verb{"diff", "changes between recordings of parallel runs, compared with the noise", cmd_diff, VerbGroup::delivery},
    Verb{"convert", "recordings of parallel runs for other tools: otf2, perfetto, csv, sqlite", cmd_convert,
         VerbGroup::delivery},
    Verb{"view", "a run as one HTML page, or served on this machine", cmd_view, VerbGroup::delivery},
    Verb{"dump", "a recording as text", cmd_dump, VerbGroup::tools},
    Verb{"info", "summary of a recording", cmd_info, VerbGroup::tools},
    Verb{"doctor", "check of the tool chain, with the packages to install", cmd_doctor, VerbGroup::tools},
    Verb{"completion", "completion script for bash or zsh", cmd_completion, VerbGroup::tools},
    Verb{"help", "this page, or the help of a verb", cmd_help, VerbGroup::tools},
};

std::span<const Verb> verbs() { return kVerbs; }

static const Verb* find_verb(std::string_view name) {
  for (const Verb& verb : kVerbs)
    if (verb.name == name) return &verb;
  return nullptr;
}

static int run_verb(int argc, char** argv) {
  if (argc < 1) return kExitUsage;
  std::string_view own_name = argv[0];
  own_name = own_name.substr(own_name.rfind('/') + 1);
  if (own_name.starts_with("unply-stg-")) return cmd_stg_driver(argc, argv);
  if (own_name.starts_with("unply-"))
    if (const Verb* verb = find_verb(own_name.substr(6)); verb && verb->run == cmd_cc) {
      argv[0] = const_cast<char*>(verb->name);
      return verb->run(argc, argv);
    }
  static char help[] = "help";
  char* help_arguments[] = {help, nullptr};
  if (argc < 2) {
    cmd_help(1, help_arguments);
    return kExitUsage;
  }
  std::string word = argv[1];
  if (word == "--help" || word == "-h") return cmd_help(1, help_arguments);
  if (word == "--version" || word == "-V") {
    fmt::print("unply {}\n", version());
    return kExitOk;
  }
  const Verb* verb = find_verb(word);
  if (!verb) return print_error(unknown_verb(word));
  argv[1] = const_cast<char*>(verb->name);
  return verb->run(argc - 1, argv + 1);
}

// The first verb that reads a recording of `unply record --later` finds its dependences.
static void show_expansions() {
  static std::optional<Progress> progress;
  listen_to_expansions(
      {.begins = [](const std::string& path) { progress.emplace(path + ": finding the dependences"); },
       .ends = [] { progress.reset(); },
       .note = [](const std::string& note) { std::fputs(fmt::format("unply: note: {}\n", note).c_str(), stderr); }});
}

// A full disk with "unply report > file" shows only when the output is flushed.
static int finish_output(int status) {
  if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return status;
  return print_error({fmt::format("standard output: cannot write, {}", std::strerror(errno)), ""});
}

} // namespace unply

int main(int argc, char** argv) {
  try {
    unply::show_expansions();
    return unply::finish_output(unply::run_verb(argc, argv));
  } catch (const std::bad_alloc&) {
    return unply::print_error({"memory: not enough for this recording", "ulimit -v shows the limit of this shell"});
  } catch (const std::exception& error) {
    return unply::print_error(
        {fmt::format("internal: {}", error.what()), "this is a defect of unply: please report it"});
  }
}
