#include "extract/names.h"
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

namespace unply::extract {
using namespace llvm;

Names names_in(const Function& function) {
  Names names;
  const auto note = [&](const DbgVariableRecord& record) {
    const std::string name = record.getVariable()->getName().str();
    if (name.empty() || name[0] == '.') return; // the compiler's own
    const Value* value = record.getNumVariableLocationOps() == 1 ? record.getVariableLocationOp(0) : nullptr;
    if (value && !isa<Constant>(value)) names.try_emplace(value, name);
    // With optimisation asked for, clang notes stores and the variable that they go to.
    if (record.isDbgAssign() && record.getAddress() && isa<AllocaInst>(record.getAddress()))
      names.try_emplace(record.getAddress(), name);
  };
  for (const Instruction& instruction : instructions(function))
    for (const DbgVariableRecord& record : filterDbgVars(instruction.getDbgRecordRange())) note(record);
  for (const Argument& formal : function.args())
    if (!names.contains(&formal) && formal.hasName()) names[&formal] = formal.getName().str();
  return names;
}

std::string name_of_function(const Function& function) {
  if (const DISubprogram* known = function.getSubprogram()) {
    if (function.getName().starts_with("_Z")) {
      std::string full = demangle(function.getName().str());
      return full.substr(0, full.find('('));
    }
    if (!known->getName().empty()) return known->getName().str();
  }
  return demangle(function.getName().str());
}

std::string name_of_global(const GlobalVariable& global) {
  SmallVector<DIGlobalVariableExpression*, 1> known;
  global.getDebugInfo(known);
  return known.empty() ? demangle(global.getName().str()) : known.front()->getVariable()->getName().str();
}

static std::string name_of_address(const Value& address, const Names& names) {
  if (const auto found = names.find(&address); found != names.end()) return found->second;
  if (const auto* global = dyn_cast<GlobalVariable>(&address)) return name_of_global(*global);
  return address.hasName() ? address.getName().str() : std::string();
}

std::string name_of_target(const Value& value, const Names& names) {
  if (const auto found = names.find(&value); found != names.end()) return found->second;
  for (const User* user : value.users()) {
    if (isa<CastInst>(user))
      if (const std::string name = name_of_target(*user, names); !name.empty()) return name;
    if (const auto* store = dyn_cast<StoreInst>(user); store && store->getValueOperand() == &value)
      if (const std::string name = name_of_address(*store->getPointerOperand(), names); !name.empty()) return name;
  }
  return {};
}

uint32_t Places::file(const DIFile* file) {
  std::string path = file->getFilename().str();
  if (!path.starts_with("/") && !file->getDirectory().empty()) path = file->getDirectory().str() + "/" + path;
  const auto [at, added] = files_.try_emplace(path, uint32_t(program_.files.size()));
  if (added) program_.files.push_back(path);
  return at->second;
}

stg::Place Places::of(const DebugLoc& location) {
  if (!location || location->getLine() == 0) return {};
  return {.file = file(location->getFile()), .line = location->getLine(), .column = location->getColumn()};
}

stg::Place Places::of(const Function& function) {
  const DISubprogram* known = function.getSubprogram();
  if (!known || !known->getFile()) return {};
  return {.file = file(known->getFile()), .line = known->getLine(), .column = 0};
}

} // namespace unply::extract
