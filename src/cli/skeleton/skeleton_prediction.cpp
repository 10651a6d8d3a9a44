// What the recorded times let expect: each call is a divide and a combine around its calls, a base case one task, on
// processors without costs of their own. Schedules are made and checked by the scheduler part, as in unply bound.
#include "cli/skeleton/skeleton.h"
#include "cli/time_doubts.h"
#include <fmt/format.h>

namespace unply {

// The tree below one root. Divisions are numbered as they are called, combinations behind them the other way round, so
// that every edge leads upwards.
static Result<JobGraph> jobs_below(const RecursionTree& tree, uint32_t root) {
  JobGraph jobs;
  uint32_t end = tree.activations[root].end, count = end - root;
  std::vector<uint32_t> combine(count);
  uint32_t next = count;
  for (uint32_t a = end; a-- > root;) combine[a - root] = tree.activations[a].calls > 0 ? next++ : a - root;
  jobs.length.resize(next), jobs.id.resize(next), jobs.region.assign(next, 0);
  jobs.region_names = {"divide and base cases", "combine"};
  std::vector<DagEdge> edges;
  for (uint32_t a = root; a < end; ++a) {
    const Activation& each = tree.activations[a];
    uint32_t divide = a - root;
    jobs.length[divide] = each.calls > 0 ? each.divide_ns + each.between_ns : each.own_ns();
    jobs.id[divide] = each.vertex + 1;
    if (each.calls > 0)
      jobs.length[combine[divide]] = each.combine_ns, jobs.id[combine[divide]] = each.vertex + 1,
      jobs.region[combine[divide]] = 1;
    if (a == root) continue;
    uint32_t parent = each.parent - root;
    edges.push_back({parent, divide});
    edges.push_back({combine[divide], combine[parent]});
  }
  auto dag = Dag::from_edges(next, edges);
  if (!dag) return error_of(dag);
  jobs.dag = std::move(*dag);
  TRY(check_job_graph(jobs));
  return jobs;
}

Result<SkeletonPrediction> predict_skeleton(const ExecutionGraph& graph, const RecordedRecursion& recursion,
                                            const std::vector<uint32_t>& processors) {
  RecursionTree tree = recursion_tree(graph, recursion.executions, recursion.found.region);
  std::vector<JobGraph> parts; // calls from outside run one after the other
  for (uint32_t root = 0; root < tree.activations.size(); root = tree.activations[root].end) {
    auto jobs = jobs_below(tree, root);
    if (!jobs) return error_of(jobs);
    parts.push_back(std::move(*jobs));
  }
  CurveRequest request;
  request.processors = processors.empty() ? std::vector<uint32_t>{1, 2, 4, 8, 16, 32, 64} : processors;
  request.schedulers = {find_scheduler("hlfet")};
  auto curve = speedup_curve(parts, request);
  if (!curve) return error_of(curve);
  return SkeletonPrediction{.totals = curve->totals,
                            .points = std::move(curve->points),
                            .bounds = std::move(curve->bounds),
                            .times_are_bounds = times_are_bounds(graph.trace().info)};
}

namespace {
class PhaseTable {
public:
  PhaseTable(const RecursionTree& tree, TextOutput& out) : tree_(tree), out_(out) {
    out_.put("rank,call,phase,level,partner,bytes,begin_ns,end_ns,cpu_ns,P,calls\n");
  }

  // One call from outside: a row for it, and rows for all below in the order in which they run.
  void add(uint32_t root, uint64_t call) {
    call_ = call;
    uint64_t all = 0;
    for (uint32_t a = root; a < tree_.activations[root].end; ++a) all += tree_.activations[a].own_ns();
    row("call", root, now_, all);
    for (uint32_t a = root; a < tree_.activations[root].end; ++a) {
      close(a);
      const Activation& each = tree_.activations[a];
      step(each.calls > 0 ? "divide" : "sequential", a,
           each.calls > 0 ? each.divide_ns + each.between_ns : each.own_ns());
      if (each.calls > 0) open_.push_back(a);
    }
    close(tree_.activations[root].end);
  }

private:
  void close(uint32_t next) { // combines the calls that ended before `next`
    while (!open_.empty() && tree_.activations[open_.back()].end <= next) {
      step("combine", open_.back(), tree_.activations[open_.back()].combine_ns);
      open_.pop_back();
    }
  }
  void step(const char* phase, uint32_t a, uint64_t time_ns) {
    row(phase, a, now_, time_ns);
    now_ += time_ns;
  }
  void row(const char* phase, uint32_t a, uint64_t begin, uint64_t time_ns) {
    const Activation& each = tree_.activations[a];
    out_.put(fmt::format("0,{},{},{},-1,0,{},{},{},1,{}\n", call_, phase, each.depth, begin, begin + time_ns, time_ns,
                         each.end - a));
  }
  const RecursionTree& tree_;
  TextOutput& out_;
  std::vector<uint32_t> open_;
  uint64_t now_ = 0, call_ = 0;
};
} // namespace

void write_phases(const ExecutionGraph& graph, const RecordedRecursion& recursion, TextOutput& out) {
  RecursionTree tree = recursion_tree(graph, recursion.executions, recursion.found.region);
  PhaseTable table(tree, out);
  uint64_t call = 0;
  for (uint32_t root = 0; root < tree.activations.size(); root = tree.activations[root].end) table.add(root, call++);
}

} // namespace unply
