// The constructs of OpenMP in one rank of a recorded run against those of one execution of the program: what each is,
// where it stands, how many iterations it has, which constructs it holds, and for each task the tasks that it depends
// on. Dependences follow from the addresses by one rule (stg/run/task_log.h), in the program from its own addresses, in
// the run from the recorded ones: they are the same exactly if the clauses name the same memory.
#pragma once
#include "stg/agreement/construct_difference.h"
#include "stg/agreement/recorded_run.h"
#include "stg/run/task_log.h"

namespace unply::stg {

class ConstructComparison {
public:
  ConstructComparison(const Program& program, const RecordedRun& run, const RecordedRank& recorded)
      : program_(program), run_(run), recorded_(recorded) {}
  // A step of OpenMP of the program behind as many calls of MPI.
  std::optional<ConstructDifference> take(const Step& step, uint64_t calls);
  std::optional<ConstructDifference> finish() const; // the program has ended
  uint64_t followed() const { return position_; }
  ConstructCounts counts = {};

private:
  const Program& program_;
  const RecordedRun& run_;
  const RecordedRank& recorded_;
  size_t position_ = 0; // in recorded_.constructs
  TaskLog in_program_, in_run_;

  std::string place_of(const Step& step) const; // "x.c:12"; empty: not known
  const char* difference_of(const Step& step, const RecordedConstruct& construct, uint64_t calls) const;
  void count(const Step& step, size_t depends);
};

} // namespace unply::stg
