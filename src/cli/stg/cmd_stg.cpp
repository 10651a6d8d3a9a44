// unply stg: the static task graph of a message-passing program. The first word after it chooses one of the verbs
// below.
#include "cli/command.h"
#include "cli/spelling.h"
#include "cli/stg/stg_verbs.h"
#include <fmt/format.h>
#include <span>
#include <string_view>

namespace unply {

namespace {

struct StgVerb {
  const char* name;
  const char* purpose;
  int (*run)(int argc, char** argv);
};

constexpr std::initializer_list<StgVerb> kStgVerbs = {
    {"build", "build a program and write its graph beside it", cmd_stg_build},
    {"show", "show tasks, messages and their sets; pictures", cmd_stg_show},
    {"check", "find what is wrong for some number of processes, before the first run", cmd_stg_check},
    {"instantiate", "the tasks and messages of each rank, for given sizes", cmd_stg_instantiate},
    {"verify", "compare a run with the graph, call by call", cmd_stg_verify},
    {"measure", "costs of computations, from recorded runs", cmd_stg_measure},
    {"predict", "simulate runs of any number of processes", cmd_stg_predict},
    {"export", "the graph in the form of another tool: a skeleton in C", cmd_stg_export},
};

int print_stg_overview() {
  fmt::print(
      "The static task graph of a message-passing program: its tasks and messages as functions of the number of\n"
      "processes and the sizes, derived when it is compiled.\n\n"
      "Usage: unply stg VERB [ARGUMENTS]\n\n");
  for (const StgVerb& verb : kStgVerbs) fmt::print("  {:<12} {}\n", verb.name, verb.purpose);
  fmt::print("\nExamples:\n"
             "  unply stg build -- mpicc -g solver.c -o solver    # writes solver.taskgraph\n"
             "  unply stg show solver.taskgraph\n"
             "  unply stg check solver.taskgraph\n");
  return kExitOk;
}

} // namespace

int cmd_stg(int argc, char** argv) {
  const std::string_view word = argc < 2 ? "--help" : argv[1];
  if (word == "--help" || word == "-h") {
    print_stg_overview();
    return argc < 2 ? kExitUsage : kExitOk;
  }
  std::vector<std::string> known;
  for (const StgVerb& verb : kStgVerbs) {
    if (word != verb.name) {
      known.push_back(verb.name);
      continue;
    }
    static std::string both = fmt::format("stg {}", verb.name);
    argv[1] = both.data();
    return verb.run(argc - 1, argv + 1);
  }
  const std::string nearest = nearest_word(std::string(word), known);
  return print_error(
      {fmt::format("stg {}: no such verb", word),
       nearest.empty() ? "unply stg --help lists the verbs" : fmt::format("did you mean unply stg {}?", nearest)});
}

} // namespace unply
