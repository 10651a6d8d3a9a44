// The table of flang's runtime functions; see fortran_models.h. Reads are recorded before the call, since it may free
// or overwrite its input; writes after it, when descriptors give the new places. One line is one function, or with '*'
// at the end all functions with this prefix and a type or kind (Sum*: SumReal4, SumInteger8, ...).
#include "fortran_models.h"

#include "local_objects.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

#include <array>

namespace unply {

using namespace llvm;

namespace {

// Effects are separated by spaces. Of the descriptor that is argument N:
//   RN  the elements are read       RN?M, RN!M  those for which the mask that is argument M is true, false
//   DN, VN  as RN, WN, and with the elements what their allocatable components hold
//   HN  only the descriptor itself is read
//   WN  the elements are written, the descriptor too if it has changed (allocation on assignment)
//   SN  the descriptor may be changed (allocate, deallocate)      PN  it is written (pointer association)
// Of plain memory at the pointer that is argument N:
//   rN:L  argument L bytes are read    rN:L*K  K times as many    rN=B  B bytes    wN...  likewise written
// Others:
//   cN  an array constructor gets further elements     nN, NN  the variables of a namelist are read, written
// Descriptors and pointers that are null have no effect.
struct Effect {
  char what = 0;
  unsigned argument = 0;
  int length = -1; // argument that holds the length
  int mask = -1;   // argument that holds the mask
  bool masked_out = false;
  unsigned bytes = 1;
};

constexpr size_t kMostEffects = 6;
struct FortranModel {
  const char* name;
  std::array<Effect, kMostEffects> effects;
};

void malformed_row() {} // not constexpr: a row that would call it does not compile

class RowReader {
public:
  constexpr RowReader(const char* text) : at_(text) {}

  constexpr std::array<Effect, kMostEffects> effects() {
    std::array<Effect, kMostEffects> all;
    size_t count = 0;
    while (*at_) {
      if (count == kMostEffects) malformed_row();
      all[count++] = effect();
      if (*at_ == ' ') ++at_;
    }
    return all;
  }

private:
  constexpr Effect effect() {
    Effect read{.what = *at_++};
    read.argument = number();
    const bool plain = read.what == 'r' || read.what == 'w';
    if (*at_ == ':') {
      ++at_;
      read.length = static_cast<int>(number());
      if (*at_ == '*') ++at_, read.bytes = number();
    } else if (*at_ == '=') {
      ++at_;
      read.bytes = number();
    } else if (*at_ == '?' || *at_ == '!') {
      read.masked_out = *at_++ == '!';
      read.mask = static_cast<int>(number());
      if (read.what != 'R') malformed_row();
    } else if (plain) {
      malformed_row();
    }
    if (*at_ && *at_ != ' ') malformed_row();
    return read;
  }

  constexpr unsigned number() {
    if (*at_ < '0' || *at_ > '9') malformed_row();
    unsigned value = 0;
    while (*at_ >= '0' && *at_ <= '9') value = value * 10 + static_cast<unsigned>(*at_++ - '0');
    return value;
  }

  const char* at_;
};

consteval FortranModel row(const char* name, const char* effects) { return {name, RowReader(effects).effects()}; }

const FortranModel kModels[] = {
    // Assignment and copies
    row("Assign", "H0 D1 V0"),
    row("AssignTemporary", "H0 D1 V0"),
    row("AssignPolymorphic", "H0 D1 V0"),
    row("AssignExplicitLengthCharacter", "H0 R1 W0"),
    row("CopyInAssign", "R1 W0"),
    row("CopyOutAssign", "R1 W0"),
    row("ShallowCopy", "R1 W0"),
    row("ShallowCopyDirect", "R1 W0"),
    row("Initialize", "H0 W0"),
    row("InitializeClone", "D1 V0"),
    row("Finalize", "D0"),
    row("Destroy", "R0"),
    row("DestroyWithoutFinalization", "R0"),
    // Allocation and association
    row("AllocatableAllocate", "S0"),
    row("AllocatableAllocateSource", "H0 D1 V0"),
    row("AllocatableApplyMold", "H1 S0"),
    row("AllocatableDeallocate", "S0"),
    row("AllocatableDeallocateNoFinal", "S0"),
    row("AllocatableDeallocatePolymorphic", "S0"),
    row("AllocatableInit*", "S0"),
    row("AllocatableSetBounds", "S0"),
    row("AllocatableSetDerivedLength", "S0"),
    row("MoveAlloc", "H1 S0 S1"),
    row("PointerAllocate", "S0"),
    row("PointerAllocateSource", "H0 D1 V0"),
    row("PointerApplyMold", "H1 S0"),
    row("PointerAssociate", "H1 P0"),
    row("PointerAssociateLowerBounds", "H1 R2 P0"),
    row("PointerAssociateRemapping", "H1 R2 P0"),
    row("PointerAssociateRemappingMonomorphic", "H1 R2 P0"),
    row("PointerAssociateScalar", "P0"),
    row("PointerDeallocate", "S0"),
    row("PointerDeallocatePolymorphic", "S0"),
    row("PointerIsAssociated", "H0"),
    row("PointerIsAssociatedWith", "H0 H1"),
    row("PointerNullify*", "P0"),
    row("PointerSetBounds", "S0"),
    row("PointerSetDerivedLength", "S0"),
    // Inquiry
    row("Size", "H0"),
    row("SizeDim", "H0"),
    row("Shape", "H1"),
    row("Lbound", "H1"),
    row("LboundDim", "H0"),
    row("Ubound", "H1"),
    row("IsAssumedSize", "H0"),
    row("IsContiguous", "H0"),
    row("IsContiguousUpTo", "H0"),
    row("ClassIs", "H0"),
    row("SameTypeAs", "H0 H1"),
    row("ExtendsTypeOf", "H0 H1"),
    // Array constructors
    row("InitArrayConstructorVector", "H1"),
    row("PushArrayConstructorValue", "R1 c0"),
    row("PushArrayConstructorSimpleScalar", "c0"),
    // Characters
    row("Adjustl", "R1 W0"),
    row("Adjustr", "R1 W0"),
    row("Trim", "R1 W0"),
    row("Repeat", "R1 W0"),
    row("CharacterConcatenate", "R0 R1 W0"),
    row("CharacterConcatenateScalar1", "R0 r1:2 W0"),
    row("CharacterCompare", "R1 R2 W0"),
    row("CharacterCompareScalar", "R0 R1"),
    row("CharacterCompareScalar1", "r0:2 r1:3"),
    row("CharacterCompareScalar2", "r0:2*2 r1:3*2"),
    row("CharacterCompareScalar4", "r0:2*4 r1:3*4"),
    row("CharacterMax", "R0 R1 W0"),
    row("CharacterMin", "R0 R1 W0"),
    row("CharacterAppend1", "r3:4 w0:1"),
    row("CharacterPad1", "w0:1"),
    row("Index", "R1 R2 R3 W0"),
    row("Index1", "r0:1 r2:3"),
    row("Index2", "r0:1*2 r2:3*2"),
    row("Index4", "r0:1*4 r2:3*4"),
    row("LenTrim", "R1 W0"),
    row("LenTrim1", "r0:1"),
    row("LenTrim2", "r0:1*2"),
    row("LenTrim4", "r0:1*4"),
    row("Scan", "R1 R2 R3 W0"),
    row("Scan1", "r0:1 r2:3"),
    row("Scan2", "r0:1*2 r2:3*2"),
    row("Scan4", "r0:1*4 r2:3*4"),
    row("Verify", "R1 R2 R3 W0"),
    row("Verify1", "r0:1 r2:3"),
    row("Verify2", "r0:1*2 r2:3*2"),
    row("Verify4", "r0:1*4 r2:3*4"),
    // Transformations
    row("Cshift", "R1 R2 W0"),
    row("CshiftVector", "R1 W0"),
    row("Eoshift", "R1 R2 R3 W0"),
    row("EoshiftVector", "R1 R3 W0"),
    row("Matmul*", "R1 R2 W0"),
    row("Pack", "R1?2 R2 R3 W0"),
    row("Reshape", "R1 R2 R3 R4 W0"),
    row("Spread", "R1 W0"),
    row("Transfer", "R1 W0"),
    row("TransferSize", "R1 W0"),
    row("Transpose", "R1 W0"),
    row("Unpack", "R1 R2 R3!2 W0"),
    row("BesselJn_*", "W0"),
    row("BesselYn_*", "W0"),
    row("BesselJnX0_*", "W0"),
    row("BesselYnX0_*", "W0"),
    // Reductions: of all elements as a scalar; along a dimension (...Dim) or of complex numbers (Cpp...) through
    // argument 0
    row("All", "R0"),
    row("AllDim", "R1 W0"),
    row("Any", "R0"),
    row("AnyDim", "R1 W0"),
    row("Parity", "R0"),
    row("ParityDim", "R1 W0"),
    row("Count", "R0"),
    row("CountDim", "R1 W0"),
    row("DotProduct*", "R0 R1"),
    row("CppDotProduct*", "R1 R2"),
    row("Findloc", "R1?6 R2 R6 W0"),
    row("FindlocDim", "R1?7 R2 R7 W0"),
    row("IAll*", "R0?4 R4"),
    row("IAllDim", "R1?5 R5 W0"),
    row("IAny*", "R0?4 R4"),
    row("IAnyDim", "R1?5 R5 W0"),
    row("IParity*", "R0?4 R4"),
    row("IParityDim", "R1?5 R5 W0"),
    row("Maxloc*", "R1?5 R5 W0"),
    row("MaxlocDim", "R1?6 R6 W0"),
    row("Minloc*", "R1?5 R5 W0"),
    row("MinlocDim", "R1?6 R6 W0"),
    row("Maxval*", "R0?4 R4"),
    row("MaxvalCharacter", "R1?4 R4 W0"),
    row("MaxvalDim", "R1?5 R5 W0"),
    row("Minval*", "R0?4 R4"),
    row("MinvalCharacter", "R1?4 R4 W0"),
    row("MinvalDim", "R1?5 R5 W0"),
    row("Norm2_*", "R0"),
    row("Norm2Dim", "R1 W0"),
    row("Product*", "R0?4 R4"),
    row("CppProduct*", "R1?5 R5"),
    row("ProductDim", "R1?5 R5 W0"),
    row("Sum*", "R0?4 R4"),
    row("CppSum*", "R1?5 R5"),
    row("SumDim", "R1?5 R5 W0"),
    // Input and output
    row("ioBegin*", ""),
    row("ioBeginInternalArrayFormattedInput", "R0 r1:2"),
    row("ioBeginInternalArrayFormattedOutput", "r1:2 W0"),
    row("ioBeginInternalArrayListInput", "R0"),
    row("ioBeginInternalArrayListOutput", "W0"),
    row("ioBeginInternalFormattedInput", "r0:1 r2:3"),
    row("ioBeginInternalFormattedOutput", "r2:3 w0:1"),
    row("ioBeginInternalListInput", "r0:1"),
    row("ioBeginInternalListOutput", "w0:1"),
    row("ioBeginExternalFormattedInput", "r0:1"),
    row("ioBeginExternalFormattedOutput", "r0:1"),
    row("ioBeginInquireFile", "r0:1"),
    row("ioEnableHandlers", ""),
    row("ioEndIoStatement", ""),
    row("ioGetAsynchronousId", ""),
    row("ioGetIoLength", ""),
    row("ioGetIoMsg", "w1:2"),
    row("ioGetNewUnit", "w1:2"),
    row("ioGetSize", ""),
    row("ioInputAscii", "w1:2"),
    row("ioInputCharacter", "w1:2"),
    row("ioInputComplex32", "w1=8"),
    row("ioInputComplex64", "w1=16"),
    row("ioInputDerivedType", "W1"),
    row("ioInputDescriptor", "W1"),
    row("ioInputInteger", "w1:2"),
    row("ioInputLogical", "w1=1"),
    row("ioInputNamelist", "N1"),
    row("ioInputReal32", "w1=4"),
    row("ioInputReal64", "w1=8"),
    row("ioInquireCharacter", "w2:3"),
    row("ioInquireInteger64", "w2:3"),
    row("ioInquireLogical", "w2=1"),
    row("ioInquirePendingId", "w2=1"),
    row("ioOutputAscii", "r1:2"),
    row("ioOutputCharacter", "r1:2"),
    row("ioOutputComplex*", ""),
    row("ioOutputDerivedType", "R1"),
    row("ioOutputDescriptor", "R1"),
    row("ioOutputInteger*", ""),
    row("ioOutputLogical", ""),
    row("ioOutputNamelist", "n1"),
    row("ioOutputReal*", ""),
    row("ioSet*", ""),
    row("ioSetFile", "r1:2"),
    // The system
    row("DateAndTime", "w0:1 w2:3 w4:5 W8"),
    row("GetCommand", "W0 W1 W2"),
    row("GetCommandArgument", "W1 W2 W3"),
    row("GetCwd", "W0"),
    row("GetEnvVariable", "R0 W1 W2 W4"),
    row("RandomNumber", "W0"),
    row("RandomSeedGet", "W0"),
    row("RandomSeedPut", "R0"),
    row("RandomSeedSize", "W0"),
    // No memory of the program
    row("PauseStatement*", ""),
    row("ProgramStart", ""),
    row("ReportFatalUserError", ""),
    row("StopStatement*", ""),
};

// The most specific line: the one without '*', or else the longest.
const FortranModel* find_model(StringRef name) {
  const FortranModel* found = nullptr;
  size_t found_length = 0;
  for (const FortranModel& model : kModels) {
    StringRef pattern = model.name;
    if (!pattern.consume_back("*")) {
      if (name == pattern) return &model;
    } else if (name.starts_with(pattern) && pattern.size() > found_length) {
      found = &model;
      found_length = pattern.size();
    }
  }
  return found;
}

class FortranHooks {
public:
  FortranHooks(CallBase& call, Hooks& hooks, FortranSite site)
      : call_(call), before_(&call), behind_(call.getNextNode()), hooks_(hooks), site_(site) {
    behind_.SetCurrentDebugLocation(call.getDebugLoc());
  }

  void place(const Effect& effect) {
    Value* pointer = effect.argument < call_.arg_size() ? call_.getArgOperand(effect.argument) : nullptr;
    if (!pointer || !pointer->getType()->isPointerTy() || isa<ConstantPointerNull>(pointer)) return;
    switch (effect.what) {
    case 'r':
    case 'w':
      return plain(effect, pointer);
    case 'R':
      header(pointer, false, nullptr);
      return effect.mask < 0 ? read("__unply_load_elements", pointer, true) : read_masked(effect, pointer);
    case 'D':
      header(pointer, false, nullptr);
      read("__unply_load_elements", pointer, true);
      return read("__unply_load_components", pointer, true);
    case 'H':
      return header(pointer, false, nullptr);
    case 'W':
      header(pointer, true, state("__unply_descriptor_state", pointer));
      return write("__unply_store_elements", pointer, true);
    case 'V':
      header(pointer, true, state("__unply_descriptor_state", pointer));
      write("__unply_store_elements", pointer, true);
      return write("__unply_store_components", pointer, true);
    case 'S':
      header(pointer, false, nullptr);
      return header(pointer, true, state("__unply_descriptor_state", pointer));
    case 'P':
      return header(pointer, true, before_.getInt64(0));
    case 'c':
      hooks_.fortran(behind_, "__unply_store_constructor",
                     {pointer, state("__unply_constructor_state", pointer), site_(*pointer, false, true)});
      return;
    case 'n':
      return read("__unply_load_namelist", pointer, false);
    case 'N':
      return write("__unply_store_namelist", pointer, false);
    }
  }

private:
  Value* state(StringRef hook, Value* pointer) { return hooks_.state(before_, hook, pointer); }

  // The header of a descriptor that flang made for this call is no memory of the program.
  void header(Value* descriptor, bool write, Value* state) {
    const auto* object = dyn_cast<AllocaInst>(descriptor->stripPointerCasts());
    if (object && is_compilers_descriptor(*object)) return;
    Constant* site = site_(*descriptor, false, write);
    if (write)
      hooks_.fortran(behind_, "__unply_store_header", {descriptor, state, site});
    else
      hooks_.fortran(before_, "__unply_load_header", {descriptor, site});
  }

  void read(StringRef hook, Value* pointer, bool elements) {
    hooks_.fortran(before_, hook, {pointer, site_(*pointer, elements, false)});
  }

  void write(StringRef hook, Value* pointer, bool elements) {
    hooks_.fortran(behind_, hook, {pointer, site_(*pointer, elements, true)});
  }

  void read_masked(const Effect& effect, Value* descriptor) {
    Value* mask = call_.getArgOperand(static_cast<unsigned>(effect.mask));
    hooks_.fortran(before_, "__unply_load_masked",
                   {descriptor, mask, before_.getInt64(!effect.masked_out), site_(*descriptor, true, false)});
  }

  // A null pointer has a length of zero, or represents an absent argument.
  void plain(const Effect& effect, Value* pointer) {
    const bool write = effect.what == 'w';
    IRBuilder<>& at = write ? behind_ : before_;
    Value* bytes = at.getInt64(effect.bytes);
    if (effect.length >= 0) {
      Value* length = at.CreateSExtOrTrunc(call_.getArgOperand(static_cast<unsigned>(effect.length)), at.getInt64Ty());
      bytes = at.CreateMul(at.CreateBinaryIntrinsic(Intrinsic::smax, length, at.getInt64(0)), bytes);
    }
    bytes = at.CreateSelect(at.CreateIsNull(pointer), at.getInt64(0), bytes);
    hooks_.range(at, pointer, bytes, write, site_(*pointer, false, write));
  }

  CallBase& call_;
  IRBuilder<> before_, behind_;
  Hooks& hooks_;
  FortranSite site_;
};

} // namespace

// Arithmetic such as _FortranAModReal8(x, y, file, line).
static bool gets_constants_only(const CallBase& call) {
  return all_of(call.args(), [](const Use& argument) {
    const auto* global = dyn_cast<GlobalVariable>(argument);
    return !argument->getType()->isPointerTy() || isa<ConstantPointerNull>(argument) ||
           (global && global->isConstant());
  });
}

bool is_call_of_flangs_runtime(const Instruction* instruction) {
  const auto* call = dyn_cast<CallBase>(instruction);
  const Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName().starts_with("_FortranA");
}

bool apply_fortran_model(CallBase& call, Hooks& hooks, FortranSite site) {
  const Function* callee = call.getCalledFunction();
  StringRef name = callee && callee->isDeclaration() ? callee->getName() : "";
  if (!name.consume_front("_FortranA") || call.isTerminator() || call.isMustTailCall()) return false;
  const FortranModel* model = find_model(name);
  if (!model) return gets_constants_only(call);
  FortranHooks placed(call, hooks, site);
  for (const Effect& effect : model->effects)
    if (effect.what) placed.place(effect);
  return true;
}

} // namespace unply
