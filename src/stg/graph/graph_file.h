// A graph as JSON, and back. Reading checks the invariant stated in graph.h.
#pragma once
#include "base/result.h"
#include "stg/graph/graph.h"
#include <nlohmann/json_fwd.hpp>

namespace unply::stg {

nlohmann::json json_of(const Graph& graph);
Result<Graph> read_graph(const nlohmann::json& json);

} // namespace unply::stg
