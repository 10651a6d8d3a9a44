// The table of verbs, and which of them runs: by the first argument or, for the compiler drivers, by the program's own
// name (unply-c++ is "unply c++"). Each verb is a function in cmd_VERB.cpp; start reading at cmd_report.cpp.
#include "base/version.h"
#include "cli/command.h"
#include "cli/verbs.h"
#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <fmt/format.h>
#include <new>
#include <string_view>

namespace unply {

static constexpr std::array kVerbs = {
    Verb{"cc", "compile C like clang-22, ready to be recorded", cmd_cc, VerbGroup::build},
    Verb{"c++", "compile C++ like clang++-22, ready to be recorded", cmd_cc, VerbGroup::build},
    Verb{"fc", "compile Fortran like flang-22, ready to be recorded", cmd_cc, VerbGroup::build},
    Verb{"record", "run a program and record what its tasks depend on", cmd_record, VerbGroup::build},
    Verb{"report", "what could run in parallel, what stops the rest, how much it brings", cmd_report,
         VerbGroup::parallelism},
    Verb{"graph", "the execution graph as dot, json, graphml or svg", cmd_graph, VerbGroup::parallelism},
    Verb{"independent", "which tasks could run at the same time", cmd_independent, VerbGroup::parallelism},
    Verb{"quotient", "which tasks are alike: the graph with one vertex for each class", cmd_quotient,
         VerbGroup::parallelism},
    Verb{"generalise", "tasks, levels, work and span as functions of the input's size", cmd_generalise,
         VerbGroup::gain},
    Verb{"bound", "how fast on how many processors, and how many are worth having", cmd_bound, VerbGroup::gain},
    Verb{"machine", "the cost of running tasks in parallel on this machine", cmd_machine, VerbGroup::gain},
    Verb{"whatif", "the effect of a change, and the change that helps most", cmd_whatif, VerbGroup::gain},
    Verb{"stats", "where the time of a parallel run went: loops, waits, locks, threads", cmd_stats,
         VerbGroup::delivery},
    Verb{"diff", "changes between recordings of parallel runs, set against the noise", cmd_diff, VerbGroup::delivery},
    Verb{"convert", "recordings of parallel runs for other tools: otf2, perfetto, csv, sqlite", cmd_convert,
         VerbGroup::delivery},
    Verb{"view", "a run as one HTML page, or served on this machine", cmd_view, VerbGroup::delivery},
    Verb{"dump", "a recording as text", cmd_dump, VerbGroup::tools},
    Verb{"info", "the contents of a recording, in a few lines", cmd_info, VerbGroup::tools},
    Verb{"doctor", "which parts of the tool chain are found here, and which to install", cmd_doctor, VerbGroup::tools},
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

// A full disk behind "unply report > file" shows only when the output is handed over.
static int finish_output(int status) {
  if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return status;
  return print_error({fmt::format("standard output: cannot write, {}", std::strerror(errno)), ""});
}

} // namespace unply

int main(int argc, char** argv) {
  try {
    return unply::finish_output(unply::run_verb(argc, argv));
  } catch (const std::bad_alloc&) {
    return unply::print_error({"memory: not enough for this recording", "ulimit -v shows the limit of this shell"});
  } catch (const std::exception& error) {
    return unply::print_error(
        {fmt::format("internal: {}", error.what()), "this is a defect of unply: please report it"});
  }
}
