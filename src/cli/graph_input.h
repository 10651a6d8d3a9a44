// What the verbs that look at the shape of a graph start from: one execution of one trace region, out of a recording or
// out of a file in the JSON of `unply graph`.
#pragma once
#include "graph/execution_graph.h"
#include "graph/task_graph.h"
#include <functional>
#include <optional>

namespace unply {

struct GraphInput {
  TaskGraph graph;                        // never without tasks
  std::string file;                       // as given
  std::string title;                      // "trace 1: heat.cpp:12 in heat, execution 1 of 3 (--execution N for others)"
  bool from_recording = false;            // else from JSON
  uint32_t trace_id = 0;                  // as in `unply report`; 0 from JSON
  uint32_t execution = 1, executions = 1; // which of how many
  uint64_t work_ns = 0, all_work_ns = 0;  // of this execution and of all of them; 0 from JSON
  std::vector<std::string> region_places; // of each region of the graph, short: "heat.cpp:14"
  std::vector<std::string> region_lines;  // the source line there; "" where it is not known
  TraceInfo info;                         // of the recording; empty from JSON
};

struct GraphChoice {
  KindSet kinds = KindSet::after_renaming();
  std::optional<uint32_t> trace_id;  // without it the trace region with the most tasks
  std::optional<uint32_t> execution; // from 1; without it the execution with the most tasks
  bool quote = true;                 // whether region_lines is wanted
};

class SourceQuotes;
struct GraphDocument;

// For those that need more of the dependences than which tasks they connect: sees what the graph was made from, after
// it was made.
class GraphOrigin {
public:
  virtual ~GraphOrigin() = default;
  virtual Result<void> see(const ExecutionGraph& recording, uint32_t execution, SourceQuotes& sources) = 0;
  virtual Result<void> see(const GraphDocument& document, uint32_t execution) = 0; // "trace" of the tasks
};

Result<GraphInput> load_graph(const std::string& file, const GraphChoice& choice, GraphOrigin* origin = nullptr);

// The trace region, as numbered by unply report, whose executions have the largest sum of `size`; the first of those.
uint32_t largest_trace_region(const ExecutionGraph& graph, const std::function<uint64_t(uint32_t execution)>& size);

// The trace region that the report calls trace `id`: 0 for tasks outside every trace region, the others from 1 in the
// order of their first executions.
Result<TraceRegionRuns> find_trace_region(const ExecutionGraph& graph, const std::string& file, uint32_t id);

} // namespace unply
