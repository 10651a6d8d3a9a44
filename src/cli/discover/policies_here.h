// Whether an execution policy of the standard library can be compiled into the recorded program.
#pragma once
#include "trace/trace.h"
#include <string>

namespace unply {

std::string why_no_policies(const Trace& trace); // "" if it can, or if nothing is known against it

} // namespace unply
