#include "extract/slice.h"
#include "stg/program/handle_numbers.h"
#include <fmt/format.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace unply::extract {
using namespace llvm;

Shape::Shape(Function& function) : dominators(function), post_dominators(function), loops(dominators) {
  for (BasicBlock& block : function) { // Ferrante, Ottenstein, Warren: up from each successor to the post-dominator
    const Instruction* branch = block.getTerminator();
    if (!branch || branch->getNumSuccessors() < 2) continue;
    auto* own = post_dominators.getNode(&block);
    auto* stop = own ? own->getIDom() : nullptr;
    for (BasicBlock* next : successors(&block))
      for (auto* at = post_dominators.getNode(next); at && at != stop; at = at->getIDom())
        if (at->getBlock()) deciders[at->getBlock()].push_back(branch);
  }
}

Slice::Slice(Module& module, Prepared& prepared, const PointsTo& points_to, const Memory& memory)
    : module_(module), prepared_(prepared), points_to_(points_to), memory_(memory) {
  Reached reached = reached_from_main(module, prepared, points_to);
  reached_ = std::move(reached.functions), callers_ = std::move(reached.callers);
  communicating_ = std::move(reached.communicating);
  for (Function* function : reached_) shapes_[function] = std::make_unique<Shape>(*function);
  find_tainted();
  find_sent();
  seed();
  finish();
}

// Floating-point numbers that arrays, reductions over processes or clocks give: data, not structure.
bool Slice::taints(const Instruction& instruction) const {
  if (const auto* load = dyn_cast<LoadInst>(&instruction)) {
    const Access access{load->getPointerOperand(), load->getType()};
    if (!memory_.is_scalar(access)) return true;
    for (const Writer* writer : memory_.writers_of(access)) {
      const auto* store = dyn_cast<StoreInst>(writer->instruction);
      if (store && tainted_.contains(store->getValueOperand())) return true;
      const PreparedOperation* operation = operation_of(prepared_, *writer->instruction);
      if (operation && operation->function && operation->function->call != stg::Call::bcast) return true;
    }
    return false;
  }
  if (const auto* call = dyn_cast<CallBase>(&instruction)) {
    const Function* callee = call->getCalledFunction();
    if (callee && callee->getName().starts_with("unply.")) return callee->getName().starts_with(kUnknown);
    for (const Use& argument : call->args())
      if (tainted_.contains(argument)) return true;
    for (const Function* target : points_to_.callees(*call))
      for (const BasicBlock& block : *target)
        if (const auto* returned = dyn_cast<ReturnInst>(block.getTerminator()))
          if (returned->getReturnValue() && tainted_.contains(returned->getReturnValue())) return true;
    return false;
  }
  return any_of(instruction.operands(), [&](const Use& operand) { return tainted_.contains(operand); });
}

void Slice::find_tainted() {
  for (bool more = true; more;) {
    more = false;
    for (const Function* function : reached_) {
      for (const Instruction& instruction : instructions(*function))
        if (instruction.getType()->isFPOrFPVectorTy() && !tainted_.contains(&instruction) && taints(instruction))
          more = tainted_.insert(&instruction).second;
      for (const Argument& formal : function->args())
        if (formal.getType()->isFPOrFPVectorTy() && !tainted_.contains(&formal))
          for (const CallBase* call : callers_[function])
            if (formal.getArgNo() < call->arg_size() && tainted_.contains(call->getArgOperand(formal.getArgNo())))
              more |= tainted_.insert(&formal).second;
    }
  }
}

// Whether a process goes on only if a product has a given value: "nx * ny != size" in front of MPI_Abort. It tells the
// sides of a grid, wherever it stands.
static bool is_product(const Value* value) {
  const auto* operation = dyn_cast<BinaryOperator>(value);
  return operation && operation->getOpcode() == Instruction::Mul;
}

bool Slice::checks_product(const Instruction& instruction) const {
  const PreparedOperation* operation = operation_of(prepared_, instruction);
  if (!operation || !operation->function || operation->function->call != stg::Call::abort) return false;
  const auto& deciders = shapes_.at(instruction.getFunction())->deciders;
  const auto found = deciders.find(instruction.getParent());
  if (found == deciders.end()) return false;
  return any_of(found->second, [](const Instruction* branch) {
    const auto* conditional = dyn_cast<BranchInst>(branch);
    const auto* compared =
        conditional && conditional->isConditional() ? dyn_cast<ICmpInst>(conditional->getCondition()) : nullptr;
    return compared && compared->isEquality() &&
           any_of(compared->operands(), [](const Use& side) { return is_product(side); });
  });
}

void Slice::seed() {
  if (reached_.empty()) return;
  kept_.insert(reached_.front());
  for (const Function* function : reached_)
    for (const Instruction& instruction : instructions(*function)) {
      const PreparedOperation* operation = operation_of(prepared_, instruction);
      if ((operation && is_seed(*operation)) || (communicates(*function) && ends_program(instruction, prepared_)) ||
          checks_product(instruction))
        need(&instruction);
    }
}

void Slice::need(const Value* value) {
  if (const auto* formal = dyn_cast<Argument>(value)) {
    if (!formals_.insert(formal).second) return;
    formal_journal_.push_back(formal);
    for (const CallBase* call : callers_[formal->getParent()])
      if (needed_.contains(call) && formal->getArgNo() < call->arg_size())
        need(call->getArgOperand(formal->getArgNo()));
    return;
  }
  const auto* instruction = dyn_cast<Instruction>(value);
  if (!instruction || !needed_.insert(instruction).second) return;
  journal_.push_back(instruction);
  open_.push_back(instruction);
}

void Slice::need_control(const BasicBlock& block) {
  const auto found = shapes_.at(block.getParent())->deciders.find(&block);
  if (found == shapes_.at(block.getParent())->deciders.end()) return;
  for (const Instruction* branch : found->second) need(branch);
}

void Slice::need_memory(const Access& access) {
  for (const Writer* writer : memory_.writers_of(access)) {
    if (!shapes_.contains(writer->instruction->getFunction())) continue; // never called
    if (writer->data) need_contents(access.type);
    need(writer->instruction);
  }
}

static bool carries_reals(const CallBase& call, const PreparedOperation& operation, bool mpich) {
  for (unsigned i = 0; i < operation.arguments.size(); ++i) {
    if (operation.arguments[i].role != stg::Role::datatype) continue;
    if (const auto* number = dyn_cast<ConstantInt>(call.getArgOperand(i + 1))) {
      const int known =
          stg::predefined_of_number(mpich, operation.fortran, stg::Role::datatype, uint32_t(number->getZExtValue()));
      const StringRef of = known < 0 ? "" : stg::predefined_handles()[size_t(known)].name;
      return of.contains("REAL") || of.contains("DOUBLE") || of.contains("FLOAT") || of.contains("COMPLEX");
    }
    const std::string name = call.getArgOperand(i + 1)->stripPointerCasts()->getName().lower();
    return name == "ompi_mpi_double" || name == "ompi_mpi_float" || name.find("complex") != std::string::npos ||
           name.ends_with("ompi_mpi_dblprec");
  }
  return false;
}

void Slice::find_sent() {
  for (const Function* function : reached_)
    for (const Instruction& instruction : instructions(*function)) {
      const PreparedOperation* operation = operation_of(prepared_, instruction);
      if (!operation || !operation->function || carries_reals(cast<CallBase>(instruction), *operation, prepared_.mpich))
        continue;
      const auto& call = cast<CallBase>(instruction);
      for (unsigned i = 0; i < operation->arguments.size(); ++i)
        if (operation->arguments[i].role == stg::Role::buffer && operation->arguments[i].is_read)
          sent_.push_back({.call = &call,
                           .access = {.address = call.getArgOperand(i + 1)},
                           .is_bcast = operation->function->call == stg::Call::bcast});
    }
}

// Bytes that are read as one type were written as that type. A floating-point number that is followed has come by a
// broadcast: all others are data.
std::vector<Slice::Sent> Slice::sent_as(Type* type) const {
  std::vector<Sent> found;
  for (Sent sent : sent_) {
    if (type && type->isFloatingPointTy() && !sent.is_bcast) continue;
    sent.access.type = type, sent.access.many = true;
    found.push_back(sent);
  }
  return found;
}

std::vector<Slice::Sent> Slice::contents() const {
  std::vector<Sent> found;
  for (Type* type : contents_)
    for (const Sent& sent : sent_as(type)) found.push_back(sent);
  return found;
}

void Slice::need_contents(Type* type) {
  if (!contents_.insert(type).second) return;
  for (const Sent& sent : sent_as(type)) need_memory(sent.access);
}

const std::vector<const CallBase*>& Slice::callers(const Function& function) const {
  static const std::vector<const CallBase*> kNobody;
  const auto found = callers_.find(&function);
  return found == callers_.end() ? kNobody : found->second;
}

std::optional<Access> Slice::read_by(const CallBase& call, const PreparedOperation& operation, unsigned number) const {
  const MpiArgument& argument = operation.arguments[number];
  if (!argument.is_read || argument.role == stg::Role::buffer || argument.role == stg::Role::recv_buffer) return {};
  return Access{.address = call.getArgOperand(number + 1),
                .type = element_type(module_.getContext(), prepared_.mpich, operation, argument.role),
                .many = is_array(argument.role)};
}

void Slice::follow_operation(const CallBase& call, const PreparedOperation& operation) {
  for (unsigned i = 0; i < operation.arguments.size(); ++i) {
    need(call.getArgOperand(i + 1));
    if (const auto read = read_by(call, operation, i)) need_memory(*read);
  }
}

void Slice::follow_call(const CallBase& call) {
  if (const PreparedOperation* operation = operation_of(prepared_, call)) return follow_operation(call, *operation);
  if (const auto* block = dyn_cast<MemIntrinsic>(&call)) {
    for (const Use& argument : block->args()) need(argument);
    if (const auto* transfer = dyn_cast<MemTransferInst>(block)) need_memory({transfer->getRawSource(), nullptr});
    return;
  }
  const Function* direct = call.getCalledFunction();
  if (direct && direct->isDeclaration()) {
    for (const Use& argument : call.args()) {
      need(argument);
      const bool reads = direct->getName().starts_with("unply.parse") || direct->getName().starts_with("str");
      if (reads && argument->getType()->isPointerTy()) need_memory({argument, Type::getInt8Ty(module_.getContext())});
    }
    return;
  }
  if (!direct) need(call.getCalledOperand());
  for (const Function* callee : points_to_.callees(call)) {
    if (callee->isDeclaration()) continue;
    if (kept_.insert(callee).second) kept_journal_.push_back(callee);
    for (const Argument& formal : callee->args())
      if (formals_.contains(&formal) && formal.getArgNo() < call.arg_size())
        need(call.getArgOperand(formal.getArgNo()));
    if (call.getType()->isVoidTy() || call.use_empty() || !results_.insert(callee).second) continue;
    result_journal_.push_back(callee);
    for (const BasicBlock& block : *callee)
      if (const auto* returned = dyn_cast<ReturnInst>(block.getTerminator())) need(returned);
  }
}

static bool has_effect(const Instruction& instruction) {
  return instruction.mayWriteToMemory() || isa<UnreachableInst>(instruction);
}

void Slice::follow(const Instruction& instruction) {
  const auto* own_call = dyn_cast<CallBase>(&instruction);
  if (tainted_.contains(&instruction) && !(own_call && effects_.contains(own_call))) return;
  if (isa<AllocaInst>(instruction)) return need(cast<AllocaInst>(instruction).getArraySize());
  need_control(*instruction.getParent());
  if (has_effect(instruction))
    for (const CallBase* call : callers_[instruction.getFunction()])
      if (effects_.insert(call).second) {
        effects_journal_.push_back(call);
        if (needed_.insert(call).second) journal_.push_back(call);
        open_.push_back(call);
      }
  if (const auto* call = dyn_cast<CallBase>(&instruction)) return follow_call(*call);
  if (const auto* branch = dyn_cast<BranchInst>(&instruction)) {
    if (branch->isConditional()) need(branch->getCondition());
    return;
  }
  for (const Use& operand : instruction.operands()) need(operand);
  if (const auto* load = dyn_cast<LoadInst>(&instruction)) need_memory({load->getPointerOperand(), load->getType()});
  if (const auto* phi = dyn_cast<PHINode>(&instruction))
    for (const BasicBlock* from : phi->blocks()) {
      need_control(*from);
      if (from->getTerminator()->getNumSuccessors() > 1) need(from->getTerminator());
    }
}

void Slice::finish() {
  while (!open_.empty()) {
    const Instruction* instruction = open_.back();
    open_.pop_back();
    follow(*instruction);
  }
}

// A loop that no operation needs would be kept for a bound's sake.
bool Slice::in_dropped_loop(const Instruction& instruction) const {
  const Loop* loop = shapes_.at(instruction.getFunction())->loops.getLoopFor(instruction.getParent());
  for (; loop; loop = loop->getParentLoop()) {
    SmallVector<BasicBlock*, 4> exiting;
    loop->getExitingBlocks(exiting);
    const bool kept = any_of(exiting, [&](const BasicBlock* block) {
      return needs(*block->getTerminator()) && !is_contained(journal_, block->getTerminator());
    });
    if (!kept) return true;
  }
  return false;
}

bool Slice::want_all(const std::function<void()>& ask) {
  constexpr size_t kMost = 200; // instructions
  journal_.clear(), formal_journal_.clear(), result_journal_.clear(), kept_journal_.clear(), effects_journal_.clear();
  const std::set<Type*> contents = contents_;
  ask();
  bool fits = true;
  while (!open_.empty() && fits) {
    const Instruction* instruction = open_.back();
    open_.pop_back();
    fits = journal_.size() < kMost && !in_dropped_loop(*instruction);
    if (fits) follow(*instruction);
  }
  fits = fits && contents == contents_;
  if (fits) return true;
  open_.clear();
  for (const Instruction* added : journal_) needed_.erase(added);
  for (const Argument* added : formal_journal_) formals_.erase(added);
  for (const Function* added : result_journal_) results_.erase(added);
  for (const Function* added : kept_journal_) kept_.erase(added);
  for (const CallBase* added : effects_journal_) effects_.erase(added);
  contents_ = contents;
  return false;
}

} // namespace unply::extract
