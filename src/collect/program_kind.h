// Properties of a program known from its file before it runs: how it was built, and which parallel runtimes it needs.
#pragma once
#include <string>
#include <vector>

namespace unply {

struct ProgramKind {
  bool elf = false;             // else a script, whose interpreter may run anything
  bool loads_libraries = false; // not statically linked, so that the recorder can be loaded into it
  bool built_by_unply = false;  // it holds the runtime that records a sequential execution
  bool own_openmp = false;      // an OpenMP runtime is linked into it
  bool carries_bitcode = false; // unply stg build made it, and its task graph can be derived again
  bool sanitized = false;       // by AddressSanitizer, ThreadSanitizer or their like
  std::vector<std::string> needed;
  bool needs(const char* beginning) const; // a library whose name begins so
};
ProgramKind kind_of_program(const std::string& path);

} // namespace unply
