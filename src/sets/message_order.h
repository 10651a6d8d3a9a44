// Messages that do not overtake one another, sent in one loop and received in another.
#pragma once
#include "sets/isl_tools.h"

namespace unply::sets {

// The k-th send with the k-th receive of the same two processes. `pairs`: all that could meet, over parameters; `send`
// and `receive` name the loops that count up. Null where the order does not follow, or where one side has more.
isl::set in_order(const isl::set& pairs, const std::string& send, const std::string& receive);

} // namespace unply::sets
