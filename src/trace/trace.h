// A recording in memory: the result of `read_trace` and the input of every analysis. It has columns, not rows, because
// ten million task instances and fifty million edges must fit (25 bytes a task, 25 an edge).
//
// Invariants of a Trace that read_trace returned: every index is in range; vertex v has row v - 1 in `tasks`; from < to
// on every edge (Proposition 3.2 of execution-graphs-mora-2021); rows of single vertices are sorted by (to, from,
// kind), one for each; a list is of one kind and ascends by `from`; a vertex that uses a list has no other edges of its
// kind.
#pragma once
#include "base/result.h"
#include "trace/call_paths.h"
#include "trace/ids.h"
#include "trace/loop_profile.h"
#include "trace/site_pairs.h"
#include "unply/runtime_abi.h"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace unply {

enum class RegionKind : uint8_t { trace = 0, task = 1 };
// The operation OP of the update `x = x OP e` to which this access of x belongs; OP is associative.
enum class Update : uint8_t {
  none = 0,
  sum = 1,
  product = 2,
  bits_and = 3,
  bits_or = 4,
  bits_xor = 5,
  least = 6,
  most = 7
};
enum class RegionOrigin : uint8_t { pragma = 0, api = 1, loop = 2, function = 3, paper_abi = 4 };

struct Site {
  StringId file, function, variable, inlined_file;
  uint32_t line, column, inlined_line, flags; // line 0: unknown; flags: SiteFlag of runtime_abi.h
  Update update() const { return static_cast<Update>(flags >> kSiteUpdateShift & kSiteUpdateMask); }
  bool only_updated() const { return (flags & kSiteOnlyUpdated) != 0; }
  bool is_thread_local() const { return (flags & kSiteThreadLocal) != 0; }
};
struct Region {
  RegionKind kind;
  RegionOrigin origin;
  StringId file, function, label;
  uint32_t line, column;
};
struct TraceInstance { // one execution of a trace region
  uint32_t region;     // kNoRegion for the implicit trace around tasks outside every trace region
  uint64_t begin_ns, end_ns;
};
inline constexpr uint32_t kNoRegion = 0xffffffff, kNoProcessor = 0xffffffff, kNoUnitResource = 0xffffffff;

struct TaskColumns {                        // one row per vertex
  std::vector<uint32_t> region, trace;      // trace: index into Trace::traces
  std::vector<uint32_t> instance;           // row of the first vertex of the same task instance; itself mostly
  std::vector<uint32_t> parent;             // row + 1 of the vertex that encloses it, 0: none
  std::vector<uint64_t> begin_ns, end_ns;   // since the start of the recording, tracing cost included
  std::vector<uint64_t> self_ns;            // measured, without nested instances, tracing cost included
  std::vector<uint64_t> overhead_ns;        // estimated tracing cost within self_ns, at most self_ns
  std::vector<bool> incomplete;             // the recording ended inside it
  std::vector<uint64_t> most_ns;            // upper end of its interval over repeated recordings; empty: recorded once
  std::vector<uint64_t> beside_ns;          // beside copies of the program on other processors; empty: not measured
  std::vector<uint32_t> processor;          // of simulated runs, kNoProcessor where not known; empty in recordings
  std::vector<uint32_t> hooks, transitions; // accesses seen, and of them those on the slow path; empty: not asked for
  std::vector<uint32_t> lock;               // the unit resource that it holds, or kNoUnitResource; empty: none
  size_t size() const { return region.size(); }
};
struct EdgeListUse {
  uint32_t to, list;
  auto operator<=>(const EdgeListUse&) const = default;
};
// One row for each edge, except for those that vertices have in common: the anti dependences of all tasks that write
// what all tasks of the phase before have read, say. Such edges are a list, whose rows are there once, behind those of
// single vertices, and each vertex with exactly these edges of that kind uses the list.
struct EdgeColumns {
  std::vector<uint32_t> from, to; // rows of tasks; to: kOfList in rows of lists
  std::vector<EdgeKind> kind;
  std::vector<uint32_t> site_from, site_to; // of the pair that carries most bytes; smaller ids on a tie
  std::vector<uint64_t> bytes;
  std::vector<uint32_t> pair_set;   // all pairs, of Trace::pair_sets; 0: that one alone. Empty: 0 for every edge
  std::vector<uint32_t> list_first; // first row of each list; it ends where the next one begins
  std::vector<EdgeListUse> uses;    // ascending
  static constexpr uint32_t kOfList = 0xffffffff;
  size_t size() const { return from.size(); } // rows
  size_t own_rows() const { return list_first.empty() ? size() : list_first[0]; }
  uint32_t list_end(uint32_t list) const {
    return list + size_t{1} < list_first.size() ? list_first[list + size_t{1}] : static_cast<uint32_t>(size());
  }
  uint64_t edges() const {
    uint64_t count = own_rows();
    for (const EdgeListUse& use : uses) count += list_end(use.list) - list_first[use.list];
    return count;
  }
  void set_pairs_of_last(uint32_t set) {
    if (set == 0 && pair_set.empty()) return;
    pair_set.resize(size() - 1);
    pair_set.push_back(set);
  }
};

struct SourceFile {
  StringId name;
  std::string text;
};

struct TraceInfo {
  uint32_t format_version = 0;
  std::string unply_version, program; // program: path as given
  std::vector<std::string> arguments; // argv[1..]
  std::vector<std::string> inputs;    // of merged loop profiles: the command of each recording; empty: a single one
  std::vector<std::pair<std::string, std::string>> parameters; // --param name=value
  std::string started_at, directory, machine, cpu, kernel;
  std::vector<std::string> source_directories; // the compiler's folder; file names are relative to it
  uint32_t cores = 0;
  uint64_t duration_ns = 0;
  bool complete = false;      // the program ended by itself and the recording has all its data
  std::string incomplete_why; // "killed by signal 9", "file is cut after byte 123"
  int exit_status = 0, exit_signal = 0;
  bool simulated = false;           // no recording: a schedule of src/sim, see TaskColumns::processor
  bool access_stream = false;       // recorded with --accesses: tasks and edges come from the stream
  bool times_without_hooks = false; // of tasks: from repeated runs in which the program had no access hooks
  bool times_only = false;          // recorded without access hooks: no edges, no extensions
  double resolution_ns = 0;         // shorter tasks are as long as the mean of those of their region; 0: no such rule
  uint32_t beside = 0;              // copies of the program that ran at once for TaskColumns::beside_ns
  bool openmp_tasks = false;        // tasks and edges follow the rules of OpenMP, from events of a run
  bool libgomp_on_libomp = false; // OpenMP code for libgomp ran on libomp: loops with a static schedule left no events
  uint64_t phases = 0;            // of a skeleton that events of a run tell of; trace/phases.h reads them
  uint64_t hidden_loops_ns = 0;   // of openmp_tasks: time in parallel regions in which such loops may be
  double hook_ns = 0, transition_ns = 0, task_ns = 0; // calibrated tracing costs
  double task_inside_ns = 0, task_lost_ns = 0;        // of task_ns: within the task's interval, within no task's
  double spread_ns = 0;                               // by which single intervals of empty tasks differ
  std::vector<uint64_t> counters;                     // RingCounter
  std::vector<uint64_t> pass_stats;                   // UnplyStat, summed over modules
  std::vector<std::string> notes;                     // sentences for the report
  // Functions called by tasks whose accesses were not seen, with counts; linker names, sorted.
  std::vector<std::pair<std::string, uint64_t>> unseen_calls;
  size_t input_count() const { return inputs.empty() ? 1 : inputs.size(); }
};

struct Trace {
  TraceInfo info;
  std::vector<std::string> strings;
  std::vector<Site> sites; // row 0: unknown
  std::vector<Region> regions;
  std::vector<TraceInstance> traces; // row 0: the implicit trace
  TaskColumns tasks;
  EdgeColumns edges;
  SitePairSets pair_sets;
  CallPaths call_paths;
  std::vector<SourceFile> sources;
  LoopProfile loops; // of a program without tasks
  std::string_view text(StringId id) const { return strings[static_cast<uint32_t>(id)]; }
  // Calls visit(SitePair) for each pair of sites that carries the edge of this row, ascending by sites.
  template <class Visit> void each_pair(size_t edge, Visit visit) const {
    uint32_t set = edges.pair_set.empty() ? 0 : edges.pair_set[edge];
    if (set == 0) return visit(SitePair{edges.site_from[edge], edges.site_to[edge], edges.bytes[edge]});
    for (const SitePair& pair : pair_sets.at(set)) visit(pair);
  }
};

} // namespace unply
