// See scalar_names.h.
#include "scalar_names.h"

#include "access_names.h"
#include "local_objects.h"

#include "llvm/Analysis/ValueTracking.h"

namespace unply {

using namespace llvm;

namespace {

// A function knows a member by its own name, and not which object it is called on.
std::string name_in_statement(const std::string& part, const json::Object& facts) {
  const json::Array* variables = facts.getArray("variables");
  const size_t dot = part.rfind('.');
  if (!variables || dot == std::string::npos) return part;
  auto names = [&](StringRef name, bool member) {
    return any_of(*variables, [&](const json::Value& value) {
      const json::Object& variable = *value.getAsObject();
      return variable.getString("name") == name && (variable.getString("scope") == StringRef("member")) == member;
    });
  };
  const std::string member = part.substr(dot + 1);
  return !names(part.substr(0, part.find('.')), false) && names(member, true) ? member : part;
}

// Where the names stand that the loop's statement knows: its function and, of a lambda, the functions around it.
bool knows(const Loop& loop, const DILocalVariable& variable) {
  const DILocation* start = loop.getStartLoc().get();
  const DISubprogram* function = variable.getScope()->getSubprogram();
  for (const DIScope* scope = start ? start->getScope() : nullptr; scope; scope = scope->getScope())
    if (scope == function) return true;
  return !start;
}

} // namespace

bool is_callers_name(const CarriedScalar& scalar, const std::string& name, const Loop& loop) {
  if (const DILocalVariable* variable = scalar.variable_or_object()) return !knows(loop, *variable);
  const Value* memory = scalar.memory();
  const Value* object = memory ? getUnderlyingObject(memory) : nullptr;
  if (const auto* local = dyn_cast_or_null<AllocaInst>(object)) {
    const DILocalVariable* variable = variable_of(const_cast<AllocaInst&>(*local));
    return variable && !knows(loop, *variable);
  }
  const bool through = name.find_first_of("*[") != std::string::npos || name.find("->") != std::string::npos;
  return isa_and_nonnull<Argument>(object) && !through;
}

std::string name_of(const CarriedScalar& scalar, const json::Object& facts) {
  if (const DILocalVariable* variable = scalar.variable()) {
    if (scalar.kind != "reduction") return variable->getName().str();
    return name_in_statement(part_name(*variable, 0, *scalar.phi().getFunction()), facts); // of an object's only member
  }
  if (const auto [object, byte] = scalar.part(); object)
    return name_in_statement(part_name(*object, byte, *scalar.phi().getFunction()), facts);
  const Value* memory = scalar.memory();
  return memory ? access_name(*memory, *scalar.phi().getFunction()) : "";
}

bool is_read_by_another_name(const CarriedScalar& scalar, const json::Object& facts, const Loop& loop) {
  const DISubprogram* procedure = procedure_of(loop);
  const DILocalVariable* own = scalar.variable();
  auto reads = [&](const DILocalVariable* other) {
    return other != own && is_of(procedure, *other) && other->getName() != (own ? own->getName() : "") &&
           may_be_read_behind(facts, other->getName());
  };
  return any_of(scalar.values_behind(),
                [&](const Value* value) { return any_of(variables_of_value(*value, loop), reads); });
}

} // namespace unply
