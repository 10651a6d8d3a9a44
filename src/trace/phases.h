// Phases of a skeleton (include/unply/divide_and_conquer.h) in the recording of a parallel run: one row for each pair
// of kEventPhaseBegin and kEventPhaseEnd, with the details that the events between them give. The table "phases" is not
// in the file: events say all of it once.
//
// Invariants: rows are sorted by (rank, begin_ns), an outer phase before those inside of it; begin_ns <= end_ns; the
// features of a row lie within Phases::features and their names within Phases::strings.
#pragma once
#include "trace/event_file.h"
#include <map>
#include <optional>

namespace unply {

enum class Phase : uint8_t {
  call = kPhaseCall,
  divide = kPhaseDivide,
  sequential = kPhaseSequential,
  exchange = kPhaseExchange,
  combine = kPhaseCombine
};
inline constexpr size_t kPhases = 5;
const char* name_of(Phase phase); // "call", "divide", "sequential", "exchange", "combine"

// Of kEventPhaseBegin and kEventPhaseEnd: none if the number is of a newer version.
std::optional<Phase> phase_of_event(uint64_t a);
inline uint32_t level_of_event(uint64_t a) { return static_cast<uint32_t>(a); }
inline int32_t partner_of_event(uint64_t b) { return b > 0 && b <= 0x7fffffff ? static_cast<int32_t>(b - 1) : -1; }

struct PhaseFeature { // a size of the phase's problem; of names that begin with "work:" a count of its work
  StringId name;      // row of Phases::strings
  double value;
};
struct PhaseRow {
  uint32_t thread = 0, process = 0, rank = 0;
  uint32_t call = 0; // the how manieth call of the skeleton in its process, from 0
  Phase phase = Phase::call;
  bool finished = true; // false: its end is not recorded, and end_ns is that of the enclosing phase
  uint32_t level = 0;
  int32_t partner = -1;                                     // rank of the world
  uint32_t site = 0;                                        // of the begin
  uint64_t bytes = 0, begin_ns = 0, end_ns = 0, cpu_ns = 0; // cpu_ns: 0 if not known
  uint32_t first_feature = 0, features = 0;                 // in Phases::features
};
struct Phases {
  std::vector<PhaseRow> rows;
  std::vector<PhaseFeature> features;
  std::vector<std::string> strings;
  bool complete = true;       // false: the recording ends early or is damaged, and phases may be missing
  std::string incomplete_why; // as of the recording
  std::span<const PhaseFeature> features_of(const PhaseRow& row) const {
    return std::span(features).subspan(row.first_feature, row.features);
  }
  std::string_view text(StringId id) const { return strings[static_cast<uint32_t>(id)]; }
};

// Pairs the events of phases. Those of one thread come in the order of time; other kinds are passed over.
class PhaseCollector {
public:
  void take(uint32_t thread, uint8_t kind, uint64_t time_ns, uint32_t site, uint64_t a, uint64_t b);
  void end_thread(uint32_t thread, uint64_t last_ns); // open phases end there
  size_t size() const { return phases_.rows.size(); }
  // Once; threads not ended yet end with themselves.
  Phases finish(const Trace& tables, std::span<const EventProcess> processes, std::span<const EventThread> threads,
                std::span<const EventObject> objects);

private:
  struct TimedFeature {
    uint64_t time_ns;
    PhaseFeature feature;
  };
  struct Open {
    size_t row;
    std::vector<TimedFeature> features;
  };
  struct Thread {
    std::vector<Open> open;               // innermost last
    uint64_t cpu_ns = 0, cpu_time_ns = 0; // of the phase that ends next, if at this time
  };
  void begin(uint32_t thread, uint64_t time_ns, uint32_t site, uint64_t a, uint64_t b);
  void end(uint32_t thread, uint64_t time_ns, uint64_t a, uint64_t b);
  void close(Thread& thread, uint64_t time_ns, bool finished);
  void number_calls();
  std::map<uint32_t, Thread> threads_;
  std::map<uint64_t, uint32_t> name_rows_; // number of the object to row of strings
  uint64_t calls_ = 0;
  Phases phases_;
};

// Fails if the recording has none, with a hint, or cannot be read.
Result<Phases> read_phases(const std::string& path);
Result<Phases> read_phases(const EventFile& file); // may be empty

} // namespace unply
