// Explicit tasks: each keeps its open constructs while other tasks run, whichever thread it continues on.
#include "timeline/timeline_builder.h"
#include <algorithm>

namespace unply {

void TimelineBuilder::create_task(const Event& event) {
  LaneState& lane = lanes_[event.lane];
  uint8_t flags = static_cast<uint8_t>(event.b & 0xff);
  lane.created_taskwait = (flags & kTaskTaskwait) != 0;
  if (lane.created_taskwait) return;
  uint32_t number = static_cast<uint32_t>(event.a);
  uint64_t id = key(lane.process, number);
  if (TaskContext* old = find_task(id)) finish_task(old, event.lane, event.time_ns); // its end was not recorded
  TaskContext* task = new_context(lane.process, number,
                                  {.kind = ConstructKind::task,
                                   .activity = Activity::task,
                                   .state = ProcState::active,
                                   .end_event = 0,
                                   .detail = flags,
                                   .site = site_of(event),
                                   .object = number,
                                   .extra = event.time_ns});
  TaskContext* parent = lane.current;
  task->region_number = parent->region_number;
  task->parent = {parent, parent->serial};
  task->inside = task->group = parent->group;
  task->created = moment(event.lane, event.time_ns);
  tasks_[id] = task;
  lane.created = {task, task->serial};
  point(ConstructKind::task_create, event, number, 0, flags);
}

void TimelineBuilder::add_clause(const Event& event) {
  lanes_[event.lane].clauses.push_back({static_cast<uint8_t>(event.a), event.b});
}

// The clauses of the task created last are complete.
void TimelineBuilder::resolve_clauses(uint32_t id) {
  LaneState& lane = lanes_[id];
  TaskContext* task = lane.created.get();
  TaskContext* parent = task != nullptr ? task->parent.get() : lane.current;
  bool taskwait = std::exchange(lane.created_taskwait, false);
  lane.created = {};
  std::vector<DependClause> clauses;
  clauses.swap(lane.clauses);
  if (clauses.empty() || parent == nullptr || (task == nullptr && !taskwait)) return;
  if (!parent->children) parent->children = std::make_unique<TaskContext::Children>();
  TaskContext::Children& siblings = *parent->children;
  uint32_t index = static_cast<uint32_t>(siblings.ends.size());
  auto found = taskwait ? siblings.clauses.ask(clauses) : siblings.clauses.add(index, clauses);
  std::vector<std::shared_ptr<TaskEnd>>& before = taskwait ? parent->waits_for : task->predecessors;
  before.clear();
  for (size_t i = 0; i < found.size(); ++i)
    if (i == 0 || found[i].task != found[i - 1].task) before.push_back(siblings.ends[found[i].task]);
  ContextRef waiter{taskwait ? parent : task, (taskwait ? parent : task)->serial};
  for (const auto& end : before)
    if (!end->ended) end->waiting.push_back(waiter);
  if (taskwait) return;
  task->end = std::make_shared<TaskEnd>();
  siblings.ends.push_back(task->end);
}

void TimelineBuilder::switch_task(const Event& event) {
  LaneState& lane = lanes_[event.lane];
  settle(event.lane, event.time_ns);
  uint32_t left = static_cast<uint32_t>(event.b >> 32), entered = static_cast<uint32_t>(event.b);
  TaskContext* task = left != 0 ? find_task(key(lane.process, left)) : nullptr;
  lane.current->on_lane = false;
  bool over = event.a == kTaskCompleted || event.a == kTaskCancelled || event.a == kTaskDetached;
  lane.current = lane.implicit.back();
  if (task != nullptr && over) finish_task(task, event.lane, event.time_ns);
  if (entered != 0) enter_task(event, entered);
  const Frame& top = lane.current->frames.back();
  if (left == 0 || !is_team_barrier(top) || lane.current->region == nullptr) return;
  // Who runs the last task inside a barrier lets the others go.
  if (Rendezvous::Round* round = lane.current->region->barriers.round(top.round - 1))
    round->last = moment(event.lane, event.time_ns);
}

void TimelineBuilder::enter_task(const Event& event, uint32_t number) {
  LaneState& lane = lanes_[event.lane];
  TaskContext* task = find_task(key(lane.process, number));
  if (task == nullptr) { // its creation was not recorded
    task = new_context(lane.process, number,
                       {.kind = ConstructKind::task,
                        .activity = Activity::task,
                        .state = ProcState::active,
                        .end_event = 0,
                        .detail = 0,
                        .site = event.site,
                        .object = number,
                        .extra = event.time_ns});
    task->created = {event.lane, event.time_ns, {}};
    tasks_[key(lane.process, number)] = task;
  }
  if (task->on_lane && task->lane != event.lane) { // the thread that had it did not say that it left
    settle(task->lane, event.time_ns);
    lanes_[task->lane].current = lanes_[task->lane].implicit.back();
    note_rest(task->lane, event.time_ns);
  }
  lane.current = task;
  task->lane = event.lane;
  task->on_lane = true;
  if (task->started) return;
  if (lanes_[task->created.lane].created.get() == task) resolve_clauses(task->created.lane); // nothing followed yet
  task->started = true;
  task->frames[0].begin_ns = event.time_ns;
  uint32_t site = task->frames[0].site;
  line(LineKind::task_create, task->created, event.lane, event.time_ns, site, number);
  for (const auto& before : task->predecessors)
    if (before->ended) line(LineKind::task_dependence, before->end, event.lane, event.time_ns, site, number);
  note_cause(event.lane, task->created);
  if (task->released.path) note_cause(event.lane, task->released);
  task->predecessors.clear();
  task->created.path = task->released.path = {};
}

void TimelineBuilder::finish_task(TaskContext* task, uint32_t id, uint64_t time_ns) {
  if (task->on_lane && task->lane != id) {
    settle(task->lane, time_ns);
    lanes_[task->lane].current = lanes_[task->lane].implicit.back();
    note_rest(task->lane, time_ns);
  }
  Moment now = moment(id, time_ns);
  if (task->started)
    while (!task->frames.empty()) close_top(id, *task, time_ns, true);
  if (TaskContext* parent = task->parent.get()) parent->last_child_end = now;
  if (task->inside) task->inside->last_end = now;
  if (task->end) {
    task->end->ended = true;
    task->end->end = {id, time_ns, {}}; // without the path, which would live as long as the siblings
    for (const ContextRef& waiting : task->end->waiting)
      if (TaskContext* next = waiting.get()) next->released = now;
    task->end->waiting = {};
  }
  for (LaneState& lane : lanes_)
    if (lane.current == task) lane.current = lane.implicit.back();
  tasks_.erase(key(task->process, task->number));
  release(task);
}

void TimelineBuilder::begin_taskgroup(const Event& event) {
  TaskContext& context = *lanes_[event.lane].current;
  auto group = std::make_shared<TaskGroup>();
  group->outer = std::move(context.group);
  context.group = std::move(group);
}

void TimelineBuilder::end_taskgroup(const Event& event) {
  TaskContext& context = *lanes_[event.lane].current;
  if (!context.group || context.group == context.inside) return;
  std::shared_ptr<TaskGroup> outer = context.group->outer;
  if (outer && context.group->last_end.time_ns > outer->last_end.time_ns) outer->last_end = context.group->last_end;
  context.group = std::move(outer);
}

} // namespace unply
