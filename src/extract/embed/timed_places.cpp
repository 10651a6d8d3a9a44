#include "extract/embed/timed_places.h"
#include "extract/known_functions.h"
#include "extract/timer_marks.h"
#include <fmt/format.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <map>
#include <set>

namespace unply::extract {
using namespace llvm;

namespace {

enum class Holds : uint8_t { nothing, unknown, operations };

// Calls of MPI that the graph has no node for.
bool is_plain_mpi(StringRef name) {
  static const std::set<std::string> kPlain = {"wtime", "wtick", "comm_rank", "comm_size", "initialized", "finalized"};
  return kPlain.contains(name.lower());
}

bool starts_like_library(StringRef name) {
  for (const char* start : {"_Fortran", "omp_", "__cxa_", "__gxx_", "__clang_", "_ZS", "_ZNS", "_ZNKS", "_Zn", "_Zd"})
    if (name.starts_with(start)) return true;
  return false;
}

class Chooser {
public:
  Chooser(Module& module, FunctionAnalysisManager& functions) : module_(module), functions_(functions) {
    look_for_loops();
    for (bool more = true; more;) more = spread();
    for (bool more = true; more;) more = spread_timed();
  }

  std::vector<TimedPlace> places() {
    for (Function& function : module_)
      if (timed_.contains(&function)) choose_in(function);
    return std::move(places_);
  }

private:
  Module& module_;
  FunctionAnalysisManager& functions_;
  std::map<const Function*, Holds> holds_;
  std::set<const Function*> long_;  // have a loop, or call what has one
  std::set<const Function*> timed_; // get timers
  std::vector<TimedPlace> places_;

  static bool has_code(const Function& function) {
    return !function.isDeclaration() && !function.hasAvailableExternallyLinkage();
  }

  Holds of_declared(const Function& callee) {
    StringRef name = callee.getName();
    if (name.starts_with("PMPI_") || name.starts_with("pmpi_")) name = name.drop_front();
    if (name.starts_with("MPI_") || name.starts_with("mpi_"))
      return is_plain_mpi(name.drop_front(4).rtrim('_')) ? Holds::nothing : Holds::operations;
    if (name.starts_with("__kmpc_")) return Holds::operations;
    LibFunc known;
    const bool library =
        starts_like_library(name) || is_harmless(name) || writes_text(name) ||
        functions_.getResult<TargetLibraryAnalysis>(const_cast<Function&>(callee)).getLibFunc(callee, known);
    return library ? Holds::nothing : Holds::unknown;
  }

  Holds of_call(const CallBase& call) {
    if (isa<IntrinsicInst>(call) || call.isInlineAsm()) return Holds::nothing;
    const Function* callee = call.getCalledFunction();
    if (!callee) return Holds::unknown;
    const auto [known, added] = holds_.try_emplace(callee, Holds::nothing);
    if (added) known->second = of_declared(*callee);
    return known->second;
  }

  void look_for_loops() {
    for (const Function& function : module_) {
      if (!has_code(function)) continue;
      holds_[&function] = Holds::nothing;
      SmallVector<std::pair<const BasicBlock*, const BasicBlock*>, 8> back;
      FindFunctionBackedges(function, back);
      if (!back.empty()) long_.insert(&function);
    }
  }

  bool spread() {
    bool more = false;
    for (Function& function : module_) {
      if (!has_code(function)) continue;
      Holds& own = holds_.at(&function);
      for (const Instruction& instruction : instructions(function)) {
        const auto* call = dyn_cast<CallBase>(&instruction);
        if (!call) continue;
        if (const Holds called = of_call(*call); called > own) own = called, more = true;
        if (long_.contains(call->getCalledFunction())) more |= long_.insert(&function).second;
      }
    }
    return more;
  }

  // Computations of the graph lie in functions that communicate, in bodies of OpenMP's constructs, whose address is
  // taken, and in functions that prepare what decides messages.
  bool is_timed(Function& function) {
    if (function.hasFnAttribute(Attribute::Naked) || function.isPresplitCoroutine()) return false;
    if (holds_.at(&function) != Holds::nothing || function.getName() == "main" || function.hasAddressTaken())
      return true;
    return long_.contains(&function) && !function.use_empty() && all_of(function.users(), [&](User* user) {
             auto* call = dyn_cast<CallBase>(user);
             return call && timed_.contains(call->getFunction()) &&
                    !functions_.getResult<LoopAnalysis>(*call->getFunction()).getLoopFor(call->getParent());
           });
  }

  bool spread_timed() {
    bool more = false;
    for (Function& function : module_)
      if (has_code(function) && !timed_.contains(&function) && is_timed(function))
        more = timed_.insert(&function).second;
    return more;
  }

  // A call by address within a loop communicates rarely, and the loop has a timer.
  bool is_timed(const CallBase& call, bool repeats) {
    if (repeats && !call.getCalledFunction()) return false;
    if (call.hasFnAttr(Attribute::NoReturn) || call.hasFnAttr(Attribute::ReturnsTwice) || isa<CallBrInst>(call))
      return false;
    if (const auto* plain = dyn_cast<CallInst>(&call); plain && plain->isMustTailCall()) return false;
    const Holds held = of_call(call);
    return held == Holds::unknown || (held == Holds::nothing && long_.contains(call.getCalledFunction()));
  }

  // The edges into and out of the loop can be split.
  static bool is_plain(const Loop& loop) {
    const auto plain = [](const BasicBlock* block) {
      return isa<BranchInst, SwitchInst, InvokeInst>(block->getTerminator());
    };
    SmallVector<BasicBlock*, 8> exiting;
    loop.getExitingBlocks(exiting);
    return !exiting.empty() && all_of(exiting, plain) && all_of(predecessors(loop.getHeader()), plain) &&
           !loop.getHeader()->isEHPad();
  }

  Holds of_loop(const Loop& loop) {
    Holds most = Holds::nothing;
    for (const BasicBlock* block : loop.blocks())
      for (const Instruction& instruction : *block)
        if (const auto* call = dyn_cast<CallBase>(&instruction)) most = std::max(most, of_call(*call));
    return most;
  }

  void choose_in(Function& function) {
    const DominatorTree dominators(function);
    const LoopInfo loops(dominators);
    std::set<const BasicBlock*> timed;
    const std::string whose = function.hasLocalLinkage()
                                  ? fmt::format("{}({})", function.getName().str(), module_.getSourceFileName())
                                  : function.getName().str();
    int number = 0;
    const auto add = [&](TimedPlace place, const DebugLoc& at) {
      place.name = fmt::format("{} {}:{} #{}", whose, at ? at.getLine() : 0, at ? at.getCol() : 0, number++);
      places_.push_back(std::move(place));
    };
    for (Loop* loop : loops.getLoopsInPreorder()) {
      const Holds held = of_loop(*loop);
      if (timed.contains(loop->getHeader()) || held == Holds::operations || !is_plain(*loop)) continue;
      if (held == Holds::nothing) timed.insert(loop->block_begin(), loop->block_end());
      add({.name = "", .header = loop->getHeader()}, loop->getStartLoc());
    }
    for (BasicBlock& block : function)
      for (Instruction& instruction : block)
        if (auto* call = dyn_cast<CallBase>(&instruction);
            call && !timed.contains(&block) && is_timed(*call, loops.getLoopFor(&block)))
          add({.name = "", .call = call}, call->getDebugLoc());
  }
};

} // namespace

std::vector<TimedPlace> timed_places(Module& module, ModuleAnalysisManager& analyses) {
  return Chooser(module, analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager()).places();
}

void mark_timed_code(Module& module, const std::vector<TimedPlace>& places, bool on) {
  const unsigned kind = module.getContext().getMDKindID(kTimerMark);
  const Function* shown = nullptr;
  DominatorTree dominators;
  LoopInfo loops;
  for (const TimedPlace& place : places) {
    const auto mark = [&](Instruction& instruction) {
      SmallVector<Metadata*, 2> names;
      if (const MDNode* before = on ? instruction.getMetadata(kind) : nullptr)
        names.append(before->op_begin(), before->op_end());
      names.push_back(MDString::get(module.getContext(), place.name));
      instruction.setMetadata(kind, on ? MDNode::get(module.getContext(), names) : nullptr);
    };
    if (place.call) mark(*place.call);
    if (!place.header) continue;
    if (Function* function = place.header->getParent(); function != std::exchange(shown, function)) {
      dominators.recalculate(*function);
      loops.releaseMemory();
      loops.analyze(dominators);
    }
    for (BasicBlock* block : loops.getLoopFor(place.header)->blocks())
      for (Instruction& instruction : *block)
        if (isa<CallBase>(instruction) || instruction.isTerminator() || instruction.getType()->isFPOrFPVectorTy())
          mark(instruction);
  }
}

} // namespace unply::extract
