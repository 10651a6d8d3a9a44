// Job graphs from files of other tools, recognised by content: the Standard Task Graph Set (.stg), workflows in the
// JSON of WfCommons, and fork-join events in the vocabulary of idra-ideal-speedups-1994, Table 1
// (docs/fork-join-format.md). Recordings and the JSON of `unply graph` are read by src/cli/graph_input and become job
// graphs by job_graph_of.
//
// Vertices of a JobGraph from here are in a topological order; `id` is the number in the file, or the row of the task
// from 1 where the file has names, which are its regions then.
#pragma once
#include "sim/job_graph.h"
#include <cstdint>
#include <span>
#include <string_view>

namespace unply {

enum class JobFormat {
  standard_task_graph, // "4\n0 0 0\n1 9 1 0\n..."
  workflow,            // JSON with "workflow"
  fork_join,           // "1 START_EXECUTION 0 main"
  graph_json,          // JSON of unply graph
  recording,           // of unply record
  unknown
};

// By the beginning of a file; a workflow by the key at its outermost level.
JobFormat job_format_of(std::span<const uint8_t> bytes);
std::string_view job_format_name(JobFormat format); // "Standard Task Graph Set"

// Each fails with the place in the file: text cut or not of its form, an id that comes twice, a predecessor that does
// not exist, a time that is missing or negative, a cycle with its tasks. name: of the file, in messages.
Result<JobGraph> read_standard_task_graph(std::span<const uint8_t> bytes, const std::string& name);
Result<JobGraph> read_workflow(std::span<const uint8_t> bytes, const std::string& name);
Result<JobGraph> read_fork_join(std::span<const uint8_t> bytes, const std::string& name);

// Reads the file in the format recognised by its content; fails on recordings and graphs in JSON, which src/graph
// reads, and on unknown content.
Result<JobGraph> read_job_graph(std::span<const uint8_t> bytes, const std::string& name);
Result<JobGraph> read_job_graph(const std::string& path);

// The final step of the readers: rows in the order of the file, all but the dag, become vertices in a topological
// order, or the cycle is named, by task_names where the file has some, else by id.
Result<JobGraph> order_job_graph(JobGraph jobs, std::vector<DagEdge> edges, const std::string& name,
                                 const std::vector<std::string>& task_names = {});

} // namespace unply
