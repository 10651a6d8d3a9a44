// The linked module in the form that everything behind reads: MPI calls are calls of kOperation with values instead of
// Fortran's references, results that C takes by address are stored results (so that they become SSA values), what the
// user gives (atoi, scanf) is a call of its own; variables are SSA values, loops are in simplified form.
#pragma once
#include "extract/mpi_calls.h"
#include <llvm/IR/Module.h>
#include <string>
#include <vector>

namespace unply::extract {

// First argument of each: a number. Of an operation: its index in Prepared::operations; of the others: a parameter.
constexpr const char* kOperation = "unply.operation";
constexpr const char* kParseInt = "unply.parse_int";   // parameter, address of the string
constexpr const char* kParseReal = "unply.parse_real"; // the same
constexpr const char* kParameter = "unply.parameter";  // the prefix of a name for each type
constexpr const char* kUnknown = "unply.unknown";      // the same, without arguments

struct PreparedOperation {
  const MpiFunction* function = nullptr; // null: not modelled
  std::string name;
  bool fortran = false;
  std::vector<MpiArgument> arguments = {}; // of the call, behind the index
};

struct Prepared {
  std::vector<PreparedOperation> operations;
  uint32_t parameters = 0;
  bool mpich = false;
  std::vector<std::string> assumptions, unseen;
};

Prepared prepare(llvm::Module& module);

// The operation that a call stands for; null: another call.
const PreparedOperation* operation_of(const Prepared& prepared, const llvm::Instruction& instruction);

} // namespace unply::extract
