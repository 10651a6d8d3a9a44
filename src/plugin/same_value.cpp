// See same_value.h.
#include "same_value.h"

#include "llvm/IR/Instructions.h"

namespace unply {

using namespace llvm;

namespace {

constexpr unsigned kMostDepth = 12; // of an expression as a person writes it

bool is_computed_from(const Value& value, function_ref<bool(const Value&)> is_part, unsigned depth) {
  if (is_part(value)) return true;
  const auto* at = dyn_cast<Instruction>(&value);
  if (!at || isa<PHINode, AllocaInst>(at)) return false;
  return depth == kMostDepth ||
         any_of(at->operands(), [&](const Use& use) { return is_computed_from(*use, is_part, depth + 1); });
}

} // namespace

bool same_value(const Value* left, const Value* right) {
  if (left == right) return true;
  const auto *a = dyn_cast<LoadInst>(left), *b = dyn_cast<LoadInst>(right);
  if (a && b)
    return a->getType() == b->getType() && !a->isVolatile() && !b->isVolatile() &&
           same_value(a->getPointerOperand(), b->getPointerOperand());
  const auto *c = dyn_cast<CastInst>(left), *d = dyn_cast<CastInst>(right);
  if (c && d)
    return c->getOpcode() == d->getOpcode() && c->getType() == d->getType() &&
           same_value(c->getOperand(0), d->getOperand(0));
  const auto *i = dyn_cast<Instruction>(left), *j = dyn_cast<Instruction>(right);
  if (!i || !j || !i->isSameOperationAs(j) || i->mayReadOrWriteMemory() || isa<PHINode>(i)) return false;
  for (unsigned k = 0; k < i->getNumOperands(); ++k)
    if (!same_value(i->getOperand(k), j->getOperand(k))) return false;
  return true;
}

bool is_computed_from(const Value& value, function_ref<bool(const Value&)> is_part) {
  return is_computed_from(value, is_part, 0);
}

} // namespace unply
