// Where a module gets timers: the outermost loops that hold no operation of the task graph, and the calls beside them
// that may take long, in all functions that may hold operations themselves, and in those that are called outside of
// loops only. Whether a function of another file communicates is known at the link only: loops that call one have
// timers inside and around, and the extractor leaves out a timer that encloses messages.
#pragma once
#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/PassManager.h>
#include <string>
#include <vector>

namespace unply::extract {

struct TimedPlace {
  std::string name;                   // of the timer
  llvm::BasicBlock* header = nullptr; // of a loop
  llvm::CallBase* call = nullptr;     // or a call
};

// By function, in the order of the module; loops before those that they hold, and calls last.
std::vector<TimedPlace> timed_places(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

// For the copy of the bitcode: the timer of each instruction (timer_marks.h). Off: removes the marks again.
void mark_timed_code(llvm::Module& module, const std::vector<TimedPlace>& places, bool on);

} // namespace unply::extract
