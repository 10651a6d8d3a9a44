// Determines where tasks and traces of a selected loop begin and end; see chosen_loops.h. Works on the IR as the front
// end made it, before any pass.
//
// The task begins where the body starts (the condition is not part of it) and ends before the increment, at each jump
// back, and on each edge that leaves the body. The trace begins in front of the loop and ends on each edge that leaves
// the statement. What leaves the function from there, as exceptions do, ends both.
#include "chosen_loops.h"

#include "languages.h"
#include "source_loops.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace unply {

using namespace llvm;

namespace {

using Blocks = SmallSetVector<BasicBlock*, 16>;

class ChosenLoop {
public:
  ChosenLoop(Loop& loop, DominatorTree& dominators, LoopInfo& loops, RegionWriter& writer)
      : loop_(loop), whole_(whole_of(loop)), dominators_(dominators), loops_(loops), writer_(writer), extent_(loop) {}

  void place(const RegionRecord& task, bool pool) {
    const LoopParts parts = parts_of(loop_);
    body_entry_ = parts.body;
    increment_ = parts.increment;
    if (parts.update) increment_ = SplitBlock(parts.update->getParent(), parts.update, &dominators_, &loops_);
    // With a computed goto into the loop there is no single place before it: its executions share a trace.
    BasicBlock* before = pool ? nullptr : block_before();
    find_ways_out();
    collect_body();
    statement_ = body_;
    if (before) statement_.insert_range(whole_.blocks());
    place_ends(before != nullptr);
    if (before) {
      RegionRecord trace = task;
      trace.kind = kUnplyTrace;
      writer_.begin(before->getTerminator(), trace)->setDebugLoc(loop_.getStartLoc());
    }
    writer_.begin(body_start(), task);
  }

private:
  struct Edge {
    BasicBlock *from, *to;
  };

  bool in_body(BasicBlock* block) const { return body_.contains(block); }

  BasicBlock* block_before() {
    BasicBlock* before = whole_.getLoopPreheader();
    return before ? before : InsertPreheaderForLoop(&whole_, &dominators_, &loops_, nullptr, /*PreserveLCSSA=*/false);
  }

  // Blocks behind the body that are not in the loop of the IR, because no way leads back from them.
  bool is_behind_body(BasicBlock* block) const {
    return !loop_.contains(block) && dominators_.isReachableFromEntry(block) &&
           dominators_.dominates(body_entry_, block);
  }

  // `{ best = i; break; }` is in the statement, but not in the loop of the IR. So are the blocks that lead there, such
  // as those of a landing pad, whose places are elsewhere.
  void find_ways_out() {
    if (!extent_.known()) return;
    SmallVector<BasicBlock*> work;
    for (BasicBlock& block : *body_entry_->getParent())
      if (is_behind_body(&block) && any_of(block, [&](const Instruction& at) { return extent_.holds(at); }))
        work.push_back(&block);
    while (!work.empty()) {
      BasicBlock* block = work.pop_back_val();
      if (!ways_out_.insert(block)) continue;
      for (BasicBlock* from : predecessors(block))
        if (is_behind_body(from)) work.push_back(from);
    }
  }

  void collect_body() {
    SmallVector<BasicBlock*> work{body_entry_};
    while (!work.empty()) {
      BasicBlock* block = work.pop_back_val();
      const bool leaves = !loop_.contains(block);
      if (leaves ? !ways_out_.contains(block) : block == increment_) continue;
      if (block == loop_.getHeader() && block != body_entry_) continue;
      if (!body_.insert(block)) continue;
      if (leaves) cut_behind_statement(*block);
      work.append(succ_begin(block), succ_end(block));
    }
  }

  // The code behind the loop may go on in the block of its only way out.
  void cut_behind_statement(BasicBlock& block) {
    if (any_of(successors(&block), [&](BasicBlock* next) { return ways_out_.contains(next); })) return;
    Instruction* behind = nullptr;
    for (Instruction& at : reverse(block)) {
      if (extent_.holds(at)) break;
      if (extent_.is_beside(at)) behind = &at;
    }
    if (behind && !behind->isTerminator() && !behind->isEHPad() && !isa<PHINode>(behind))
      SplitBlock(&block, behind, &dominators_, &loops_);
  }

  void place_ends(bool trace) {
    // Edges first: they are described by blocks that the calls below do not change.
    SmallVector<Edge> leaving;
    SmallSetVector<BasicBlock*, 4> pads;
    for (BasicBlock* block : statement_)
      for (BasicBlock* next : successors(block)) {
        if (!ends_task({block, next}) && !ends_trace({block, next}, trace)) continue;
        if (next->isEHPad())
          pads.insert(next);
        else
          leaving.push_back({block, next});
      }
    for (const Edge& edge : leaving) end_on(edge, trace);
    for (BasicBlock* pad : pads) end_in_pad(pad, trace);
    for (BasicBlock* block : statement_)
      if (isa<ReturnInst, ResumeInst>(block->getTerminator())) end_before(exit_of(*block), in_body(block), trace);
  }

  bool ends_task(const Edge& edge) const {
    const bool back = edge.to == body_entry_ && edge.to == loop_.getHeader();
    return in_body(edge.from) && (!in_body(edge.to) || back);
  }

  bool ends_trace(const Edge& edge, bool trace) const { return trace && !statement_.contains(edge.to); }

  static Instruction* exit_of(BasicBlock& block) {
    CallInst* tail = block.getTerminatingMustTailCall();
    return tail ? tail : block.getTerminator();
  }

  void end_before(Instruction* at, bool task, bool trace) {
    const DebugLoc place = at->getParent()->getTerminator()->getDebugLoc();
    if (task) writer_.end(at, kUnplyTask)->setDebugLoc(place);
    if (trace) writer_.end(at, kUnplyTrace)->setDebugLoc(place);
  }

  void end_on(const Edge& edge, bool trace) {
    const bool task = ends_task(edge);
    trace = ends_trace(edge, trace);
    const DebugLoc place = edge.from->getTerminator()->getDebugLoc();
    if (edge.from->getSingleSuccessor()) return end_before(exit_of(*edge.from), task, trace);
    if (isa<IndirectBrInst, CallBrInst>(edge.from->getTerminator())) {
      // No block fits between. Where others arrive too, the runtime ends it when the next one begins, and counts that.
      if (edge.to->getSinglePredecessor()) end_before(&*edge.to->getFirstInsertionPt(), task, trace);
      return;
    }
    BasicBlock* between = SplitEdge(edge.from, edge.to, &dominators_, &loops_);
    between->getTerminator()->setDebugLoc(place);
    end_before(between->getTerminator(), task, trace);
  }

  // An exception caught in this function: the landing pad gets one version for throws from the body, and one for throws
  // from the condition or the increment.
  void end_in_pad(BasicBlock* pad, bool trace) {
    if (!pad->isLandingPad() || in_body(pad)) return;
    trace = ends_trace({nullptr, pad}, trace);
    BasicBlock* rest = pad;
    for (const bool task : {true, false}) {
      SmallVector<BasicBlock*> ours, others;
      for (BasicBlock* from : predecessors(rest))
        (statement_.contains(from) && in_body(from) == task ? ours : others).push_back(from);
      if (ours.empty() || !(task || trace)) continue;
      BasicBlock* own = rest;
      if (!others.empty()) {
        SmallVector<BasicBlock*> made;
        SplitLandingPadPredecessors(rest, ours, ".body", ".other", made);
        own = made[0];
        rest = made[1];
      }
      end_before(&*own->getFirstInsertionPt(), task, trace);
      if (others.empty()) return;
    }
  }

  // Behind the phis, and in Fortran behind the store of the do variable, which flang puts into the body, after a call
  // that saves the stack if the body needs temporaries there.
  Instruction* body_start() {
    BasicBlock* block = body_entry_;
    if (block == loop_.getHeader()) block = SplitBlock(block, block->getFirstInsertionPt(), &dominators_, &loops_);
    Instruction* first = &*block->getFirstInsertionPt();
    const auto* saved = dyn_cast<IntrinsicInst>(first);
    const bool saves_stack = saved && saved->getIntrinsicID() == Intrinsic::stacksave;
    auto* store = dyn_cast<StoreInst>(saves_stack ? first->getNextNode() : first);
    const auto* counter = store ? dyn_cast<PHINode>(store->getValueOperand()) : nullptr;
    return is_fortran(*block->getParent()) && counter && counter->getParent() == loop_.getHeader()
               ? store->getNextNode()
               : first;
  }

  Loop& loop_;
  Loop& whole_; // see whole_of
  DominatorTree& dominators_;
  LoopInfo& loops_;
  RegionWriter& writer_;
  const LoopExtent extent_;
  BasicBlock* body_entry_ = nullptr;
  BasicBlock* increment_ = nullptr; // or the condition of a do/while; may be absent
  Blocks ways_out_;                 // see find_ways_out
  Blocks body_;
  Blocks statement_; // the body, and with traces all of the loop
};

} // namespace

void place_loop_regions(Loop& loop, DominatorTree& dominators, LoopInfo& loops, RegionWriter& writer,
                        const RegionRecord& task, bool pool) {
  ChosenLoop(loop, dominators, loops, writer).place(task, pool);
}

} // namespace unply
