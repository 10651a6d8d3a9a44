// Makes the recording of an OpenMP program that never ran, of any length, for benches and tests of what reads
// recordings: parallel regions with a dynamic loop, tasks or a critical section, uneven work, barriers, and serial
// stretches between. The same arguments give the same bytes.
#include "trace/output_file.h"
#include "trace/trace_writer.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <queue>
#include <string>

namespace {

using namespace unply;

constexpr double kTicksPerNs = 2.3;
enum : uint32_t {
  kSiteRegion = 1,
  kSiteLoop,
  kSiteBarrier,
  kSiteTaskRegion,
  kSiteTask,
  kSiteTaskwait,
  kSiteLockRegion,
  kSiteLock,
  kSiteValue,
  kSites
};

class Program {
public:
  Program(TraceWriter& writer, uint32_t lanes, uint64_t seed) : writer_(writer), lanes_(lanes), random_(seed * 2 + 1) {}
  void describe();
  void run(uint64_t events);
  uint64_t end_ticks() const { return *std::max_element(now_.begin(), now_.end()); }
  bool failed() const { return failed_; }

private:
  using LanesByTime =
      std::priority_queue<std::pair<uint64_t, uint32_t>, std::vector<std::pair<uint64_t, uint32_t>>, std::greater<>>;
  uint64_t random() { // xorshift64*
    random_ ^= random_ >> 12;
    random_ ^= random_ << 25;
    random_ ^= random_ >> 27;
    return random_ * 0x2545f4914f6cdd1d;
  }
  // About `ns` as ticks: half of it at least, three times of it at most, small values more often.
  uint64_t about(double ns) {
    double u = static_cast<double>(random() >> 11) * 0x1p-53;
    return static_cast<uint64_t>(ns * kTicksPerNs * (0.5 + 2.5 * u * u));
  }
  void emit(uint32_t lane, uint8_t kind, uint32_t site, uint64_t a = 0, uint64_t b = 0);
  void hand_over(uint32_t lane);
  LanesByTime lanes_by_time() const;
  void region(uint32_t site);
  void barrier(uint32_t site);
  void loop();
  void tasks();
  void criticals();

  TraceWriter& writer_;
  uint32_t lanes_;
  uint64_t random_, events_ = 0, regions_ = 0, tasks_ = 0, steps_ = 0;
  std::vector<uint64_t> now_;
  std::vector<uint16_t> core_;
  std::vector<std::vector<EventRow>> rows_;
  bool failed_ = false;
};

void Program::describe() {
  writer_.add_meta("program", "./synthetic");
  writer_.add_meta("started_at", "2026-01-01T00:00:00Z");
  writer_.add_meta("machine", "synthetic");
  writer_.add_meta("cores", std::to_string(lanes_));
  writer_.add_clock(0, 0);
  StringId file = writer_.string_id("/home/user/solver.c"), none = StringId{0};
  const char* functions[kSites] = {"",       "relax",   "relax",   "relax", "refine", "refine_cell",
                                   "refine", "collect", "collect", "main"};
  const uint32_t lines[kSites] = {0, 40, 44, 52, 71, 73, 80, 95, 97, 120};
  for (uint32_t site = 1; site < kSites; ++site)
    writer_.add_site(site, {.file = file,
                            .function = writer_.string_id(functions[site]),
                            .variable = none,
                            .inlined_file = none,
                            .line = lines[site],
                            .column = 3,
                            .inlined_line = 0,
                            .flags = 0});
  writer_.add_process(
      0, {.rank = 0, .pid = 4711, .host = writer_.string_id("synthetic"), .program = writer_.string_id("./synthetic")});
  for (uint32_t lane = 0; lane < lanes_; ++lane)
    writer_.add_thread(
        lane, {.process = 0, .kind = lane ? kThreadOpenmp : kThreadInitial, .system_id = 4711 + lane, .name = none});
  writer_.add_object(
      {.kind = ObjectKind::lock, .id = 0x404060, .name = writer_.string_id("results"), .site = kSiteLock});
  writer_.add_object({.kind = ObjectKind::name, .id = 1, .name = writer_.string_id("residual"), .site = kSiteValue});
  for (uint32_t lane = 0; lane < lanes_; ++lane) now_.push_back(1000 + 100 * lane);
  rows_.resize(lanes_);
  for (uint32_t lane = 0; lane < lanes_; ++lane) core_.push_back(static_cast<uint16_t>(lane));
}

void Program::hand_over(uint32_t lane) {
  if (!writer_.write_events(lane, rows_[lane])) failed_ = true;
  rows_[lane].clear();
}

void Program::emit(uint32_t lane, uint8_t kind, uint32_t site, uint64_t a, uint64_t b) {
  if (random() % 20000 == 0) core_[lane] = static_cast<uint16_t>(random() % lanes_);
  now_[lane] += 40 + random() % 24; // the time to record an event
  rows_[lane].push_back({.ticks = now_[lane], .kind = kind, .core = core_[lane], .site = site, .a = a, .b = b});
  ++events_;
  if (rows_[lane].size() >= 4096) hand_over(lane);
}

Program::LanesByTime Program::lanes_by_time() const {
  LanesByTime queue;
  for (uint32_t lane = 0; lane < lanes_; ++lane) queue.emplace(now_[lane], lane);
  return queue;
}

void Program::barrier(uint32_t site) {
  for (uint32_t lane = 0; lane < lanes_; ++lane) emit(lane, kEventWaitBegin, site, kWaitBarrierImplicit);
  uint64_t last = end_ticks();
  for (uint32_t lane = 0; lane < lanes_; ++lane) {
    now_[lane] = last + about(300);
    emit(lane, kEventWaitEnd, site, kWaitBarrierImplicit);
  }
}

// Chunks go to whichever thread asks next; iterations late in the loop take longer.
void Program::loop() {
  uint64_t iterations = 64 * lanes_ + random() % (64 * lanes_), chunk = 4;
  for (uint32_t lane = 0; lane < lanes_; ++lane) emit(lane, kEventWorkBegin, kSiteLoop, kWorkLoopDynamic, iterations);
  LanesByTime queue = lanes_by_time();
  for (uint64_t first = 0; first < iterations; first += chunk) {
    uint32_t lane = queue.top().second;
    queue.pop();
    emit(lane, kEventChunk, kSiteLoop, first, std::min(chunk, iterations - first));
    now_[lane] += about(1500.0 * (1 + static_cast<double>(first) / static_cast<double>(iterations)));
    queue.emplace(now_[lane], lane);
  }
  for (uint32_t lane = 0; lane < lanes_; ++lane) emit(lane, kEventWorkEnd, kSiteLoop, kWorkLoopDynamic);
}

// Thread 0 creates tasks and waits for them; all run them.
void Program::tasks() {
  uint64_t first = tasks_ + 1, count = 12 * lanes_;
  std::vector<uint64_t> created;
  for (; tasks_ < first + count - 1;) {
    emit(0, kEventTaskCreate, kSiteTask, ++tasks_, kTaskUntied);
    created.push_back(now_[0]);
    now_[0] += about(60);
  }
  emit(0, kEventWaitBegin, kSiteTaskwait, kWaitTaskwait);
  LanesByTime queue = lanes_by_time();
  for (uint64_t task = first; task < first + count; ++task) {
    uint32_t lane = queue.top().second;
    queue.pop();
    now_[lane] = std::max(now_[lane], created[task - first]) + about(100);
    emit(lane, kEventTaskSwitch, kSiteTask, kTaskOtherReason, task);
    now_[lane] += about(lane % 3 ? 2500 : 4000);
    emit(lane, kEventTaskSwitch, kSiteTask, kTaskCompleted, task << 32);
    queue.emplace(now_[lane], lane);
  }
  now_[0] = std::max(now_[0], end_ticks());
  emit(0, kEventWaitEnd, kSiteTaskwait, kWaitTaskwait);
}

void Program::criticals() {
  uint64_t free_at = 0;
  LanesByTime queue = lanes_by_time();
  for (uint32_t turn = 0; turn < 8 * lanes_; ++turn) {
    uint32_t lane = queue.top().second;
    queue.pop();
    now_[lane] += about(900 * lanes_ / 4.0);
    if (now_[lane] < free_at) {
      emit(lane, kEventLockWait, kSiteLock, kLockCritical, 0x404060);
      now_[lane] = std::max(now_[lane], free_at + about(80));
    }
    emit(lane, kEventLockAcquired, kSiteLock, kLockCritical, 0x404060);
    now_[lane] += about(200);
    emit(lane, kEventLockReleased, kSiteLock, kLockCritical, 0x404060);
    free_at = now_[lane];
    queue.emplace(now_[lane], lane);
  }
}

void Program::region(uint32_t site) {
  ++regions_;
  now_[0] = end_ticks() + about(20'000);
  emit(0, kEventParallelBegin, site, regions_, lanes_);
  for (uint32_t lane = 0; lane < lanes_; ++lane) {
    now_[lane] = now_[0] + about(lane ? 1200 : 50);
    emit(lane, kEventImplicitBegin, site, regions_, uint64_t{lanes_} << 32 | lane);
  }
  if (site == kSiteRegion) loop();
  if (site == kSiteTaskRegion) tasks();
  if (site == kSiteLockRegion) criticals();
  barrier(kSiteBarrier);
  for (uint32_t lane = 0; lane < lanes_; ++lane) emit(lane, kEventImplicitEnd, site, regions_);
  emit(0, kEventParallelEnd, site, regions_);
}

void Program::run(uint64_t events) {
  double residual = 1;
  for (uint32_t lane = 0; lane < lanes_; ++lane)
    emit(lane, kEventThreadBegin, 0, lane ? kThreadOpenmp : kThreadInitial);
  while (events_ < events && !failed_) {
    region(kSiteRegion);
    region(kSiteRegion);
    if (++steps_ % 4 == 0) region(kSiteTaskRegion);
    if (steps_ % 8 == 0) region(kSiteLockRegion);
    residual *= 0.99;
    uint64_t bits;
    std::memcpy(&bits, &residual, sizeof bits);
    emit(0, kEventUserValue, kSiteValue, uint64_t{kValueFloat64} << 48 | 1, bits);
  }
  for (uint32_t lane = 0; lane < lanes_; ++lane) {
    now_[lane] = end_ticks();
    emit(lane, kEventThreadEnd, 0);
    hand_over(lane);
  }
}

int give_up(const std::string& why) {
  std::fprintf(stderr, "synthesize: %s\nUsage: synthesize EVENTS LANES OUT.trace [SEED]\n", why.c_str());
  return 2;
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 4) return give_up("expected three arguments: at least EVENTS events of LANES threads into OUT.trace");
  auto events = static_cast<uint64_t>(std::atof(argv[1])); // 1e8 is a number too
  uint64_t lanes = std::strtoull(argv[2], nullptr, 10), seed = argc > 4 ? std::strtoull(argv[4], nullptr, 10) : 1;
  if (lanes < 1 || lanes > 4096) return give_up(std::string(argv[2]) + ": expected 1 to 4096 threads");
  auto file = OutputFile::create(argv[3]);
  if (!file) return give_up(file.error().what);
  TraceWriter writer(**file);
  Program program(writer, static_cast<uint32_t>(lanes), seed);
  if (!writer.begin()) return give_up("cannot write");
  program.describe();
  program.run(events);
  writer.add_clock(program.end_ticks(), static_cast<uint64_t>(static_cast<double>(program.end_ticks()) / kTicksPerNs));
  writer.add_meta("complete", "yes");
  if (program.failed() || !writer.finish() || !(*file)->publish()) return give_up("cannot write");
  std::printf("%s: %llu events, %llu bytes, %.2f bytes an event\n", argv[3],
              static_cast<unsigned long long>(writer.events_written()),
              static_cast<unsigned long long>(writer.bytes_written()),
              static_cast<double>(writer.bytes_written()) / static_cast<double>(writer.events_written()));
  return 0;
}
