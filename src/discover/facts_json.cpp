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
  variable.binding = flag_of(item, "binding");
  variable.macro = flag_of(item, "macro");
  variable.qualified = flag_of(item, "qualified");
  variable.irreducible = text_of(item, "irreducible");
  return variable;
}

RecordedText facts_json::parse_text(const Json& item) {
  const Json* list = member(item, "text");
  if (!list || !list->is_array() || list->size() != 3) return {};
  RecordedText text;
  text.first = small_number_from(&(*list)[0]);
  text.last = small_number_from(&(*list)[1]);
  text.checksum = small_number_from(&(*list)[2]);
  return text.first <= text.last ? text : RecordedText();
}

} // namespace unply
