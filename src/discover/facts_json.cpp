#include "discover/facts_json.h"

namespace unply {

using namespace facts_json;

FactVariable facts_json::parse_variable(const Json& item) {
  FactVariable variable;
  variable.name = text_of(item, "name");
  variable.type = text_of(item, "type");
  variable.declared = spot_at(member(item, "declared"));
  variable.scope = word_of<Scope>(item, "scope", kScopes, Scope::unknown);
  variable.shape = word_of<VariableShape>(item, "shape", kShapes, VariableShape::unknown);
  variable.elements = number_from(member(item, "elements"));
  variable.first = text_of(item, "first");
  variable.thread_local_ = flag_of(item, "thread_local");
  variable.read = flag_of(item, "read");
  variable.written = flag_of(item, "written");
  variable.address = flag_of(item, "address");
  variable.elements_first = text_of(item, "elements_first");
  variable.used_behind = flag_of(item, "used_behind");
  variable.aliased = flag_of(item, "aliased");
  variable.always = flag_of(item, "always");
  variable.assigned = flag_of(item, "assigned");
  variable.trivial = flag_of(item, "trivial");
  return variable;
}

} // namespace unply
