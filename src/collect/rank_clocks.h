// Maps the events of all ranks to one clock: rank 0's. The map uses pairs of readings that the ranks took by messages
// at MPI_Init and at MPI_Finalize; between them it is a straight line (clocks drift), outside of them it uses the
// hosts' clock rates. Without such a pair it uses the hosts' times of day.
#pragma once
#include "collect/spool_reader.h"
#include <string>
#include <vector>

namespace unply {

class RankClocks {
public:
  explicit RankClocks(const SpoolReader& spool);

  bool several() const { return !lines_.empty(); }
  uint64_t aligned(const SpooledProcess& process, uint64_t ticks) const; // monotone in `ticks`
  uint64_t uncertainty(const SpooledProcess& process) const;             // in ticks; 0 for rank 0's clock
  struct Pair {
    uint64_t ticks, ns;
  };
  Pair first_pair() const, last_pair() const; // of rank 0's clock and the system's
  double ns_of(double ticks) const { return ticks * ns_per_tick_; }
  std::vector<std::string> notes() const;

private:
  struct Line {
    uint64_t clock = 0, job = 0;
    SpooledClock begin{};
    std::optional<SpooledClock> end;
    double rate = 1; // of rank 0's clock by this one, as far as their hosts know
    bool by_time_of_day = false;
  };
  uint64_t clock_of(const SpooledProcess& process) const;
  const Line* line_of(const SpooledProcess& process) const;
  void add_line(const SpooledProcess& process);
  std::string sentence_on(const Line& line) const;
  const SpoolReader& spool_;
  const SpooledProcess* first_ = nullptr; // rank 0
  double ns_per_tick_ = 1;                // of its clock
  std::vector<Line> lines_;
};

} // namespace unply
