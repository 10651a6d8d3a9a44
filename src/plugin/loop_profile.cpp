// See loop_profile.h. Work is estimated, not measured: hooks change times by more than what is to be compared, and an
// estimate is the same in every run.
#include "loop_profile.h"

#include "file_names.h"
#include "iteration_begin.h"
#include "languages.h"
#include "loop_facts.h"
#include "loop_guards.h"
#include "loop_scalars.h"
#include "loop_text.h"
#include "source_loops.h"
#include "source_name.h"
#include "thread_locals.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace unply {

using namespace llvm;

namespace {

// In instructions of one cycle each.
uint64_t work_of(const Instruction& instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::PHI:
  case Instruction::Alloca:
  case Instruction::GetElementPtr:
  case Instruction::BitCast:
  case Instruction::Unreachable:
    return 0;
  case Instruction::Load:
  case Instruction::Store:
    return 2;
  case Instruction::FDiv:
  case Instruction::SDiv:
  case Instruction::UDiv:
  case Instruction::SRem:
  case Instruction::URem:
    return 12;
  case Instruction::FRem:
    return 40;
  default:
    break;
  }
  if (isa<DbgInfoIntrinsic>(instruction) || instruction.isLifetimeStartOrEnd()) return 0;
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (!call) return 1;
  if (const auto* intrinsic = dyn_cast<IntrinsicInst>(call)) {
    if (intrinsic->isAssumeLikeIntrinsic()) return 0;
    if (isa<AnyMemIntrinsic>(intrinsic)) return 20;
    switch (intrinsic->getIntrinsicID()) {
    case Intrinsic::sqrt:
      return 15;
    case Intrinsic::exp:
    case Intrinsic::log:
    case Intrinsic::sin:
    case Intrinsic::cos:
    case Intrinsic::pow:
      return 40;
    default:
      return 1;
    }
  }
  const Function* callee = call->getCalledFunction();
  return callee && !callee->isDeclaration() ? 5 : 40; // the callee's own work counts where it is done
}

const DILocation* place_of(const Loop& loop) {
  if (const DILocation* start = loop.getStartLoc().get()) return start;
  for (const Instruction& instruction : *loop.getHeader())
    if (const DILocation* place = instruction.getDebugLoc().get()) return place;
  return nullptr;
}

bool may_throw_out_of(const Loop& loop) {
  return any_of(loop.blocks(), [](const BasicBlock* block) {
    return any_of(*block, [](const Instruction& at) {
      const auto* call = dyn_cast<CallBase>(&at);
      return call && !isa<IntrinsicInst>(call) && call->mayThrow();
    });
  });
}

json::Object parsed(const std::string& text) {
  Expected<json::Value> read = json::parse(text);
  if (read && read->getAsObject()) return std::move(*read->getAsObject());
  consumeError(read.takeError());
  return {};
}

// Of the syntax tree; of a loop by goto and in Fortran there are none.
json::Object facts_of_statement(const Loop& loop) {
  const DILocation* start = loop.getLoopID() ? loop.getStartLoc().get() : nullptr;
  return start ? parsed(loop_facts(file_name(*start), start->getLine(), start->getColumn())) : json::Object();
}

// A loop of an algorithm of the library belongs to the lambda that the call is given: the function's name has the place
// of it, "for_each<int *, (lambda at a.cpp:3:9)>" (src/discover/algorithm_calls.h). The lines that matter are those of
// the call.
void add_text_of_lambda(json::Object& facts, const Loop& loop) {
  const DILocation* place = place_of(loop);
  const auto [before, behind] =
      (place ? place->getScope()->getSubprogram()->getName() : StringRef()).split("(lambda at ");
  if (behind.empty()) return;
  facts.erase("text");
  const auto [file_and_line, column_text] = behind.split(')').first.rsplit(':');
  const auto [file, line_text] = file_and_line.rsplit(':');
  unsigned line = 0, column = 0;
  if (line_text.getAsInteger(10, line) || column_text.getAsInteger(10, column)) return;
  json::Object of_lambda = parsed(lambda_facts(file_name(file, place->getScope()), line, column));
  if (json::Value* text = of_lambda.get("text")) facts["text"] = std::move(*text);
}

std::string facts_of(const Loop& loop, const LoopAnalyses& analyses, const json::Object& noted) {
  json::Object facts = facts_of_statement(loop);
  if (is_fortran(*loop.getHeader()->getParent())) {
    facts["language"] = "fortran";
    if (const DILocation* start = place_of(loop)) add_text(facts, loop, *start);
  }
  add_text_of_lambda(facts, loop);
  add_scalars(facts, loop, analyses);
  add_guards(facts, loop, analyses);
  if (iterations_of(loop, analyses.evolution)) facts["counted"] = true;
  for (const auto& fact : noted) facts[fact.first] = fact.second;
  if (may_throw_out_of(loop)) facts["exceptions"] = true;
  std::string text;
  raw_string_ostream(text) << json::Value(std::move(facts));
  return text;
}

} // namespace

LoopProfile::LoopProfile(Function& function, LoopAnalyses analyses, const BlockFrequencyInfo& frequencies,
                         ModuleTables& tables, Hooks& hooks)
    : function_(function), analyses_(analyses), frequencies_(frequencies), tables_(tables), hooks_(hooks) {
  for (const Loop* loop : analyses_.loops.getLoopsInPreorder()) {
    work_[loop] = work_of(loop->getBlocks(), loop, *loop->getHeader());
    add_thread_locals(thread_locals_[loop], *loop);
  }
  SmallVector<BasicBlock*> blocks;
  for (BasicBlock& block : function)
    if (!analyses_.loops.getLoopFor(&block)) blocks.push_back(&block);
  own_work_ = work_of(blocks, nullptr, function.getEntryBlock());
}

uint64_t LoopProfile::work_of(ArrayRef<BasicBlock*> blocks, const Loop* loop, const BasicBlock& start) const {
  const double once = static_cast<double>(std::max<uint64_t>(frequencies_.getBlockFreq(&start).getFrequency(), 1));
  double work = 0;
  for (const BasicBlock* block : blocks) {
    if (analyses_.loops.getLoopFor(block) != loop) continue;
    const double often = std::min(1.0, static_cast<double>(frequencies_.getBlockFreq(block).getFrequency()) / once);
    for (const Instruction& instruction : *block) work += often * static_cast<double>(unply::work_of(instruction));
  }
  return static_cast<uint64_t>(work + 0.5);
}

void LoopProfile::add_rows(LoopAnalyses analyses) {
  for (Loop* loop : analyses.loops.getLoopsInPreorder()) add_row(*loop, analyses);
}

void LoopProfile::add_row(Loop& loop, LoopAnalyses analyses) {
  const DILocation* place = place_of(loop);
  LoopRecord record;
  if (place) {
    record.file = file_name(*place);
    record.line = place->getLine();
    record.column = place->getColumn();
    record.function = place->getScope()->getSubprogram()->getName().str();
  } else if (const DISubprogram* program = loop.getHeader()->getParent()->getSubprogram()) { // a loop of the compiler
    record.file = file_name(*program);
    record.function = program->getName().str();
  } else {
    record.function = source_name(*loop.getHeader()->getParent());
  }
  record.facts = facts_of(loop, analyses, thread_locals_[&loop]);
  record.work = static_cast<uint32_t>(std::clamp<uint64_t>(work_.lookup(&loop), 1, ~0u));
  rows_[&loop] = tables_.loop(record);
}

void LoopProfile::place_hooks(LoopAnalyses analyses) {
  for (Loop* loop : analyses_.loops.getLoopsInPreorder())
    if (const auto reading = reading_.find(loop); reading != reading_.end()) {
      place_hooks(reading->second);
      whole_.insert(loop);
    } else if (!whole_.contains(loop)) {
      place_hooks(*loop);
    }
  for (const ConfinedLoop& confined : writes_->find(analyses, whole_)) place_writes(confined);
  place_work();
}

void LoopProfile::place_hooks(Loop& loop) {
  BasicBlock* before = loop.getLoopPreheader();
  if (!before) return; // entered by computed jumps: its accesses belong to the loop around it
  Constant* row = rows_[&loop];
  IRBuilder<> at(before->getTerminator());
  at.SetCurrentDebugLocation(loop.getStartLoc());
  hooks_.loop_begin(at, row);
  at.SetInsertPoint(begin_of_iteration(loop));
  at.SetCurrentDebugLocation(loop.getStartLoc());
  hooks_.loop_next(at, row);
  SmallVector<BasicBlock*> exits;
  loop.getUniqueExitBlocks(exits);
  for (BasicBlock* exit : exits) {
    if (exit->getFirstInsertionPt() == exit->end()) continue;
    at.SetInsertPoint(&*exit->getFirstInsertionPt());
    at.SetCurrentDebugLocation(loop.getStartLoc());
    hooks_.loop_end(at, row, exit->isLandingPad() || isa<UnreachableInst>(exit->getTerminator()));
  }
}

// Its iterations are counted in a register, 0 in front of the loop.
void LoopProfile::place_hooks(const ReadingLoop& reading) {
  const Loop& loop = *reading.loop;
  Instruction* begin = begin_of_iteration(loop);
  IRBuilder<> at(&loop.getHeader()->front());
  PHINode* before = at.CreatePHI(at.getInt64Ty(), 2);
  at.SetInsertPoint(begin);
  at.SetCurrentDebugLocation(loop.getStartLoc());
  Value* with_this = at.CreateAdd(before, at.getInt64(1));
  before->addIncoming(at.getInt64(0), loop.getLoopPreheader());
  before->addIncoming(with_this, loop.getLoopLatch());
  SmallVector<BasicBlock*> exits;
  loop.getUniqueExitBlocks(exits);
  for (BasicBlock* exit : exits) {
    at.SetInsertPoint(&exit->front());
    PHINode* iterations = at.CreatePHI(at.getInt64Ty(), 2);
    for (BasicBlock* from : predecessors(exit))
      iterations->addIncoming(from == loop.getHeader() && from != begin->getParent() ? before : with_this, from);
    at.SetInsertPoint(&*exit->getFirstInsertionPt());
    at.SetCurrentDebugLocation(loop.getStartLoc());
    hooks_.read_loop(at, iterations, reading.streams, reading.count, rows_[&loop]);
  }
}

// Behind the loop's begin.
void LoopProfile::place_writes(const ConfinedLoop& confined) {
  IRBuilder<> at(confined.loop->getLoopPreheader()->getTerminator());
  at.SetCurrentDebugLocation(confined.loop->getStartLoc());
  auto* row = ArrayType::get(at.getPtrTy(), std::max<size_t>(confined.bounds.size(), 1));
  BasicBlock& entry = function_.getEntryBlock();
  Value* table = IRBuilder<>(&entry, entry.getFirstInsertionPt()).CreateAlloca(row);
  for (unsigned i = 0; i < confined.bounds.size(); ++i)
    at.CreateStore(confined.bounds[i], at.CreateConstInBoundsGEP2_32(row, table, 0, i));
  hooks_.loop_writes(at, rows_[confined.loop], table, static_cast<uint32_t>(confined.bounds.size() / 2));
}

void LoopProfile::place_work() {
  if (own_work_ == 0) return;
  Module& module = *function_.getParent();
  IRBuilder<> at(&*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Constant* counter = module.getOrInsertGlobal("__unply_work", at.getInt64Ty());
  // Volatile: the hooks are declared to change no memory of the program, and they add to it as well.
  Value* before = at.CreateLoad(at.getInt64Ty(), counter, /*isVolatile=*/true);
  at.CreateStore(at.CreateAdd(before, at.getInt64(own_work_)), counter, /*isVolatile=*/true);
}

} // namespace unply
