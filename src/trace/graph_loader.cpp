// Loads the tables of tasks and edges: converts vertices with the recorder's numbers, in ticks, to checked rows in ns.
#include "trace/edge_merge.h"
#include "trace/trace_loader.h"
#include <algorithm>

namespace unply {

namespace {

void resize(TaskColumns& tasks, size_t rows) {
  tasks.region.resize(rows, kNoRegion);
  tasks.trace.resize(rows);
  for (size_t row = tasks.instance.size(); row < rows; ++row) tasks.instance.push_back(static_cast<uint32_t>(row));
  tasks.parent.resize(rows);
  tasks.begin_ns.resize(rows);
  tasks.end_ns.resize(rows);
  tasks.self_ns.resize(rows);
  tasks.overhead_ns.resize(rows);
  tasks.incomplete.resize(rows, true);
}

// No row of the file describes this vertex.
bool missing(const TaskColumns& tasks, size_t row) { return tasks.incomplete[row] && tasks.end_ns[row] == 0; }

constexpr uint32_t kMostProcessors = 1u << 20; // of a simulation: each number below the largest has a lane
constexpr uint32_t kNoList = 0xffffffff;
constexpr auto kMostEdgeKind = static_cast<uint64_t>(EdgeKind::extension);

void push_edge(EdgeColumns& edges, uint32_t from, uint32_t to, EdgeKind kind, uint32_t site_from, uint32_t site_to,
               uint64_t bytes, uint32_t pair_set) {
  edges.from.push_back(from);
  edges.to.push_back(to);
  edges.kind.push_back(kind);
  edges.site_from.push_back(site_from);
  edges.site_to.push_back(site_to);
  edges.bytes.push_back(bytes);
  edges.set_pairs_of_last(pair_set);
}

} // namespace

// Until finish_tasks, times are in ticks, and overhead_ns holds hooks << 32 | transitions.
void TraceLoader::take_tasks(RowBlock& block) {
  auto vertex = block.numbers("vertex"), instance = block.numbers("instance_back"),
       previous = block.numbers("previous_back"), parent = block.numbers("parent_back"),
       region = block.numbers("region"), trace = block.numbers("trace"), gap = block.numbers("gap"),
       duration = block.numbers("duration"), nested = block.numbers("nested"), hooks = block.numbers("hooks"),
       transitions = block.numbers("transitions"), unfinished = block.numbers("unfinished");
  if (!block.ok()) return;
  TaskColumns& tasks = trace_.tasks;
  uint64_t end = 0, most = limit("tasks");
  for (size_t i = 0; i < block.rows(); ++i) {
    uint64_t begin = end + gap[i], v = vertex[i];
    end = begin + duration[i];
    bool valid = v >= 1 && v < most && instance[i] < v && previous[i] < v && parent[i] < v && end >= begin &&
                 (v > tasks.size() || missing(tasks, v - 1));
    if (!valid) {
      ++bad_rows_;
      continue;
    }
    if (v > tasks.size()) resize(tasks, v);
    size_t row = v - 1;
    tasks.region[row] = static_cast<uint32_t>(region[i]);
    tasks.trace[row] = static_cast<uint32_t>(trace[i]);
    tasks.instance[row] = static_cast<uint32_t>(row - instance[i]);
    tasks.parent[row] = static_cast<uint32_t>(parent[i] ? v - parent[i] : 0);
    tasks.begin_ns[row] = begin;
    tasks.end_ns[row] = end;
    tasks.self_ns[row] = duration[i] - std::min(nested[i], duration[i]);
    tasks.overhead_ns[row] = hooks[i] << 32 | transitions[i];
    tasks.incomplete[row] = unfinished[i] != 0;
    first_ticks_ = std::min(first_ticks_, begin);
    last_ticks_ = std::max(last_ticks_, end);
    if (!previous[i]) continue;
    push_edge(trace_.edges, static_cast<uint32_t>(row - previous[i]), static_cast<uint32_t>(row), EdgeKind::extension,
              0, 0, 0, 0);
  }
}

// Sets are numbered consecutively; of a lost set only the number is known.
void TraceLoader::take_pairs(RowBlock& block) {
  auto set = block.numbers("set"), site_from = block.numbers("site_from"), site_to = block.numbers("site_to"),
       bytes = block.numbers("bytes");
  if (!block.ok()) return;
  SitePairSets& sets = trace_.pair_sets;
  uint64_t most = limit("pairs");
  for (size_t i = 0; i < block.rows(); ++i) {
    if (set[i] == 0 || set[i] >= most || set[i] + 1 < sets.size()) {
      ++bad_rows_;
      continue;
    }
    while (sets.size() <= set[i]) sets.add_empty();
    sets.add_to_last({static_cast<uint32_t>(site_from[i]), static_cast<uint32_t>(site_to[i]), bytes[i]});
  }
}

void TraceLoader::take_edges(RowBlock& block) {
  auto to = block.numbers("to"), back = block.numbers("back"), kind = block.numbers("kind"),
       site_from = block.numbers("site_from"), site_to = block.numbers("site_to"), bytes = block.numbers("bytes"),
       pairs = block.numbers("pairs");
  if (!block.ok()) return;
  uint64_t most = limit("tasks");
  for (size_t i = 0; i < block.rows(); ++i) {
    if (back[i] == 0 || back[i] >= to[i] || to[i] >= most || kind[i] > kMostEdgeKind) {
      ++bad_rows_;
      continue;
    }
    push_edge(trace_.edges, static_cast<uint32_t>(to[i] - back[i] - 1), static_cast<uint32_t>(to[i] - 1),
              static_cast<EdgeKind>(kind[i]), static_cast<uint32_t>(site_from[i]), static_cast<uint32_t>(site_to[i]),
              bytes[i], static_cast<uint32_t>(pairs[i]));
  }
}

void TraceLoader::take_lists(RowBlock& block) {
  auto list = block.numbers("list"), from = block.numbers("from"), kind = block.numbers("kind"),
       site_from = block.numbers("site_from"), site_to = block.numbers("site_to"), bytes = block.numbers("bytes"),
       pairs = block.numbers("pairs");
  if (!block.ok()) return;
  uint64_t most = limit("tasks");
  for (size_t i = 0; i < block.rows(); ++i) {
    if (list[i] == 0 || list[i] >= limit("lists") || (!lists_.to.empty() && list[i] < lists_.to.back()) ||
        from[i] == 0 || from[i] >= most || kind[i] > kMostEdgeKind) {
      ++bad_rows_;
      continue;
    }
    push_edge(lists_, static_cast<uint32_t>(from[i] - 1), static_cast<uint32_t>(list[i]),
              static_cast<EdgeKind>(kind[i]), static_cast<uint32_t>(site_from[i]), static_cast<uint32_t>(site_to[i]),
              bytes[i], static_cast<uint32_t>(pairs[i]));
  }
}

void TraceLoader::take_uses(RowBlock& block) {
  auto to = block.numbers("to"), list = block.numbers("list");
  if (!block.ok()) return;
  uint64_t most = limit("tasks");
  for (size_t i = 0; i < block.rows(); ++i) {
    if (to[i] == 0 || to[i] >= most || list[i] == 0 || list[i] >= limit("lists"))
      ++bad_rows_;
    else
      uses_.push_back({static_cast<uint32_t>(to[i] - 1), static_cast<uint32_t>(list[i])});
  }
}

void TraceLoader::take_processors(RowBlock& block) {
  auto vertex = block.numbers("vertex"), processor = block.numbers("processor");
  if (!block.ok()) return;
  uint64_t most = limit("tasks");
  std::vector<uint32_t>& column = trace_.tasks.processor;
  for (size_t i = 0; i < block.rows(); ++i) {
    if (vertex[i] == 0 || vertex[i] >= most || processor[i] >= kMostProcessors) {
      ++bad_rows_;
      continue;
    }
    if (vertex[i] > column.size()) column.resize(vertex[i], kNoProcessor);
    column[vertex[i] - 1] = static_cast<uint32_t>(processor[i]);
  }
}

void TraceLoader::take_repeats(RowBlock& block) {
  auto vertex = block.numbers("vertex"), time = block.numbers("least"), high = block.numbers("most"),
       beside = block.numbers("beside");
  if (!block.ok()) return;
  uint64_t most = limit("tasks");
  TaskColumns& tasks = trace_.tasks;
  for (size_t i = 0; i < block.rows(); ++i) {
    if (vertex[i] == 0 || vertex[i] >= most || time[i] > high[i]) {
      ++bad_rows_;
      continue;
    }
    if (vertex[i] > time_ns_.size()) time_ns_.resize(vertex[i], ~uint64_t{0}), tasks.most_ns.resize(vertex[i]);
    time_ns_[vertex[i] - 1] = time[i];
    tasks.most_ns[vertex[i] - 1] = high[i];
    if (vertex[i] > tasks.beside_ns.size()) tasks.beside_ns.resize(vertex[i]);
    tasks.beside_ns[vertex[i] - 1] = beside[i];
  }
}

void TraceLoader::finish_tasks() {
  TaskColumns& tasks = trace_.tasks;
  size_t rows = tasks.size();
  for (uint32_t to : trace_.edges.to) rows = std::max<size_t>(rows, to + 1);
  for (const EdgeListUse& use : uses_) rows = std::max<size_t>(rows, use.to + 1);
  resize(tasks, rows);
  if (!tasks.processor.empty()) tasks.processor.resize(rows, kNoProcessor);
  for (size_t row = 0; row < rows; ++row) {
    if (tasks.trace[row] >= trace_.traces.size()) tasks.trace[row] = 0;
    if (tasks.region[row] >= trace_.regions.size()) tasks.region[row] = unknown_region();
  }
  fill_missing_tasks();
  estimate_overhead();
  convert_times();
  apply_repeats();
}

// A vertex that never ended began before the next one, and lasted until the last event.
void TraceLoader::fill_missing_tasks() {
  TaskColumns& tasks = trace_.tasks;
  if (std::find(tasks.incomplete.begin(), tasks.incomplete.end(), true) == tasks.incomplete.end()) return;
  uint64_t begin = last_ticks_;
  uint32_t trace = 0;
  std::vector<bool> filled(tasks.size());
  for (size_t row = 0; row < tasks.size(); ++row)
    if (!missing(tasks, row)) trace = tasks.trace[row];
  for (size_t row = tasks.size(); row-- > 0;) {
    if (!missing(tasks, row)) {
      begin = std::min(begin, tasks.begin_ns[row]);
      trace = tasks.trace[row];
      continue;
    }
    tasks.begin_ns[row] = begin;
    tasks.end_ns[row] = last_ticks_;
    tasks.self_ns[row] = last_ticks_ - begin;
    tasks.trace[row] = trace;
    filled[row] = true;
  }
  for (size_t row = 0; row < tasks.size(); ++row)
    if (uint32_t parent = tasks.parent[row]; parent && filled[parent - 1]) {
      uint64_t& self = tasks.self_ns[parent - 1];
      self -= std::min(self, tasks.end_ns[row] - tasks.begin_ns[row]);
    }
}

// Calibrated costs multiplied by the counts of the vertex; beginning and ending a nested vertex also costs time in its
// parent. In ps until convert_times.
void TraceLoader::estimate_overhead() {
  TaskColumns& tasks = trace_.tasks;
  uint64_t slow_ps = transition_ps_ - std::min(transition_ps_, hook_ps_);
  // Recordings from before minor version 4 give the cost of a task outside its interval, most of which lies in no
  // task's interval.
  uint64_t parents_ps = task_parent_ps_ ? task_parent_ps_ : task_ps_ - std::min(task_ps_, task_inside_ps_);
  auto cost = [](uint64_t count, uint64_t ps) { return std::min<uint64_t>(count * ps, uint64_t{1} << 60); };
  for (size_t row = 0; row < tasks.size(); ++row) {
    uint64_t counts = tasks.overhead_ns[row];
    if (options_.counts) {
      tasks.hooks.push_back(static_cast<uint32_t>(counts >> 32));
      tasks.transitions.push_back(static_cast<uint32_t>(counts));
    }
    uint64_t own = tasks.instance[row] == row && !tasks.incomplete[row] ? task_inside_ps_ : 0;
    tasks.overhead_ns[row] = cost(counts >> 32, hook_ps_) + cost(counts & 0xffffffff, slow_ps) + own;
  }
  for (size_t row = 0; row < tasks.size(); ++row)
    if (uint32_t parent = tasks.parent[row]; parent && tasks.instance[row] == row) {
      uint64_t& parents = tasks.overhead_ns[parent - 1];
      parents = std::min<uint64_t>(parents + parents_ps, uint64_t{1} << 62);
    }
}

void TraceLoader::convert_times() {
  TaskColumns& tasks = trace_.tasks;
  for (size_t row = 0; row < tasks.size(); ++row) {
    tasks.begin_ns[row] = clock_.ns(tasks.begin_ns[row]);
    tasks.end_ns[row] = clock_.ns(tasks.end_ns[row]);
    tasks.self_ns[row] = clock_.length_ns(tasks.self_ns[row]);
    tasks.overhead_ns[row] = (tasks.overhead_ns[row] + 500) / 1000;
    // In a timing run the overhead may exceed the time of a short task: src/cli/record/repeat.cpp combines several
    // runs, and clamping each at 0 would make the mean too long.
    if (!trace_.info.times_only) tasks.overhead_ns[row] = std::min(tasks.overhead_ns[row], tasks.self_ns[row]);
  }
  uint64_t end = clock_.ns(std::max(last_ticks_, clock_.end_ticks()));
  trace_.info.duration_ns = end;
  constexpr uint64_t kUnknown = ~uint64_t{0};
  for (TraceInstance& trace : trace_.traces) {
    trace.begin_ns = trace.begin_ns == kUnknown ? 0 : clock_.ns(trace.begin_ns);
    trace.end_ns = trace.end_ns == kUnknown ? end : std::max(clock_.ns(trace.end_ns), trace.begin_ns);
  }
  trace_.traces[0] = {kNoRegion, 0, end};
}

// The own time of a vertex is then combined from all recordings. Their tracing cost is known better than the cost of
// this one alone: if the estimate leaves less than the combined time, it was too high.
void TraceLoader::apply_repeats() {
  TaskColumns& tasks = trace_.tasks;
  if (time_ns_.empty()) return;
  time_ns_.resize(tasks.size(), ~uint64_t{0});
  tasks.most_ns.resize(tasks.size());
  tasks.beside_ns.resize(trace_.info.beside > 0 ? tasks.size() : 0);
  for (size_t row = 0; row < tasks.size(); ++row) {
    uint64_t &self = tasks.self_ns[row], &overhead = tasks.overhead_ns[row];
    if (time_ns_[row] != ~uint64_t{0}) {
      uint64_t work = time_ns_[row];                 // may be more than this run took, whose stamps are not fenced
      uint64_t beyond = self - std::min(self, work); // with hooks: all of it is tracing cost
      overhead = trace_.info.times_without_hooks ? beyond : std::min(overhead, beyond);
      self = overhead + work;
    }
    tasks.most_ns[row] = std::max(tasks.most_ns[row], self - overhead);
  }
}

// Lost sites become the unknown site, and an edge whose set is lost keeps the pair in its row.
void TraceLoader::check_sets() {
  auto check_site = [&](uint32_t& site) {
    if (site >= trace_.sites.size()) site = 0;
  };
  for (EdgeColumns* edges : {&trace_.edges, &lists_})
    for (auto* sites : {&edges->site_from, &edges->site_to}) std::ranges::for_each(*sites, check_site);
  for (SitePair& pair : trace_.pair_sets.all_pairs()) check_site(pair.from), check_site(pair.to);
  std::vector<uint64_t> bytes(trace_.pair_sets.size());
  for (uint32_t set = 0; set < trace_.pair_sets.size(); ++set)
    for (const SitePair& pair : trace_.pair_sets.at(set)) bytes[set] += pair.bytes;
  for (EdgeColumns* edges : {&trace_.edges, &lists_}) check_sets_of(*edges, bytes);
}

void TraceLoader::check_sets_of(EdgeColumns& edges, const std::vector<uint64_t>& bytes_of_set) {
  for (size_t e = 0; e < edges.pair_set.size(); ++e) {
    uint32_t& set = edges.pair_set[e];
    if (set == 0 || (set < bytes_of_set.size() && bytes_of_set[set] == edges.bytes[e])) continue;
    set = 0;
    ++bad_rows_;
  }
}

// Files written by one thread without nested tasks are in order already. Otherwise: by `to` with a counting sort, and
// the few edges into each vertex by merge_edges.
void TraceLoader::sort_edges() {
  EdgeColumns& edges = trace_.edges;
  auto in_order = [&](size_t i) {
    return std::tie(edges.to[i - 1], edges.from[i - 1], edges.kind[i - 1]) <
           std::tie(edges.to[i], edges.from[i], edges.kind[i]);
  };
  size_t first_wrong = 1;
  while (first_wrong < edges.size() && in_order(first_wrong)) ++first_wrong;
  if (first_wrong < edges.size()) {
    std::vector<size_t> begin(trace_.tasks.size() + 1);
    for (uint32_t to : edges.to) ++begin[to + 1];
    for (size_t v = 1; v < begin.size(); ++v) begin[v] += begin[v - 1];
    std::vector<size_t> place = begin, at(edges.size());
    for (size_t i = 0; i < edges.size(); ++i) at[place[edges.to[i]]++] = i;
    EdgeColumns sorted;
    std::vector<EdgeRow> into;
    for (size_t v = 0; v + 1 < begin.size(); ++v) {
      into.clear();
      for (size_t k = begin[v]; k < begin[v + 1]; ++k) {
        size_t i = at[k];
        into.push_back({.to = edges.to[i],
                        .from = edges.from[i],
                        .kind = static_cast<uint32_t>(edges.kind[i]),
                        .site_from = edges.site_from[i],
                        .site_to = edges.site_to[i],
                        .bytes = edges.bytes[i],
                        .pairs = edges.pair_set.empty() ? 0 : edges.pair_set[i]});
      }
      merge_edges(into, trace_.pair_sets);
      for (const EdgeRow& e : into)
        push_edge(sorted, e.from, e.to, static_cast<EdgeKind>(e.kind), e.site_from, e.site_to, e.bytes, e.pairs);
    }
    edges = std::move(sorted);
  }
}

// Keeps the invariants of EdgeColumns: a use of a list that a damaged file has lost or that contradicts other rows is
// left out, and counted.
void TraceLoader::append_lists() {
  EdgeColumns& edges = trace_.edges;
  std::ranges::sort(uses_);
  std::vector<uint32_t> row_of(lists_.to.empty() ? 1 : lists_.to.back() + size_t{1}, kNoList);
  for (size_t begin = 0, end; begin < lists_.size(); begin = end) {
    bool sound = true;
    for (end = begin + 1; end < lists_.size() && lists_.to[end] == lists_.to[begin]; ++end)
      sound &= lists_.from[end - 1] < lists_.from[end] && lists_.kind[end - 1] == lists_.kind[end];
    sound &= lists_.kind[begin] != EdgeKind::extension && lists_.from[end - 1] < trace_.tasks.size();
    if (!sound) continue; // those who use it are counted
    row_of[lists_.to[begin]] = static_cast<uint32_t>(edges.list_first.size());
    edges.list_first.push_back(static_cast<uint32_t>(edges.size()));
    for (size_t i = begin; i < end; ++i)
      push_edge(edges, lists_.from[i], EdgeColumns::kOfList, lists_.kind[i], lists_.site_from[i], lists_.site_to[i],
                lists_.bytes[i], lists_.pair_set.empty() ? 0 : lists_.pair_set[i]);
  }
  lists_ = {};
  size_t own = 0;
  const size_t own_rows = edges.own_rows();
  uint32_t vertex = 0;
  unsigned kinds = 0; // bits of those that the vertex has
  for (const EdgeListUse& use : uses_) {
    if (use.to != vertex) kinds = 0;
    vertex = use.to;
    while (own < own_rows && edges.to[own] < vertex) ++own;
    for (; own < own_rows && edges.to[own] == vertex; ++own) kinds |= 1u << static_cast<unsigned>(edges.kind[own]);
    const uint32_t list = use.list < row_of.size() ? row_of[use.list] : kNoList;
    const unsigned bit = list == kNoList ? 0 : 1u << static_cast<unsigned>(edges.kind[edges.list_first[list]]);
    if (bit == 0 || (kinds & bit) != 0 || edges.from[edges.list_end(list) - 1] >= vertex) {
      ++bad_rows_;
      continue;
    }
    kinds |= bit;
    edges.uses.push_back({vertex, list});
  }
}

} // namespace unply
