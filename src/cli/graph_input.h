// The input of verbs that analyse the structure of a graph: one execution of one trace region, or all of them one after
// the other, from a recording or from a file in the JSON of `unply graph`.
#pragma once
#include "graph/execution_graph.h"
#include "graph/task_graph.h"
#include <functional>
#include <optional>

namespace unply {

struct GraphInput {
  TaskGraph graph;                        // never without tasks; of executions in series without its edges
  std::vector<uint32_t> part_first = {0}; // the first task of each execution in it
  std::string file;                       // as given
  std::string title;                      // "trace 1: heat.cpp:12 in heat, execution 1 of 3 (--execution N for others)"
  bool from_recording = false;            // else from JSON
  uint32_t trace_id = 0;                  // as in `unply report`; 0 from JSON
  uint32_t execution = 1, executions = 1; // which of how many; 0: all that have tasks
  uint64_t work_ns = 0, all_work_ns = 0;  // of the graph and of all executions; 0 from JSON
  std::vector<std::string> region_places; // of each region of the graph, short: "heat.cpp:14"
  std::vector<std::string> region_lines;  // the source line there; "" where it is not known
  TraceInfo info;                         // of the recording; empty from JSON
};

struct GraphChoice {
  KindSet kinds = KindSet::after_renaming();
  std::optional<uint32_t> trace_id;  // without it the trace region with the most tasks
  std::optional<uint32_t> execution; // from 1; without it the execution with the most tasks,
  bool in_series = false;            // or all of them
  bool quote = true;                 // whether region_lines is wanted
};

class SourceQuotes;
struct GraphDocument;

// A visitor for verbs that need more of the dependences than the tasks they connect: it sees the input after the graph
// is made.
class GraphOrigin {
public:
  virtual ~GraphOrigin() = default;
  virtual Result<void> see(const ExecutionGraph& recording, const std::vector<uint32_t>& executions,
                           SourceQuotes& sources) = 0;
  virtual Result<void> see(const GraphDocument& document, const std::vector<uint32_t>& traces) = 0; // of the tasks
};

Result<GraphInput> load_graph(const std::string& file, const GraphChoice& choice, GraphOrigin* origin = nullptr);

// The trace region, as numbered by unply report, whose executions have the largest sum of `size`; the first of those.
uint32_t largest_trace_region(const ExecutionGraph& graph, const std::function<uint64_t(uint32_t execution)>& size);

// The trace region that the report calls trace `id`: 0 for tasks outside every trace region, the others from 1 in the
// order of their first executions.
Result<TraceRegionRuns> find_trace_region(const ExecutionGraph& graph, const std::string& file, uint32_t id);

} // namespace unply
