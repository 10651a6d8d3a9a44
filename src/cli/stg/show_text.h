// A task graph for people: how much is exact, the tree of loops, branches and tasks with their sets, the events.
#pragma once
#include "stg/graph/graph.h"
#include "stg/program/program.h"
#include <string>

namespace unply::stg {

// subtree: of this node alone; kNoNode: the whole graph with summary and events.
std::string task_graph_text(const std::string& title, const Program& program, const Graph& graph, uint32_t subtree,
                            size_t width);
std::string event_text(const Program& program, const Graph& graph, const Event& event, size_t width);
std::string node_text(const Program& program, const Graph& graph, const Node& node, size_t width);

} // namespace unply::stg
