// Maps code addresses in files to places in the source, by the DWARF debug information of any compiler (libdw of
// elfutils). An address is looked up once; an unknown one gets a name such as a.out+0x1140.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace unply {

struct CodePlace {
  std::string file; // empty: not known
  uint32_t line = 0, column = 0;
  std::string function;
};

class CodePlaces {
public:
  CodePlaces();
  ~CodePlaces();
  CodePlaces(const CodePlaces&) = delete;
  CodePlaces& operator=(const CodePlaces&) = delete;
  // Of the instruction before `offset`, which is a return address, counted from where the file is loaded (its base).
  CodePlace find(const std::string& module, uint64_t offset);
  // The same place, and behind it those of the calls that the compiler replaced by the bodies of the functions around
  // it: the last one is in the function that the code belongs to. Names as in the debug information.
  std::vector<CodePlace> find_inlined(const std::string& module, uint64_t offset);
  std::string symbol(const std::string& module, uint64_t offset); // the linker's name of the function, or ""
  bool without_debug_info(const std::string& module) const;       // of those asked for

private:
  struct Module;
  Module& open(const std::string& path);
  std::map<std::string, std::unique_ptr<Module>> modules_;
};

// "main" of main.omp_outlined, main._omp_fn.0, main..omp_par: outlined bodies of constructs; "step" of
// __solver_MOD_step (gfortran) and _QMsolverPstep (flang).
std::string user_function(const std::string& symbol);

} // namespace unply
