// Matches the messages and collectives of one instance of a program as MPI does: in order for each pair, communicator
// and tag, in each order of receives from any source; and names all that does not fit.
#pragma once
#include "stg/run/rank_machine.h"
#include <set>

namespace unply::stg {

enum class Fault : uint8_t {
  invalid_partner,       // a rank that the communicator does not have
  unmatched_send,        // never received
  unmatched_receive,     // waits for a message that is never sent
  different_tags,        // a send and a receive of the same two ranks that differ in nothing but the tag
  truncated,             // the message is longer than the receive
  different_collectives, // ranks call different ones at the same position
  different_roots,
  different_sizes,
  different_operators,
  missing_collective, // some ranks never reach it
  deadlock,           // a circle of ranks that wait for each other
  needs_buffers,      // a circle that only buffering of sends dissolves
  never_completed,    // a request that nothing waits for
  different_types,    // a number of one kind is received as one of another: the bytes fit, their meaning does not
  invalid_argument,   // a negative count or tag, a root that the communicator does not have
};
constexpr size_t kFaults = size_t(Fault::invalid_argument) + 1;
const char* name_of(Fault fault); // "unmatched send"

struct Finding {
  Fault fault = Fault::invalid_partner;
  Place place = {}, other = {}; // the other side's line, if there is one: line 0 if not
  std::set<int> ranks = {};     // that run `place`
  std::string detail = {};      // of one of them: "rank 3 sends 80 bytes to rank 4"
  uint64_t orders = 1;          // of receives from any source, in which it was found
};

struct Matching {
  std::vector<Finding> findings = {}; // one for each fault and pair of lines
  bool aborted = false;               // a rank stops the program by exit or MPI_Abort
  Place abort_place = {};
  bool observed = false; // which requests are complete, or whether a message is there, was chosen
  bool cut = false;      // more steps than `most_steps`
  uint64_t orders = 1;   // of receives from any source that were tried
  bool all_orders = true;
  uint64_t messages = 0, collectives = 0; // of one order
  uint64_t steps = 0;
  std::map<std::string, uint64_t> asked = {};
};

struct MatchOptions {
  bool rendezvous = false;         // sends wait for their receives, all collectives for all ranks
  uint64_t most_steps = 2'000'000; // of all ranks together
  uint64_t most_orders = 128;
};
// All orders in which receives and probes from any source can take their messages, up to `most_orders` and
// `most_steps`.
Result<Matching> match(const Program& program, const Bindings& bindings, const MatchOptions& options);

} // namespace unply::stg
