// Task regions chosen with --tasks; see task_selection.h. Works on the IR as the front end made it, before any pass.
//
// A loop is found by a line of its statement (source_loops.h). One iteration of its body is the task: it begins where
// the body starts (the condition is not part of it) and ends before the increment, at each jump back, and on each edge
// that leaves the loop from the body. What leaves the function from the body, as exceptions do, ends it too.
#include "task_selection.h"

#include "file_names.h"
#include "jumps.h"
#include "languages.h"
#include "passed_values.h"
#include "source_loops.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/Process.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <optional>

namespace unply {

using namespace llvm;

namespace {

struct LoopSelection {
  std::string file;
  unsigned line;
};

struct Selections {
  std::vector<LoopSelection> loops;
  std::vector<std::string> functions;
};

Selections read_selections() {
  Selections selections;
  const std::optional<std::string> text = sys::Process::GetEnv("UNPLY_TASKS");
  if (!text) return selections;
  SmallVector<StringRef> parts;
  SplitString(*text, parts, "\n;");
  for (StringRef part : parts) {
    part = part.trim();
    if (part.consume_front("fn:")) {
      selections.functions.push_back(part.str());
      continue;
    }
    const auto [file, line_text] = part.rsplit(':');
    unsigned line = 0;
    if (!line_text.getAsInteger(10, line)) selections.loops.push_back({file.str(), line});
  }
  return selections;
}

// 'heat.cpp' means .../heat.cpp and not .../wheat.cpp.
bool same_file(StringRef path, StringRef suffix) {
  suffix.consume_front("./");
  if (!path.consume_back(suffix)) return false;
  return path.empty() || path.ends_with("/") || suffix.starts_with("/");
}

// `update_row`, `grid::update_row` or `grid::update_row(int)`.
bool is_named(const Function& function, StringRef name) {
  if (const DISubprogram* program = function.getSubprogram(); program && program->getName() == name) return true;
  const std::string demangled = demangle(function.getName());
  if (demangled == name) return true;
  StringRef without_parameters = StringRef(demangled).take_until([](char c) { return c == '('; });
  if (without_parameters == name || function.getName() == name) return true;
  // flang: _QPupdate_row, _QMgridPupdate_row
  return function.getName().starts_with("_Q") && function.getName().ends_with(("P" + name).str());
}

// One selected loop, taken apart into condition, body and increment.
class IterationTask {
public:
  IterationTask(Loop& loop, DominatorTree& dominators, RegionWriter& writer, const RegionRecord& record)
      : loop_(loop), dominators_(dominators), writer_(writer), record_(record) {}

  void place() {
    const LoopParts parts = parts_of(loop_);
    body_entry_ = parts.body;
    increment_ = parts.increment;
    if (parts.update) increment_ = SplitBlock(parts.update->getParent(), parts.update, &dominators_, nullptr);
    collect_body();
    // Edges first: they are described by blocks that the calls below do not change.
    SmallVector<std::pair<BasicBlock*, BasicBlock*>> leaving;
    SmallSetVector<BasicBlock*, 4> pads;
    for (BasicBlock* block : body_)
      for (BasicBlock* next : successors(block)) {
        if (in_body(next) && !(next == body_entry_ && next == loop_.getHeader())) continue;
        if (next->isEHPad())
          pads.insert(next);
        else
          leaving.emplace_back(block, next);
      }
    for (const auto& [from, to] : leaving) end_on_edge(from, to);
    for (BasicBlock* pad : pads) end_in_pad(pad);
    writer_.begin(body_start(), record_);
  }

private:
  bool in_body(BasicBlock* block) const { return body_.contains(block); }

  void collect_body() {
    SmallVector<BasicBlock*> work{body_entry_};
    while (!work.empty()) {
      BasicBlock* block = work.pop_back_val();
      if (!loop_.contains(block) || block == increment_) continue;
      if (block == loop_.getHeader() && block != body_entry_) continue;
      if (body_.insert(block)) work.append(succ_begin(block), succ_end(block));
    }
  }

  // Behind the phis, and in Fortran behind the store of the do variable, which flang puts into the body, after a call
  // that saves the stack if the body needs temporaries there.
  Instruction* body_start() {
    BasicBlock* block = body_entry_;
    if (block == loop_.getHeader()) block = SplitBlock(block, block->getFirstInsertionPt(), &dominators_, nullptr);
    Instruction* first = &*block->getFirstInsertionPt();
    const auto* saved = dyn_cast<IntrinsicInst>(first);
    const bool saves_stack = saved && saved->getIntrinsicID() == Intrinsic::stacksave;
    auto* store = dyn_cast<StoreInst>(saves_stack ? first->getNextNode() : first);
    const auto* counter = store ? dyn_cast<PHINode>(store->getValueOperand()) : nullptr;
    return is_fortran(*block->getParent()) && counter && counter->getParent() == loop_.getHeader()
               ? store->getNextNode()
               : first;
  }

  void end_on_edge(BasicBlock* from, BasicBlock* to) {
    BasicBlock* edge = from->getSingleSuccessor() ? from : SplitEdge(from, to, &dominators_);
    Instruction* before = edge->getTerminator();
    if (edge == from && before->getPrevNode() && isa<CallInst>(before->getPrevNode()) &&
        cast<CallInst>(before->getPrevNode())->isMustTailCall())
      before = before->getPrevNode();
    writer_.end(before, kUnplyTask)->setDebugLoc(from->getTerminator()->getDebugLoc());
  }

  // An exception caught in this function: the landing pad gets a version of its own for throws from the body.
  void end_in_pad(BasicBlock* pad) {
    if (!pad->isLandingPad()) return;
    SmallVector<BasicBlock*> from_body, others;
    for (BasicBlock* from : predecessors(pad)) (in_body(from) ? from_body : others).push_back(from);
    BasicBlock* own = pad;
    if (!others.empty()) {
      SmallVector<BasicBlock*> made;
      SplitLandingPadPredecessors(pad, from_body, ".body", ".other", made);
      own = made.front();
    }
    writer_.end(&*own->getFirstInsertionPt(), kUnplyTask);
  }

  Loop& loop_;
  DominatorTree& dominators_;
  RegionWriter& writer_;
  const RegionRecord& record_;
  BasicBlock* body_entry_ = nullptr;
  BasicBlock* increment_ = nullptr; // or the condition of a do/while; may be absent
  SmallSetVector<BasicBlock*, 16> body_;
};

// In registers: its caller must say what they depend on. Nobody's does for main.
bool takes_values(const Function& function) {
  if (function.getName() == "main") return false;
  return !function.getReturnType()->isVoidTy() ||
         any_of(function.args(), [](const Argument& argument) { return !argument.hasStructRetAttr(); });
}

void select_function(Function& function, RegionWriter& writer) {
  RegionRecord record{
      kUnplyTask, kUnplyFunction, function.getParent()->getSourceFileName(), 0, 0, function.getName().str(), ""};
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

const LoopSelection* selection_of(const Loop& loop, ArrayRef<LoopSelection> selections, const DILocation*& start) {
  for (const LoopSelection& selection : selections) {
    start = start_of(loop, selection.line);
    if (start && same_file(full_path(*start->getScope()), selection.file)) return &selection;
  }
  return nullptr;
}

void warn_no_names(const Function& function, const LoopSelection& selection) {
  const std::string text = "--tasks '" + selection.file + ":" + std::to_string(selection.line) +
                           "': compiled with -fdiscard-value-names, so the increment of the loop counts as its body";
  function.getContext().diagnose(DiagnosticInfoGeneric(text, DS_Warning));
}

void select_loops(Function& function, ArrayRef<LoopSelection> selections, RegionWriter& writer,
                  SmallPtrSetImpl<const LoopSelection*>& found) {
  // One loop at a time: placing a task changes the blocks that the analyses describe. A loop that has its task is
  // known by its header.
  SmallPtrSet<const BasicBlock*, 4> done;
  for (bool again = true; again;) {
    again = false;
    DominatorTree dominators(function);
    LoopInfo loops(dominators);
    for (Loop* loop : loops.getLoopsInPreorder()) {
      const DILocation* location = nullptr;
      const LoopSelection* selection = selection_of(*loop, selections, location);
      if (!selection || !done.insert(loop->getHeader()).second) continue;
      if (names_are_missing(function)) warn_no_names(function, *selection);
      found.insert(selection);
      const RegionRecord record{kUnplyTask,
                                kUnplyLoop,
                                file_name(*location),
                                location->getLine(),
                                location->getColumn(),
                                location->getScope()->getSubprogram()->getName().str(),
                                ""};
      IterationTask(*loop, dominators, writer, record).place();
      again = true;
      break;
    }
  }
}

// A selection for another file of the program is silently none of ours.
void warn_missing(Module& module, const LoopSelection& selection) {
  if (!same_file(module.getSourceFileName(), selection.file)) return;
  const std::string text = "--tasks '" + selection.file + ":" + std::to_string(selection.line) +
                           "': no loop starts at this line (or the file is compiled without -g)";
  module.getContext().diagnose(DiagnosticInfoGeneric(text, DS_Warning));
}

} // namespace

void select_tasks(Module& module, RegionWriter& writer) {
  const Selections selections = read_selections();
  if (selections.loops.empty() && selections.functions.empty()) return;
  SmallPtrSet<const LoopSelection*, 4> found;
  for (Function& function : module) {
    const bool chosen = any_of(selections.functions, [&](StringRef name) { return is_named(function, name); });
    if (chosen) function.addFnAttr(kTaskFunction);
    if (function.isDeclaration() || function.hasAvailableExternallyLinkage()) continue;
    const size_t loops = found.size();
    if (!selections.loops.empty()) select_loops(function, selections.loops, writer, found);
    if (chosen) select_function(function, writer);
    // Fortran has no exceptions, and its calls stay calls, so that what is behind them can be recorded.
    if ((chosen || found.size() > loops) && !is_fortran(function)) rewind_at_unwinding(function);
  }
  for (const LoopSelection& selection : selections.loops)
    if (!found.contains(&selection)) warn_missing(module, selection);
}

} // namespace unply
