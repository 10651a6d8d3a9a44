// Perfetto's TracePacket messages, written by hand: its library would be a dependency of 40 MB for thirty fields. Field
// numbers are those of perfetto/trace/{trace_packet,track_event/*,interned_data/*}.proto. Each lane is a sequence of
// its own, whose names are numbered (interned) when they are first used.
#include "convert/buffered_sink.h"
#include "convert/convert.h"
#include "convert/protobuf.h"
#include "timeline/timeline.h"
#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <map>
#include <set>
#include <unordered_map>

namespace unply {

namespace {

enum Packet : uint32_t {
  kPackets = 1, // of Trace
  kTimestamp = 8,
  kSequenceId = 10,
  kTrackEvent = 11,
  kInternedData = 12,
  kSequenceFlags = 13,
  kTrackDescriptor = 60
};
enum TrackEvent : uint32_t {
  kCategoryIids = 3,
  kDebugAnnotations = 4,
  kType = 9,
  kNameIid = 10,
  kTrackUuid = 11,
  kEventName = 23,
  kCounterValue = 30,
  kSourceLocationIid = 34,
  kDoubleCounterValue = 44,
  kFlowIds = 47,
  kTerminatingFlowIds = 48
};
enum Interned : uint32_t { kCategories = 1, kNames = 2, kLocations = 4 };
enum EventType : uint32_t { kSliceBegin = 1, kSliceEnd = 2, kInstant = 3, kCounter = 4 };
enum : uint64_t { kStateCleared = 1, kNeedsState = 2 };
// First uuid of each sort; those of lanes are short, because each event has one.
constexpr uint64_t kLaneTracks = 1, kProcessTracks = 1 << 20, kCounterTracks = 1 << 24, kPhaseTracks = 1 << 28;

class PerfettoWriter {
public:
  PerfettoWriter(const EventFile& file, ByteSink& sink) : file_(file), out_(sink) {}
  Result<Converted> write();

private:
  struct Sequence {
    bool begun = false;
    std::map<std::tuple<Activity, uint16_t, uint32_t>, uint64_t> names; // (activity, function, site) to iid
  };
  void describe_processes();
  void describe_lane(uint32_t lane);
  void add_intervals(uint32_t lane, std::span<const StateInterval> intervals);
  void add_line(const DependencyLine& line);
  void add_mark(const UserMark& mark);
  void add_phases(const Phases& phases);
  void begin_phase(const Phases& phases, const PhaseRow& row);
  uint64_t counter_track(const UserMark& mark);
  // One packet of the lane's sequence; `body` writes its fields.
  template <class Body> void packet(uint64_t sequence, uint64_t time_ns, Body body);
  template <class Body> void event(uint64_t sequence, uint64_t time_ns, EventType type, uint64_t track, Body body);
  uint64_t intern(uint32_t lane, Activity activity, uint16_t function, uint32_t site);
  std::string name_of_slice(Activity activity, uint16_t function, uint32_t site) const;

  const EventFile& file_;
  BufferedSink out_;
  ProtobufWriter proto_{out_.bytes()};
  std::unordered_map<uint64_t, Sequence> sequences_;
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> counters_; // (lane, name)
  std::vector<bool> lanes_described_;
  std::vector<uint32_t> pids_; // of the processes; Perfetto takes those of one number for one
  uint64_t flows_ = 0, records_ = 0;
};

template <class Body> void PerfettoWriter::packet(uint64_t sequence, uint64_t time_ns, Body body) {
  Sequence& state = sequences_[sequence];
  proto_.message(kPackets, [&] {
    proto_.number(kTimestamp, time_ns);
    proto_.number(kSequenceId, sequence + 1);
    proto_.number(kSequenceFlags, state.begun ? kNeedsState : kStateCleared | kNeedsState);
    body();
  });
  state.begun = true;
  out_.room();
}

template <class Body>
void PerfettoWriter::event(uint64_t sequence, uint64_t time_ns, EventType type, uint64_t track, Body body) {
  ++records_;
  packet(sequence, time_ns, [&] {
    proto_.message(kTrackEvent, [&] {
      proto_.number(kType, type);
      proto_.number(kTrackUuid, track);
      body();
    });
  });
}

void PerfettoWriter::describe_processes() {
  auto highest = static_cast<uint32_t>(file_.processes().size());
  for (const EventProcess& process : file_.processes()) highest = std::max(highest, process.pid);
  std::set<uint32_t> taken;
  for (size_t p = 0; p < file_.processes().size(); ++p) {
    const EventProcess& process = file_.processes()[p];
    uint32_t pid = process.pid ? process.pid : static_cast<uint32_t>(p + 1);
    if (!taken.insert(pid).second) taken.insert(pid = ++highest); // ranks on several hosts, or in containers
    pids_.push_back(pid);
    std::string name(file_.text(process.program));
    if (name.empty()) name = file_.tables().info.program;
    if (file_.processes().size() > 1) name = fmt::format("rank {} {}", process.rank, name);
    packet(0, 0, [&] {
      proto_.message(kTrackDescriptor, [&] {
        proto_.number(1, kProcessTracks + p);
        proto_.message(3, [&] {
          proto_.number(1, pid);
          proto_.text(6, name);
        });
      });
    });
  }
}

// The name of a lane is that of its thread where it has one; the number alone otherwise.
void PerfettoWriter::describe_lane(uint32_t lane) {
  if (lane < lanes_described_.size() && lanes_described_[lane]) return;
  lanes_described_.resize(std::max<size_t>(lanes_described_.size(), lane + size_t{1}));
  lanes_described_[lane] = true;
  const EventThread* thread = lane < file_.threads().size() ? &file_.threads()[lane] : nullptr;
  uint32_t process = thread ? thread->process : 0;
  std::string name(thread ? file_.text(thread->name) : "");
  if (name.empty()) name = fmt::format("thread {}", lane);
  packet(0, 0, [&] {
    proto_.message(kTrackDescriptor, [&] {
      proto_.number(1, kLaneTracks + lane);
      proto_.number(5, kProcessTracks + process);
      proto_.message(4, [&] {
        proto_.number(1, pids_[process]);
        proto_.number(2, thread && thread->system_id ? thread->system_id : lane + 1);
        proto_.text(5, name);
      });
    });
  });
}

std::string PerfettoWriter::name_of_slice(Activity activity, uint16_t function, uint32_t site) const {
  std::string name(words_of(file_.tables(), file_.objects(), activity, function));
  const Site& of = file_.tables().sites[site];
  std::string_view path = file_.text(of.file);
  if (of.line) name += fmt::format(" {}:{}", path.substr(path.rfind('/') + 1), of.line);
  return name;
}

// The number of the name, which the packet before defines together with its place in the source.
uint64_t PerfettoWriter::intern(uint32_t lane, Activity activity, uint16_t function, uint32_t site) {
  auto& names = sequences_[lane].names;
  auto [at, fresh] = names.try_emplace({activity, function, site}, names.size() + 1);
  if (!fresh) return at->second;
  uint64_t iid = at->second;
  const Site& of = file_.tables().sites[site];
  packet(lane, 0, [&] {
    proto_.message(kInternedData, [&] {
      if (iid == 1)
        for (size_t state = 0; state < kProcStates; ++state)
          proto_.message(kCategories, [&] {
            proto_.number(1, state + 1);
            proto_.text(2, name_of(static_cast<ProcState>(state)));
          });
      proto_.message(kNames, [&] {
        proto_.number(1, iid);
        proto_.text(2, name_of_slice(activity, function, site));
      });
      if (of.line)
        proto_.message(kLocations, [&] {
          proto_.number(1, iid);
          proto_.text(2, file_.text(of.file));
          proto_.text(3, file_.text(of.function));
          proto_.number(4, of.line);
        });
    });
  });
  return iid;
}

void PerfettoWriter::add_intervals(uint32_t lane, std::span<const StateInterval> intervals) {
  describe_lane(lane);
  for (const StateInterval& i : intervals) {
    if (i.state == ProcState::idle) continue;
    uint64_t name = intern(lane, i.activity, function_of(i.activity, i.object), i.site);
    event(lane, i.begin_ns, kSliceBegin, kLaneTracks + lane, [&] {
      proto_.number(kNameIid, name);
      proto_.number(kCategoryIids, static_cast<uint64_t>(i.state) + 1);
      if (file_.tables().sites[i.site].line) proto_.number(kSourceLocationIid, name);
    });
    event(lane, i.end_ns, kSliceEnd, kLaneTracks + lane, [] {});
  }
}

// A flow goes from one event to another: two instants, because the line need not begin or end with a slice.
void PerfettoWriter::add_line(const DependencyLine& line) {
  ++flows_;
  for (bool end : {false, true}) {
    uint32_t lane = end ? line.to_lane : line.from_lane;
    describe_lane(lane);
    event(0, end ? line.to_ns : line.from_ns, kInstant, kLaneTracks + lane, [&] {
      proto_.text(kEventName, name_of(line.kind));
      proto_.fixed64(end ? kTerminatingFlowIds : kFlowIds, flows_);
    });
  }
}

uint64_t PerfettoWriter::counter_track(const UserMark& mark) {
  auto [at, fresh] =
      counters_.try_emplace({mark.lane, static_cast<uint32_t>(mark.name)}, kCounterTracks + counters_.size());
  if (fresh)
    packet(0, 0, [&] {
      proto_.message(kTrackDescriptor, [&] {
        proto_.number(1, at->second);
        proto_.text(2, file_.text(mark.name));
        proto_.number(5, kLaneTracks + mark.lane);
        proto_.message(8, [] {});
      });
    });
  return at->second;
}

void PerfettoWriter::add_mark(const UserMark& mark) {
  describe_lane(mark.lane);
  if (mark.kind != kEventUserValue)
    return event(0, mark.time_ns, kInstant, kLaneTracks + mark.lane,
                 [&] { proto_.text(kEventName, file_.text(mark.name)); });
  event(0, mark.time_ns, kCounter, counter_track(mark), [&] {
    double value = mark.value_type == kValueFloat32 ? std::bit_cast<float>(static_cast<uint32_t>(mark.bits))
                                                    : std::bit_cast<double>(mark.bits);
    if (mark.value_type == kValueFloat64 || mark.value_type == kValueFloat32)
      proto_.fixed64(kDoubleCounterValue, std::bit_cast<uint64_t>(value));
    else
      proto_.number(kCounterValue, mark.bits);
  });
}

void PerfettoWriter::begin_phase(const Phases& phases, const PhaseRow& row) {
  event(kPhaseTracks + row.thread, row.begin_ns, kSliceBegin, kPhaseTracks + row.thread, [&] {
    proto_.text(kEventName, row.phase == Phase::call ? fmt::format("call {}", row.call)
                                                     : fmt::format("{} level {}", name_of(row.phase), row.level));
    auto annotate = [&](std::string_view name, double value) {
      proto_.message(kDebugAnnotations, [&] {
        proto_.text(10, name);
        proto_.fixed64(5, std::bit_cast<uint64_t>(value));
      });
    };
    if (row.partner >= 0) annotate("partner", row.partner);
    if (row.bytes > 0) annotate("bytes", static_cast<double>(row.bytes));
    for (const PhaseFeature& feature : phases.features_of(row)) annotate(phases.text(feature.name), feature.value);
  });
}

// On a track of their own below that of their thread, because states cut them into pieces. Slices nest: rows come outer
// ones first.
void PerfettoWriter::add_phases(const Phases& phases) {
  std::map<uint32_t, std::vector<const PhaseRow*>> lanes;
  for (const PhaseRow& row : phases.rows) lanes[row.thread].push_back(&row);
  for (const auto& [lane, rows] : lanes) {
    describe_lane(lane);
    packet(0, 0, [&] {
      proto_.message(kTrackDescriptor, [&] {
        proto_.number(1, kPhaseTracks + lane);
        proto_.text(2, "phases");
        proto_.number(5, kLaneTracks + lane);
      });
    });
    std::vector<uint64_t> open; // ends
    auto close_until = [&](uint64_t time_ns) {
      for (; !open.empty() && open.back() <= time_ns; open.pop_back())
        event(kPhaseTracks + lane, open.back(), kSliceEnd, kPhaseTracks + lane, [] {});
    };
    for (const PhaseRow* row : rows) {
      close_until(row->begin_ns);
      begin_phase(phases, *row);
      open.push_back(row->end_ns);
    }
    close_until(~uint64_t{0});
  }
}

Result<Converted> PerfettoWriter::write() {
  describe_processes();
  TimelineSink sink;
  PhaseCollector collector;
  sink.phase_event = [&](const Event& event) {
    collector.take(event.lane, event.kind, event.time_ns, event.site, event.a, event.b);
  };
  sink.intervals = [&](uint32_t lane, std::span<const StateInterval> intervals) { add_intervals(lane, intervals); };
  sink.line = [&](const DependencyLine& line) { add_line(line); };
  sink.mark = [&](const UserMark& mark) { add_mark(mark); };
  auto head = build_timeline(file_, sink);
  if (!head) return error_of(head);
  add_phases(collector.finish(file_.tables(), file_.processes(), file_.threads(), file_.objects()));
  TRY(out_.finish());
  return Converted{records_, {"idle time is left empty; source texts, cores and numbers of tasks are not in the file"}};
}

} // namespace

Result<Converted> write_perfetto(const EventFile& file, ByteSink& sink) { return PerfettoWriter(file, sink).write(); }

} // namespace unply
