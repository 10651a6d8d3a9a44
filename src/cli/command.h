// A verb is a function in its own file cmd_VERB.cpp, listed once in main.cpp. Only this folder prints and exits.
#pragma once
#include "base/result.h"
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace unply {

// Exit codes of every verb (docs/man): the program's own for `record`.
enum ExitCode {
  kExitOk = 0,
  kExitAnswerNo = 1,
  kExitUsage = 2,
  kExitRecorderFailed = 125,
  kExitNotExecutable = 126,
  kExitNotFound = 127
};

int cmd_cc(int argc, char** argv); // also c++ and fc: argv[0] is the verb
int cmd_record(int argc, char** argv);
int cmd_report(int argc, char** argv);
int cmd_why(int argc, char** argv);
int cmd_suggest(int argc, char** argv);
int cmd_verify(int argc, char** argv);
int cmd_merge(int argc, char** argv);
int cmd_graph(int argc, char** argv);
int cmd_independent(int argc, char** argv);
int cmd_quotient(int argc, char** argv);
int cmd_generalise(int argc, char** argv);
int cmd_fit(int argc, char** argv);
int cmd_predict(int argc, char** argv);
int cmd_bound(int argc, char** argv);
int cmd_skeleton(int argc, char** argv);
int cmd_machine(int argc, char** argv);
int cmd_simulate(int argc, char** argv);
int cmd_stg(int argc, char** argv);
int cmd_stg_driver(int argc, char** argv); // unply-stg-cc, -c++, -fc: argv[0]
int cmd_whatif(int argc, char** argv);
int cmd_stats(int argc, char** argv);
int cmd_diff(int argc, char** argv);
int cmd_view(int argc, char** argv);
int cmd_convert(int argc, char** argv);
int cmd_dump(int argc, char** argv);
int cmd_info(int argc, char** argv);
int cmd_doctor(int argc, char** argv);

// Parses argv[1..] and gives -1 to go on, or the exit code after --help or a usage error (already printed, with
// "did you mean" for unknown options).
int parse_command_line(CLI::App& app, int argc, char** argv);

// Prints "unply: error: what" and "  hint: …" on stderr and returns kExitUsage.
int print_error(const Error& error);

} // namespace unply
