// Decides, before anything is promoted to registers, which local variables must be seen as memory.
//
// A variable that is born, read and written in one context (contexts.h) belongs to one task instance: leave it alone.
// Otherwise
//  - written inside a task, or its address known elsewhere: pin it. Its address goes to an opaque marker call, so it
//    stays in memory until the instrumentation has seen all its accesses.
//  - written outside of every task of this function and only read inside (a loop index, a bound, a pointer): the task
//    gets a copy, as by-value capture. Pinning it would cost every loop its induction variable. No dependence can
//    arise from it unless the function itself runs inside a task. So a companion, an object that is only a key of the
//    shadow, is "written" with the variable, and "read" once at the begin of the task if that is nested.
//
// Where control may come back in another task (stack_switches.h), every variable that lives that long is pinned.
//
// Variables of the compiler itself (the slots of exceptions and of cleanup destinations) are written in tasks and
// read behind them: pinned, they would make every two instances depend on each other. They have no debug info.
#include "carried_values.h"

#include "carried_markers.h"
#include "contexts.h"
#include "hooks.h"
#include "languages.h"
#include "local_objects.h"
#include "passed_values.h"
#include "plain_copies.h"
#include "stack_switches.h"
#include "temporaries.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace unply {

using namespace llvm;

namespace {

class CarriedValues {
public:
  CarriedValues(Function& function, Hooks& hooks, bool switches)
      : function_(function), switches_(switches), passed_(follow_passed_values(function)), contexts_(function),
        hooks_(hooks) {}

  void run() {
    for (AllocaInst* object : passed_) pin(*object);
    if (!contexts_.has_tasks() && !switches_) return;
    dominators_.recalculate(function_);
    SmallVector<AllocaInst*> objects;
    for (Instruction& instruction : instructions(function_))
      if (auto* object = dyn_cast<AllocaInst>(&instruction)) objects.push_back(object);
    // All decisions first: contexts_ describes the function as it was.
    for (AllocaInst* object : objects) {
      LocalObject local = inspect(*object);
      if (Instruction* birth = birth_of_temporary(local, dominators_)) local.births.push_back(birth);
      decide(local);
    }
    for (AllocaInst* object : pinned_) pin(*object);
    for (const LocalObject& local : captured_by_value_) add_companion(local);
    for (auto& [begin, reads] : reads_at_begin_) add_reads(const_cast<Instruction*>(begin), reads);
  }

private:
  struct CompanionRead {
    AllocaInst* companion;
    AllocaInst* variable;
    Instruction* first_read;
  };

  void decide(const LocalObject& local) {
    if (switches_ && !local.captured() && is_users_variable(local) && outlives_block(local))
      return pinned_.push_back(local.object);
    if (contexts_of(local, contexts_).size() < 2 || begin_of_temporary(local, contexts_) ||
        is_compilers_descriptor(*local.object))
      return;
    if (local.captured()) return pinned_.push_back(local.object);
    if (!is_users_variable(local) || local.writes.empty()) return;
    const bool known_readers = none_of(local.reads, [&](const Instruction* read) {
      return contexts_.at(*read)->task() && !contexts_.at(*read)->begin;
    });
    const bool written_outside =
        none_of(local.writes, [&](const Instruction* write) { return contexts_.at(*write)->task(); });
    if (written_outside && known_readers && !local.partial)
      captured_by_value_.push_back(local);
    else
      pinned_.push_back(local.object);
  }

  // A suspension ends a block; a call that changes stacks need not.
  bool outlives_block(const LocalObject& local) const {
    if (!function_.isPresplitCoroutine()) return true;
    SmallPtrSet<const BasicBlock*, 4> blocks;
    for (const auto* list : {&local.reads, &local.writes})
      for (const Instruction* access : *list) blocks.insert(access->getParent());
    return blocks.size() > 1 && !local.object->hasMetadata(LLVMContext::MD_coro_outside_frame);
  }

  bool is_users_variable(const LocalObject& local) const {
    if (variable_of(*local.object)) return true;
    if (describes_variables(function_)) return false;
    // Clang marks the lifetimes of variables, and parameters are stored on entry. Flang does neither, but has no
    // compiler-generated slots.
    if (is_fortran(function_)) return true;
    if (is_temporary(*local.object)) return false; // its birth is known too
    return !local.births.empty() ||
           any_of(local.writes, [](const Instruction* write) { return isa<Argument>(write->getOperand(0)); });
  }

  void pin(AllocaInst& object) {
    IRBuilder<> at(object.getNextNode());
    at.SetCurrentDebugLocation(DebugLoc());
    pin_object(at, object);
  }

  static StringRef name_of(AllocaInst& variable) {
    const DILocalVariable* source = variable_of(variable);
    return source ? source->getName() : variable.getName();
  }

  void carried(IRBuilderBase& at, CarriedAccess::Kind kind, AllocaInst* companion, AllocaInst& variable) {
    const uint64_t bytes = function_.getDataLayout().getTypeStoreSize(companion->getAllocatedType()).getKnownMinValue();
    carried_marker(at, kind, companion, bytes, name_of(variable));
  }

  void add_companion(const LocalObject& local) {
    AllocaInst& variable = *local.object;
    IRBuilder<> entry(&function_.getEntryBlock(), function_.getEntryBlock().getFirstInsertionPt());
    auto* companion = entry.CreateAlloca(variable.getAllocatedType(), nullptr, variable.getName() + ".carried");
    companion->setAlignment(variable.getAlign());
    add_births(local, companion);
    for (Instruction* write : local.writes) {
      IRBuilder<> at(write);
      carried(at, CarriedAccess::kStore, companion, variable);
    }
    SmallPtrSet<const Instruction*, 4> done;
    for (Instruction* read : local.reads)
      if (const Context* context = contexts_.at(*read); context->begin && done.insert(context->begin).second)
        reads_at_begin_[context->begin].push_back({companion, &variable, read});
  }

  void add_births(const LocalObject& local, AllocaInst* companion) {
    const uint64_t bytes = function_.getDataLayout().getTypeStoreSize(companion->getAllocatedType()).getKnownMinValue();
    SmallVector<Instruction*, 2> births(local.births);
    if (births.empty()) births.push_back(companion);
    for (Instruction* birth : births) {
      IRBuilder<> at(birth->getNextNode());
      at.SetCurrentDebugLocation(DebugLoc());
      hooks_.fresh(at, companion, at.getInt64(bytes));
    }
  }

  void add_reads(Instruction* begin, ArrayRef<CompanionRead> reads) {
    IRBuilder<> after(begin->getNextNode());
    Value* nested = after.CreateICmpNE(begin, after.getInt32(0));
    Instruction* then = SplitBlockAndInsertIfThen(nested, begin->getNextNode()->getNextNode(), false);
    for (const CompanionRead& read : reads) {
      IRBuilder<> at(then);
      at.SetCurrentDebugLocation(read.first_read->getDebugLoc());
      carried(at, CarriedAccess::kLoad, read.companion, *read.variable);
    }
  }

  Function& function_;
  bool switches_;
  SmallVector<AllocaInst*> passed_;
  Contexts contexts_;
  DominatorTree dominators_;
  Hooks& hooks_;
  SmallVector<AllocaInst*> pinned_;
  SmallVector<LocalObject, 0> captured_by_value_;
  MapVector<const Instruction*, SmallVector<CompanionRead, 4>> reads_at_begin_;
};

} // namespace

PreservedAnalyses CarriedValuesPass::run(Module& module, ModuleAnalysisManager&) {
  Hooks hooks(module);
  const StackSwitches switches(module);
  for (Function& function : module)
    if (!function.isDeclaration() && !is_plain_copy(function) && !is_loop_copy(function))
      CarriedValues(function, hooks, switches.in(function)).run();
  return PreservedAnalyses::none();
}

} // namespace unply
