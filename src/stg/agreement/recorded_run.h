// The MPI calls of a recorded run, rank by rank in the order in which the program made them: what `unply stg verify`
// compares a program with.
//
// Invariant: a receive that a wait completed has the sender that it got its message from; `order` of a completion is
// the number of posts and collective operations that its rank had begun before.
#pragma once
#include "base/result.h"
#include "stg/agreement/recorded_constructs.h"
#include "stg/agreement/team_constructs.h"
#include <optional>
#include <unordered_map>

namespace unply::stg {

struct RecordedCall {
  bool collective = false, receive = false, persistent = false;
  SendMode mode = SendMode::standard;
  int32_t peer = kNoPeer; // rank of the world, or one of the three of rank_machine.h
  int64_t tag = 0, bytes = 0, received_bytes = 0;
  int64_t root = -1;                       // rank in the communicator; -1: none
  int operation = -1;                      // UnplyOperator of a collective; -1: not recorded
  uint32_t communicator = 0, function = 0; // function: in RecordedRun::names, of a collective
  uint64_t request = 0;                    // 0: completes within its call
  int32_t source = kAnyPeer;               // of a receive: who sent its message, kAnyPeer: not known
  int64_t source_tag = 0, got_bytes = -1;
  uint32_t site = 0; // in RecordedRun::sites
};

// The time that a rank spends outside waits, collective operations and the recorder while these counts hold.
struct RecordedSegment {
  uint64_t calls = 0, waits = 0; // waits: with MPI_Init and MPI_Finalize
  uint64_t busy_ns = 0;          // without what the system took away, where that was recorded
  uint64_t timed_ns = 0;         // of it, under timers
};

// What a timer of the program measured while these counts held. A timer within another one is left out.
struct RecordedTime {
  uint64_t calls = 0, waits = 0;
  uint32_t timer = 0; // in RecordedRun::timers
  uint64_t count = 0, busy_ns = 0;
  std::optional<uint64_t> cache_misses = {}; // where the machine counts them
};

struct RecordedRank {
  std::vector<RecordedCall> calls = {};
  std::vector<RecordedSegment> segments = {};          // by ascending counts
  std::vector<RecordedTime> times = {};                // the same; empty if more than one thread ran at once
  std::unordered_map<uint64_t, size_t> completed = {}; // request to order, of receives with a partner
  uint64_t waits = 0;                                  // calls of MPI_Wait and the like
  uint64_t marks = 0;                                  // with MPI_Init and MPI_Finalize
  std::vector<RecordedConstruct> constructs = {};      // of OpenMP, if one thread ran all of them
  bool openmp = false, has_teams = false;              // whether OpenMP ran, and on more than one thread
  TeamConstructs teams = {};                           // of OpenMP, if more than one thread ran them
};

struct RecordedRun {
  std::string program = {};
  std::vector<std::string> arguments = {};
  std::vector<RecordedRank> ranks = {};
  std::vector<std::string> names = {};                     // of functions: "allreduce", as name_of(Call) has them
  std::vector<std::string> sites = {};                     // "x.c:12"
  std::vector<std::string> timers = {};                    // names of those that ran
  std::unordered_map<uint64_t, uint32_t> timer_names = {}; // numbers of names in the recording: positions in `timers`
};

// Errors: unreadable, older than the events that it needs.
Result<RecordedRun> read_recorded_run(const std::string& path);

} // namespace unply::stg
