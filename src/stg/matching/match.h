// Matches the messages and collectives of one instance of a program as MPI does: in order for each pair, communicator
// and tag, with wildcards; and names all that does not fit.
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
};
const char* name_of(Fault fault); // "unmatched send"

struct Finding {
  Fault fault = Fault::invalid_partner;
  Place place = {}, other = {}; // the other side's line, if there is one: line 0 if not
  std::set<int> ranks = {};     // that run `place`
  std::string detail = {};      // of one of them: "rank 3 sends 80 bytes to rank 4"
};

struct Matching {
  std::vector<Finding> findings = {}; // one for each fault and pair of lines
  bool aborted = false;               // a rank stops the program by exit or MPI_Abort
  Place abort_place = {};
  bool observed = false; // the order of receives from any source, or what a test saw, was chosen
  bool cut = false;      // more steps than `most_steps`
  uint64_t messages = 0, collectives = 0;
  std::map<std::string, uint64_t> asked = {};
};

struct MatchOptions {
  bool rendezvous = false;         // sends wait for their receives, all collectives for all ranks
  uint64_t most_steps = 2'000'000; // of all ranks together
};
Result<Matching> match(const Program& program, const Bindings& bindings, const MatchOptions& options);

} // namespace unply::stg
