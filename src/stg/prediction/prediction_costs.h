// What a simulated run is charged: computations by iteration, messages by LogGP.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

namespace unply::stg {

struct ComputationCost { // of each innermost iteration and of each instance
  double iteration_s = 0, constant_s = 0;
};

struct PredictionCosts {                                           // all in seconds
  double iteration_s = 0;                                          // of computations that have none of their own
  double latency_s = 0, per_byte_s = 0, send_s = 0, receive_s = 0; // LogGP: L, G, o of both sides
  int64_t eager_bytes = INT64_MAX;
  std::vector<std::optional<ComputationCost>> computations = {}; // in the order of procedures; may be empty
};

} // namespace unply::stg
