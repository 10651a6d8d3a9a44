// From an executable that carries its bitcode to its .taskgraph file: the extractor, then the sets with a time limit.
#pragma once
#include "base/result.h"
#include "collect/install_paths.h"

namespace unply {

constexpr const char* kTimeLimitVariable = "UNPLY_STG_TIME_LIMIT"; // seconds for the sets
constexpr const char* kGraphListVariable = "UNPLY_STG_LIST";       // file: a line "GRAPH<tab>summary" for each graph

// Gives "x.taskgraph: 9 operations, 3 loops, 2 computations".
Result<std::string> write_task_graph(const std::string& executable, const std::string& graph,
                                     const InstallPaths& paths);

} // namespace unply
