// Reads the events of MPI calls; see recorded_run.h and include/unply/event_format.h.
#include "stg/agreement/recorded_run.h"
#include "trace/event_file.h"
#include "trace/trace.h"
#include "unply/timer_abi.h"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <map>

namespace unply::stg {

namespace {

std::string short_name(std::string_view function) { // "MPI_Allreduce": "allreduce"
  if (function.starts_with("MPI_")) function.remove_prefix(4);
  std::string name(function);
  for (char& letter : name) letter = char(std::tolower(letter));
  return name;
}

bool is_wait(std::string_view name) { return name.starts_with("wait"); }

// The events of one thread, in order.
class ThreadReader {
public:
  ThreadReader(RecordedRun& whole, RecordedRank& of, std::vector<OpenmpEvent>& of_rank, uint32_t number)
      : run(whole), rank(of), events(of_rank), thread(number), constructs(of.constructs) {}

  void take(uint8_t kind, uint64_t a, uint64_t b, uint32_t site, uint64_t time_ns) {
    if (idle == 0) busy_ns += time_ns - last_ns;
    if (idle == 0 && !timers.empty()) timed_ns += time_ns - last_ns, timer_ns += time_ns - last_ns;
    last_ns = time_ns;
    follow_idle(kind);
    follow_timers(kind, a, b);
    take_openmp(kind, a, b, site, time_ns);
    const uint64_t calls = rank.calls.size(), marks = rank.marks;
    take(kind, a, b, site);
    if (rank.calls.size() == calls && rank.marks == marks) return;
    timers.clear(); // a call of MPI lies in no timer: an exception left those that are open
    timer_ns = 0;
    close_times(calls, marks);
    rank.segments.push_back({.calls = calls, .waits = marks, .busy_ns = busy_ns, .timed_ns = timed_ns});
    busy_ns = timed_ns = 0;
  }
  void end() { close_times(rank.calls.size(), rank.marks); }

private:
  void take_openmp(uint8_t kind, uint64_t a, uint64_t b, uint32_t site, uint64_t time_ns) {
    if (is_openmp_event(kind))
      events.push_back({.time_ns = time_ns, .a = a, .b = b, .thread = thread, .site = site, .kind = kind});
    if (is_openmp_event(kind) && !ran_openmp) {
      rank.has_teams |= rank.openmp; // by another thread
      rank.openmp = ran_openmp = true;
    }
    if (kind == kEventImplicitBegin && b >> 32 > 1) rank.has_teams = true;
    if (rank.has_teams)
      std::vector<RecordedConstruct>().swap(rank.constructs);
    else
      constructs.take(kind, a, b, site, rank.calls.size());
  }

  // An end closes what lies inside of it and was left by an exception.
  void follow_timers(uint8_t kind, uint64_t a, uint64_t b) {
    const uint64_t name = a & 0xffff'ffff'ffff; // a value has its type above
    const bool of_user = kind == kEventUserBegin || kind == kEventUserEnd || kind == kEventUserValue;
    const auto timer = of_user ? run.timer_names.find(name) : run.timer_names.end();
    if (timer == run.timer_names.end()) return;
    if (kind == kEventUserBegin) return timers.push_back(timer->second);
    if (kind == kEventUserValue) {
      RecordedTime& sum = times[timer->second];
      sum.cache_misses = sum.cache_misses.value_or(0) + b;
      return;
    }
    const auto begun = std::find(timers.rbegin(), timers.rend(), timer->second);
    if (begun == timers.rend()) return;
    timers.erase(begun.base() - 1, timers.end());
    if (!timers.empty()) return;
    RecordedTime& sum = times[timer->second];
    ++sum.count, sum.busy_ns += std::exchange(timer_ns, 0);
  }

  void close_times(uint64_t calls, uint64_t marks) {
    for (auto& [timer, time] : times) {
      time.timer = timer, time.calls = calls, time.waits = marks;
      rank.times.push_back(time);
    }
    times.clear();
  }

  // Pairs do not nest with themselves; what the system takes away may begin within a wait and end behind it.
  void follow_idle(uint8_t kind) {
    static constexpr std::pair<uint8_t, uint8_t> kPairs[] = {{kEventWaitBegin, kEventWaitEnd},
                                                             {kEventCollectiveBegin, kEventCollectiveEnd},
                                                             {kEventPreempted, kEventResumed},
                                                             {kEventOverheadBegin, kEventOverheadEnd}};
    for (unsigned i = 0; i < std::size(kPairs); ++i) {
      if (kind == kPairs[i].first) idle |= 1u << i;
      if (kind == kPairs[i].second) idle &= ~(1u << i);
    }
  }

  void take(uint8_t kind, uint64_t a, uint64_t b, uint32_t site) {
    switch (kind) {
    case kEventPost:
      return post(a, b, site);
    case kEventPostSize:
      rank.calls.back().communicator = uint32_t(a), rank.calls.back().bytes = int64_t(b);
      return;
    case kEventPostDone:
      return complete(a);
    case kEventReceive:
      return receive(a, b);
    case kEventCollectiveBegin:
      return begin_collective(a, b, site);
    case kEventCollectiveTerms:
      if (!is_open) return;
      rank.calls[open].operation = int(a >> 24 & 0xff), rank.calls[open].root = int64_t(b) - 1;
      return;
    case kEventCollectiveEnd:
      if (std::exchange(is_open, false)) rank.calls[open].received_bytes = int64_t(b);
      return;
    case kEventWaitBegin:
      if (a != kWaitMessage || b >= run.names.size() || !is_wait(run.names[b])) return;
      ++rank.waits, ++rank.marks;
      return;
    default:
      return;
    }
  }

  void post(uint64_t a, uint64_t b, uint32_t site) {
    const uint64_t kind = a >> 48 & 0x0f;
    const uint32_t peer = uint32_t(b >> 32), tag = uint32_t(b);
    RecordedCall call = {.receive = kind == kPostReceive,
                         .persistent = (a >> 48 & kPostPersistent) != 0,
                         .mode = kind == kPostSsend   ? SendMode::synchronous
                                 : kind == kPostBsend ? SendMode::buffered
                                 : kind == kPostRsend ? SendMode::ready
                                                      : SendMode::standard,
                         .peer = peer == UNPLY_ANYBODY  ? kAnyPeer
                                 : peer == UNPLY_NOBODY ? kNoPeer
                                                        : int32_t(peer),
                         .tag = tag == UNPLY_ANY_TAG ? kAnyTag : int64_t(tag),
                         .request = a & 0xffff'ffff'ffff,
                         .site = site};
    if (call.receive && call.request == 0) waiting = rank.calls.size();
    if (call.request != 0) posts[call.request] = rank.calls.size();
    rank.calls.push_back(call);
  }

  void complete(uint64_t request) {
    const auto found = posts.find(request);
    waiting = SIZE_MAX;
    if (found == posts.end()) return;
    const RecordedCall& call = rank.calls[found->second];
    if (call.receive && call.peer != kNoPeer) waiting = found->second, rank.completed[request] = rank.calls.size();
    posts.erase(found);
  }

  void receive(uint64_t a, uint64_t b) {
    if ((a & UNPLY_ONE_SIDED) != 0 || waiting == SIZE_MAX) return;
    RecordedCall& call = rank.calls[waiting];
    call.source = int32_t(a >> 32), call.source_tag = int64_t(a & 0xffffffff), call.got_bytes = int64_t(b);
    waiting = SIZE_MAX;
  }

  void begin_collective(uint64_t a, uint64_t b, uint32_t site) {
    const auto kind = uint8_t(a >> 32);
    if (kind == kCollectiveInit || kind == kCollectiveFinalize) return void(++rank.marks);
    open = rank.calls.size(), is_open = true;
    rank.calls.push_back({.collective = true,
                          .bytes = int64_t(b),
                          .communicator = uint32_t(a),
                          .function = uint32_t(a >> 40),
                          .site = site});
  }

  RecordedRun& run;
  RecordedRank& rank;
  std::vector<OpenmpEvent>& events; // of OpenMP, of all threads of the rank
  uint32_t thread;
  ConstructReader constructs;
  bool ran_openmp = false;
  std::unordered_map<uint64_t, size_t> posts; // requests to calls
  size_t waiting = SIZE_MAX, open = 0;        // waiting: the receive that the next message is for
  bool is_open = false;
  uint64_t last_ns = 0, busy_ns = 0, timed_ns = 0; // of the segment that is open
  std::map<uint32_t, RecordedTime> times;          // the same
  std::vector<uint32_t> timers;                    // that run, the outermost first
  uint64_t timer_ns = 0;                           // of the outermost one
  unsigned idle = 0;                               // a bit for each reason
};

void read_names(const EventFile& file, RecordedRun& run) {
  for (const EventObject& object : file.objects()) {
    const std::string_view text = file.text(object.name);
    if (object.kind == ObjectKind::name && text.starts_with(UNPLY_TIMER_PREFIX)) {
      run.timer_names[object.id] = uint32_t(run.timers.size());
      run.timers.emplace_back(text.substr(std::string_view(UNPLY_TIMER_PREFIX).size()));
    }
    if (object.kind != ObjectKind::function || object.id > 0xffff) continue;
    if (object.id >= run.names.size()) run.names.resize(object.id + 1);
    run.names[object.id] = short_name(file.text(object.name));
  }
  for (const Site& site : file.tables().sites) {
    const std::string_view path = file.text(site.file);
    run.sites.push_back(site.line ? fmt::format("{}:{}", path.substr(path.rfind('/') + 1), site.line) : "?");
  }
}

// Processes that are no ranks (mpirun, a shell) count as rank 0 and have no calls of MPI.
size_t count_ranks(const EventFile& file) {
  size_t ranks = 0;
  for (const EventProcess& process : file.processes()) ranks = std::max(ranks, size_t{process.rank} + 1);
  return ranks;
}

} // namespace

Result<RecordedRun> read_recorded_run(const std::string& path) {
  const auto file = EventFile::open(path);
  if (!file) return error_of(file);
  const TraceInfo& info = file->tables().info;
  constexpr uint32_t kSincePosts = 1u << 16 | 7;
  if (info.format_version < kSincePosts)
    return fail(path + ": the recording has no posts of messages", "record the run again with this version");
  RecordedRun run = {.program = info.program, .arguments = info.arguments};
  run.ranks.resize(count_ranks(*file));
  read_names(*file, run);
  std::vector<ThreadReader> readers;
  std::vector<std::vector<OpenmpEvent>> events(run.ranks.size());
  for (const EventThread& thread : file->threads()) {
    const size_t rank = file->processes()[thread.process].rank;
    readers.emplace_back(run, run.ranks[rank], events[rank], uint32_t(readers.size()));
  }
  EventBlock block;
  for (size_t i = 0; i < file->blocks().size(); ++i) {
    TRY(file->read_block(i, block));
    for (size_t row = 0; row < block.size(); ++row)
      readers[block.thread].take(block.kind[row], block.a[row], block.b[row], block.site[row], block.time_ns[row]);
  }
  for (ThreadReader& reader : readers) reader.end();
  for (size_t i = 0; i < run.ranks.size(); ++i) {
    if (!run.ranks[i].has_teams) continue;
    run.ranks[i].times.clear();
    run.ranks[i].teams = recorded_teams(std::move(events[i]), run.sites);
  }
  return run;
}

} // namespace unply::stg
