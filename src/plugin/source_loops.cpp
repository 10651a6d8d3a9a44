// Parts and places of loops; see source_loops.h.
#include "source_loops.h"

#include "languages.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace unply {

using namespace llvm;

namespace {

// "for.inc", "for.inc12", and "for.inc12.i" in an inlined function. No label of C has a dot.
bool is_block(const BasicBlock& block, StringRef name) {
  StringRef rest = block.getName();
  return rest.consume_front(name) && rest.find_first_not_of("0123456789.i") == StringRef::npos;
}

bool is_block(const BasicBlock& block, std::initializer_list<StringRef> names) {
  return any_of(names, [&](StringRef name) { return is_block(block, name); });
}

bool is_openmp(const Loop& loop) { return is_block(*loop.getHeader(), {"omp.inner.for.cond", "omp_loop.header"}); }

// The test leads to the body or out of the loop. That of a loop within, which always ends in its first iteration and is
// no loop of the IR, leads to another place in this one.
bool follows_test(const Loop& loop, const BasicBlock& block) {
  return any_of(predecessors(&block), [&](const BasicBlock* before) { return loop.isLoopExiting(before); });
}

const DILocation* first_place(const BasicBlock& block) {
  for (const Instruction& instruction : block)
    if (const DILocation* place = instruction.getDebugLoc().get()) return place;
  return nullptr;
}

const DILocation* place_of_jump(const BasicBlock& block) { return block.getTerminator()->getDebugLoc().get(); }

// Lines of a `do` that has no code of its own: behind the code that stands before it, up to that of its body.
bool only_statement_between(const Loop& loop, unsigned line, unsigned body) {
  if (line > body) return false;
  for (const Instruction& instruction : instructions(*loop.getHeader()->getParent())) {
    const DILocation* place = instruction.getDebugLoc().get();
    if (place && place->getLine() >= line && place->getLine() < body) return false;
  }
  return true;
}

// The body begins by computing the counters of the loops from the number of the iteration (.omp.iv) and their bounds
// (.capture_expr.), each on the line of its loop.
bool computes_counter_on(const BasicBlock& body, unsigned line) {
  for (const Instruction& instruction : body) {
    const auto* load = dyn_cast<LoadInst>(&instruction);
    if (load ? !load->getPointerOperand()->getName().starts_with(".") : instruction.mayReadFromMemory()) return false;
    if (isa<StoreInst>(instruction) && instruction.getDebugLoc() && instruction.getDebugLoc().getLine() == line)
      return true;
  }
  return false;
}

unsigned first_line_below(const Loop& loop, const DILocation& place) {
  unsigned line = 0;
  for (const BasicBlock* block : loop.blocks())
    for (const Instruction& instruction : *block)
      if (const DILocation* found = instruction.getDebugLoc().get();
          found && found->getLine() > place.getLine() && (line == 0 || found->getLine() < line))
        line = found->getLine();
  return line;
}

// The line of the pragma, or that of a loop that it belongs to. Flang keeps the pragma's only.
const DILocation* start_of_openmp(const Loop& loop, unsigned line) {
  const DILocation* pragma = loop.getStartLoc().get();
  const DILocation* first = pragma;
  if (const auto* test = dyn_cast<BranchInst>(loop.getHeader()->getTerminator()); test && test->isConditional())
    if (const auto* comparison = dyn_cast<Instruction>(test->getCondition()); comparison && comparison->getDebugLoc())
      first = comparison->getDebugLoc().get();
  if (!first) return nullptr;
  const BasicBlock& body = *parts_of(loop).body;
  const bool counted = is_fortran(*body.getParent())
                           ? line > first->getLine() && line < first_line_below(loop, *first) &&
                                 only_statement_between(loop, line, first_line_below(loop, *first))
                           : computes_counter_on(body, line);
  return (pragma && line == pragma->getLine()) || line == first->getLine() || counted ? first : nullptr;
}

// A loop made by a jump back: the line of its label or of its first statement, and that of the jump.
const DILocation* start_of_goto(const Loop& loop, unsigned line) {
  const DILocation* first = first_place(*loop.getHeader());
  if (!first) return nullptr;
  for (const DbgRecord& record : loop.getHeader()->front().getDbgRecordRange())
    if (const auto* label = dyn_cast<DbgLabelRecord>(&record); label && label->getLabel()->getLine() == line)
      return first;
  SmallVector<BasicBlock*> latches;
  loop.getLoopLatches(latches);
  const bool jump = any_of(latches, [&](const BasicBlock* latch) {
    const DILocation* place = place_of_jump(*latch);
    return place && place->getLine() == line;
  });
  return jump || first->getLine() == line ? first : nullptr;
}

// Flang gives a `do` its line on the counter or the condition. A `do` without either has no place of its own. Both
// loops of `do concurrent (i = 1:m, j = 1:n)` have the same: the inner one has the iterations.
const DILocation* start_of_fortran(const Loop& loop, unsigned line) {
  const DILocation* first = first_place(*loop.getHeader());
  if (!first) return nullptr;
  for (const Loop* inner : loop.getSubLoops())
    if (const DILocation* place = first_place(*inner->getHeader());
        place && place->getLine() == first->getLine() && place->getColumn() == first->getColumn())
      return nullptr;
  const bool endless = !isa<PHINode>(loop.getHeader()->front()) && !loop.isLoopExiting(loop.getHeader());
  const bool tail = loop.isLoopExiting(loop.getHeader()) && loop.getLoopLatch() == loop.getHeader();
  if (line == first->getLine() || ((endless || tail) && only_statement_between(loop, line, first->getLine())))
    return first;
  return nullptr;
}

} // namespace

bool names_are_missing(const Function& function) {
  return !is_fortran(function) && function.getEntryBlock().getName().empty();
}

// A counter or a condition is tested in the header; a `do` without either has no test. With `cycle` or `exit` in the
// body, the trips that are left and the variable of the `do` stay in memory: their update begins where the former are
// read.
static void add_parts_of_fortran(const Loop& loop, LoopParts& parts) {
  BasicBlock* header = loop.getHeader();
  const auto* test = dyn_cast<BranchInst>(header->getTerminator());
  if (!test || !test->isConditional() || !loop.isLoopExiting(header) || loop.getLoopLatch() == header) return;
  for (BasicBlock* next : successors(header))
    if (loop.contains(next)) parts.body = next;
  const auto* comparison = dyn_cast<CmpInst>(test->getCondition());
  const auto* trips = comparison ? dyn_cast<LoadInst>(comparison->getOperand(0)) : nullptr;
  const auto* counter = trips ? dyn_cast<AllocaInst>(trips->getPointerOperand()) : nullptr;
  if (!counter || !findDVRDeclares(const_cast<AllocaInst*>(counter)).empty()) return; // a condition of the user's
  for (const User* user : counter->users())
    if (auto* read = const_cast<LoadInst*>(dyn_cast<LoadInst>(user)); read && read != trips && loop.contains(read))
      parts.update = read;
}

LoopParts parts_of(const Loop& loop) {
  LoopParts parts{.body = loop.getHeader()};
  const bool bottom_tested = is_block(*loop.getHeader(), "do.body");
  for (BasicBlock* block : loop.blocks()) {
    if (any_of(loop.getSubLoops(), [&](const Loop* inner) { return inner->contains(block); })) continue;
    if (is_block(*block, {"for.body", "while.body", "omp.inner.for.body", "omp_loop.body"}) &&
        follows_test(loop, *block))
      parts.body = block;
    else if (bottom_tested ? is_block(*block, "do.cond")
                           : is_block(*block, {"for.inc", "omp.inner.for.inc", "omp_loop.inc"}))
      parts.increment = block;
  }
  if (is_fortran(*loop.getHeader()->getParent()) && parts.body == loop.getHeader()) add_parts_of_fortran(loop, parts);
  return parts;
}

const DILocation* start_of(const Loop& loop, unsigned line) {
  const BasicBlock& header = *loop.getHeader();
  if (is_block(header, "omp.dispatch.cond")) return nullptr;
  if (is_openmp(loop)) return start_of_openmp(loop, line);
  if (is_fortran(*header.getParent())) return start_of_fortran(loop, line);
  if (!loop.getLoopID()) return start_of_goto(loop, line);
  const DILocation* start = loop.getStartLoc().get();
  return start && start->getLine() == line ? start : nullptr;
}

Loop& whole_of(Loop& loop) {
  Loop* whole = &loop;
  while (Loop* around = whole->getParentLoop()) {
    const DILocation *own = first_place(*loop.getHeader()), *place = first_place(*around->getHeader());
    const bool chunks = is_openmp(loop) && (is_block(*around->getHeader(), "omp.dispatch.cond") ||
                                            around->getHeader()->getName().contains(".outer.cond"));
    const bool indices = is_fortran(*loop.getHeader()->getParent()) && own && place &&
                         own->getLine() == place->getLine() && own->getColumn() == place->getColumn();
    if (!chunks && !indices) break;
    whole = around;
  }
  return *whole;
}

static std::pair<unsigned, unsigned> position(const DILocation& place) { return {place.getLine(), place.getColumn()}; }

LoopExtent::LoopExtent(const Loop& loop) {
  if (is_fortran(*loop.getHeader()->getParent())) {
    set_of_fortran(loop);
    return;
  }
  if (loop.getLoopID()) {
    const Loop::LocRange range = loop.getLocRange();
    if (range.getEnd()) set(range.getStart().get(), position(*range.getEnd()));
    return;
  }
  Position end; // goto: up to the last jump back
  SmallVector<BasicBlock*> latches;
  loop.getLoopLatches(latches);
  for (const BasicBlock* latch : latches)
    if (const DILocation* jump = place_of_jump(*latch)) end = std::max(end, position(*jump));
  set(first_place(*loop.getHeader()), end);
}

// All of a macro has one place, so nothing can be told apart there.
void LoopExtent::set(const DILocation* start, Position end) {
  if (!start || position(*start) >= end) return;
  start_ = start;
  end_ = end;
}

// Flang gives the start of a loop. The loop ends before the following code, if that has a source line (the update of an
// enclosing loop has none); a `do` without a condition ends at the last line with a path back.
void LoopExtent::set_of_fortran(const Loop& loop) {
  Position last;
  for (const BasicBlock* block : loop.blocks())
    for (const Instruction& at : *block)
      if (const DILocation* place = at.getDebugLoc().get()) last = std::max(last, position(*place));
  const BasicBlock& header = *loop.getHeader();
  const BasicBlock* behind = nullptr;
  if (loop.isLoopExiting(&header) && loop.getLoopLatch() != &header)
    for (const BasicBlock* next : successors(&header))
      if (!loop.contains(next)) behind = next;
  constexpr unsigned kUnlimited = ~0u;
  const DILocation* follows = behind ? first_place(*behind) : nullptr;
  if (follows && follows->getLine() > last.first)
    last = {follows->getLine() - 1, kUnlimited};
  else if (behind)
    last = {kUnlimited, kUnlimited};
  set(first_place(header), last);
}

LoopExtent::Side LoopExtent::side_of(const Instruction& at) const {
  const DILocation* place = at.getDebugLoc().get();
  if (!known() || !place || place->getLine() == 0) return Side::unknown;
  while (place && place->getInlinedAt() != start_->getInlinedAt()) place = place->getInlinedAt();
  if (!place) return Side::beside; // of the function that this one was inlined into
  if (place->getFilename() != start_->getFilename()) return Side::unknown;
  if (place->getLine() == 0) return Side::unknown;
  if (start_->getColumn() == 0) // -gno-column-info
    return place->getLine() >= start_->getLine() && place->getLine() <= end_.first ? Side::within : Side::beside;
  return position(*start_) <= position(*place) && position(*place) <= end_ ? Side::within : Side::beside;
}

} // namespace unply
