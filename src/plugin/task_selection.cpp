// Task regions selected by --tasks; see task_selection.h. Works on the IR as the front end made it, before any pass. A
// loop is found by a line of its statement (source_loops.h).
#include "task_selection.h"

#include "chosen_loops.h"
#include "file_names.h"
#include "jumps.h"
#include "languages.h"
#include "passed_values.h"
#include "region_calls.h"
#include "source_loops.h"
#include "task_choices.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"

namespace unply {

using namespace llvm;

namespace {

constexpr const char* kRewinds = "unply-rewinds"; // attribute: exceptions that leave the function end its tasks

// Values in registers: the caller must record their sources. main has no such caller.
bool takes_values(const Function& function) {
  if (function.getName() == "main") return false;
  return !function.getReturnType()->isVoidTy() ||
         any_of(function.args(), [](const Argument& argument) { return !argument.hasStructRetAttr(); });
}

void select_function(Function& function, RegionWriter& writer) {
  RegionRecord record{.kind = kUnplyTask,
                      .origin = kUnplyFunction,
                      .file = function.getParent()->getSourceFileName(),
                      .line = 0,
                      .column = 0,
                      .function = function.getName().str(),
                      .label = ""};
  DebugLoc entry_place;
  if (const DISubprogram* program = function.getSubprogram()) {
    record.file = file_name(*program);
    record.line = program->getLine();
    record.function = program->getName().str();
    entry_place = DILocation::get(function.getContext(), program->getLine(), 0, const_cast<DISubprogram*>(program));
  }
  SmallVector<Instruction*> exits;
  for (BasicBlock& block : function) {
    if (!isa<ReturnInst>(block.getTerminator())) continue;
    CallInst* tail = block.getTerminatingMustTailCall();
    exits.push_back(tail ? tail : block.getTerminator());
  }
  for (Instruction* exit : exits) writer.end(exit, kUnplyTask)->setDebugLoc(exit->getDebugLoc());
  Instruction* start = &*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  writer.begin(start, record)->setDebugLoc(entry_place);
  if (takes_values(function)) {
    FunctionCallee called =
        function.getParent()->getOrInsertFunction("__unply_called", Type::getVoidTy(function.getContext()));
    cast<Function>(called.getCallee())->setDoesNotThrow();
    IRBuilder<>(start).CreateCall(called)->setDebugLoc(entry_place);
  }
}

TaskChoice* choice_of(const Loop& loop, MutableArrayRef<TaskChoice> choices, const DILocation*& start) {
  for (TaskChoice& choice : choices) {
    start = choice.is_loop() ? start_of(loop, choice.line) : nullptr;
    if (start && same_file(full_path(*start->getScope()), choice.name)) return &choice;
  }
  return nullptr;
}

void warn(const Module& module, const TaskChoice& choice, const char* what) {
  module.getContext().diagnose(DiagnosticInfoGeneric("--tasks '" + choice.text + "': " + what, DS_Warning));
}

bool select_loops_of(Function& function, MutableArrayRef<TaskChoice> choices, RegionWriter& writer, bool pool) {
  // One loop at a time: placing its regions changes the blocks that the analyses describe. A loop that has them is
  // known by its header.
  SmallPtrSet<const BasicBlock*, 4> done;
  for (bool again = true; again;) {
    again = false;
    DominatorTree dominators(function);
    LoopInfo loops(dominators);
    for (Loop* loop : loops.getLoopsInPreorder()) {
      const DILocation* location = nullptr;
      TaskChoice* choice = choice_of(*loop, choices, location);
      if (!choice || !done.insert(loop->getHeader()).second) continue;
      if (names_are_missing(function))
        warn(*function.getParent(), *choice,
             "compiled with -fdiscard-value-names, so the increment of the loop counts as its body");
      choice->found = true;
      const RegionRecord record{.kind = kUnplyTask,
                                .origin = kUnplyLoop,
                                .file = file_name(*location),
                                .line = location->getLine(),
                                .column = location->getColumn(),
                                .function = location->getScope()->getSubprogram()->getName().str(),
                                .label = ""};
      // A coroutine leaves its loop whenever it is suspended: its executions are no stretches of the run.
      place_loop_regions(*loop, dominators, loops, writer, record, pool || function.isPresplitCoroutine());
      again = true;
      break;
    }
  }
  return !done.empty();
}

bool is_chosen(const Function& function, MutableArrayRef<TaskChoice> choices) {
  bool chosen = false;
  for (TaskChoice& choice : choices) {
    if (choice.is_loop() || !is_named(function, choice.name)) continue;
    chosen = true;
    choice.found |= !function.isDeclaration();
  }
  return chosen;
}

bool has_code(const Function& function) {
  return !function.isDeclaration() && !function.hasAvailableExternallyLinkage();
}

// Fortran has no exceptions, and its calls stay calls, so code after them can be recorded.
void end_at_unwinding(Function& function) {
  if (is_fortran(function) || function.hasFnAttribute(kRewinds)) return;
  rewind_at_unwinding(function);
  function.addFnAttr(kRewinds);
}

} // namespace

bool select_loops(Module& module) {
  std::vector<TaskChoice> choices = read_task_choices();
  if (none_of(choices, [](const TaskChoice& choice) { return choice.is_loop(); })) return false;
  RegionWriter writer(module);
  const bool pool = executions_are_pooled();
  for (Function& function : module)
    if (has_code(function) && select_loops_of(function, choices, writer, pool)) end_at_unwinding(function);
  // A selection for another file of the program is silently ignored.
  for (const TaskChoice& choice : choices)
    if (choice.is_loop() && !choice.found && same_file(module.getSourceFileName(), choice.name))
      warn(module, choice, "no loop starts at this line (or the file is compiled without -g)");
  keep_found_choices(module, choices);
  return true;
}

void select_functions(Module& module) {
  std::vector<TaskChoice> choices = read_task_choices();
  if (none_of(choices, [](const TaskChoice& choice) { return !choice.is_loop(); })) return;
  RegionWriter writer(module);
  for (Function& function : module) {
    if (!is_chosen(function, choices)) continue;
    function.addFnAttr(kTaskFunction);
    if (!has_code(function)) continue;
    select_function(function, writer);
    end_at_unwinding(function);
  }
  keep_found_choices(module, choices);
}

} // namespace unply
