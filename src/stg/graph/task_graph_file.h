// A whole .taskgraph file in memory: what every verb that takes one starts from.
#pragma once
#include "base/result.h"
#include "stg/graph/graph.h"
#include "stg/program/program.h"
#include <optional>

namespace unply::stg {

struct TaskGraphFile {
  std::string path;
  Program program;
  std::optional<Graph> graph; // of this program: nodes name its procedures and files; none where no sets were derived
};

// Errors, with the path: unreadable, no task graph, of another version, damaged.
Result<TaskGraphFile> read_task_graph(const std::string& path);
Result<TaskGraphFile> task_graph_of(std::string_view text, const std::string& path); // path: for messages

// The graph, or an error that says why there is none and which verbs do without.
Result<const Graph*> require_graph(const TaskGraphFile& file);

} // namespace unply::stg
