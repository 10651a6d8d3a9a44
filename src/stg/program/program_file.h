// A program as JSON, and back. Reading checks all that a user of the program relies on (check_program), so that a
// damaged file gives an error and nothing behind it needs to look again.
#pragma once
#include "base/result.h"
#include "stg/program/program.h"
#include <nlohmann/json_fwd.hpp>

namespace unply::stg {

nlohmann::json json_of(const Program& program);
// Errors: a missing or unknown name, a number out of range, what check_program finds; with the place in the file.
Result<Program> read_program(const nlohmann::json& json);

// The invariant stated in program.h.
Result<void> check_program(const Program& program);

// A .taskgraph file: the program, and the graph derived from it ("graph", null if there is none).
// graph/task_graph_file.h reads it.
constexpr const char* kTaskGraphFormat = "unply task graph";
constexpr int kTaskGraphVersion = 2;
// Written beside its place and renamed, so that a reader sees the old file or the new one.
Result<void> write_task_graph_json(const std::string& path, const nlohmann::json& file);

} // namespace unply::stg
