// The head of a run as JSON (web/model.ts, Run), from the tables of its recording and the index of its blocks.
#pragma once
#include "viewer/run_blocks.h"
#include "viewer/run_tables.h"
#include <nlohmann/json_fwd.hpp>

namespace unply {

// Also puts the texts of the sources into `blocks`.
nlohmann::ordered_json run_head(const RunTables& tables, const TimelineHead& timeline, const RunIndex& index,
                                const ViewRunOptions& options, BlockWriter& blocks);

} // namespace unply
