// The tables that both kinds of traces of a run that only the program tells of begin with: what ran, its places in the
// source, and the files that these are in. Internal to this folder.
#pragma once
#include "stg/run/rank_machine.h"
#include "trace/trace_writer.h"
#include <map>

namespace unply::stg {

class RunTables {
public:
  RunTables(const Program& of, TraceWriter& to) : program_(of), writer_(to) {}

  // mode: of the recording. note: a sentence for reports.
  void add_head(const char* mode, const Bindings& bindings, const std::string& note);
  StringId file_of(const Place& place);
  // "MPI_Send", or the computation's procedure, else its place.
  std::string name_of_step(const Step& step) const;
  // A number from 1 for each computation and operation of the text.
  uint32_t site_of(const Step& step);
  // A region of tasks for each of them, from 1.
  uint32_t region_of(const Step& step);
  void add_end(double time_s);                          // the clock: ticks are ns
  std::string settings(const Bindings& bindings) const; // "P=3, nb=2"

  static uint64_t ns(double time_s) { return uint64_t(time_s * 1e9 + 0.5); }

private:
  using Key = std::tuple<Step::Kind, uint32_t, uint32_t>;
  static Key key_of(const Step& step) { return {step.kind, step.procedure, step.index}; }
  const Program& program_;
  TraceWriter& writer_;
  std::map<Key, uint32_t> sites_, regions_;
};

} // namespace unply::stg
