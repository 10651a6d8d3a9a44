// The functions of the source whose calls might become tasks: rows of the profile with the same place and facts are one
// function here, as the instantiations of a template are.
#pragma once
#include "discover/function_facts.h"
#include "trace/trace.h"
#include <map>

namespace unply {

struct CallCount {
  uint64_t count = 0, work = 0;
};

struct SourceFunction {
  StringId file{}, function{};
  uint32_t line = 0;
  FunctionFacts facts;
  uint64_t instances = 0;
  uint64_t work = 0;                                  // of executions that are in no other of the function
  CallCount chain;                                    // of those: their longest chains, if recursive calls run at once
  CallCount loop_chain;                               // and iterations of loops with such calls
  std::map<uint32_t, CallCount> calls;                // by part; of a loop: iterations with calls
  std::vector<std::map<uint32_t, CallCount>> by_size; // for each of the facts' sizes, by size_bucket()
  // `function` is the row of one of its instantiations. Antidependences on reads before the last one are among them.
  std::vector<PartDependence> dependences;
  std::vector<std::string> unseen; // functions that calls lead to and of which nothing is seen
  bool recursive() const;
};

// Ascending by file and line.
std::vector<SourceFunction> source_functions(const Trace& trace);

} // namespace unply
