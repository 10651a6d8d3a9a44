// The table of library models; see library_models.h. Hooks come behind the call, when the result says how much was
// read or written. Where the exact extent is unknown (strcmp stops at the first difference) the whole string counts.
#include "library_models.h"

#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace unply {

using namespace llvm;

namespace {

enum class Length {
  kConstant,      // `a` bytes, nothing if the pointer is null
  kArgument,      // argument a
  kProduct,       // argument a * argument b
  kResult,        // the result, 0 if negative
  kResultTimes,   // the result * argument a
  kString,        // zero-terminated, with its terminator
  kBoundedString, // zero-terminated, at most argument a
  kFormatted,     // the result + 1, 0 if negative
  kFormattedIn,   // as kFormatted, at most argument a
  kLineIfResult,  // zero-terminated, nothing if the result is null
  kCopyOf,        // as long as the string in argument a, nothing if the result is null
  kUpToResult     // up to and with the byte that the result points to; argument a if the result is null
};

constexpr int kReturned = -1; // the result instead of an argument

struct Effect {
  int pointer; // argument, or kReturned
  bool write;
  Length length;
  unsigned a = 0, b = 0;
};

struct Model {
  const char* name;
  unsigned arguments; // at least
  std::initializer_list<Effect> effects;
};

constexpr bool kRead = false, kWrite = true;

const Model kModels[] = {
    {"memcpy", 3, {{1, kRead, Length::kArgument, 2}, {0, kWrite, Length::kArgument, 2}}},
    {"memmove", 3, {{1, kRead, Length::kArgument, 2}, {0, kWrite, Length::kArgument, 2}}},
    {"mempcpy", 3, {{1, kRead, Length::kArgument, 2}, {0, kWrite, Length::kArgument, 2}}},
    {"__memcpy_chk", 3, {{1, kRead, Length::kArgument, 2}, {0, kWrite, Length::kArgument, 2}}},
    {"__memmove_chk", 3, {{1, kRead, Length::kArgument, 2}, {0, kWrite, Length::kArgument, 2}}},
    {"bcopy", 3, {{0, kRead, Length::kArgument, 2}, {1, kWrite, Length::kArgument, 2}}},
    {"memset", 3, {{0, kWrite, Length::kArgument, 2}}},
    {"__memset_chk", 3, {{0, kWrite, Length::kArgument, 2}}},
    {"bzero", 2, {{0, kWrite, Length::kArgument, 1}}},
    {"memcmp", 3, {{0, kRead, Length::kArgument, 2}, {1, kRead, Length::kArgument, 2}}},
    {"bcmp", 3, {{0, kRead, Length::kArgument, 2}, {1, kRead, Length::kArgument, 2}}},
    {"memchr", 3, {{0, kRead, Length::kUpToResult, 2}}},
    {"strlen", 1, {{0, kRead, Length::kString}}},
    {"strnlen", 2, {{0, kRead, Length::kBoundedString, 1}}},
    {"strcpy", 2, {{1, kRead, Length::kString}, {0, kWrite, Length::kString}}},
    {"stpcpy", 2, {{1, kRead, Length::kString}, {0, kWrite, Length::kString}}},
    {"__strcpy_chk", 2, {{1, kRead, Length::kString}, {0, kWrite, Length::kString}}},
    {"strncpy", 3, {{1, kRead, Length::kBoundedString, 2}, {0, kWrite, Length::kArgument, 2}}},
    {"__strncpy_chk", 3, {{1, kRead, Length::kBoundedString, 2}, {0, kWrite, Length::kArgument, 2}}},
    {"strcmp", 2, {{0, kRead, Length::kString}, {1, kRead, Length::kString}}},
    {"strcasecmp", 2, {{0, kRead, Length::kString}, {1, kRead, Length::kString}}},
    {"strcoll", 2, {{0, kRead, Length::kString}, {1, kRead, Length::kString}}},
    {"strncmp", 3, {{0, kRead, Length::kBoundedString, 2}, {1, kRead, Length::kBoundedString, 2}}},
    {"strncasecmp", 3, {{0, kRead, Length::kBoundedString, 2}, {1, kRead, Length::kBoundedString, 2}}},
    {"strchr", 2, {{0, kRead, Length::kString}}},
    {"strrchr", 2, {{0, kRead, Length::kString}}},
    {"strstr", 2, {{0, kRead, Length::kString}, {1, kRead, Length::kString}}},
    {"strspn", 2, {{0, kRead, Length::kString}, {1, kRead, Length::kString}}},
    {"strcspn", 2, {{0, kRead, Length::kString}, {1, kRead, Length::kString}}},
    {"strpbrk", 2, {{0, kRead, Length::kString}, {1, kRead, Length::kString}}},
    {"strdup", 1, {{0, kRead, Length::kString}, {kReturned, kWrite, Length::kCopyOf, 0}}},
    {"__strdup", 1, {{0, kRead, Length::kString}, {kReturned, kWrite, Length::kCopyOf, 0}}},
    {"atoi", 1, {{0, kRead, Length::kString}}},
    {"atol", 1, {{0, kRead, Length::kString}}},
    {"atoll", 1, {{0, kRead, Length::kString}}},
    {"atof", 1, {{0, kRead, Length::kString}}},
    {"strtol", 3, {{0, kRead, Length::kString}, {1, kWrite, Length::kConstant, 8}}},
    {"strtoll", 3, {{0, kRead, Length::kString}, {1, kWrite, Length::kConstant, 8}}},
    {"strtoul", 3, {{0, kRead, Length::kString}, {1, kWrite, Length::kConstant, 8}}},
    {"strtoull", 3, {{0, kRead, Length::kString}, {1, kWrite, Length::kConstant, 8}}},
    {"strtod", 2, {{0, kRead, Length::kString}, {1, kWrite, Length::kConstant, 8}}},
    {"strtof", 2, {{0, kRead, Length::kString}, {1, kWrite, Length::kConstant, 8}}},
    {"read", 3, {{1, kWrite, Length::kResult}}},
    {"pread", 4, {{1, kWrite, Length::kResult}}},
    {"pread64", 4, {{1, kWrite, Length::kResult}}},
    {"recv", 4, {{1, kWrite, Length::kResult}}},
    {"fread", 4, {{0, kWrite, Length::kResultTimes, 1}}},
    {"fread_unlocked", 4, {{0, kWrite, Length::kResultTimes, 1}}},
    {"fgets", 3, {{0, kWrite, Length::kLineIfResult}}},
    {"write", 3, {{1, kRead, Length::kResult}}},
    {"pwrite", 4, {{1, kRead, Length::kResult}}},
    {"pwrite64", 4, {{1, kRead, Length::kResult}}},
    {"send", 4, {{1, kRead, Length::kResult}}},
    {"fwrite", 4, {{0, kRead, Length::kResultTimes, 1}}},
    {"fwrite_unlocked", 4, {{0, kRead, Length::kResultTimes, 1}}},
    {"fputs", 2, {{0, kRead, Length::kString}}},
    {"puts", 1, {{0, kRead, Length::kString}}},
    {"sprintf", 2, {{0, kWrite, Length::kFormatted}}},
    {"vsprintf", 3, {{0, kWrite, Length::kFormatted}}},
    {"__sprintf_chk", 4, {{0, kWrite, Length::kFormatted}}},
    {"snprintf", 3, {{0, kWrite, Length::kFormattedIn, 1}}},
    {"vsnprintf", 4, {{0, kWrite, Length::kFormattedIn, 1}}},
    {"__snprintf_chk", 5, {{0, kWrite, Length::kFormattedIn, 1}}},
    {"qsort", 4, {{0, kRead, Length::kProduct, 1, 2}, {0, kWrite, Length::kProduct, 1, 2}}},
    {"frexp", 2, {{1, kWrite, Length::kConstant, 4}}},
    {"frexpf", 2, {{1, kWrite, Length::kConstant, 4}}},
    {"modf", 2, {{1, kWrite, Length::kConstant, 8}}},
    {"modff", 2, {{1, kWrite, Length::kConstant, 4}}},
    {"sincos", 3, {{1, kWrite, Length::kConstant, 8}, {2, kWrite, Length::kConstant, 8}}},
    {"sincosf", 3, {{1, kWrite, Length::kConstant, 4}, {2, kWrite, Length::kConstant, 4}}},
    {"remquo", 3, {{2, kWrite, Length::kConstant, 4}}},
    {"time", 1, {{0, kWrite, Length::kConstant, 8}}},
    {"gettimeofday", 2, {{0, kWrite, Length::kConstant, 16}}},
    {"clock_gettime", 2, {{1, kWrite, Length::kConstant, 16}}},
    {"getrandom", 3, {{0, kWrite, Length::kResult}}},
};

// strcat and getline do not fit the table: what they touch depends on memory, not on arguments or the result.
enum class Special { kNone, kConcatenate, kLine };

Special special_model(const CallBase& call, StringRef name) {
  if ((name == "strcat" || name == "__strcat_chk") && call.arg_size() >= 2) return Special::kConcatenate;
  if ((name == "getline" && call.arg_size() >= 3) || (name == "getdelim" && call.arg_size() >= 4))
    return Special::kLine;
  return Special::kNone;
}

class ModelWriter {
public:
  ModelWriter(CallBase& call, Instruction* behind, Hooks& hooks, ModelSite site)
      : call_(call), at_(behind), hooks_(hooks), site_(site) {
    at_.SetCurrentDebugLocation(call.getDebugLoc());
  }

  void place(const Effect& effect) {
    Value* pointer = effect.pointer == kReturned ? &call_ : call_.getArgOperand(effect.pointer);
    if (!pointer->getType()->isPointerTy()) return;
    Constant* site = site_(*pointer, effect.write);
    if (effect.length == Length::kString)
      hooks_.string(at_, pointer, effect.write, site);
    else if (Value* length = length_of(effect, pointer))
      hooks_.range(at_, pointer, length, effect.write, site);
  }

  // After the call: the old text of the destination and its old end were read, the source was appended there.
  void concatenate() {
    Value* to = call_.getArgOperand(0);
    Value* from = call_.getArgOperand(1);
    Value* appended = string_length(from);
    Value* old = at_.CreateSub(string_length(to), appended);
    hooks_.string(at_, from, false, site_(*from, false));
    hooks_.range(at_, to, at_.CreateAdd(old, at_.getInt64(1)), false, site_(*to, false));
    Value* end = at_.CreatePtrAdd(to, old);
    hooks_.range(at_, end, at_.CreateAdd(appended, at_.getInt64(1)), true, site_(*to, true));
  }

  // getline(&line, &size, file): the line, and the two variables that describe it.
  void line() {
    Value* line_pointer = call_.getArgOperand(0);
    Value* size_pointer = call_.getArgOperand(1);
    for (const bool write : {false, true}) {
      hooks_.access(at_, line_pointer, 8, write, site_(*line_pointer, write));
      hooks_.access(at_, size_pointer, 8, write, site_(*size_pointer, write));
    }
    Value* text = at_.CreateLoad(at_.getPtrTy(), line_pointer);
    hooks_.range(at_, text, result_plus_one(), true, site_(*text, true));
  }

private:
  Value* argument(unsigned index) { return at_.CreateZExtOrTrunc(call_.getArgOperand(index), at_.getInt64Ty()); }
  Value* result() { return at_.CreateSExtOrTrunc(&call_, at_.getInt64Ty()); }
  Value* zero_if(Value* condition, Value* length) { return at_.CreateSelect(condition, at_.getInt64(0), length); }

  Value* result_plus_one() {
    Value* value = result();
    return zero_if(at_.CreateICmpSLT(value, at_.getInt64(0)), at_.CreateAdd(value, at_.getInt64(1)));
  }

  Value* string_length(Value* text) {
    FunctionCallee callee = call_.getModule()->getOrInsertFunction("strlen", at_.getInt64Ty(), at_.getPtrTy());
    return at_.CreateCall(callee, {text});
  }

  Value* bounded_string_length(Value* text, Value* bound) {
    FunctionCallee callee =
        call_.getModule()->getOrInsertFunction("strnlen", at_.getInt64Ty(), at_.getPtrTy(), at_.getInt64Ty());
    Value* with_end = at_.CreateAdd(at_.CreateCall(callee, {text, bound}), at_.getInt64(1));
    return at_.CreateBinaryIntrinsic(Intrinsic::umin, with_end, bound);
  }

  Value* length_of(const Effect& effect, Value* pointer) {
    switch (effect.length) {
    case Length::kConstant:
      return zero_if(at_.CreateIsNull(pointer), at_.getInt64(effect.a));
    case Length::kArgument:
      return argument(effect.a);
    case Length::kProduct:
      return at_.CreateMul(argument(effect.a), argument(effect.b));
    case Length::kResult:
      return at_.CreateBinaryIntrinsic(Intrinsic::smax, result(), at_.getInt64(0));
    case Length::kResultTimes:
      return at_.CreateMul(result(), argument(effect.a));
    case Length::kBoundedString:
      return bounded_string_length(pointer, argument(effect.a));
    case Length::kFormatted:
      return result_plus_one();
    case Length::kFormattedIn:
      return at_.CreateBinaryIntrinsic(Intrinsic::umin, result_plus_one(), argument(effect.a));
    case Length::kLineIfResult: {
      Value* none = at_.CreateIsNull(&call_);
      Value* text = at_.CreateSelect(none, at_.CreateGlobalString("", "", 0, call_.getModule()), pointer);
      return zero_if(none, at_.CreateAdd(string_length(text), at_.getInt64(1)));
    }
    case Length::kCopyOf:
      return zero_if(at_.CreateIsNull(&call_),
                     at_.CreateAdd(string_length(call_.getArgOperand(effect.a)), at_.getInt64(1)));
    case Length::kUpToResult: {
      Value* distance =
          at_.CreateSub(at_.CreatePtrToInt(&call_, at_.getInt64Ty()), at_.CreatePtrToInt(pointer, at_.getInt64Ty()));
      return at_.CreateSelect(at_.CreateIsNull(&call_), argument(effect.a), at_.CreateAdd(distance, at_.getInt64(1)));
    }
    case Length::kString:
      return nullptr;
    }
    return nullptr;
  }

  CallBase& call_;
  IRBuilder<> at_;
  Hooks& hooks_;
  ModelSite site_;
};

// Where code behind the call goes; null if there is no such place.
Instruction* behind(CallBase& call) {
  if (auto* invoke = dyn_cast<InvokeInst>(&call)) {
    BasicBlock* normal = invoke->getNormalDest();
    if (!normal->getSinglePredecessor()) normal = SplitEdge(invoke->getParent(), normal);
    return &*normal->getFirstInsertionPt();
  }
  if (call.isTerminator() || call.isMustTailCall()) return nullptr;
  return call.getNextNode();
}

} // namespace

bool apply_library_model(CallBase& call, Hooks& hooks, ModelSite site) {
  const Function* callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration() || callee->isIntrinsic() || call.isNoBuiltin()) return false;
  const StringRef name = callee->getName();
  const Special special = special_model(call, name);
  const auto* model =
      find_if(kModels, [&](const Model& row) { return name == row.name && call.arg_size() >= row.arguments; });
  if (special == Special::kNone && model == std::end(kModels)) return false;
  Instruction* place = behind(call);
  if (!place) return false;
  ModelWriter writer(call, place, hooks, site);
  if (special == Special::kConcatenate)
    writer.concatenate();
  else if (special == Special::kLine)
    writer.line();
  else
    for (const Effect& effect : model->effects) writer.place(effect);
  return true;
}

} // namespace unply
