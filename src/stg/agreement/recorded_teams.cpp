// From the events of several threads to team_constructs.h, in the order of time: what makes a region or a task comes
// before what runs it. include/unply/event_format.h says what each event holds.
#include "stg/agreement/recorded_constructs.h"
#include "stg/agreement/team_constructs.h"
#include "unply/event_format.h"
#include <algorithm>
#include <unordered_map>

namespace unply::stg {

namespace {

using Maker = TeamConstructs::Maker;

struct TeamContext {  // of code that a thread runs
  bool counts = true; // constructs that it meets
  bool team = true;   // what one thread of the team runs for all counts
  Maker maker = 0;    // of the tasks that it makes
};

struct TeamFrame { // an implicit task, and the explicit one that the thread runs in it
  uint64_t region = 0;
  std::vector<TeamContext> implicit = {};
  uint64_t task = 0; // 0: the implicit one
};

struct CreatedTask { // the last task of a thread, until its dependences are known
  bool waiting = false;
  std::string place = {};
  Maker maker = 0;
  std::vector<Depend> depends = {};
};

struct TeamThread {
  std::vector<TeamFrame> frames = {};
  CreatedTask created = {};
};

bool shares_iterations(uint64_t work) { return work <= kWorkLoopOther || work == kWorkDistribute; }

class Teams {
public:
  explicit Teams(const std::vector<std::string>& sites) : sites_(sites) {}

  void take(const OpenmpEvent& event) {
    TeamThread& thread = threads_[event.thread];
    if (thread.frames.empty())
      thread.frames.push_back({.implicit = {{.maker = constructs_.new_maker()}}}); // outside of all regions
    if (event.kind == kEventTaskDependence) {
      const auto type = int64_t(event.a);
      thread.created.depends.push_back({.address = event.b, .bytes = 0, .kind = kind_in_program(uint64_t(type))});
      return;
    }
    finish(thread);
    switch (event.kind) {
    case kEventParallelBegin:
      regions_[event.a] = now(thread).counts;
      return add(thread, Call::omp_parallel, event);
    case kEventImplicitBegin:
      return begin_implicit(thread, event);
    case kEventImplicitEnd:
      return end_implicit(thread, event.a);
    case kEventWorkBegin:
      return begin_work(thread, event);
    case kEventMaskedBegin:
      if (now(thread).team) constructs_.add(Call::omp_master, place(event), -1);
      return open(thread, {.counts = now(thread).team, .team = now(thread).team, .maker = constructs_.new_maker()});
    case kEventWorkEnd:
    case kEventMaskedEnd:
      if (stack(thread).size() > 1) stack(thread).pop_back();
      return;
    case kEventTaskgroupBegin:
      return add(thread, Call::omp_taskgroup, event);
    case kEventTaskCreate:
      return create(thread, event);
    case kEventTaskSwitch:
      thread.frames.back().task = tasks_.contains(event.b & 0xffffffff) ? event.b & 0xffffffff : 0;
      return;
    default:
      return;
    }
  }

  TeamConstructs end() {
    for (auto& [number, thread] : threads_) finish(thread);
    return std::move(constructs_);
  }

private:
  const std::vector<std::string>& sites_;
  TeamConstructs constructs_;
  std::unordered_map<uint32_t, TeamThread> threads_;
  std::unordered_map<uint64_t, bool> regions_;                   // whether their constructs count
  std::unordered_map<uint64_t, std::vector<TeamContext>> tasks_; // of explicit tasks, with what is open in them

  std::string place(const OpenmpEvent& event) const { return event.site == 0 ? "?" : sites_[event.site]; }
  std::vector<TeamContext>& stack(TeamThread& thread) {
    TeamFrame& frame = thread.frames.back();
    return frame.task == 0 ? frame.implicit : tasks_.at(frame.task);
  }
  TeamContext now(TeamThread& thread) { return stack(thread).back(); }
  void open(TeamThread& thread, TeamContext context) { stack(thread).push_back(context); }
  void add(TeamThread& thread, Call call, const OpenmpEvent& event, int64_t iterations = -1) {
    if (now(thread).counts) constructs_.add(call, place(event), iterations);
  }

  void finish(TeamThread& thread) {
    if (!std::exchange(thread.created.waiting, false)) return;
    constructs_.add_task(thread.created.place, thread.created.maker, thread.created.depends);
  }

  void begin_implicit(TeamThread& thread, const OpenmpEvent& event) {
    const auto known = regions_.find(event.a);
    if (known == regions_.end()) return; // the initial task
    const bool first = uint32_t(event.b) == 0;
    thread.frames.push_back(
        {.region = event.a, .implicit = {{.counts = known->second && first, .team = known->second, .maker = 0}}});
  }

  void end_implicit(TeamThread& thread, uint64_t region) {
    while (thread.frames.size() > 1) {
      const bool found = thread.frames.back().region == region;
      thread.frames.pop_back();
      if (found) return;
    }
  }

  void begin_work(TeamThread& thread, const OpenmpEvent& event) {
    const TeamContext around = now(thread);
    if (shares_iterations(event.a) || event.a == kWorkSections) {
      add(thread, event.a == kWorkSections ? Call::omp_sections : Call::omp_loop, event, int64_t(event.b));
      return open(thread, {.counts = around.team, .team = around.team, .maker = 0});
    }
    if (event.a == kWorkSingleExecutor) {
      if (around.team) constructs_.add(Call::omp_single, place(event), -1);
      return open(thread, {.counts = around.team, .team = around.team, .maker = constructs_.new_maker()});
    }
    if (event.a == kWorkTaskloop) add(thread, Call::omp_taskloop, event, int64_t(event.b));
    open(thread, around);
  }

  void create(TeamThread& thread, const OpenmpEvent& event) {
    const uint64_t flags = event.b & 0xff;
    const TeamContext around = now(thread);
    if ((flags & kTaskTaskwait) != 0) return void(thread.created = {});
    const bool piece = (flags & kTaskTaskloop) != 0;
    tasks_[event.a] = {{.counts = around.counts, .team = around.counts, .maker = piece ? 0 : constructs_.new_maker()}};
    thread.created = {.waiting = !piece && around.counts, .place = place(event), .maker = around.maker};
  }
};

} // namespace

TeamConstructs recorded_teams(std::vector<OpenmpEvent> events, const std::vector<std::string>& sites) {
  std::ranges::stable_sort(events, {}, &OpenmpEvent::time_ns);
  Teams teams(sites);
  for (const OpenmpEvent& event : events) teams.take(event);
  return teams.end();
}

} // namespace unply::stg
