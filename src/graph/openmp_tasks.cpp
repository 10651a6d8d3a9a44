// One pass over the events of a thread. Time is attributed to the current part of the thread, unless it waits or the
// system or the recorder has the core. Dependences on a task's end are stored by task, because its last part is known
// only at the end.
#include "graph/openmp_tasks.h"
#include "base/none.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

static bool is_openmp(uint8_t kind) {
  return (kind >= kEventParallelBegin && kind <= kEventImplicitEnd) ||
         (kind >= kEventTaskCreate && kind <= kEventTaskgroupEnd) ||
         (kind >= kEventWorkBegin && kind <= kEventMaskedEnd);
}

static constexpr uint8_t kMutexinoutset = 0xff; // among the kinds of locks

// Loops are cut into at most this many parts, none shorter than that: more would bring a curve up to 64 processors
// nothing, and a run with a million tiny loops must fit in memory.
static constexpr uint64_t kMostPieces = 64, kLeastPieceNs = 2000;

static bool is_barrier(uint64_t wait) {
  return wait == kWaitBarrierImplicit || wait == kWaitBarrierExplicit || wait == kWaitBarrierImplementation;
}

OpenmpTasks::OpenmpTasks(Trace tables) : graph_(std::move(tables)) {}

// The initial task runs outside of parallel regions; region 0 holds the tasks that it creates there.
void OpenmpTasks::begin_thread(const EventBlock& block) {
  thread_ = block.thread;
  last_ns_ = block.time_ns.empty() ? 0 : block.time_ns[0];
  Trace& trace = graph_.trace();
  graph_ = PartGraph(std::move(trace));
  tasks_.clear();
  regions_.clear();
  regions_.push_back({.number = 0, .encountering = 0, .site = 0, .implicit = kNone, .tasks = {}});
  groups_ = {{}};
  implicit_ = {new_task(0, 0, "serial part", kNone, kNoUnitResource)};
  current_ = implicit_[0];
}

Result<void> OpenmpTasks::add(const EventBlock& block) {
  bool other = block.thread != thread_;
  if (other && openmp_) {
    if (std::ranges::none_of(block.kind, is_openmp)) return {};
    return fail("more than one thread ran OpenMP, expected one",
                "tasks take longer beside others than alone; for what could run in parallel: OMP_NUM_THREADS=1 "
                "OMP_THREAD_LIMIT=1 unply record ... (the limit holds where the program sets its own number)");
  }
  if (other) begin_thread(block);
  for (size_t i = 0; i < block.size(); ++i) {
    openmp_ |= is_openmp(block.kind[i]);
    uint32_t site = block.site[i] < graph_.trace().sites.size() ? block.site[i] : 0;
    take({.time_ns = block.time_ns[i], .a = block.a[i], .b = block.b[i], .site = site, .kind = block.kind[i]});
  }
  return {};
}

uint32_t OpenmpTasks::new_task(uint32_t site, uint32_t region, const char* word, uint32_t creator, uint32_t mutex) {
  uint32_t task = static_cast<uint32_t>(tasks_.size());
  Task& t = tasks_.emplace_back();
  t.site = site, t.region = region, t.mutex = mutex;
  t.places = {graph_.place_at(site, word)};
  graph_.add_part(task, t.places[0], creator, mutex, last_ns_);
  return task;
}

uint32_t OpenmpTasks::split(uint32_t task) {
  const Task& t = tasks_[task];
  uint32_t lock = t.locks.empty() ? t.mutex : t.locks.front();
  return graph_.add_part(task, t.places.back(), kNone, lock, last_ns_);
}

void OpenmpTasks::pass_time(uint64_t time_ns) {
  time_ns = std::max(time_ns, last_ns_);
  const Task& task = tasks_[current_];
  bool works = task.waiting == 0 && !task.waits_for_lock && stopped_ == 0;
  if (works) graph_.spend(graph_.last_part(current_), last_ns_, time_ns, time_ns - last_ns_);
  last_ns_ = time_ns;
}

void OpenmpTasks::take(const Event& event) {
  // The clauses of a task, and the only chunk of a loop, are recorded back to back: the time between them is the cost
  // of recording.
  bool in_a_row = (event.kind == kEventTaskDependence && last_kind_ == kEventTaskDependence) ||
                  (event.kind == kEventChunk && last_kind_ == kEventWorkBegin);
  if (in_a_row) in_a_row_ns_.push_back(event.time_ns - std::min(last_ns_, event.time_ns));
  last_kind_ = event.kind;
  pass_time(event.time_ns);
  if (event.kind == kEventTaskDependence) {
    if (event.a == kDependSource || event.a == kDependSink) tasks_[current_].iterations = 0;
    created_.clauses.push_back({static_cast<uint8_t>(event.a), event.b});
    return;
  }
  settle_created();
  if (event.kind >= kEventParallelBegin && event.kind <= kEventImplicitEnd) return take_region(event);
  if (event.kind >= kEventTaskCreate && event.kind <= kEventTaskgroupEnd) return take_task(event);
  if (event.kind == kEventWorkBegin || event.kind == kEventWorkEnd) return take_construct(event);
  if (event.kind == kEventWaitBegin || event.kind == kEventWaitEnd) return take_wait(event);
  if (event.kind >= kEventLockWait && event.kind <= kEventLockReleased) return take_lock(event);
  if (event.kind == kEventPreempted || event.kind == kEventOverheadBegin) ++stopped_;
  if ((event.kind == kEventResumed || event.kind == kEventOverheadEnd) && stopped_ > 0) --stopped_;
}

// ---- Parallel regions

void OpenmpTasks::take_region(const Event& event) {
  switch (event.kind) {
  case kEventParallelBegin:
    return begin_region(event);
  case kEventImplicitBegin:
    return begin_implicit(event);
  case kEventImplicitEnd:
    return end_implicit(event);
  default:
    return end_region(event);
  }
}

uint32_t OpenmpTasks::region_of(uint64_t number) const {
  for (size_t r = regions_.size(); r-- > 1;)
    if (regions_[r].number == number) return static_cast<uint32_t>(r);
  return 0;
}

void OpenmpTasks::begin_region(const Event& event) {
  regions_.push_back({.number = event.a, .encountering = current_, .site = event.site, .implicit = kNone, .tasks = {}});
}

void OpenmpTasks::begin_implicit(const Event& event) {
  uint32_t region = region_of(event.a);
  if (region == 0) return; // the initial task's own
  uint32_t encountering = regions_[region].encountering, site = regions_[region].site;
  uint32_t creator = graph_.last_part(encountering);
  uint32_t task = new_task(site, region, "parallel region", creator, kNoUnitResource);
  graph_.add_edge(creator, graph_.last_part(task), PartOrder::parallel, {tasks_[encountering].site, site});
  regions_[region].implicit = task;
  uint32_t place = tasks_[task].places[0];
  if (own_code_.size() <= place) own_code_.resize(place + 1, false);
  own_code_[place] = true;
  implicit_.push_back(task);
  current_ = task;
}

// The barrier at the end of a region; on one thread libomp has no event for it.
void OpenmpTasks::end_implicit(const Event& event) {
  uint32_t region = region_of(event.a);
  if (region == 0 || implicit_.size() < 2 || regions_[region].implicit != implicit_.back()) return;
  join(regions_[region].tasks, implicit_.back(), PartOrder::barrier, regions_[region].site);
  implicit_.pop_back();
  current_ = regions_[region].encountering;
}

void OpenmpTasks::end_region(const Event& event) {
  uint32_t region = region_of(event.a);
  if (region == 0) return;
  if (!implicit_.empty() && regions_[region].implicit == implicit_.back()) end_implicit(event);
  Region& r = regions_[region];
  if (r.implicit != kNone) {
    uint32_t after = split(r.encountering);
    graph_.add_edge_from_end(r.implicit, after, PartOrder::parallel, {r.site, tasks_[r.encountering].site});
  }
  current_ = r.encountering;
  r.number = 0; // numbers are not used again, but a list of thousands of ended ones is not searched
  if (region + 1 == regions_.size()) regions_.pop_back();
}

// Loops and sections get separate parts, to distinguish them from the rest of the region. A taskloop makes tasks, and
// code in single or masked belongs to the region.
void OpenmpTasks::take_construct(const Event& event) {
  bool own = event.a <= kWorkSections || event.a == kWorkWorkshare || event.a == kWorkDistribute;
  if (!own) return;
  if (event.kind == kEventWorkEnd) return end_construct();
  Task& task = tasks_[current_];
  task.places.push_back(graph_.place_at(event.site, "worksharing construct"));
  bool loop = event.a <= kWorkLoopOther || event.a == kWorkDistribute;
  task.iterations = loop ? event.b : 0;
  task.before_loop = graph_.last_part(current_);
  task.loop_part = split(current_);
}

void OpenmpTasks::end_construct() {
  Task& task = tasks_[current_];
  if (task.places.size() < 2) return;
  uint32_t place = task.places.back(), part = graph_.last_part(current_);
  task.places.pop_back();
  bool alone = std::exchange(task.loop_part, kNone) == part; // no tasks, locks or barriers within
  uint64_t pieces = std::min({task.iterations, kMostPieces, graph_.time_of(part) / kLeastPieceNs});
  std::vector<bool>& places = alone && pieces > 1 ? cut_ : whole_;
  if (places.size() <= place) places.resize(place + 1, false);
  places[place] = true;
  if (alone && pieces > 1) return cut_loop(place, static_cast<uint32_t>(pieces));
  ++whole_constructs_;
  split(current_);
}

// All pieces except the first are separate tasks, like the threads of a team.
void OpenmpTasks::cut_loop(uint32_t place, uint32_t pieces) {
  ++cut_loops_;
  pieces_ += pieces - 1;
  uint32_t encountering = current_, whole = graph_.last_part(encountering);
  uint32_t before = tasks_[encountering].before_loop;
  uint32_t site = graph_.site_of_place(place), begun_at = tasks_[encountering].site;
  uint64_t each = graph_.time_of(whole) / pieces;
  std::vector<uint32_t> tasks;
  for (uint32_t i = 1; i < pieces; ++i) {
    tasks.push_back(new_task(site, tasks_[encountering].region, "worksharing construct", before, kNoUnitResource));
    graph_.give_end(whole, graph_.last_part(tasks.back()), each);
  }
  uint32_t after = split(encountering);
  for (uint32_t task : tasks) {
    graph_.add_edge(before, graph_.last_part(task), PartOrder::parallel, {begun_at, site});
    graph_.add_edge_from_end(task, after, PartOrder::barrier, {site, begun_at});
  }
}

// ---- Tasks

void OpenmpTasks::take_task(const Event& event) {
  switch (event.kind) {
  case kEventTaskCreate:
    created_ = {
        .any = true, .number = event.a, .site = event.site, .flags = static_cast<uint8_t>(event.b), .clauses = {}};
    return;
  case kEventTaskSwitch:
    return switch_task(event);
  case kEventTaskgroupBegin:
    groups_.emplace_back();
    tasks_[current_].groups.push_back(static_cast<uint32_t>(groups_.size() - 1));
    return;
  case kEventTaskgroupEnd: {
    std::vector<uint32_t>& open = tasks_[current_].groups;
    if (open.empty()) return;
    join(groups_[open.back()], current_, PartOrder::taskgroup, event.site);
    open.pop_back();
    return;
  }
  default: // kEventTaskPair: the clauses say more
    return;
  }
}

void OpenmpTasks::settle_created() {
  if (!created_.any) return created_.clauses.clear();
  if ((created_.flags & kTaskTaskwait) != 0)
    wait_for_clauses();
  else
    add_task();
  created_ = {};
}

void OpenmpTasks::add_clause_edges(const std::vector<DependPredecessor>& predecessors, uint32_t to_part,
                                   uint32_t site) {
  for (const DependPredecessor& before : predecessors)
    graph_.add_edge_from_end(before.task, to_part, PartOrder::depend, {tasks_[before.task].site, site}, before.kind);
}

void OpenmpTasks::wait_for_clauses() {
  task_of_[created_.number] = kNone;
  Task& task = tasks_[current_];
  if (!task.clauses) return;
  std::vector<DependPredecessor> before = task.clauses->ask(created_.clauses);
  if (!before.empty()) add_clause_edges(before, split(current_), created_.site);
}

// Tasks of a mutexinoutset clause run one at a time, in any order: the first such address is a unit resource.
uint32_t OpenmpTasks::mutex_of(const Created& created) {
  uint32_t mutex = kNoUnitResource;
  for (const DependClause& clause : created.clauses) {
    if (clause.type != kDependMutexinoutset) continue;
    if (mutex == kNoUnitResource)
      mutex = lock_of(kMutexinoutset, clause.address);
    else
      ++several_locks_;
  }
  return mutex;
}

void OpenmpTasks::add_task() {
  ++explicit_tasks_;
  uint32_t parent = current_, creator = graph_.last_part(parent);
  uint32_t child = new_task(created_.site, tasks_[parent].region, "task", creator, mutex_of(created_));
  task_of_[created_.number] = child;
  Task &task = tasks_[child], &above = tasks_[parent];
  task.flags = created_.flags;
  task.group = above.groups.empty() ? above.group : above.groups.back();
  uint32_t first = graph_.last_part(child);
  graph_.add_edge(creator, first, PartOrder::created, {above.site, task.site});
  if (!created_.clauses.empty()) {
    if (!above.clauses) above.clauses = std::make_unique<DependClauses>();
    add_clause_edges(above.clauses->add(child, created_.clauses), first, task.site);
  }
  uint32_t after = split(parent);
  bool included = (created_.flags & above.flags & kTaskFinal) != 0;
  task.joined = included || (created_.flags & kTaskIfFalse) != 0;
  if (task.joined) {
    graph_.add_edge_from_end(child, after, PartOrder::undeferred, {task.site, task.site});
    return;
  }
  above.children.push_back(child);
  if (task.group != 0) groups_[task.group].push_back(child);
  regions_[task.region].tasks.push_back(child);
}

// The status says why the thread leaves a task; which task it enters says enough. An untied task that yields is left
// and entered several times in a row by libomp, which changes nothing here.
void OpenmpTasks::switch_task(const Event& event) {
  uint64_t left = event.b >> 32, entered = event.b & 0xffffffff;
  auto waiter = task_of_.find(left);
  if (left != 0 && waiter != task_of_.end() && waiter->second == kNone) return;
  if (entered == 0) {
    current_ = implicit_.back();
    return;
  }
  auto [place, added] = task_of_.try_emplace(entered, 0);
  if (added) { // created while nothing was recorded
    ++unknown_tasks_;
    uint32_t creator = graph_.last_part(current_);
    place->second = new_task(event.site, tasks_[current_].region, "task", creator, kNoUnitResource);
    graph_.add_edge(creator, graph_.last_part(place->second), PartOrder::created, {event.site, event.site});
    regions_[tasks_[current_].region].tasks.push_back(place->second);
  }
  if (place->second != kNone) current_ = place->second;
}

void OpenmpTasks::join(std::vector<uint32_t>& tasks, uint32_t waiter, PartOrder order, uint32_t site) {
  uint32_t part = kNone;
  for (uint32_t task : tasks) {
    if (tasks_[task].joined || task == waiter) continue;
    tasks_[task].joined = true;
    if (part == kNone) part = split(waiter);
    graph_.add_edge_from_end(task, part, order, {tasks_[task].site, site});
  }
  std::vector<uint32_t>().swap(tasks);
}

// ---- Waiting

void OpenmpTasks::take_wait(const Event& event) {
  Task& task = tasks_[current_];
  if (event.kind == kEventWaitBegin) {
    ++task.waiting;
    return;
  }
  if (task.waiting > 0) --task.waiting;
  if (event.a == kWaitTaskwait) join(task.children, current_, PartOrder::taskwait, event.site);
  if (is_barrier(event.a)) join(regions_[task.region].tasks, current_, PartOrder::barrier, event.site);
}

void OpenmpTasks::take_lock(const Event& event) {
  // The order of an ordered construct holds on one thread anyway; readers do not keep each other out.
  if (event.a == kLockOrdered) tasks_[current_].iterations = 0;
  if (event.a == kLockOrdered || event.a == kLockReader) return;
  switch (event.kind) {
  case kEventLockWait:
    tasks_[current_].waits_for_lock = true;
    return;
  case kEventLockAcquired:
    return acquire(event);
  default:
    return release(event);
  }
}

uint32_t OpenmpTasks::lock_of(uint8_t kind, uint64_t object) {
  return locks_.try_emplace({kind, object}, static_cast<uint32_t>(locks_.size())).first->second;
}

void OpenmpTasks::acquire(const Event& event) {
  Task& task = tasks_[current_];
  task.waits_for_lock = false;
  task.locks.push_back(lock_of(static_cast<uint8_t>(event.a), event.b));
  several_locks_ += task.locks.front() != task.locks.back() || task.mutex != kNoUnitResource;
  if (task.locks.size() > 1) return;
  task.places.push_back(graph_.place_at(event.site, "lock"));
  split(current_);
}

void OpenmpTasks::release(const Event& event) {
  Task& task = tasks_[current_];
  auto held = std::ranges::find(task.locks, lock_of(static_cast<uint8_t>(event.a), event.b));
  if (held == task.locks.end()) return;
  task.locks.erase(held);
  if (!task.locks.empty()) return;
  task.places.pop_back();
  split(current_);
}

// ---- The end

// The cost of recording an event: the median, so that an interrupt does not count; 0 if too few events are back to
// back.
double OpenmpTasks::event_ns() {
  constexpr size_t kFewest = 5;
  if (in_a_row_ns_.size() < kFewest) return 0;
  auto middle = in_a_row_ns_.begin() + static_cast<ptrdiff_t>(in_a_row_ns_.size() / 2);
  std::ranges::nth_element(in_a_row_ns_, middle);
  return static_cast<double>(*middle);
}

void OpenmpTasks::note_what_is_missing(double event_ns) {
  std::vector<std::string>& notes = graph_.trace().info.notes;
  auto counted = [](uint64_t n, const char* what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); };
  notes.push_back(fmt::format("tasks and dependences follow the rules of OpenMP: {} and {} of a "
                              "run on one thread, cut into {} where others may begin or must have ended",
                              counted(explicit_tasks_, "explicit task"),
                              counted(tasks_.size() - explicit_tasks_ - unknown_tasks_ - pieces_, "implicit task"),
                              counted(graph_.parts(), "part")));
  if (cut_loops_ > 0)
    notes.push_back(fmt::format("{} ran in one piece on one thread, {} ms in all, and are cut evenly into at most {} "
                                "parts each: an estimate, with all iterations of a loop equally long",
                                counted(cut_loops_, "worksharing loop"), graph_.time_of_places(cut_) / 1'000'000,
                                kMostPieces));
  if (whole_constructs_ > 0)
    notes.push_back(fmt::format("{} with one part each, {} ms in all: ordered loops, loops with tasks or locks inside, "
                                "loops below {} us, sections and workshare bring no parallelism here",
                                counted(whole_constructs_, "worksharing construct"),
                                graph_.time_of_places(whole_) / 1'000'000, 2 * kLeastPieceNs / 1000));
  if (graph_.trace().info.libgomp_on_libomp) graph_.trace().info.hidden_loops_ns = graph_.time_of_places(own_code_);
  if (uint64_t ms = graph_.time_of_places(own_code_) / 1'000'000; ms > 0)
    notes.push_back(
        fmt::format("{} ms in parallel regions, outside of their tasks and loops, count as serial; in code of gcc and "
                    "gfortran they include loops with a static schedule, which produce no events",
                    ms));
  if (several_locks_ > 0)
    notes.push_back(
        fmt::format("{} hold several locks at once: only one of them counts", counted(several_locks_, "part")));
  if (unknown_tasks_ > 0)
    notes.push_back(fmt::format("{} begun without a recorded creation: their dependences are unknown",
                                counted(unknown_tasks_, "task")));
  notes.push_back(
      event_ns > 0
          ? fmt::format(
                "the cost of recording is subtracted: {} ns an event, measured between events written back to back",
                event_ns)
          : "times include the cost of recording: no events show it");
}

Result<Trace> OpenmpTasks::finish() {
  if (!openmp_) return fail("no thread ran OpenMP, so there are no tasks to build a graph from");
  settle_created();
  double cost_ns = event_ns();
  note_what_is_missing(cost_ns);
  return graph_.finish(cost_ns);
}

Result<Trace> read_openmp_tasks(const EventFile& file, const std::string& name) {
  auto in_file = [&](const Error& error) {
    std::string hint = fmt::format("unply stats {} says where its time went", name);
    return fail(fmt::format("{}: {}", name, error.what), error.hint.empty() ? hint : hint + "; " + error.hint);
  };
  OpenmpTasks tasks(file.tables());
  for (size_t b = 0; b < file.blocks().size(); ++b) {
    auto block = file.read_block(b);
    if (!block) return error_of(block);
    if (auto added = tasks.add(*block); !added) return in_file(added.error());
  }
  auto trace = tasks.finish();
  if (!trace) return in_file(trace.error());
  return trace;
}

} // namespace unply
