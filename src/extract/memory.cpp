#include "extract/memory.h"
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <set>

namespace unply::extract {
using namespace llvm;

// Words between spaces; a word with * stands for all names that start so.
constexpr const char* kHarmless =
    "printf fprintf puts putchar putc fputs fputc fflush free fclose perror fopen srand srandom srand48 rand random "
    "drand48 time clock usleep sleep fwrite strcmp strncmp strlen setvbuf setbuf vprintf vfprintf getpid abs labs "
    "toupper tolower isdigit strcasecmp strchr strrchr strstr getenv atexit __cxa_atexit setlocale system exit abort "
    "_exit omp_get_max_threads omp_get_num_threads omp_get_thread_num omp_set_num_threads omp_get_wtime strerror "
    "__errno_location __assert_fail getopt _ZdlPv _ZdaPv _ZdlPvm _ZdaPvm __cxa_throw __cxa_allocate_exception "
    "_ZNSo* _ZStls* _ZNSt8ios_base* _ZSt4endl* _ZSt5flush* _FortranAioOutput* _FortranAioBegin* _FortranAioEnd* "
    "_FortranAProgram* _FortranAStop* ";

bool is_harmless(StringRef name) {
  static const auto [names, starts] = [] {
    std::pair<std::set<StringRef>, std::vector<StringRef>> made;
    SmallVector<StringRef, 128> words;
    StringRef(kHarmless).split(words, ' ', -1, false);
    for (StringRef word : words) word.consume_back("*") ? made.second.push_back(word) : void(made.first.insert(word));
    return made;
  }();
  if (names.contains(name)) return true;
  return any_of(starts, [&](StringRef start) { return name.starts_with(start); });
}

namespace {

struct Spot { // an address taken apart
  const Value* base = nullptr;
  int64_t offset = 0;
  bool exact = true;         // offset is known
  Type* structure = nullptr; // of the last field that was chosen
  int64_t field = 0;
};

Spot spot_of(const Value* address, const DataLayout& layout) {
  Spot spot;
  bool field_open = true;
  for (;;) {
    const auto* step = dyn_cast<GEPOperator>(address);
    if (!step) break;
    APInt offset(64, 0);
    if (step->accumulateConstantOffset(layout, offset))
      spot.offset += offset.getSExtValue();
    else
      spot.exact = false;
    Type* source = step->getSourceElementType();
    if (field_open && source->isStructTy() && step->getNumIndices() >= 2)
      if (const auto* chosen = dyn_cast<ConstantInt>(step->getOperand(2))) {
        spot.structure = source;
        spot.field =
            layout.getStructLayout(cast<StructType>(source))->getElementOffset(unsigned(chosen->getZExtValue()));
        field_open = false;
      }
    if (field_open && !step->hasAllConstantIndices()) field_open = source->isStructTy();
    address = step->getPointerOperand();
  }
  spot.base = address;
  return spot;
}

bool types_meet(Type* a, Type* b) {
  if (!a || !b || a == b) return true;
  if (a->isFloatingPointTy() || b->isFloatingPointTy()) return false;
  if (a->isIntegerTy(8) || b->isIntegerTy(8)) return true;
  if (a->isAggregateType() || b->isAggregateType()) return true;
  if (a->isPointerTy() || b->isPointerTy()) return a->isIntegerTy(64) || b->isIntegerTy(64);
  return false; // integers of different sizes
}

bool is_object(const Value* value) { return isa<AllocaInst>(value) || isa<GlobalVariable>(value); }

} // namespace

Memory::Memory(const Module& module, const Prepared& prepared, const PointsTo& points_to)
    : layout_(module.getDataLayout()), points_to_(points_to) {
  for (const Function& function : module)
    for (const Instruction& instruction : instructions(function)) collect(instruction, prepared);
  for (unsigned i = 0; i < writers_.size(); ++i)
    for (const unsigned object : points_to_.objects(writers_[i].access.address)) {
      if (by_object_.size() <= object) by_object_.resize(object + 1);
      by_object_[object].push_back(i);
    }
}

void Memory::collect(const Instruction& instruction, const Prepared& prepared) {
  const auto add = [&](const Value* address, Type* type) { writers_.push_back({&instruction, {address, type}}); };
  if (const auto* store = dyn_cast<StoreInst>(&instruction))
    return add(store->getPointerOperand(), store->getValueOperand()->getType());
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (!call) return;
  if (const auto* block = dyn_cast<MemIntrinsic>(call)) return add(block->getRawDest(), nullptr);
  if (const PreparedOperation* operation = operation_of(prepared, instruction)) {
    for (unsigned i = 1; i < call->arg_size(); ++i) {
      if (!call->getArgOperand(i)->getType()->isPointerTy()) continue;
      if (!operation->function || operation->arguments[i - 1].is_written) add(call->getArgOperand(i), nullptr);
    }
    return;
  }
  const Function* callee = call->getCalledFunction();
  if (!callee || !callee->isDeclaration() || callee->isIntrinsic() || is_harmless(callee->getName()) ||
      callee->getName().starts_with("unply.") || is_allocation(*call))
    return;
  for (const Use& argument : call->args())
    if (argument->getType()->isPointerTy()) add(argument, nullptr);
}

bool Memory::may_alias(const Access& a, const Access& b) const {
  if (!types_meet(a.type, b.type)) return false;
  const Spot left = spot_of(a.address, layout_), right = spot_of(b.address, layout_);
  if (is_object(left.base) && is_object(right.base) && left.base != right.base) return false;
  if (left.base == right.base && left.exact && right.exact && a.type && b.type && !isa<PHINode>(left.base)) {
    const int64_t left_end = left.offset + int64_t(layout_.getTypeStoreSize(a.type)),
                  right_end = right.offset + int64_t(layout_.getTypeStoreSize(b.type));
    if (is_object(left.base)) return left.offset < right_end && right.offset < left_end;
  }
  if (left.structure && left.structure == right.structure && left.field != right.field && a.type && b.type)
    return false;
  PointsTo::Set both = points_to_.objects(a.address);
  both &= points_to_.objects(b.address);
  return !both.empty();
}

std::vector<const Instruction*> Memory::writers_of(const Access& access) const {
  std::set<unsigned> candidates;
  for (const unsigned object : points_to_.objects(access.address))
    if (object < by_object_.size()) candidates.insert(by_object_[object].begin(), by_object_[object].end());
  std::vector<const Instruction*> found;
  for (const unsigned i : candidates)
    if (may_alias(access, writers_[i].access)) found.push_back(writers_[i].instruction);
  return found;
}

bool Memory::is_scalar(const Access& access) const {
  const Spot spot = spot_of(access.address, layout_);
  if (!spot.exact) return false;
  if (is_object(spot.base)) return true;
  return spot.structure != nullptr || isa<Argument>(spot.base);
}

} // namespace unply::extract
