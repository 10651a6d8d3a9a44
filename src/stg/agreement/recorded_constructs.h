// OpenMP's constructs as one thread of a recorded run met them, in the form that a program's steps have.
//
// Invariant: each construct that opens_construct() is closed by a later omp_end unless the recording ends before it.
// The pieces of a taskloop are no constructs: what they hold stands in the taskloop.
#pragma once
#include "stg/run/rank_machine.h"

namespace unply::stg {

struct RecordedConstruct {
  Call call = Call::omp_end;
  uint32_t site = 0;                // in RecordedRun::sites
  int64_t iterations = -1;          // of a loop, sections, a taskloop; -1: it has none
  int64_t pieces = 0;               // of a taskloop: its tasks
  uint64_t calls = 0;               // of MPI that its rank had begun before
  std::vector<Depend> depends = {}; // kinds as in the program
};

// The events of one thread, in order.
class ConstructReader {
public:
  explicit ConstructReader(std::vector<RecordedConstruct>& constructs) : constructs_(constructs) {}
  void take(uint8_t kind, uint64_t a, uint64_t b, uint32_t site, uint64_t calls);

private:
  std::vector<RecordedConstruct>& constructs_;
  std::vector<uint64_t> tasks_;   // that run, without pieces of taskloops
  std::vector<size_t> taskloops_; // open ones
  bool takes_depends_ = false;    // the last construct is the task created last
  uint64_t created_ = 0;          // number of the task that waits for its begin, 0: none

  void add(Call call, uint32_t site, uint64_t calls, int64_t iterations = -1);
  void begin_work(uint64_t work, uint64_t iterations, uint32_t site, uint64_t calls);
  void create(uint64_t task, uint64_t flags, uint32_t site, uint64_t calls);
  void leave(uint64_t status, uint64_t task, uint64_t calls);
};

bool is_openmp_event(uint8_t kind);
int64_t kind_in_program(uint64_t type); // of UnplyDependenceType, as Role::depend_kind has it

} // namespace unply::stg
