// Computations: the loop nests between operations, with bounds as expressions of what is known before them. A bound
// that would need more of the program than the operations do is left open and gets a symbol.
#include "extract/emit.h"
#include "extract/known_functions.h"
#include "extract/timers.h"
#include <fmt/format.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

namespace unply::extract {
using namespace llvm;
using stg::kNone, stg::Opcode;

constexpr int kDeepestCall = 8;
constexpr size_t kMostNests = 64; // of one computation

void ProcedureWriter::count(const Instruction& instruction, stg::Work& work) const {
  const DataLayout& layout = tables_.module.getDataLayout();
  if (isa<PHINode, AllocaInst, GetElementPtrInst, CmpInst>(instruction) || instruction.isTerminator()) return;
  if (work.place.line == 0 && instruction.getDebugLoc()) work.place = tables_.places.of(instruction);
  if (const auto* load = dyn_cast<LoadInst>(&instruction)) {
    ++work.loads;
    work.access_bytes += int64_t(layout.getTypeStoreSize(load->getType()).getFixedValue());
  } else if (const auto* store = dyn_cast<StoreInst>(&instruction)) {
    ++work.stores;
    work.access_bytes += int64_t(layout.getTypeStoreSize(store->getValueOperand()->getType()).getFixedValue());
  } else if (const auto* call = dyn_cast<CallBase>(&instruction)) {
    const Function* callee = call->getCalledFunction();
    if (callee && callee->getName().starts_with("llvm.fmuladd"))
      work.flops += 2;
    else if (call->getType()->isFloatingPointTy() && callee && callee->isDeclaration())
      ++work.flops;
    else if (callee && callee->isDeclaration() && !callee->isIntrinsic() && !is_harmless(callee->getName()) &&
             !callee->getName().starts_with("unply.") && !is_allocation(*call))
      ++work.calls;
  } else if (isa<BinaryOperator, UnaryOperator>(instruction)) {
    ++(instruction.getType()->isFPOrFPVectorTy() ? work.flops : work.integer_ops);
  }
}

bool ProcedureWriter::is_computed_call(const Instruction& instruction) const {
  const auto* call = dyn_cast<CallBase>(&instruction);
  const Function* callee = call ? call->getCalledFunction() : nullptr;
  if (!callee || callee->isDeclaration()) return false;
  return !tables_.slice.needs(instruction) || (tables_.slice.is_tainted(call) && !tables_.slice.has_effects(*call));
}

void ProcedureWriter::add_computation(stg::Computation computation, const TimerCollector& timers) {
  if (planning_) return;
  if (!timers.lacks_one)
    for (const std::string& name : timers.names) computation.timers.push_back(tables_.timer(name));
  tables_.timers_of_computations[{&function_, procedure_.computations.size()}] = timers.all;
  procedure_.computations.push_back(std::move(computation));
  place({.opcode = Opcode::computation, .number = int64_t(procedure_.computations.size()) - 1});
}

// Work between two operations; a few loads and integers are not worth a task.
void ProcedureWriter::flush() {
  if (straight_.calls > 0 || (straight_.flops > 0 && straight_.access_bytes > 0)) {
    TimerCollector timers;
    for (const Instruction* one : straight_code_) timers.see(tables_, *one, straight_.calls == 0 || isa<CallBase>(one));
    add_computation({.work = {straight_}, .place = straight_.place, .end = straight_.place}, timers);
  }
  straight_ = {}, straight_code_.clear();
}

void ProcedureWriter::count_straight(const Instruction& instruction) {
  const stg::Work before = straight_;
  count(instruction, straight_);
  if (straight_.flops > before.flops || straight_.calls > before.calls) straight_code_.push_back(&instruction);
}

// What is in no loop takes no time, unless it is a call.
TimerCollector ProcedureWriter::timers_of(const std::set<BasicBlock*>& region) {
  const LoopInfo& loops = tables_.slice.shape(function_).loops;
  TimerCollector timers;
  for (BasicBlock* block : region) {
    const Loop* loop = loops.getLoopFor(block);
    const bool repeats = loop && region.contains(loop->getHeader());
    for (const Instruction& instruction : *block) {
      stg::Work work;
      count(instruction, work);
      const auto* call = dyn_cast<CallBase>(&instruction);
      const bool has_body = call && call->getCalledFunction() && !call->getCalledFunction()->isDeclaration();
      timers.see(tables_, instruction, work.calls > 0 || (repeats && (work.flops > 0 || has_body)));
    }
  }
  return timers;
}

void ProcedureWriter::compute_region(BasicBlock& block) {
  const std::set<BasicBlock*> region = contraction_.region(&block);
  if (region.empty()) return;
  Frame frame{.region = &region};
  stg::Computation computation;
  nests(function_, frame, {}, computation.work);
  if (computation.work.empty()) return;
  computation.place = computation.work.front().place;
  for (const BasicBlock* one : region) {
    const stg::Place at = tables_.places.of(*one->getTerminator());
    if (at.file == computation.place.file && at.line > computation.end.line) computation.end = at;
  }
  add_computation(std::move(computation), timers_of(region));
}

void ProcedureWriter::compute_call(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  Frame own{}, frame{.caller = &own, .call = &call, .depth = 1};
  static const std::set<BasicBlock*> kNothing;
  own.region = &kNothing;
  stg::Computation computation{
      .name = name_of_function(*callee), .place = tables_.places.of(call), .end = tables_.places.of(call)};
  ++entered_[callee];
  nests(*callee, frame, {}, computation.work);
  --entered_[callee];
  if (computation.work.empty()) return;
  for (const Use& actual : call.args()) {
    const Bound known = actual->getType()->isIntegerTy() ? bound(actual, own) : std::nullopt;
    if (!planning_) computation.actuals.push_back(known ? *known : unknown(*actual->getType()));
  }
  TimerCollector timers;
  timers.see(tables_, call, true);
  add_computation(std::move(computation), timers);
}

// Whether a branch that decides no operation decides if the block runs. The tests of the loops around it do not count,
// since trip counts have them.
bool ProcedureWriter::is_conditional(const BasicBlock& block, const Frame& frame) {
  Shape& shape = tables_.slice.shape(*block.getParent());
  std::set<const BasicBlock*> seen;
  std::vector<const BasicBlock*> open = {&block};
  while (!open.empty()) {
    const BasicBlock* at = open.back();
    open.pop_back();
    for (const Instruction* branch : shape.deciders.lookup(at)) {
      const BasicBlock* by = branch->getParent();
      const bool kept = !frame.caller && tables_.slice.needs(*branch);
      if (kept || isa<InvokeInst>(branch) || !seen.insert(by).second) continue;
      const Loop* loop = shape.loops.getLoopFor(by);
      if (!loop || !loop->isLoopExiting(by) || !loop->contains(&block)) return true;
      open.push_back(by);
    }
  }
  return false;
}

// around: the loops and the condition of the call that is followed.
void ProcedureWriter::nests(const Function& function, Frame& frame, const stg::Work& around,
                            std::vector<stg::Work>& found) {
  LoopInfo& loops = tables_.slice.shape(function).loops;
  const auto inside = [&](const BasicBlock* block) {
    return !frame.region || frame.region->contains(const_cast<BasicBlock*>(block));
  };
  const auto visit = [&](auto& self, const Loop* loop, std::vector<stg::LoopRange> ranges) -> void {
    stg::Work work{.ranges = ranges};
    std::vector<std::pair<const CallBase*, bool>> calls; // under a condition
    std::vector<const Loop*> inner;
    for (const BasicBlock& block : function) {
      const Loop* own = loops.getLoopFor(&block);
      if (!inside(&block)) continue;
      if (own && inside(own->getHeader()) && own->getHeader() == &block &&
          (own->getParentLoop() == loop ||
           (!loop && (!own->getParentLoop() || !inside(own->getParentLoop()->getHeader())))))
        inner.push_back(own);
      if (own && !inside(own->getHeader())) own = nullptr;
      if (own != loop) continue;
      const bool conditional = around.at_most || is_conditional(block, frame);
      const stg::Work before = work;
      for (const Instruction& instruction : block) {
        const auto* call = dyn_cast<CallBase>(&instruction);
        if (call && call->getCalledFunction() && !call->getCalledFunction()->isDeclaration())
          calls.emplace_back(call, conditional);
        else
          count(instruction, work);
      }
      const bool counted =
          work.flops > before.flops || work.access_bytes > before.access_bytes || work.calls > before.calls;
      work.at_most = work.at_most || (conditional && counted);
    }
    const bool repeats = !ranges.empty() && work.flops + work.loads + work.stores > 0;
    const bool computes = work.flops > 0 && work.access_bytes > 0;
    if ((work.calls > 0 || repeats || computes) && found.size() < kMostNests) found.push_back(work);
    for (const auto& [call, conditional] : calls) {
      const Function* callee = call->getCalledFunction();
      if (frame.depth >= kDeepestCall || found.size() >= kMostNests || entered_[callee] > 0) continue;
      Frame deeper{.caller = &frame, .call = call, .depth = frame.depth + 1};
      ++entered_[callee];
      nests(*callee, deeper, {.ranges = ranges, .at_most = conditional}, found);
      --entered_[callee];
    }
    for (const Loop* next : inner) {
      std::vector<stg::LoopRange> longer = ranges;
      longer.push_back(range_of(*next, frame));
      self(self, next, std::move(longer));
    }
  };
  visit(visit, nullptr, around.ranges);
}

namespace {

struct Counter { // a loop variable and the test that ends it
  const PHINode* variable = nullptr;
  int64_t step = 0;
  const Value* first = nullptr;
};

std::optional<Counter> counter_of(const Value* value, const Loop& loop) {
  while (const auto* cast = dyn_cast<CastInst>(value)) value = cast->getOperand(0);
  const auto* phi = dyn_cast<PHINode>(value);
  if (const auto* step = dyn_cast<BinaryOperator>(value); step && !phi) phi = dyn_cast<PHINode>(step->getOperand(0));
  if (!phi || phi->getParent() != loop.getHeader() || !loop.getLoopLatch() || !loop.getLoopPreheader())
    return std::nullopt;
  const auto* step = dyn_cast<BinaryOperator>(phi->getIncomingValueForBlock(loop.getLoopLatch()));
  const auto* by = step ? dyn_cast<ConstantInt>(step->getOperand(1)) : nullptr;
  if (!by || step->getOperand(0) != phi || (value != phi && value != step)) return std::nullopt;
  const int64_t size = step->getOpcode() == Instruction::Add   ? by->getSExtValue()
                       : step->getOpcode() == Instruction::Sub ? -by->getSExtValue()
                                                               : 0;
  if (size == 0) return std::nullopt;
  return Counter{phi, size, phi->getIncomingValueForBlock(loop.getLoopPreheader())};
}

struct Test { // the loop goes on while `counter` predicate `limit`
  Counter counter;
  CmpInst::Predicate predicate = CmpInst::ICMP_SLT;
  const Value* limit = nullptr;
  bool at_end = false, of_next = false; // tested behind the body; tests the next value
};

std::optional<Test> test_of(const Loop& loop) {
  for (BasicBlock* block : {loop.getExitingBlock()}) { // a loop with several exits has no known number of trips
    const auto* branch = block ? dyn_cast<BranchInst>(block->getTerminator()) : nullptr;
    if (!branch || !branch->isConditional() || !loop.isLoopExiting(block)) continue;
    const auto* compare = dyn_cast<ICmpInst>(branch->getCondition());
    if (!compare) continue;
    CmpInst::Predicate predicate =
        loop.contains(branch->getSuccessor(0)) ? compare->getPredicate() : compare->getInversePredicate();
    const Value *left = compare->getOperand(0), *right = compare->getOperand(1);
    auto counter = counter_of(left, loop);
    if (!counter) {
      std::swap(left, right);
      predicate = CmpInst::getSwappedPredicate(predicate);
      counter = counter_of(left, loop);
    }
    if (!counter) continue;
    while (const auto* cast = dyn_cast<CastInst>(left)) left = cast->getOperand(0);
    const bool at_end = block == loop.getLoopLatch() && block != loop.getHeader();
    return Test{*counter, predicate, right, at_end || loop.getNumBlocks() == 1, left != counter->variable};
  }
  return std::nullopt;
}

} // namespace

stg::LoopRange ProcedureWriter::range_of(const Loop& loop, Frame& frame) {
  const Names names =
      &loop.getHeader()->getParent()[0] == &function_ ? names_ : names_in(*loop.getHeader()->getParent());
  stg::LoopRange range;
  const auto test = test_of(loop);
  const auto named = [&](const PHINode* phi) { return names.contains(phi); };
  std::optional<Counter> shown = test ? std::optional(test->counter) : std::nullopt;
  if (!shown || !named(shown->variable)) // Fortran counts down beside the variable
    for (const PHINode& phi : loop.getHeader()->phis())
      if (named(&phi) && phi.getType()->isIntegerTy())
        if (const auto other = counter_of(&phi, loop)) shown = other;
  range.name = shown && named(shown->variable) ? names.at(shown->variable) : "it";
  range.step = shown ? shown->step : 1;
  const unsigned bits = shown ? shown->variable->getType()->getIntegerBitWidth() : 64;
  const Bound first = shown ? bound(shown->first, frame) : Bound(constant(0, 64));
  Bound limit = test && first ? bound(test->limit, frame) : std::nullopt;
  const auto plus = [&](stg::ValueId left, stg::ValueId right, Opcode opcode = Opcode::add) {
    return add({.opcode = opcode, .bits = uint8_t(bits), .operands = {left, right}});
  };
  if (limit) {
    const bool inclusive = test->predicate == CmpInst::ICMP_SLE || test->predicate == CmpInst::ICMP_ULE ||
                           test->predicate == CmpInst::ICMP_SGE || test->predicate == CmpInst::ICMP_UGE;
    const int64_t towards = test->counter.step > 0 ? 1 : -1;
    const bool down = test->predicate == CmpInst::ICMP_SGT || test->predicate == CmpInst::ICMP_SGE ||
                      test->predicate == CmpInst::ICMP_UGT || test->predicate == CmpInst::ICMP_UGE;
    const bool unequal = test->predicate == CmpInst::ICMP_NE && std::abs(test->counter.step) == 1;
    if (test->predicate == CmpInst::ICMP_EQ ||
        (!unequal && (test->predicate == CmpInst::ICMP_NE || down != (towards < 0))))
      limit = std::nullopt;
    int64_t more = inclusive ? towards : 0;
    if (test->at_end && !test->of_next) more += test->counter.step;
    if (limit && more != 0) limit = plus(*limit, constant(more, bits));
  }
  if (limit && shown->variable != test->counter.variable) {
    const Bound start = bound(test->counter.first, frame);
    if (!start || std::abs(test->counter.step) != 1) limit = std::nullopt;
    if (limit) {
      stg::ValueId trips =
          test->counter.step > 0 ? plus(*limit, *start, Opcode::sub) : plus(*start, *limit, Opcode::sub);
      if (test->counter.variable->getType()->getIntegerBitWidth() > bits)
        trips = add({.opcode = Opcode::trunc, .bits = uint8_t(bits), .operands = {trips}});
      if (range.step != 1) trips = plus(trips, constant(range.step, bits), Opcode::mul);
      limit = plus(*first, trips);
    }
  }
  range.first = first && limit ? *first : constant(0, bits);
  if (limit)
    range.limit = *limit;
  else
    range.symbol = "T_" + range.name, range.step = 1;
  range.variable = add({.opcode = Opcode::index, .bits = uint8_t(bits), .name = range.name});
  if (shown && limit) frame.indices[shown->variable] = range.variable;
  return range;
}

ProcedureWriter::Bound ProcedureWriter::bound(const Value* value, const Frame& frame) {
  if (const auto* number = dyn_cast<ConstantInt>(value)) return constant(number->getSExtValue(), number->getBitWidth());
  if (const auto found = frame.indices.find(value); found != frame.indices.end()) {
    if (bounds_placed_) return std::nullopt;
    return found->second;
  }
  if (isa<GlobalVariable>(value)) return planning_ ? 0 : constant_operand(cast<Constant>(value));
  if (const auto* formal = dyn_cast<Argument>(value); formal && frame.caller)
    return formal->getArgNo() < frame.call->arg_size()
               ? bound(frame.call->getArgOperand(formal->getArgNo()), *frame.caller)
               : std::nullopt;
  const auto* instruction = dyn_cast<Instruction>(value);
  const bool outside = !frame.caller && !(instruction && frame.region &&
                                          frame.region->contains(const_cast<BasicBlock*>(instruction->getParent())));
  if (outside) { // computed before
    if (planning_ && tables_.slice.want(value)) return 0;
    const bool known = instruction ? tables_.slice.needs(*instruction)
                                   : isa<Argument>(value) && tables_.slice.needs(*cast<Argument>(value));
    if (!planning_ && known && ids_.contains(value)) return ids_.at(value);
  }
  if (!instruction) return std::nullopt;
  if (const auto* load = dyn_cast<LoadInst>(instruction)) return bound_of_load(*load, frame);
  if (const auto* step = dyn_cast<GEPOperator>(instruction)) return bound_of_address(*step, frame);
  if (const auto* call = dyn_cast<CallBase>(instruction)) { // a function that only gives a value: domain.numElem()
    const Function* callee = call->getCalledFunction();
    if (!callee || callee->isDeclaration() || callee->size() != 1 || frame.depth >= kDeepestCall) return std::nullopt;
    const auto* returned = dyn_cast<ReturnInst>(callee->getEntryBlock().getTerminator());
    const Frame deeper{.caller = &frame, .call = call, .depth = frame.depth + 1};
    return returned && returned->getReturnValue() ? bound(returned->getReturnValue(), deeper) : std::nullopt;
  }
  if (const auto* phi = dyn_cast<PHINode>(instruction)) return bound_of_choice(*phi, frame);
  const bool pure = isa<BinaryOperator, CastInst, ICmpInst, SelectInst>(instruction);
  if (!pure || !instruction->getType()->isIntegerTy()) return std::nullopt;
  std::vector<std::pair<const Value*, stg::ValueId>> parts;
  for (const Use& one : instruction->operands()) {
    if (!one->getType()->isIntegerTy()) return std::nullopt;
    const Bound part = bound(one, frame);
    if (!part) return std::nullopt;
    parts.push_back({one, *part});
  }
  if (planning_) return 0;
  const auto before = ids_;
  for (const auto& [one, id] : parts)
    if (!isa<Constant>(one)) ids_[one] = id;
  stg::Value made{.bits = uint8_t(std::min(64U, instruction->getType()->getIntegerBitWidth()))};
  const bool done =
      isa<ICmpInst>(instruction)   ? convert_compare(cast<CmpInst>(*instruction), made)
      : isa<CastInst>(instruction) ? convert_cast(cast<CastInst>(*instruction), made)
      : isa<SelectInst>(instruction)
          ? (made.opcode = Opcode::select, made.operands = {parts[0].second, parts[1].second, parts[2].second}, true)
          : convert_binary(*instruction, made);
  ids_ = before;
  if (!done) return std::nullopt;
  return bounds_placed_ ? place(made) : add(made);
}

// "a < b ? a : b" is a branch around a phi before optimisation.
ProcedureWriter::Bound ProcedureWriter::bound_of_choice(const PHINode& phi, const Frame& frame) {
  const DominatorTree& dominators = tables_.slice.shape(*phi.getFunction()).dominators;
  const BasicBlock* block = phi.getParent();
  const BasicBlock* above =
      dominators.getNode(block)->getIDom() ? dominators.getNode(block)->getIDom()->getBlock() : nullptr;
  const auto* branch = above ? dyn_cast<BranchInst>(above->getTerminator()) : nullptr;
  if (!branch || !branch->isConditional() || phi.getNumIncomingValues() != 2 || !phi.getType()->isIntegerTy())
    return std::nullopt;
  for (const BasicBlock* from : phi.blocks())
    if (dominators.dominates(block, from)) return std::nullopt; // a loop's
  int first = -1;                                               // the operand of the branch's first side
  for (int i : {0, 1}) {
    const BasicBlock *mine = phi.getIncomingBlock(unsigned(i)), *other = phi.getIncomingBlock(unsigned(1 - i));
    const BasicBlock *yes = branch->getSuccessor(0), *no = branch->getSuccessor(1);
    const bool on_first = mine == above ? yes == block : yes != block && dominators.dominates(yes, mine);
    const bool other_on_second = other == above ? no == block : no != block && dominators.dominates(no, other);
    if (on_first && other_on_second) first = i;
  }
  if (first < 0) return std::nullopt;
  const Bound condition = bound(branch->getCondition(), frame),
              yes = bound(phi.getIncomingValue(unsigned(first)), frame),
              no = bound(phi.getIncomingValue(unsigned(1 - first)), frame);
  if (!condition || !yes || !no) return std::nullopt;
  if (planning_) return 0;
  stg::Value made{.opcode = Opcode::select,
                  .bits = uint8_t(phi.getType()->getIntegerBitWidth()),
                  .operands = {*condition, *yes, *no}};
  return bounds_placed_ ? place(made) : add(made);
}

// Whether an instruction may run as part of a frame's work, or of what that calls.
bool ProcedureWriter::may_run(const Instruction& instruction, const Frame& frame) {
  const Function& owner = frame.call ? *frame.call->getCalledFunction() : function_;
  const auto inside = [&](const BasicBlock* block) {
    return !frame.region || frame.region->contains(const_cast<BasicBlock*>(block));
  };
  if (instruction.getFunction() == &owner && inside(instruction.getParent())) return true;
  for (const BasicBlock& block : owner)
    for (const Instruction& one : block)
      if (const auto* call = dyn_cast<CallBase>(&one); call && inside(&block))
        for (const Function* callee : tables_.points_to.callees(*call))
          if (!callee->isDeclaration() && tables_.reachable(*callee).contains(instruction.getFunction())) return true;
  return false;
}

// A number in memory that nothing in the computation changes is read before it.
ProcedureWriter::Bound ProcedureWriter::bound_of_load(const LoadInst& load, const Frame& frame) {
  if (!load.getType()->isIntegerTy() && !load.getType()->isPointerTy()) return std::nullopt;
  const Access access{load.getPointerOperand(), load.getType()};
  for (const Writer* writer : tables_.memory.writers_of(access))
    for (const Frame* at = &frame; at; at = at->caller)
      if (may_run(*writer->instruction, *at)) return std::nullopt;
  if (planning_ && !tables_.slice.want(access)) return std::nullopt;
  const bool before = std::exchange(bounds_placed_, true);
  const Bound address = bound(load.getPointerOperand(), frame);
  bounds_placed_ = before;
  if (!address) return std::nullopt;
  const unsigned bits = load.getType()->isPointerTy() ? 64 : std::min(64U, load.getType()->getIntegerBitWidth());
  return place(
      {.opcode = Opcode::load, .bits = uint8_t(bits), .operands = {*address}, .place = tables_.places.of(load)});
}

ProcedureWriter::Bound ProcedureWriter::bound_of_address(const GEPOperator& step, const Frame& frame) {
  const Bound base = bound(step.getPointerOperand(), frame);
  APInt offset(64, 0);
  if (!base || !step.accumulateConstantOffset(tables_.module.getDataLayout(), offset)) return std::nullopt;
  return place({.opcode = Opcode::add, .bits = 64, .operands = {*base, constant(offset.getSExtValue(), 64)}});
}

} // namespace unply::extract
