// See register_variables.h.
#include "register_variables.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Instructions.h"

#include <set>

namespace unply {

using namespace llvm;

namespace {

// Not a note that it is in memory.
bool is_set_by(const DbgVariableRecord& record) {
  return record.isDbgValue() && !record.isKillLocation() && !record.getVariable()->isArtificial() &&
         !record.getExpression()->startsWithDeref();
}

bool is_fixed(const DbgVariableRecord& record, const Loop& loop) {
  return all_of(record.location_ops(), [&](const Value* value) { return loop.isLoopInvariant(value); });
}

using Changes = MapVector<const DILocalVariable*, SmallVector<const Instruction*, 4>>; // what follows each of them

// The variables that a loop sets to a value that it does not compute, such as a constant, and those that it computes.
std::pair<Changes, Changes> changes_in(const Loop& loop) {
  Changes fixed, computed;
  for (const BasicBlock* block : loop.blocks())
    for (const Instruction& at : *block)
      for (const DbgVariableRecord& record : filterDbgVars(at.getDbgRecordRange()))
        if (is_set_by(record)) (is_fixed(record, loop) ? fixed : computed)[record.getVariable()].push_back(&at);
  return {std::move(fixed), std::move(computed)};
}

// Variables that an iteration leaves at a value that is the same for all of them. No use of a value behind the loop
// tells that they are read there.
SmallVector<const DILocalVariable*, 4> last_fixed(const Loop& loop, const DominatorTree& dominators) {
  auto [fixed, computed] = changes_in(loop);
  SmallVector<const DILocalVariable*, 4> left;
  for (const auto& [variable, places] : fixed) {
    const auto others = computed.find(variable);
    auto is_last = [&](const Instruction* at) { // in each iteration, and what is computed is before it
      return dominators.dominates(at->getParent(), loop.getLoopLatch()) &&
             none_of(others->second, [&](const Instruction* other) {
               return at == other || dominators.dominates(at, other) || !dominators.dominates(other, at);
             });
    };
    if (others == computed.end() || any_of(places, is_last)) left.push_back(variable);
  }
  return left;
}

} // namespace

const DISubprogram* procedure_of(const Loop& loop) {
  const DebugLoc begin = loop.getStartLoc();
  return begin ? begin->getScope()->getSubprogram() : nullptr;
}

bool is_of(const DISubprogram* procedure, const DILocalVariable& variable) {
  return variable.getScope()->getSubprogram() == procedure;
}

const DILocalVariable* variable_of_value(const Value& value, const DISubprogram* procedure) {
  const auto* phi = dyn_cast<PHINode>(&value);
  SmallVector<DbgVariableRecord*> records;
  findDbgValues(const_cast<Value*>(&value), records);
  const DILocalVariable* best = nullptr;
  int most = -1;
  for (const DbgVariableRecord* record : records) {
    if (record->getExpression()->getNumElements() != 0) continue;
    const int rank = 2 * is_of(procedure, *record->getVariable()) + (phi && record->getParent() == phi->getParent());
    if (rank > most) best = record->getVariable(), most = rank;
  }
  return best;
}

SmallVector<const DILocalVariable*, 2> variables_of_value(const Value& value, const Loop& loop) {
  SmallVector<DbgVariableRecord*> records;
  findDbgValues(const_cast<Value*>(&value), records);
  SmallVector<const DILocalVariable*, 2> variables;
  for (const DbgVariableRecord* record : records)
    if (record->getExpression()->getNumElements() == 0 && loop.contains(record->getParent()))
      variables.push_back(record->getVariable());
  return variables;
}

std::pair<const DILocalVariable*, int64_t> part_of_value(const Value& value) {
  SmallVector<DbgVariableRecord*> records;
  findDbgValues(const_cast<Value*>(&value), records);
  for (const DbgVariableRecord* record : records)
    if (const auto part = record->getExpression()->getFragmentInfo();
        part && record->getExpression()->getNumElements() == 3) // nothing but the fragment
      return {record->getVariable(), static_cast<int64_t>(part->OffsetInBits / 8)};
  return {};
}

bool may_be_read_behind(const json::Object& facts, StringRef name) {
  const json::Array* variables = facts.getArray("variables");
  return !variables || none_of(*variables, [&](const json::Value& value) {
    const json::Object& variable = *value.getAsObject();
    return variable.getString("name") == name && !variable.getBoolean("used_behind").value_or(false);
  });
}

json::Array last_values(const Loop& loop, const DominatorTree& dominators,
                        const SmallPtrSetImpl<const DILocalVariable*>& carried, const json::Object& facts) {
  SmallSetVector<StringRef, 4> names;
  const bool has_syntax_tree = facts.getArray("variables") != nullptr;
  const DISubprogram* procedure = procedure_of(loop);
  auto add = [&](const DILocalVariable& variable) {
    auto is_same = [&](const DILocalVariable* other) { return other->getName() == variable.getName(); };
    if ((has_syntax_tree || is_of(procedure, variable)) && none_of(carried, is_same)) names.insert(variable.getName());
  };
  for (const BasicBlock* block : loop.blocks())
    for (const Instruction& instruction : *block) {
      const bool behind = any_of(instruction.users(), [&](const User* user) {
        const auto* at = dyn_cast<Instruction>(user);
        return at && !loop.contains(at);
      });
      if (!behind) continue;
      if (const DILocalVariable* object = part_of_value(instruction).first) add(*object);
      const auto variables = variables_of_value(instruction, loop);
      for (const DILocalVariable* variable : variables)
        if (variables.size() == 1 || may_be_read_behind(facts, variable->getName())) add(*variable);
    }
  for (const DILocalVariable* variable : last_fixed(loop, dominators))
    if (may_be_read_behind(facts, variable->getName())) add(*variable);
  json::Array array;
  for (const StringRef name : names) array.push_back(name);
  return array;
}

json::Array set_of_callers(const Loop& loop, const SmallPtrSetImpl<const DILocalVariable*>& carried) {
  auto depth_of = [](const DILocation* at) {
    unsigned depth = 0;
    while (at && (at = at->getInlinedAt())) ++depth;
    return depth;
  };
  SmallSetVector<const DILocalVariable*, 4> found;
  const DebugLoc begin = loop.getStartLoc();
  const unsigned depth = depth_of(begin.get());
  if (depth == 0) return {};
  for (const BasicBlock* block : loop.blocks())
    for (const Instruction& at : *block)
      for (const DbgVariableRecord& record : filterDbgVars(at.getDbgRecordRange()))
        if (is_set_by(record) && depth_of(record.getDebugLoc().get()) < depth &&
            !carried.contains(record.getVariable()))
          found.insert(record.getVariable());
  json::Array names;
  for (const DILocalVariable* variable : found) names.push_back(variable->getName());
  return names;
}

void mark_assigned(json::Array& variables, const Loop& loop) {
  StringSet<> assigned;
  for (const BasicBlock* block : loop.blocks())
    for (const Instruction& at : *block)
      for (const DbgVariableRecord& record : filterDbgVars(at.getDbgRecordRange()))
        if (is_set_by(record) && !isa<Constant>(record.getVariableLocationOp(0)))
          assigned.insert(record.getVariable()->getName());
  for (json::Value& value : variables) {
    json::Object* variable = value.getAsObject();
    auto is = [&](StringRef key) { return variable && variable->getBoolean(key).value_or(false); };
    if (!is("address") && !is("aliased")) continue;
    if (const auto name = variable->getString("name"); name && assigned.contains(*name)) (*variable)["assigned"] = true;
  }
}

json::Array set_in_registers(const Loop& loop) {
  std::set<StringRef> names;
  const DISubprogram* procedure = procedure_of(loop);
  for (const BasicBlock* block : loop.blocks())
    for (const Instruction& at : *block)
      for (const DbgVariableRecord& record : filterDbgVars(at.getDbgRecordRange()))
        if (is_set_by(record) && is_of(procedure, *record.getVariable())) names.insert(record.getVariable()->getName());
  json::Array array;
  for (const StringRef name : names) array.push_back(name);
  return array;
}

} // namespace unply
