// Task regions chosen with --tasks; see task_selection.h. Works on the IR as the front end made it, before any pass.
//
// A loop is found by the line of its for/while/do, which clang and flang keep with the loop. One iteration of its body
// is the task: it begins where the body starts (the condition is not part of it) and ends before the increment, at
// each jump back, and on each edge that leaves the loop from the body. An exception or longjmp that leaves the
// function is resynchronised by the runtime through the frame address.
#include "task_selection.h"

#include "file_names.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
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
    test_ = find_test();
    body_entry_ = find_body_entry();
    find_increment();
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

  // The block that tests the loop's condition, however many blocks computed it: its branch out of the loop carries
  // the place of the for/while/do itself, unlike that of a break. None in `for (;;)`.
  BasicBlock* find_test() const {
    const DebugLoc start = loop_.getStartLoc();
    for (BasicBlock* block : loop_.blocks()) {
      const auto* branch = dyn_cast<BranchInst>(block->getTerminator());
      if (!branch || !branch->isConditional() || !loop_.isLoopExiting(block) || !branch->getDebugLoc()) continue;
      if (branch->getDebugLoc().getLine() == start.getLine() && branch->getDebugLoc().getCol() == start.getCol())
        return block;
    }
    return loop_.isLoopExiting(loop_.getHeader()) ? loop_.getHeader() : nullptr;
  }

  // do/while: the test is the jump back.
  bool is_bottom_tested() const { return test_ && test_ == loop_.getLoopLatch() && test_ != loop_.getHeader(); }

  BasicBlock* find_body_entry() const {
    if (test_ && !is_bottom_tested())
      for (BasicBlock* next : successors(test_))
        if (loop_.contains(next)) return next;
    return loop_.getHeader();
  }

  // Where control must pass before the next iteration: the increment of a `for`, the condition of a `do`. It is the
  // only latch, not the body itself, and if it is an increment its code is written before that of the body.
  void find_increment() {
    BasicBlock* latch = loop_.getLoopLatch();
    if (!latch || latch == body_entry_ || latch == loop_.getHeader()) return;
    if (is_bottom_tested()) {
      increment_ = latch;
      return;
    }
    const DILocation* increment = first_place(*latch);
    const DILocation* body = first_place(*body_entry_);
    if (increment && (!body || std::pair(increment->getLine(), increment->getColumn()) <
                                   std::pair(body->getLine(), body->getColumn())))
      increment_ = latch;
  }

  static const DILocation* first_place(const BasicBlock& block) {
    for (const Instruction& instruction : block)
      if (const DILocation* place = instruction.getDebugLoc().get(); place && !instruction.isTerminator()) return place;
    return nullptr;
  }

  void collect_body() {
    SmallVector<BasicBlock*> work{body_entry_};
    while (!work.empty()) {
      BasicBlock* block = work.pop_back_val();
      if (!loop_.contains(block) || block == increment_) continue;
      if (block == loop_.getHeader() && block != body_entry_) continue;
      if (body_.insert(block)) work.append(succ_begin(block), succ_end(block));
    }
  }

  // Behind the phis, and in Fortran behind the store of the do variable, which flang puts into the body.
  Instruction* body_start() {
    BasicBlock* block = body_entry_;
    if (block == loop_.getHeader()) block = SplitBlock(block, block->getFirstInsertionPt(), &dominators_, nullptr);
    Instruction* first = &*block->getFirstInsertionPt();
    const auto* store = dyn_cast<StoreInst>(first);
    const auto* counter = store ? dyn_cast<PHINode>(store->getValueOperand()) : nullptr;
    const bool fortran = block->getParent()->getName().starts_with("_Q");
    return fortran && counter && counter->getParent() == loop_.getHeader() ? first->getNextNode() : first;
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
  BasicBlock* test_ = nullptr;
  BasicBlock* body_entry_ = nullptr;
  BasicBlock* increment_ = nullptr; // or the condition of a do/while; may be absent
  SmallSetVector<BasicBlock*, 16> body_;
};

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
    if (!isa<ReturnInst, ResumeInst>(block.getTerminator())) continue;
    CallInst* tail = block.getTerminatingMustTailCall();
    exits.push_back(tail ? tail : block.getTerminator());
  }
  for (Instruction* exit : exits) writer.end(exit, kUnplyTask)->setDebugLoc(exit->getDebugLoc());
  writer.begin(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca(), record)->setDebugLoc(entry_place);
}

const LoopSelection* selection_of(const Loop& loop, ArrayRef<LoopSelection> selections) {
  const DebugLoc start = loop.getStartLoc();
  if (!start) return nullptr;
  const auto* location = cast<DILocation>(start.getAsMDNode());
  for (const LoopSelection& selection : selections)
    if (location->getLine() == selection.line && same_file(full_path(*location->getScope()), selection.file))
      return &selection;
  return nullptr;
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
      const LoopSelection* selection = selection_of(*loop, selections);
      if (!selection || !done.insert(loop->getHeader()).second) continue;
      found.insert(selection);
      const DebugLoc start = loop->getStartLoc();
      const auto* location = cast<DILocation>(start.getAsMDNode());
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
    if (function.isDeclaration() || function.hasAvailableExternallyLinkage()) continue;
    if (!selections.loops.empty()) select_loops(function, selections.loops, writer, found);
    if (any_of(selections.functions, [&](StringRef name) { return is_named(function, name); }))
      select_function(function, writer);
  }
  for (const LoopSelection& selection : selections.loops)
    if (!found.contains(&selection)) warn_missing(module, selection);
}

} // namespace unply
