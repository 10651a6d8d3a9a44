// When each rank of a communicator leaves a collective operation. Internal to this folder.
#pragma once
#include "stg/prediction/prediction_costs.h"
#include "stg/program/program.h"
#include <vector>

namespace unply::stg {

// times: when each enters, by rank in the communicator; becomes when it leaves. bytes: that one rank contributes.
// Broadcasts, scatters, reductions and gathers run on binomial trees, barriers and allreduce by recursive doubling, all
// else by dissemination: in round k everybody sends to the rank 2^k further on.
void run_collective(Call call, int64_t root, double bytes, const PredictionCosts& costs, std::vector<double>& times);

} // namespace unply::stg
