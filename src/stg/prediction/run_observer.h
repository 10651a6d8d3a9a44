// Hears of a simulated run while it happens. Times are in seconds since its start and never decrease within a rank.
// The order of all calls is a topological one: what a call waited for was told before its end.
#pragma once
#include "stg/run/rank_machine.h"
#include <span>

namespace unply::stg {

struct Arrival { // a post that was completed by its partner: a receive, or a send that waits for its receive
  bool receive = true;
  uint64_t post = 0; // as rank_machine.h numbers the posts of a rank
  int32_t partner = kNoPeer;
  int64_t tag = 0, bytes = 0;
  uint64_t partner_mark = 0; // as RunObserver::post returned it for the partner's post
};

class RunObserver {
public:
  virtual ~RunObserver() = default;
  virtual void begin(const World& world) = 0;
  virtual void compute(int rank, const Step& step, double begin_s, double end_s) = 0;
  // A construct of OpenMP, with Bindings::openmp.
  virtual void construct(int, const Step&, double) {}
  // A call of MPI; between the two, `post` for each message that it posts and `meet` for a collective one.
  virtual void begin_call(int rank, const Step& step, double begin_s) = 0;
  virtual void end_call(int rank, double end_s, std::span<const Arrival> arrivals) = 0;
  // The result comes back in the partner's Arrival.
  virtual uint64_t post(int rank, const Step& step, const Message& message, double time_s) = 0;
  // All members of the communicator, in its order, have begun the collective operation; step: of the last of them.
  virtual void meet(const Step& step, std::span<const int> members) = 0;
};

} // namespace unply::stg
