#include "extract/dependence.h"
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace unply::extract {
using namespace llvm;

// What says who talks to whom, and how much: not where the data lie, nor what the operation tells.
static bool decides_message(stg::Call call, stg::Role role) {
  switch (role) {
  case stg::Role::buffer:
  case stg::Role::recv_buffer:
  case stg::Role::status:
  case stg::Role::index_out:
  case stg::Role::flag_out:
  case stg::Role::source_out:
  case stg::Role::dest_out:
    return false;
  case stg::Role::request:
  case stg::Role::requests: // a started one is what its making says
    return call == stg::Call::start || call == stg::Call::start_all;
  default:
    return true;
  }
}

std::set<const Instruction*> Dependence::branches_behind(const CallBase& call) {
  const PreparedOperation* operation = operation_of(prepared_, call);
  std::set<Node> seen;
  Nodes open;
  for (unsigned i = 0; operation && operation->function && i < operation->arguments.size(); ++i) {
    if (!decides_message(operation->function->call, operation->arguments[i].role)) continue;
    open.emplace_back(call.getArgOperand(i + 1), Kind::value);
    if (const auto read = slice_.read_by(call, *operation, i)) add_memory(*read, open);
  }
  std::set<const Instruction*> found;
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    if (!seen.insert(node).second) continue;
    const auto* instruction = dyn_cast<Instruction>(node.getPointer());
    if (instruction && instruction->isTerminator() && instruction->getNumSuccessors() > 1) found.insert(instruction);
    const Nodes& more = sources_of(node);
    open.insert(open.end(), more.begin(), more.end());
  }
  return found;
}

const Dependence::Nodes& Dependence::sources_of(Node node) {
  if (const auto known = sources_.find(node); known != sources_.end()) return known->second;
  return sources_.emplace(node, find_sources(node)).first->second;
}

Dependence::Nodes Dependence::find_sources(Node node) {
  Nodes found;
  const Value* value = node.getPointer();
  if (node.getInt() == Kind::contents) {
    add_contents(*cast<Instruction>(value), found);
  } else if (node.getInt() == Kind::runs) {
    if (const auto* block = dyn_cast<BasicBlock>(value))
      add_reason(*block, found);
    else
      for (const CallBase* call : slice_.callers(*cast<Function>(value)))
        if (slice_.needs(*call)) found.emplace_back(call->getParent(), Kind::runs);
  } else if (const auto* formal = dyn_cast<Argument>(value)) {
    for (const CallBase* call : slice_.callers(*formal->getParent()))
      if (slice_.needs(*call) && formal->getArgNo() < call->arg_size())
        found.emplace_back(call->getArgOperand(formal->getArgNo()), Kind::value);
  } else if (const auto* instruction = dyn_cast<Instruction>(value)) {
    if (node.getInt() == Kind::effect) found.emplace_back(instruction->getParent(), Kind::runs);
    const auto* call = dyn_cast<CallBase>(instruction);
    if (slice_.is_tainted(instruction) && !call) return found; // never a number of the program
    if (call)
      add_call(*call, found);
    else if (const auto* phi = dyn_cast<PHINode>(instruction))
      add_phi(*phi, found);
    else
      add_values(*instruction, found);
    if (const auto* load = dyn_cast<LoadInst>(instruction))
      add_memory({load->getPointerOperand(), load->getType()}, found);
  }
  return found;
}

void Dependence::add_values(const User& user, Nodes& to) {
  for (const Use& operand : user.operands())
    if (isa<Instruction, Argument>(operand)) to.emplace_back(operand.get(), Kind::value);
}

void Dependence::add_memory(const Access& access, Nodes& to) {
  for (const Writer* writer : memory_.writers_of(access)) {
    if (!slice_.needs(*writer->instruction)) continue; // never called
    if (writer->data) to.emplace_back(writer->instruction, Kind::contents);
    to.emplace_back(writer->instruction, Kind::effect);
  }
}

// Which value it is, is decided between the last block that all paths to it pass and the phi.
void Dependence::add_phi(const PHINode& phi, Nodes& to) {
  add_values(phi, to);
  const auto* above = slice_.shape(*phi.getFunction()).dominators.getNode(phi.getParent())->getIDom();
  const BasicBlock* within = above ? above->getBlock() : nullptr;
  std::vector<const BasicBlock*> before;
  for (const BasicBlock* from : phi.blocks()) {
    if (from->getTerminator()->getNumSuccessors() > 1) to.emplace_back(from->getTerminator(), Kind::value);
    before.push_back(from);
  }
  add_deciders(std::move(before), within, to);
}

// The branches that decide which of the blocks runs, as far as they stand in blocks that `within` dominates.
void Dependence::add_deciders(std::vector<const BasicBlock*> open, const BasicBlock* within, Nodes& to) {
  std::set<const BasicBlock*> seen;
  while (!open.empty()) {
    const BasicBlock* block = open.back();
    open.pop_back();
    if (!seen.insert(block).second) continue;
    const Shape& shape = slice_.shape(*block->getParent());
    const auto deciders = shape.deciders.find(block);
    if (deciders == shape.deciders.end()) continue;
    for (const Instruction* branch : deciders->second) {
      if (!slice_.needs(*branch) || (within && !shape.dominators.dominates(within, branch->getParent()))) continue;
      to.emplace_back(branch, Kind::value);
      open.push_back(branch->getParent());
    }
  }
}

void Dependence::add_reason(const BasicBlock& block, Nodes& to) {
  to.emplace_back(block.getParent(), Kind::runs);
  add_deciders({&block}, nullptr, to);
}

void Dependence::add_result(const Function& callee, Nodes& to) {
  std::vector<const BasicBlock*> ends;
  for (const BasicBlock& block : callee) {
    const auto* returned = dyn_cast<ReturnInst>(block.getTerminator());
    if (!returned) continue;
    add_values(*returned, to);
    ends.push_back(&block);
  }
  if (ends.size() > 1) add_deciders(std::move(ends), nullptr, to);
}

void Dependence::add_call(const CallBase& call, Nodes& to) {
  const PreparedOperation* operation = operation_of(prepared_, call);
  const Function* direct = call.getCalledFunction();
  const bool is_library = direct && direct->isDeclaration();
  if (operation || is_library) add_values(call, to);
  for (unsigned i = 0; operation && i < operation->arguments.size(); ++i)
    if (const auto read = slice_.read_by(call, *operation, i)) add_memory(*read, to);
  if (operation) return;
  if (const auto* transfer = dyn_cast<MemTransferInst>(&call)) add_memory({transfer->getRawSource(), nullptr}, to);
  if (is_library) {
    for (const Use& argument : call.args())
      if (argument->getType()->isPointerTy() && !call.getType()->isVoidTy()) add_memory({argument, nullptr}, to);
    return;
  }
  if (!direct) to.emplace_back(call.getCalledOperand(), Kind::value);
  for (const Function* callee : points_to_.callees(call))
    if (!callee->isDeclaration()) add_result(*callee, to);
}

// Of all messages, or of all collective operations of the same kind: which of them meet is not asked.
void Dependence::add_contents(const Instruction& receiving, Nodes& to) {
  const auto kind_of = [&](const Instruction& one) {
    const PreparedOperation* operation = operation_of(prepared_, one);
    const stg::Call call = operation && operation->function ? operation->function->call : stg::Call::other;
    return is_collective(call) ? call : stg::Call::recv;
  };
  for (const Slice::Sent& sent : slice_.contents()) {
    if (kind_of(*sent.call) != kind_of(receiving)) continue;
    to.emplace_back(sent.call, Kind::effect);
    add_memory(sent.access, to);
  }
}

} // namespace unply::extract
