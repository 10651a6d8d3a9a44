// Pictures of a task graph: nodes as boxes in program order, indented as in the program; messages as arrows.
#pragma once
#include "stg/graph/graph.h"
#include "stg/program/program.h"
#include <string>
#include <vector>

namespace unply::stg {

std::string dot_of(const Graph& graph);
std::string svg_of(const Graph& graph, const std::string& title);

// Bytes from each process to each other, row by row: the matrix beside the processes on a circle, with a line for each
// pair that exchanges messages.
std::string communication_svg(const std::vector<std::vector<int64_t>>& bytes, const std::string& title);

} // namespace unply::stg
