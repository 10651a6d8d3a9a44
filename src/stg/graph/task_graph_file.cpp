// See task_graph_file.h.
#include "stg/graph/task_graph_file.h"
#include "base/text_file.h"
#include "stg/graph/graph_file.h"
#include "stg/program/json_file.h"
#include "stg/program/program_file.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace unply::stg {

namespace {

constexpr const char* kAgain = "build it again with unply stg build";

size_t entries(const Procedure& procedure, NodeKind kind) {
  switch (kind) {
  case NodeKind::loop:
    return procedure.loops.size();
  case NodeKind::branch:
    return procedure.blocks.size();
  case NodeKind::call:
    return procedure.values.size();
  case NodeKind::computation:
    return procedure.computations.size();
  case NodeKind::operation:
  case NodeKind::region:
  case NodeKind::workshare:
  case NodeKind::task:
  case NodeKind::sync:
    return procedure.operations.size();
  case NodeKind::procedure:
    return SIZE_MAX; // has no entry of its own
  }
  return 0;
}

bool belongs(const Graph& graph, const Program& program) {
  for (const Node& node : graph.nodes)
    if (node.procedure >= program.procedures.size() || (node.file != kNone && node.file >= program.files.size()) ||
        node.index >= entries(program.procedures[node.procedure], node.kind))
      return false;
  return true;
}

} // namespace

Result<TaskGraphFile> task_graph_of(std::string_view text, const std::string& path) {
  const auto file = json_of_form(text, path,
                                 {.format = kTaskGraphFormat,
                                  .what = "a task graph",
                                  .version = kTaskGraphVersion,
                                  .make = "unply stg build -- mpicc -g program.c -o program writes program.taskgraph",
                                  .again = kAgain});
  if (!file) return error_of(file);
  const auto program_json = file->find("program"), graph_json = file->find("graph");
  if (program_json == file->end()) return fail(path + ": damaged task graph, no program", kAgain);
  auto program = read_program(*program_json);
  if (!program) return std::unexpected(program.error().about(path));
  TaskGraphFile read = {.path = path, .program = std::move(*program), .graph = std::nullopt};
  if (graph_json == file->end() || graph_json->is_null()) return read;
  auto graph = read_graph(*graph_json);
  if (!graph) return std::unexpected(graph.error().about(path));
  if (!belongs(*graph, read.program))
    return fail(path + ": damaged task graph, its graph names what the program lacks", kAgain);
  read.graph = std::move(*graph);
  return read;
}

Result<TaskGraphFile> read_task_graph(const std::string& path) {
  const auto text = read_text_file(path);
  if (!text) return error_of(text);
  return task_graph_of(*text, path);
}

Result<const Graph*> require_graph(const TaskGraphFile& file) {
  if (file.graph) return &*file.graph;
  return fail(file.path + ": has no sets, the build did not derive them",
              "build it again with unply stg build; check, instantiate and verify work without");
}

} // namespace unply::stg
