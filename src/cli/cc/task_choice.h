// --tasks: which loops and functions of the user's program are tasks.
#pragma once
#include "base/result.h"
#include <string>

namespace unply {

// "heat.cpp:12" (each iteration of the loop on that line) or "fn:update_row" (each call); error if it is neither.
Result<std::string> check_task_choice(const std::string& choice);

} // namespace unply
