// What a compiler command line asks for, as far as `unply cc` must know it to add its own arguments at the right steps.
// Clang's driver decides everything else: nothing of the user's arguments is changed, left out or reordered.
#pragma once
#include "base/result.h"
#include <string>
#include <vector>

namespace unply {

struct DriverArguments {
  std::vector<std::string> passed; // the user's, without our own options
  std::vector<std::string> tasks;  // of --tasks, checked
  bool pool = false;               // --pool: the executions of a chosen loop are one trace
  bool copies = true;              // of functions, without hooks; not with --no-copies
  std::string no_shortcuts;        // of --no-shortcuts: those that are off, separated by commas
  bool help = false;               // --unply-help, or --help as the only argument
  bool compiles_or_links = false;  // there is something to do: neither only questions nor no input at all
  bool links = false;              // the last step is a link
  bool shared = false;             // into a shared object
  bool gold = false;               // by the linker gold
  bool openmp = false;             // with LLVM's OpenMP runtime
  std::string alone;               // option with which the compiler has to work without unply; empty: none
};

// `arguments`: all after the verb. Files named by @file are read for what they ask, and passed on as @file.
Result<DriverArguments> read_driver_arguments(const std::vector<std::string>& arguments);

// The words of a response file, by the GNU rules of quotes and backslashes that clang follows.
std::vector<std::string> split_response_file(const std::string& text);

} // namespace unply
