// The option --kinds of `report` and `graph`.
#pragma once
#include "graph/kind_set.h"
#include <string>

namespace unply {

// "flow,anti": comma-separated names of dependence kinds, or "all".
Result<KindSet> parse_kinds(const std::string& text);

} // namespace unply
