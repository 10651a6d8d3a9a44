// Blocks of a skeleton's phases (web/model.ts, kPhaseColumns), and their index in the head of the run.
#pragma once
#include "trace/phases.h"
#include "viewer/block_store.h"
#include <nlohmann/json_fwd.hpp>

namespace unply {

inline constexpr size_t kMostViewPhases = 1 << 17; // 2 MB of the page; of more, the first ones
inline constexpr size_t kMostViewFeatures = 32;    // names; the rest are left out

// phases: null is as none. Adds a sentence to head["notes"] where something is left out.
void put_phases(const Phases* phases, BlockWriter& blocks, nlohmann::ordered_json& head);

} // namespace unply
