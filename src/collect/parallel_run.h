// `unply record` for a program that may run in parallel: loads the recorder into it, gives it an OpenMP runtime with a
// tools interface, manages its spool, and reports limits of the recording. It does not touch a program compiled by
// unply cc.
#pragma once
#include "collect/front_ends.h"
#include "collect/left_behind.h"
#include "collect/program_kind.h"
#include "collect/spool.h"
#include "collect/spool_reader.h"
#include <vector>

namespace unply {

class ParallelRun {
public:
  // program: the file that words[0] names.
  ParallelRun(const std::string& program, const std::vector<std::string>& words, const std::string& output,
              uint64_t pool_bytes);

  std::vector<std::string> environment() const; // NAME=value to add
  void describe(const std::string& key, const std::string& value);
  bool pump() { return spool_ && spool_->pump(); }
  // The processes that outlive the program and that recording waits for: they run a program that has recorded events,
  // or nothing was recorded yet, so they may be the only ones that record.
  std::vector<LeftProcess> followed(const std::vector<LeftProcess>& left) const;
  // The program has ended so. True if it left events; then they stay in the spool until discard().
  bool finish(ProgramEnd end, const std::string& unfinished);
  void discard() { spool_->discard(); }
  bool records() const { return spool_ && !spool_->trouble(); }
  bool has_events() const { return spool_ && spool_->has_events(); }
  const std::string& spool_path() const { return spool_->path(); } // of a run that left events
  // Of a run that left nothing: why, as far as its file says.
  std::optional<Error> why_nothing() const;
  // Sentences about events that the run's libraries hide from the recorder.
  std::vector<std::string> notes(const SpoolReader& spool) const;

private:
  std::string program_, output_;
  ProgramKind kind_;
  FrontEnds front_ends_;
  std::unique_ptr<Spool> spool_;
  std::optional<Error> trouble_; // no spool
};

// Inside a program that is being recorded: the recording, else empty.
std::string recording_around();

// Whether a program compiled for libgomp ran on libomp under that name.
bool ran_on_libomp(const SpoolReader& spool);

} // namespace unply
