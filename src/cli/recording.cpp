#include "cli/recording.h"
#include "trace/ticks.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <new>

namespace unply {

static const char* name_of(RingMode mode) {
  return mode == kRingAccesses ? "accesses" : mode == kRingTimes ? "times" : "online";
}

Recording::Recording(std::unique_ptr<OutputFile> file, RingMode mode)
    : file_(std::move(file)), mode_(mode), writer_(*file_), decoder_(writer_, mode) {
  if (auto begun = writer_.begin(); !begun) give_up(begun.error());
}

void Recording::add_mode(const char* mode) {
  if (!mode_said_) writer_.add_meta("mode", mode);
  mode_said_ = true;
}

void Recording::make_ring(uint64_t capacity) {
  for (;; capacity /= 4) {
    auto ring = RingBuffer::create(capacity, mode_);
    if (ring) {
      ring_.emplace(std::move(*ring));
      if (trouble_) ring_->leave(); // the file could not even be begun: the program must not wait for us
      return;
    }
    if (capacity <= 2 * kRingMaxRecordBytes) return give_up(ring.error());
  }
}

void Recording::give_up(Error error) {
  if (!trouble_) trouble_ = std::move(error);
  if (ring_) ring_->leave();
}

Result<void> Recording::flush() {
  if (ring_ && claimed_) {
    add_mode(name_of(mode_));
    if (!clock_started_) {
      writer_.add_clock(ring_->header().start_tsc, ring_->header().start_monotonic_ns);
      decoder_.add_counters(ring_->header()); // the calibrated costs, should this process be killed
    }
    clock_started_ = true;
    writer_.add_clock(read_ticks(), monotonic_ns());
  }
  last_flush_ns_ = monotonic_ns();
  return writer_.flush();
}

bool Recording::pump() {
  constexpr uint64_t kPatienceNs = 2'000'000'000; // what is gathered reaches the file by then
  if (!ring_ || trouble_) return false;
  try {
    claimed_ = ring_->state() != kRingFree;
    auto records = ring_->readable();
    auto taken = records ? decoder_.decode(*records) : std::unexpected(records.error());
    if (!taken) return give_up(taken.error()), false;
    if (*taken) ring_->consume(*taken);
    bool due = writer_.full() || (writer_.waiting() && monotonic_ns() - last_flush_ns_ > kPatienceNs);
    if (due)
      if (auto flushed = flush(); !flushed) return give_up(flushed.error()), false;
    return *taken != 0;
  } catch (const std::bad_alloc&) {
    give_up({"memory: not enough to go on recording", "ulimit -v shows the limit of this shell"});
    return false;
  }
}

void Recording::embed_sources(const std::set<std::string>& names) {
  constexpr size_t kMostBytes = 16 << 20;
  for (const std::string& name : names) {
    std::ifstream file(name, std::ios::binary);
    std::string text(std::istreambuf_iterator<char>(file), {});
    if (!file.is_open())
      writer_.add_note(fmt::format("source text of {} is not embedded: not found", name));
    else if (text.size() <= kMostBytes)
      writer_.add_source(writer_.string_id(name), text);
    if (writer_.full() && !flush()) return; // finish() meets the same trouble
  }
}

std::string Recording::why_incomplete(int exit_signal) const {
  if (trouble_) return trouble_->what;
  const RingHeader& header = ring_->header();
  auto state = ring_->state();
  if (state == kRingFinished) return "";
  if (state == kRingStopped) {
    switch (header.stop_reason) {
    case kStopMemory:
      return "recording stopped: no more memory for it inside the program";
    case kStopTasks:
      return "recording stopped: 2^32 task instances are the limit";
    case kStopAddressSpace:
      return "recording stopped: the address space limit (ulimit -v) leaves no room for it";
    case kStopForeignMemory:
      return "recording stopped: the program has memory at addresses that cannot be followed (AddressSanitizer or "
             "another "
             "sanitizer, or a fixed mapping)";
    default:
      return "recording stopped inside the program";
    }
  }
  if (exit_signal) return fmt::format("killed by signal {} ({})", exit_signal, ::strsignal(exit_signal));
  if (state == kRingFree) return "";
  if (::kill(static_cast<pid_t>(header.owner_pid), 0) == 0)
    return fmt::format("process {} was still running when the program ended", header.owner_pid);
  return "the program ended without its exit handlers (_exit, exec)";
}

void Recording::describe_end(int exit_status, int exit_signal) {
  writer_.add_meta("complete", incomplete_why_.empty() ? "yes" : "no");
  if (!incomplete_why_.empty()) writer_.add_meta("incomplete_why", incomplete_why_);
  writer_.add_meta("exit_status", std::to_string(exit_status));
  writer_.add_meta("exit_signal", std::to_string(exit_signal));
}

void Recording::finish(int exit_status, int exit_signal, bool embed) {
  while (pump()) {
  }
  if (ring_ && ring_->state() == kRingClaimed) decoder_.decode_open(ring_->header(), ring_->open(), read_ticks());
  add_mode(name_of(mode_));
  if (embed) embed_sources(decoder_.source_files());
  incomplete_why_ = why_incomplete(exit_signal);
  if (ring_) ring_->leave(); // a process that the program left behind must not wait for us
  describe_end(exit_status, exit_signal);
  if (ring_ && claimed_) decoder_.add_counters(ring_->header());
  if (ring_ && !claimed_)
    writer_.add_note("nothing was recorded: the program is not built with unply cc or unply c++, or a limit such as "
                     "ulimit -v kept it from being recorded");
  close_file();
}

SpoolOutcome Recording::finish_spooled(const ParallelRun& parallel, int exit_status, int exit_signal, bool embed) {
  if (ring_) ring_->leave();
  add_mode("events");
  auto spool = SpoolReader::open(parallel.spool_path());
  auto outcome = spool ? convert_spool(*spool, writer_) : std::unexpected(spool.error());
  if (!outcome) {
    give_up(outcome.error());
    outcome = SpoolOutcome{};
  }
  if (spool)
    for (std::string& note : parallel.notes(*spool)) {
      writer_.add_note(note);
      outcome->notes.insert(outcome->notes.begin(), std::move(note));
    }
  if (embed) embed_sources(outcome->source_files);
  if (trouble_)
    incomplete_why_ = trouble_->what;
  else if (exit_signal)
    incomplete_why_ = fmt::format("killed by signal {} ({})", exit_signal, ::strsignal(exit_signal));
  else if (std::string cut = parallel.cut(); !cut.empty())
    incomplete_why_ = cut;
  else if (outcome->lost)
    incomplete_why_ = fmt::format("{} events are missing", outcome->lost);
  describe_end(exit_status, exit_signal);
  close_file();
  return *outcome;
}

// On a full disk the last block makes room for the few that say so.
void Recording::close_file() {
  Result<void> closed = flush();
  if (closed) closed = writer_.finish();
  if (!closed) {
    give_up(closed.error());
    file_->drop_last_block();
    if (incomplete_why_.empty()) incomplete_why_ = trouble_->what;
    writer_.add_meta("complete", "no");
    writer_.add_meta("incomplete_why", incomplete_why_);
    (void)writer_.finish(); // when even that does not fit, the missing end says that the file is cut
  }
  if (auto published = file_->publish(); !published) give_up(published.error());
}

} // namespace unply
