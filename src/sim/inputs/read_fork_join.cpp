// Fork-join events become strands: the sequential parts of tasks between two events, which are the nodes of the job
// graph of idra-ideal-speedups-1994, section 4.1 (figures 5 and 6). A FORK that its task never joins makes an
// or-parallel tree, whose END_EXECUTION waits for all leaves.
//
// Unlike the paper, a SUSPEND cuts the strand and the time until RESTART is no work: the wait belongs to the recorded
// schedule, not to the program. docs/fork-join-format.md gives the rules checked here.
#include "base/none.h"
#include "sim/inputs/fork_join_events.h"
#include "sim/inputs/read_job_graph.h"
#include "sim/text_lines.h"
#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

namespace unply {

namespace {
constexpr const char* kLineHint = "a line is: ID EVENT TIME TASK [IDs of the events it waits for...]";

struct Event {
  uint64_t id, time, line;
  ForkJoinEvent kind;
  bool success = false;
  uint32_t task;
  uint32_t first_parent, parents;               // in Events::parents
  uint32_t ends_strand = kNone, begins = kNone; // strands
  uint32_t previous = kNone;                    // event of the same task
};

// Pass 1: lines to events.
class EventReader {
public:
  EventReader(std::span<const uint8_t> bytes, const std::string& name) : lines_(bytes), name_(name) {}

  std::vector<Event> events;
  std::vector<uint64_t> parents; // ids
  std::vector<std::string> tasks;
  std::unordered_map<uint64_t, uint32_t> row_of;
  bool first_solution = false, in_ns = false;

  Result<void> read() {
    while (lines_.next()) {
      const auto& words = lines_.words();
      Result<void> good;
      if (words[0] == "unit")
        good = set_unit();
      else if (words[0] == "first-solution")
        first_solution = true;
      else
        good = add_event();
      if (!good) return good;
    }
    if (!events.empty()) return {};
    return fail(fmt::format("{}: has no events, expected at least START_EXECUTION and END_EXECUTION", name_),
                kLineHint);
  }

private:
  std::unexpected<Error> refuse(const std::string& what) const {
    return fail(fmt::format("{}: line {}: {}", name_, lines_.number(), what), kLineHint);
  }

  Result<void> set_unit() {
    constexpr std::pair<std::string_view, uint64_t> kUnits[] = {
        {"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", 1000000000}};
    std::string_view word = lines_.words().size() == 2 ? lines_.words()[1] : "";
    for (auto [unit, ns] : kUnits)
      if (unit == word && events.empty()) {
        in_ns = true;
        scale_ = ns;
        return {};
      }
    return refuse("'unit' is followed by ns, us, ms or s, and comes before the events");
  }

  Result<void> add_event() {
    const auto& words = lines_.words();
    auto id = whole_number(words[0]);
    if (!id || *id > 0xffffffff) return refuse(fmt::format("'{}' is not an event id", words[0]));
    auto kind = fork_join_event(words.size() > 1 ? words[1] : "");
    if (!kind)
      return refuse(fmt::format("event {} is '{}', expected {}", *id, words.size() > 1 ? words[1] : "",
                                fmt::join(kForkJoinEventNames, ", ")));
    if (words.size() < 4) return refuse(fmt::format("event {} has no {}", *id, words.size() < 3 ? "time" : "task"));
    auto time = whole_number(words[2]);
    if (!time) return refuse(fmt::format("event {} is at {}, expected a whole number from 0 on", *id, words[2]));
    if (*time > (~uint64_t{0} >> 1) / scale_) return refuse(fmt::format("event {} is at {}, too large", *id, *time));
    if (!row_of.try_emplace(*id, static_cast<uint32_t>(events.size())).second)
      return refuse(fmt::format("event {} comes twice", *id));
    auto [task, added] = row_of_task_.try_emplace(std::string(words[3]), static_cast<uint32_t>(tasks.size()));
    if (added) tasks.emplace_back(words[3]);
    Event event{.id = *id,
                .time = *time * scale_,
                .line = lines_.number(),
                .kind = *kind,
                .success = false,
                .task = task->second,
                .first_parent = static_cast<uint32_t>(parents.size()),
                .parents = 0};
    for (size_t i = 4; i < words.size(); ++i) {
      if (words[i] == "success" && i + 1 == words.size() && *kind == ForkJoinEvent::finish_goal) {
        event.success = true;
        continue;
      }
      auto parent = whole_number(words[i]);
      if (!parent) return refuse(fmt::format("event {} waits for '{}', expected the id of an event", *id, words[i]));
      parents.push_back(*parent);
      ++event.parents;
    }
    events.push_back(event);
    return {};
  }

  TextLines lines_;
  const std::string& name_;
  uint64_t scale_ = 1;
  std::unordered_map<std::string, uint32_t> row_of_task_;
};

// Passes 2 and 3: converts events to strands, and computes the dependences of strands.
class StrandBuilder {
public:
  StrandBuilder(EventReader input, const std::string& name)
      : in_(std::move(input)), name_(name), last_(in_.tasks.size(), kNone), goals_(in_.events.size()) {}

  Result<JobGraph> build() {
    jobs_.unit = in_.in_ns ? "ns" : "units";
    jobs_.first_solution = in_.first_solution;
    for (uint32_t e = 0; e < in_.events.size(); ++e) TRY(add_event(e));
    TRY(check_ends());
    for (uint32_t e = 0; e < in_.events.size(); ++e) TRY(add_edges(e));
    TRY(close());
    return order_job_graph(std::move(jobs_), std::move(edges_), name_);
  }

private:
  using Kind = ForkJoinEvent;

  std::unexpected<Error> refuse(const Event& event, const std::string& what) const {
    return fail(fmt::format("{}: line {}: {} {} of {} {}", name_, event.line, fork_join_event_name(event.kind),
                            event.id, in_.tasks[event.task], what),
                "docs/fork-join-format.md has the rules");
  }

  // The possible next events in one task: the execution edges of the paper, without those between tasks.
  static bool may_follow(Kind before, Kind next) {
    switch (before) {
    case Kind::start_execution:
    case Kind::start_goal:
    case Kind::join:
    case Kind::restart:
      return next == Kind::fork || next == Kind::suspend || next == Kind::finish_goal || next == Kind::end_execution;
    case Kind::fork:
      return next == Kind::join || next == Kind::end_execution;
    case Kind::suspend:
      return next == Kind::restart;
    default:
      return false;
    }
  }
  static bool starts_task(Kind kind) { return kind == Kind::start_execution || kind == Kind::start_goal; }
  static bool begins_strand(Kind kind) { return starts_task(kind) || kind == Kind::join || kind == Kind::restart; }

  uint32_t new_strand(const Event& event, uint64_t length) {
    jobs_.id.push_back(static_cast<uint32_t>(event.id));
    jobs_.length.push_back(length);
    std::string_view task = in_.tasks[event.task];
    auto [region, added] = region_of_.try_emplace(std::string(task.substr(0, task.find('/'))), region_of_.size());
    if (added) jobs_.region_names.push_back(region->first);
    jobs_.region.push_back(static_cast<uint32_t>(region->second));
    return static_cast<uint32_t>(jobs_.length.size() - 1);
  }

  Result<void> add_event(uint32_t e) {
    Event& event = in_.events[e];
    uint32_t previous = std::exchange(last_[event.task], e);
    event.previous = previous;
    if (previous == kNone) {
      if (!starts_task(event.kind)) return refuse(event, "comes before the start of its task");
      if (event.kind == Kind::start_execution && std::exchange(main_, event.task) != kNone)
        return refuse(event, "is the second START_EXECUTION");
    } else {
      Event& before = in_.events[previous];
      if (!may_follow(before.kind, event.kind))
        return refuse(event, fmt::format("cannot follow {} {}", fork_join_event_name(before.kind), before.id));
      if (event.time < before.time)
        return refuse(event, fmt::format("is at {}, before {} {} at {}", event.time, fork_join_event_name(before.kind),
                                         before.id, before.time));
      if ((event.kind == Kind::end_execution) != (event.task == main_) &&
          (event.kind == Kind::end_execution || event.kind == Kind::finish_goal))
        return refuse(event, "ends a task that does not begin like this: START_EXECUTION goes with END_EXECUTION");
      if (before.begins != kNone) {
        jobs_.length[before.begins] = event.time - before.time;
        event.ends_strand = before.begins;
        if (event.success) jobs_.success_leaves.push_back(before.begins);
      }
    }
    if (begins_strand(event.kind)) event.begins = new_strand(event, 0);
    return {};
  }

  Result<void> check_ends() const {
    if (main_ == kNone)
      return fail(fmt::format("{}: has no START_EXECUTION", name_), "docs/fork-join-format.md has the rules");
    for (uint32_t task = 0; task < last_.size(); ++task) {
      const Event& last = in_.events[last_[task]];
      bool ended =
          task == main_ ? last.kind == Kind::end_execution : last.kind == Kind::finish_goal || last.kind == Kind::fork;
      if (!ended)
        return fail(fmt::format("{}: ends inside {}, whose last event is {} {}, expected {}", name_, in_.tasks[task],
                                fork_join_event_name(last.kind), last.id,
                                task == main_ ? "END_EXECUTION" : "FINISH_GOAL, or FORK of an or-parallel tree"),
                    "the file is truncated: write or copy it again");
    }
    return {};
  }

  // The events that `event` names as those it waits for.
  Result<std::vector<uint32_t>> parents_of(const Event& event) const {
    std::vector<uint32_t> rows;
    for (uint32_t i = 0; i < event.parents; ++i) {
      auto found = in_.row_of.find(in_.parents[event.first_parent + i]);
      if (found == in_.row_of.end())
        return refuse(event,
                      fmt::format("waits for event {}, which is not in the file", in_.parents[event.first_parent + i]));
      const Event& parent = in_.events[found->second];
      if (parent.time > event.time)
        return refuse(event, fmt::format("is at {}, before {} {} at {}, for which it waits", event.time,
                                         fork_join_event_name(parent.kind), parent.id, parent.time));
      rows.push_back(found->second);
    }
    return rows;
  }

  void wait(uint32_t for_event, const Event& event) {
    edges_.push_back({in_.events[for_event].ends_strand, event.begins});
  }

  Result<void> add_edges(uint32_t e) {
    const Event& event = in_.events[e];
    auto parents = parents_of(event);
    if (!parents) return error_of(parents);
    switch (event.kind) {
    case Kind::start_goal:
      if (parents->size() != 1 || in_.events[parents->front()].kind != Kind::fork)
        return refuse(event, "needs the id of one FORK");
      goals_[parents->front()].push_back(event.task);
      wait(parents->front(), event);
      return {};
    case Kind::join:
      joins_.emplace_back(e, std::move(*parents)); // once all goals are known
      return {};
    case Kind::restart:
      wait(event.previous, event);
      for (uint32_t parent : *parents) {
        if (in_.events[parent].ends_strand == kNone)
          return refuse(event, fmt::format("waits for {} {}, which ends no part of a task",
                                           fork_join_event_name(in_.events[parent].kind), in_.events[parent].id));
        wait(parent, event);
      }
      return {};
    default:
      if (!parents->empty()) return refuse(event, "waits for nothing but its own task");
      return {};
    }
  }

  Result<void> add_join(const Event& event, const std::vector<uint32_t>& finishes) {
    wait(event.previous, event);
    for (uint32_t finish : finishes) {
      if (in_.events[finish].kind != Kind::finish_goal)
        return refuse(event, fmt::format("waits for event {}, which is no FINISH_GOAL", in_.events[finish].id));
      wait(finish, event);
    }
    if (!finishes.empty()) return {};
    for (uint32_t task : goals_[event.previous]) {
      const Event& finish = in_.events[last_[task]];
      if (finish.kind != Kind::finish_goal)
        return refuse(event, fmt::format("joins {}, which has no FINISH_GOAL", in_.tasks[task]));
      if (finish.time > event.time)
        return refuse(event,
                      fmt::format("is at {}, before the end of {} at {}", event.time, in_.tasks[task], finish.time));
      wait(last_[task], event);
    }
    return {};
  }

  // Joins, and END_EXECUTION of an or-parallel tree: it takes no time and waits for all leaves. With a first solution
  // there is no such wait.
  Result<void> close() {
    for (const auto& [e, finishes] : joins_)
      if (auto added = add_join(in_.events[e], finishes); !added) return added;
    const Event& end = in_.events[last_[main_]];
    if (jobs_.first_solution && jobs_.success_leaves.empty())
      return fail(fmt::format("{}: says first-solution, but no FINISH_GOAL ends with 'success'", name_),
                  "docs/fork-join-format.md has the rules");
    if (in_.events[end.previous].kind != Kind::fork || jobs_.first_solution) return {};
    uint32_t strands = static_cast<uint32_t>(jobs_.length.size());
    std::vector<bool> waited_for(strands, false);
    for (const DagEdge& edge : edges_) waited_for[edge.from] = true;
    uint32_t last = new_strand(end, 0);
    for (uint32_t strand = 0; strand < strands; ++strand)
      if (!waited_for[strand]) edges_.push_back({strand, last});
    return {};
  }

  EventReader in_;
  const std::string& name_;
  JobGraph jobs_;
  std::vector<uint32_t> last_;                                    // event of each task
  std::vector<std::vector<uint32_t>> goals_;                      // tasks, of each FORK
  std::vector<std::pair<uint32_t, std::vector<uint32_t>>> joins_; // event, FINISH_GOALs named
  std::vector<DagEdge> edges_;
  std::unordered_map<std::string, size_t> region_of_;
  uint32_t main_ = kNone;
};
} // namespace

Result<JobGraph> read_fork_join(std::span<const uint8_t> bytes, const std::string& name) {
  EventReader events(bytes, name);
  TRY(events.read());
  return StrandBuilder(std::move(events), name).build();
}

} // namespace unply
