// Names and places in the source, from debug information.
#pragma once
#include "stg/program/program.h"
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <map>
#include <string>

namespace unply::extract {

using Names = std::map<const llvm::Value*, std::string>;
Names names_in(const llvm::Function& function); // of values that stand for variables
std::string name_of_function(const llvm::Function& function);
std::string name_of_global(const llvm::GlobalVariable& global);
// The variable that receives a value, through casts and stores; empty: none.
std::string name_of_target(const llvm::Value& value, const Names& names);

class Places {
public:
  explicit Places(stg::Program& program) : program_(program) {}
  stg::Place of(const llvm::DebugLoc& location);
  stg::Place of(const llvm::Instruction& instruction) { return of(instruction.getDebugLoc()); }
  stg::Place of(const llvm::Function& function);

private:
  stg::Program& program_;
  std::map<std::string, uint32_t> files_;
  uint32_t file(const llvm::DIFile* file);
};

} // namespace unply::extract
