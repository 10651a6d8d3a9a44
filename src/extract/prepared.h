// What preparation leaves in a module: calls that stand for operations and for what the user gives.
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
  std::string variable = {};               // of a worksharing loop
};

struct Prepared {
  std::vector<PreparedOperation> operations;
  uint32_t parameters = 0;
  bool mpich = false;
  std::vector<std::string> assumptions, unseen;
};

// The operation that a call stands for; null: another call.
const PreparedOperation* operation_of(const Prepared& prepared, const llvm::Instruction& instruction);

// Of the elements of an array, or of the one variable, that an argument points to; null: not known.
llvm::Type* element_type(llvm::LLVMContext& context, bool mpich, const PreparedOperation& operation, stg::Role role);
bool is_array(stg::Role role); // more than one element

} // namespace unply::extract
