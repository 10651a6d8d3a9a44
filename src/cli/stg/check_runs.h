// What unply stg check tries at one number of processes: values that the user has not given, answers to conditions on
// data, and orders of receives from any source.
#pragma once
#include "cli/stg/check_report.h"
#include "stg/matching/match.h"

namespace unply {

// Adds to the report what is found with so many ranks.
Result<void> check_ranks(const stg::Program& program, const stg::Bindings& given, int ranks, CheckReport& report);

} // namespace unply
