// One recording while it runs: the ring that the program fills, the decoder and the writer that empty it, the file.
//
// Nothing here may stop the program: a failure is stored in `trouble`, recording ends, and the program goes on.
#pragma once
#include "collect/parallel_run.h"
#include "collect/spool_conversion.h"
#include "graph/history_expander.h"
#include "trace/output_file.h"
#include "trace/ring_buffer.h"
#include "trace/ring_decoder.h"
#include <memory>
#include <optional>

namespace unply {

class Recording {
public:
  // later: what the program says of its accesses goes into the file as it is, and whoever reads that finds the
  // dependences.
  Recording(std::unique_ptr<OutputFile> file, RingMode mode, bool later = false);
  // A smaller ring where the limits of this shell allow no larger one; without any, nothing is recorded (trouble).
  void make_ring(uint64_t capacity);
  RingBuffer* ring() { return ring_ ? &*ring_ : nullptr; }
  TraceWriter& writer() { return writer_; }

  bool pump(); // takes the output of the program so far; false when there was none
  // Writes the end of the program into the file, which then gets its name. why_nothing: the reason why the recorder of
  // parallel programs was not loaded, or "".
  void finish(ProgramEnd end, bool embed, const std::string& why_nothing);
  // Instead, if no process claimed the ring: writes the events from the spool of a parallel run, and more notes. If
  // this fails there is no file, and the spool is still needed.
  Result<SpoolOutcome> finish_spooled(const ParallelRun& parallel, std::vector<std::string> notes, bool embed);

  const std::optional<Error>& trouble() const { return trouble_; } // the first one
  bool claimed() const { return claimed_; }                        // by an instrumented program
  int owner() const { return claimed_ && ring_ ? static_cast<int>(ring_->header().owner_pid) : 0; } // its process
  bool profiled() const { return ring_ && claimed_ && ring_->header().profiled; } // its loops, and no tasks
  bool stopped() const { return ring_->state() == kRingStopped; }                 // by itself, before the program ended
  double waited_s() const;       // while the ring was full, because the analysis was behind
  const char* stop_hint() const; // the remedy
  bool forked() const { return ring_->header().counters[kCountForks] > 0; } // children, which are not followed
  const std::string& incomplete_why() const { return incomplete_why_; }     // empty: complete
  std::vector<std::string> unmatched_choices() const { return decoder_.unmatched_choices(); }
  const std::vector<std::string>& notes() const { return decoder_.notes(); } // of the runtime in the program

private:
  void give_up(Error error);
  Result<void> begin();
  Result<void> flush();
  Result<void> flush_to_checkpoint();
  Result<void> write_checkpoint();
  void back_to_checkpoint();
  void add_mode(const char* mode);
  Result<void> embed_sources(const std::set<std::string>& names);
  Result<SpoolOutcome> convert_events(const ParallelRun& parallel, std::vector<std::string> notes, bool embed);
  std::string why_ring_is_incomplete(int exit_signal) const;
  void close_cut_file();
  std::unique_ptr<OutputFile> file_;
  RingMode mode_;
  bool later_, begun_ = false;
  TraceWriter writer_;
  HistoryExpander histories_;
  RingDecoder decoder_;
  std::optional<RingBuffer> ring_;
  std::optional<Error> trouble_;
  std::string incomplete_why_;
  uint64_t last_flush_ns_ = 0;
  bool claimed_ = false, clock_started_ = false, mode_said_ = false, checkpointed_ = false, torn_ = false;
  // Given back when memory runs out, for the end of the recording.
  std::unique_ptr<char[]> reserve_{new (std::nothrow) char[8 << 20]};
};

// The message about a selection of --tasks without a match in the program.
std::string unmatched_sentence(const std::string& choice);

} // namespace unply
