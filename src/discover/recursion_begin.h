// Where recursion begins: calls from other functions, put into a parallel region of which one thread executes the call.
#pragma once
#include "discover/source_functions.h"
#include "discover/statement_text.h"

namespace unply {

// copy: the calls are to call the function's copy, which stands behind it (group_text.h). Fails with the reason why
// there is no such patch.
Result<std::vector<Replacement>> regions_of_recursion(const Trace& trace, const std::vector<SourceFunction>& functions,
                                                      const SourceFunction& recursive, bool copy,
                                                      const StatementText& text);

} // namespace unply
