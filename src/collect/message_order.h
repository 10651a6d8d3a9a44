// Checks that messages arrive after they were sent, by clocks that had to be aligned. As MPI does for one communicator,
// the nth receive is taken to be that of the nth message from one rank to another with the same tag.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace unply {

class MessageOrder {
public:
  // All events of one rank that are messages; job: of MPI, ranks of two are different. Times in ticks of one clock.
  void add(uint64_t job, uint32_t rank, uint8_t kind, uint64_t partner_and_tag, uint64_t ticks, uint64_t uncertainty);

  struct Outcome {
    uint64_t messages = 0;    // sent and received
    uint64_t early = 0;       // received before they were sent, by more than the clocks' uncertainty
    uint64_t worst_ticks = 0; // the most that one is too early, with the uncertainty taken off
    uint64_t reversed = 0;    // received before they were sent, by any amount
  };
  Outcome check();

private:
  struct End {
    uint64_t job;
    uint32_t from, to, tag;
    uint64_t ticks, uncertainty;
  };
  std::vector<End> sent_, received_;
};

} // namespace unply
