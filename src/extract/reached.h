// The functions that main reaches, and those of them that reach an operation.
#pragma once
#include "extract/points_to.h"
#include "extract/prepared.h"
#include <map>
#include <set>
#include <vector>

namespace unply::extract {

struct Reached {
  std::vector<llvm::Function*> functions = {}; // main first, callers before what they alone call
  std::map<const llvm::Function*, std::vector<const llvm::CallBase*>> callers = {};
  std::set<const llvm::Function*> communicating = {}; // and main
};
Reached reached_from_main(llvm::Module& module, const Prepared& prepared, const PointsTo& points_to);

// Takes away the branches to failed assertions, exceptions and, outside procedures that communicate, exit: they are
// assumed not to happen. Nothing that was found out about the module before holds afterwards.
void cut_failures(llvm::Module& module, Prepared& prepared);

bool is_seed(const PreparedOperation& operation); // decides what is part of the program
bool ends_program(const llvm::Instruction& instruction, const Prepared& prepared); // exit, MPI_Abort

} // namespace unply::extract
