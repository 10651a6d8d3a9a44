// See copy_rules.h. Labels: the dispatch word does not change while user code runs (the runtime clears it before the
// first constructor), so a function runs either always in its copy or never, and addresses of labels that it keeps in
// memory (threaded code) fit the body that finds them there.
#include "copy_rules.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace unply {

using namespace llvm;

namespace {

// `name:` at the start of a statement, unless the compiler makes the name unique (`%=`); numbers are local labels. A
// second .macro or .equiv of the same name is an error as well.
bool defines_label(StringRef statement) {
  statement = statement.ltrim();
  if (statement.starts_with(".macro") || statement.starts_with(".equiv")) return true;
  const StringRef name =
      statement.take_while([](char c) { return isAlnum(c) || c == '_' || c == '.' || c == '$' || c == '@'; });
  if (name.empty() || isDigit(name[0])) return false;
  const StringRef rest = statement.drop_front(name.size());
  return !name.ends_with("$") && rest.ltrim().starts_with(":");
}

bool defines_label(const InlineAsm& assembly) {
  StringRef text = assembly.getAsmString();
  while (!text.empty()) {
    const size_t end = text.find_first_of("\n;");
    if (defines_label(text.take_front(end))) return true;
    text = end == StringRef::npos ? StringRef() : text.drop_front(end + 1);
  }
  return false;
}

bool travels_in_frame(const Argument& argument) {
  return argument.hasInAllocaAttr() || argument.hasPreallocatedAttr() || argument.hasSwiftErrorAttr();
}

} // namespace

std::optional<SmallVector<GlobalVariable*, 1>> label_tables(Function& function) {
  SmallVector<const Constant*> work;
  for (BasicBlock& block : function)
    if (const BlockAddress* address = BlockAddress::lookup(&block)) work.push_back(address);
  SmallSetVector<GlobalVariable*, 1> tables;
  while (!work.empty())
    for (const User* user : work.pop_back_val()->users()) {
      if (const auto* instruction = dyn_cast<Instruction>(user)) {
        if (instruction->getFunction() != &function) return std::nullopt;
      } else if (const auto* table = dyn_cast<GlobalVariable>(user)) {
        if (!table->hasLocalLinkage()) return std::nullopt;
        if (tables.insert(const_cast<GlobalVariable*>(table))) work.push_back(table);
      } else if (isa<ConstantExpr, ConstantAggregate>(user)) {
        work.push_back(cast<Constant>(user));
      } else {
        return std::nullopt;
      }
    }
  return tables.takeVector();
}

// Functions without a copy: those that must not be called again with the same arguments (variable arguments, arguments
// in the caller's frame), and special functions. Their hooks are inactive in a run without recording.
bool can_be_copied(Function& function) {
  if (function.isDeclaration() || function.hasAvailableExternallyLinkage() || function.isVarArg() ||
      function.isPresplitCoroutine() || function.hasFnAttribute(Attribute::Naked) ||
      function.hasFnAttribute(Attribute::DisableSanitizerInstrumentation) ||
      function.getCallingConv() == CallingConv::X86_INTR)
    return false;
  if (any_of(function.args(), travels_in_frame) || defines_assembly_label(function)) return false;
  return label_tables(function).has_value();
}

bool defines_assembly_label(const Function& function) {
  return any_of(instructions(function), [](const Instruction& instruction) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    const auto* assembly = call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
    return assembly && defines_label(*assembly);
  });
}

bool ends_in_jump(const Function& function) {
  return any_of(instructions(function), [](const Instruction& instruction) {
    const auto* call = dyn_cast<CallInst>(&instruction);
    return call && call->isMustTailCall();
  });
}

} // namespace unply
