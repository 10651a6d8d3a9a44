// How a recording states the terms of a collective operation: what the comparison with a run expects, and what a
// predicted run writes.
#pragma once
#include "stg/run/rank_machine.h"

namespace unply::stg {

int operator_number(uint32_t handle); // UnplyOperator of Step::collective.op

struct CollectiveBytes { // of one process; -1: not known, since the counts are in arrays
  int64_t given = -1, received = -1;
};
CollectiveBytes recorded_bytes(const Step& step, bool is_root);

} // namespace unply::stg
