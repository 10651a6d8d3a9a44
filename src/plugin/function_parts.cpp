// See function_parts.h. A call is of interest where a task may be worth its cost: outside of loops, whose iterations
// are profiled themselves, and of a function that has a loop, calls others, or is compiled elsewhere. A loop is where
// the function calls itself in it: its iterations may become tasks.
#include "function_parts.h"

#include "call_facts.h"
#include "file_names.h"
#include "iteration_begin.h"
#include "library_models.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace unply {

using namespace llvm;

namespace {

const Function* callee_of(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (!call || isa<IntrinsicInst>(call) || is_hook(instruction) || library_model(*call)) return nullptr;
  return call->getCalledFunction();
}

bool has_loop(const Function& function) {
  SmallVector<std::pair<const BasicBlock*, const BasicBlock*>> edges;
  FindFunctionBackedges(function, edges);
  return !edges.empty();
}

bool may_take_long(const Function& callee) {
  if (callee.doesNotReturn()) return false;
  // Of the implementation: operators new and delete, exceptions, guards of static variables.
  if (callee.isDeclaration())
    return !callee.getName().starts_with("_Zn") && !callee.getName().starts_with("_Zd") &&
           !callee.getName().starts_with("__");
  return has_loop(callee) ||
         any_of(instructions(callee), [](const Instruction& at) { return callee_of(at) != nullptr; });
}

// Whether calls lead from it to `wanted`, as far as the module shows.
bool leads_to(const Function& from, const Function& wanted) {
  SmallPtrSet<const Function*, 16> seen{&from};
  SmallVector<const Function*> open{&from};
  while (!open.empty()) {
    const Function* at = open.pop_back_val();
    if (at == &wanted) return true;
    for (const Instruction& instruction : instructions(*at))
      if (const Function* callee = callee_of(instruction); callee && seen.insert(callee).second) open.push_back(callee);
  }
  return false;
}

bool is_recursive(const Function& function) {
  return any_of(instructions(function), [&](const Instruction& at) {
    const Function* callee = callee_of(at);
    return callee && leads_to(*callee, function);
  });
}

bool is_around_calls_of(const Function& function, const Loop& loop) {
  return any_of(loop.blocks(), [&](const BasicBlock* block) {
    return any_of(*block, [&](const Instruction& at) {
      const Function* callee = callee_of(at);
      return callee && leads_to(*callee, function);
    });
  });
}

struct Size {
  std::string name;
  Value *value, *minus = nullptr;
  uint64_t element = 1; // bytes; of pointers
};

const DIType* stripped(const DIType* type) {
  while (const auto* derived = dyn_cast_or_null<DIDerivedType>(type)) {
    if (derived->getTag() != dwarf::DW_TAG_typedef && derived->getTag() != dwarf::DW_TAG_const_type) break;
    type = derived->getBaseType();
  }
  return type;
}

// Of what a pointer points to; 0: it is no pointer, or that has no size.
uint64_t element_bytes(const DILocalVariable& variable) {
  const auto* pointer = dyn_cast_or_null<DIDerivedType>(stripped(variable.getType()));
  if (!pointer || pointer->getTag() != dwarf::DW_TAG_pointer_type) return 0;
  const DIType* element = stripped(pointer->getBaseType());
  return element ? element->getSizeInBits() / 8 : 0;
}

// The parameter itself, not another variable that its value is copied to.
const DILocalVariable* parameter_of(Argument& argument) {
  SmallVector<DbgVariableRecord*> records;
  findDbgUsers(&argument, records);
  for (const DbgVariableRecord* record : records)
    if (record->getVariable()->getArg() == argument.getArgNo() + 1 && !record->getDebugLoc()->getInlinedAt())
      return record->getVariable();
  return nullptr;
}

bool is_number(const Argument& argument) {
  const Type& type = *argument.getType();
  return type.isIntegerTy() && type.getIntegerBitWidth() <= 64 && !type.isIntegerTy(1);
}

class PartsWriter {
public:
  PartsWriter(Function& function, const LoopInfo& loops, ModuleTables& tables, Hooks& hooks)
      : function_(function), loops_(loops), tables_(tables), hooks_(hooks) {}
  void run() {
    find_calls();
    if (calls_.empty() || calls_.size() > (kUnplyParts - 1) / 2) return;
    find_sizes();
    const std::string facts = facts_as_text();
    if (!facts.empty()) place(facts);
  }

private:
  struct Call {
    CallBase* call; // null: the loop
    const Loop* loop;
    bool recursive;
    DebugLoc place;
  };
  void find_calls();
  void add_loop(const Loop& loop);
  void find_sizes();
  std::string facts_as_text() const;
  void place(const std::string& facts);
  void place_around(const Call& call, uint32_t part);
  void place_in_loop(const Call& call, uint32_t part);

  Function& function_;
  const LoopInfo& loops_;
  ModuleTables& tables_;
  Hooks& hooks_;
  SmallVector<Call> calls_;
  SmallVector<Size> sizes_;
  Constant* row_ = nullptr;
  Value* frame_ = nullptr;
};

// In an order in which each path runs them. One call alone is of interest where recursion begins.
void PartsWriter::find_calls() {
  bool wanted = false;
  const bool in_recursion = is_recursive(function_);
  for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&function_)) {
    if (const Loop* loop = loops_.getLoopFor(block); loop && in_recursion && loop->getHeader() == block)
      add_loop(*loop);
    for (Instruction& instruction : *block) {
      const Function* callee = callee_of(instruction);
      if (const auto* call = dyn_cast<CallInst>(&instruction); call && call->isMustTailCall()) {
        calls_.clear();
        return;
      }
      const DILocation* place = instruction.getDebugLoc().get();
      if (!callee || loops_.getLoopFor(block) || !place || place->getInlinedAt() || !may_take_long(*callee)) continue;
      const bool recursive = in_recursion && leads_to(*callee, function_);
      wanted |= recursive || is_recursive(*callee);
      calls_.push_back({cast<CallBase>(&instruction), nullptr, recursive, instruction.getDebugLoc()});
    }
  }
  wanted |= any_of(calls_, [](const Call& call) { return call.loop != nullptr; });
  if (!wanted && calls_.size() < 2) calls_.clear();
}

// Of nested loops the outermost one, which begins once in an execution of the function.
void PartsWriter::add_loop(const Loop& loop) {
  const DebugLoc place = loop.getStartLoc();
  if (loop.getParentLoop() || !loop.getLoopPreheader() || !place || place->getInlinedAt()) return;
  if (is_around_calls_of(function_, loop)) calls_.push_back({nullptr, &loop, true, place});
}

// Of recursive functions: parameters of integer types, and differences of two numbers or pointers that follow each
// other, as the ends of a range do.
void PartsWriter::find_sizes() {
  if (none_of(calls_, [](const Call& call) { return call.recursive; })) return;
  SmallVector<Size> numbers, pointers;
  for (Argument& argument : function_.args()) {
    const DILocalVariable* parameter = parameter_of(argument);
    if (!parameter) continue;
    const uint64_t element = argument.getType()->isPointerTy() ? element_bytes(*parameter) : 0;
    if (is_number(argument)) numbers.push_back({parameter->getName().str(), &argument});
    if (element != 0) pointers.push_back({parameter->getName().str(), &argument, nullptr, element});
  }
  sizes_ = numbers;
  for (const SmallVector<Size>* all : {&numbers, &pointers})
    for (size_t i = 1; i < all->size(); ++i) {
      const Size &low = (*all)[i - 1], &high = (*all)[i];
      if (low.value->getType() == high.value->getType() && low.element == high.element)
        sizes_.push_back({high.name + " - " + low.name, high.value, low.value, high.element});
    }
  if (sizes_.size() > kUnplySizes) sizes_.resize(kUnplySizes);
}

std::string PartsWriter::facts_as_text() const {
  const DISubprogram* program = function_.getSubprogram();
  if (!program) return "";
  Expected<json::Value> facts = json::parse(call_facts(file_name(*program), program->getLine(), program->getName()));
  if (!facts || !facts->getAsObject()) {
    consumeError(facts.takeError());
    return "";
  }
  json::Array parts, sizes;
  for (const Call& call : calls_) {
    json::Array part{call.place.getLine(), call.place.getCol(), call.recursive};
    if (call.loop) part.push_back("loop");
    parts.push_back(std::move(part));
  }
  for (const Size& size : sizes_) sizes.push_back(size.name);
  (*facts->getAsObject())["parts"] = std::move(parts);
  (*facts->getAsObject())["sizes"] = std::move(sizes);
  std::string text;
  raw_string_ostream(text) << *facts;
  return text;
}

// As the source's own subtraction has it: pointers count elements.
Value* value_of(const Size& size, IRBuilderBase& at) {
  auto number = [&](Value* value) {
    return value->getType()->isPointerTy() ? at.CreatePtrToInt(value, at.getInt64Ty())
                                           : at.CreateSExt(value, at.getInt64Ty());
  };
  if (!size.minus) return number(size.value);
  Value* difference = at.CreateSub(number(size.value), number(size.minus));
  return size.element == 1 ? difference : at.CreateSDiv(difference, at.getInt64(size.element));
}

void PartsWriter::place(const std::string& facts) {
  const DISubprogram& program = *function_.getSubprogram();
  row_ = tables_.loop({.file = file_name(program),
                       .line = program.getLine(),
                       .column = 0,
                       .function = program.getName().str(),
                       .facts = facts,
                       .work = 0,
                       .is_function = true});
  IRBuilder<> at(&*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  at.SetCurrentDebugLocation(DILocation::get(function_.getContext(), program.getLine(), 0, function_.getSubprogram()));
  frame_ = at.CreateIntrinsic(Intrinsic::frameaddress, {at.getPtrTy()}, {at.getInt32(0)});
  hooks_.parts_begin(at, row_, frame_);
  for (uint32_t i = 0; i < sizes_.size(); ++i) {
    hooks_.parts_size(at, row_, frame_, i, value_of(sizes_[i], at));
  }
  for (uint32_t i = 0; i < calls_.size(); ++i)
    if (calls_[i].loop)
      place_in_loop(calls_[i], 2 * i + 1);
    else
      place_around(calls_[i], 2 * i + 1);
  for (Instruction& instruction : make_early_inc_range(instructions(function_))) {
    if (!isa<ReturnInst, ResumeInst>(instruction)) continue;
    at.SetInsertPoint(&instruction);
    at.SetCurrentDebugLocation(instruction.getDebugLoc());
    hooks_.parts_end(at, row_, frame_);
  }
}

void PartsWriter::place_in_loop(const Call& call, uint32_t part) {
  IRBuilder<> at(begin_of_iteration(*call.loop));
  at.SetCurrentDebugLocation(call.place);
  hooks_.parts_next(at, row_, frame_, part | kUnplyPartIteration);
  SmallVector<BasicBlock*> exits;
  call.loop->getUniqueExitBlocks(exits);
  for (BasicBlock* exit : exits) {
    if (exit->getFirstInsertionPt() == exit->end()) continue;
    at.SetInsertPoint(&*exit->getFirstInsertionPt());
    at.SetCurrentDebugLocation(call.place);
    hooks_.parts_next(at, row_, frame_, part + 1);
  }
}

// Where an exception leaves the call, its part goes on to the next one.
void PartsWriter::place_around(const Call& call, uint32_t part) {
  IRBuilder<> at(call.call);
  at.SetCurrentDebugLocation(call.call->getDebugLoc());
  hooks_.parts_next(at, row_, frame_, part | (call.recursive ? kUnplyPartRecursive : 0));
  if (auto* invoke = dyn_cast<InvokeInst>(call.call)) {
    BasicBlock* behind = invoke->getNormalDest();
    if (!behind->getSinglePredecessor()) behind = SplitBlockPredecessors(behind, {invoke->getParent()}, ".behind");
    at.SetInsertPoint(&*behind->getFirstInsertionPt());
  } else {
    at.SetInsertPoint(call.call->getNextNode());
  }
  at.SetCurrentDebugLocation(call.call->getDebugLoc());
  hooks_.parts_next(at, row_, frame_, part + 1);
}

} // namespace

bool calls_itself(const Function& function) {
  return any_of(instructions(function), [&](const Instruction& at) { return callee_of(at) == &function; });
}

bool may_have_parts(const Function& function) {
  const DISubprogram* program = function.getSubprogram();
  // A lambda cannot have tasks, and whoever calls it is judged with it.
  if (!program || function.isDeclaration() || program->getName() == "operator()") return false;
  const DominatorTree dominators(const_cast<Function&>(function));
  const LoopInfo loops(dominators);
  unsigned calls = 0;
  for (const Instruction& at : instructions(function)) {
    const DILocation* place = at.getDebugLoc().get();
    const Function* callee = place && !place->getInlinedAt() ? callee_of(at) : nullptr;
    calls += callee && !loops.getLoopFor(at.getParent()) && may_take_long(*callee);
  }
  return calls >= 2 && !call_facts(file_name(*program), program->getLine(), program->getName()).empty();
}

void place_parts(Function& function, const LoopInfo& loops, ModuleTables& tables, Hooks& hooks) {
  PartsWriter(function, loops, tables, hooks).run();
}

} // namespace unply
