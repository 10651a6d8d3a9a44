#include "collect/recording.h"
#include "collect/call_paths.h"
#include "collect/source_files.h"
#include "graph/expander_threads.h"
#include "trace/ticks.h"
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <new>

namespace unply {

std::string unmatched_sentence(const std::string& choice) {
  return fmt::format("--tasks {}: {} of the files that were compiled with it", choice,
                     choice.starts_with("fn:") ? "no function has this name in any"
                                               : "no loop starts at this line in any");
}

static const char* name_of(RingMode mode) {
  constexpr const char* kNames[] = {"online", "accesses", "times", "unstamped", "loops"};
  return kNames[mode];
}

Recording::Recording(std::unique_ptr<OutputFile> file, RingMode mode, bool later)
    : file_(std::move(file)), mode_(mode), later_(later), writer_(*file_, writes_on_a_thread()),
      histories_(writer_, threads_while_recording()), decoder_(writer_, histories_, mode, later) {}

Result<void> Recording::begin() {
  if (begun_) return {};
  TRY(writer_.begin(later_ && claimed_));
  begun_ = true;
  return {};
}

void Recording::add_mode(const char* mode) {
  if (!mode_said_) writer_.add_meta("mode", mode);
  mode_said_ = true;
}

void Recording::make_ring(uint64_t capacity) {
  if (!later_) // else flush() knows whether it is a parallel program, whose events do not wait
    if (auto begun = begin(); !begun) give_up(begun.error());
  for (;; capacity /= 4) {
    auto ring = RingBuffer::create(capacity, mode_);
    if (ring) {
      ring_.emplace(std::move(*ring));
      // Tests have histories collected often.
      if (const char* at = std::getenv("UNPLY_COLLECT_AT"))
        ring_->header().collect_at = static_cast<uint32_t>(std::strtoul(at, nullptr, 10));
      if (trouble_) ring_->leave(); // the file could not even be begun: the program must not wait for us
      return;
    }
    if (capacity <= 2 * kRingMaxRecordBytes) return give_up(ring.error());
  }
}

void Recording::give_up(Error error) {
  reserve_.reset(); // what is still to be written must not fail for want of memory as well
  if (!trouble_) trouble_ = std::move(error);
  if (ring_) ring_->leave();
}

Result<void> Recording::flush() {
  TRY(begin());
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
  return trouble_ ? writer_.flush() : decoder_.flush();
}

Result<void> Recording::write_checkpoint() {
  TRY(writer_.write_checkpoint());
  checkpointed_ = true;
  return {};
}

// What came behind the last checkpoint is torn: vertices may lack edges. Without it the graph is exact.
void Recording::back_to_checkpoint() {
  torn_ = false;
  writer_.back_to_checkpoint();
}

Result<void> Recording::flush_to_checkpoint() {
  TRY(begin());
  if (claimed_ && !checkpointed_) TRY(write_checkpoint()); // the first group may be cut
  TRY(flush());
  return claimed_ ? write_checkpoint() : Result<void>{};
}

bool Recording::pump() {
  constexpr uint64_t kPatienceNs = 2'000'000'000; // gathered data reach the file by then
  if (!ring_ || trouble_) return false;
  try {
    claimed_ = ring_->state() != kRingFree;
    auto records = ring_->readable();
    auto taken = records ? decoder_.decode(*records) : std::unexpected(records.error());
    if (!taken) return give_up(taken.error()), false;
    if (*taken) ring_->consume(*taken);
    if (later_ && !claimed_) return *taken != 0; // the file's header depends on it
    bool due = writer_.full() || (writer_.waiting() && monotonic_ns() - last_flush_ns_ > kPatienceNs);
    if (due)
      if (auto flushed = flush_to_checkpoint(); !flushed) {
        torn_ = true;
        return give_up(flushed.error()), false;
      }
    return *taken != 0 || due; // a full writer has left some of the histories
  } catch (const std::bad_alloc&) {
    reserve_.reset(); // the words of the error need some
    torn_ = true;
    give_up({"memory: not enough to go on recording", "ulimit -v shows the limit of this shell"});
    return false;
  }
}

double Recording::waited_s() const {
  if (!ring_ || !claimed_) return 0;
  const RingHeader& header = ring_->header();
  const bool ended = header.end_tsc != 0;
  const double ticks = static_cast<double>((ended ? header.end_tsc : read_ticks()) - header.start_tsc);
  const double ns = static_cast<double>((ended ? header.end_monotonic_ns : monotonic_ns()) - header.start_monotonic_ns);
  const auto waited = static_cast<double>(__atomic_load_n(&header.counters[kCountWaitedTicks], __ATOMIC_RELAXED));
  return ticks > 0 ? waited * ns / ticks / 1e9 : 0;
}

Result<void> Recording::embed_sources(const std::set<std::string>& names) {
  constexpr size_t kMostBytes = 16 << 20;
  const std::set<std::string>& folders = decoder_.source_directories();
  std::error_code none;
  std::string here = std::filesystem::current_path(none).string();
  for (const std::string& name : names) {
    auto path = find_source_file(name, {folders.begin(), folders.end()}, here);
    std::ifstream file(path.value_or(std::filesystem::path()), std::ios::binary);
    std::string text(std::istreambuf_iterator<char>(file), {});
    if (!file.is_open())
      writer_.add_note(fmt::format("source text of {} is not embedded: not found", name));
    else if (text.size() <= kMostBytes)
      writer_.add_source(writer_.string_id(name), text);
    if (!writer_.full()) continue;
    if (auto flushed = flush(); !flushed) return flushed;
  }
  return {};
}

std::string Recording::why_ring_is_incomplete(int exit_signal) const {
  if (trouble_) return trouble_->what;
  const RingHeader& header = ring_->header();
  auto state = ring_->state();
  bool empty = writer_.task_instances() == 0 && mode_ != kRingAccesses && !header.profiled;
  if (state == kRingFinished)
    return empty && forked() ? "no task instance ran in its first process, and children after fork are not followed"
                             : "";
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

const char* Recording::stop_hint() const {
  switch (ring_->header().stop_reason) {
  case kStopForeignMemory:
    return "the program was not affected; to record it, build it without -fsanitize, or without the mapping";
  case kStopTasks:
    return "the program was not affected; take a smaller input, or larger tasks";
  default:
    return "the program was not affected; ulimit -a shows the limits of this shell";
  }
}

void Recording::finish(ProgramEnd end, bool embed, const std::string& why_nothing) {
  while (pump()) {
  }
  reserve_.reset();
  if (auto drained = writer_.drain(); !drained && !trouble_) { // a thread of its own was still writing
    torn_ = true;
    give_up(drained.error());
  }
  if (torn_) back_to_checkpoint();
  if (ring_ && ring_->state() == kRingClaimed && !trouble_)
    if (auto open = decoder_.decode_open(ring_->header(), ring_->open(), ring_->open_record(), read_ticks()); !open)
      give_up(open.error());
  add_mode(name_of(mode_));
  if (embed && !trouble_)
    if (auto embedded = embed_sources(decoder_.source_files()); !embedded) give_up(embedded.error());
  incomplete_why_ = why_ring_is_incomplete(end.signal);
  if (incomplete_why_.empty() && !claimed_) incomplete_why_ = why_nothing;
  if (ring_) ring_->leave(); // a process that the program left behind must not wait for us
  add_end(writer_, incomplete_why_, end);
  if (ring_ && claimed_) {
    if (!trouble_) // else their texts may be behind the checkpoint
      if (auto added = add_call_paths(decoder_, writer_, later_); !added) give_up(added.error());
    decoder_.add_counters(ring_->header(), ring_->open());
    if (!trouble_) decoder_.add_loop_profile(ring_->header(), ring_->open());
    if (uint64_t without = ring_->header().counters[kCountCallPaths]; without > 0)
      writer_.add_note(
          fmt::format("call paths are kept of the first 65536 pairs of accesses, and not of {} more", without));
  }
  for (const std::string& choice : unmatched_choices()) writer_.add_note(unmatched_sentence(choice));
  if (ring_ && !claimed_)
    writer_.add_note("nothing was recorded: the program is not built with unply cc or unply c++, or a limit such as "
                     "ulimit -v kept it from being recorded");
  close_cut_file();
}

Result<SpoolOutcome> Recording::convert_events(const ParallelRun& parallel, std::vector<std::string> notes,
                                               bool embed) {
  auto spool = SpoolReader::open(parallel.spool_path());
  if (!spool) return error_of(spool);
  auto outcome = convert_spool(*spool, writer_);
  if (!outcome) return outcome;
  if (ran_on_libomp(*spool)) writer_.add_meta("openmp", "libgomp on libomp");
  for (std::string& note : parallel.notes(*spool)) notes.push_back(std::move(note));
  for (const std::string& note : notes) writer_.add_note(note);
  outcome->notes.insert(outcome->notes.begin(), notes.begin(), notes.end());
  if (embed) TRY(embed_sources(outcome->source_files));
  incomplete_why_ = why_incomplete(*spool, *outcome);
  add_end(writer_, incomplete_why_, {spool->header().exit_status, spool->header().exit_signal});
  return outcome;
}

// Either all of it becomes the recording, or nothing does: the spool still has it then.
Result<SpoolOutcome> Recording::finish_spooled(const ParallelRun& parallel, std::vector<std::string> notes,
                                               bool embed) {
  if (ring_) ring_->leave();
  if (trouble_) return std::unexpected(*trouble_);
  try {
    TRY(begin());
    add_mode("events");
    auto outcome = convert_events(parallel, std::move(notes), embed);
    if (!outcome) return outcome;
    TRY(flush());
    TRY(writer_.finish());
    TRY(file_->publish());
    return outcome;
  } catch (const std::bad_alloc&) {
    return fail("memory: not enough to convert the events", "ulimit -v shows the limit of this shell");
  }
}

// On a full disk the last block makes room for the few that say so.
void Recording::close_cut_file() {
  Result<void> closed = flush();
  if (closed) closed = writer_.finish();
  if (!closed) {
    give_up(closed.error());
    writer_.forget_failure();
    file_->drop_last_block();
    if (incomplete_why_.empty()) incomplete_why_ = trouble_->what;
    writer_.add_meta("complete", "no");
    writer_.add_meta("incomplete_why", incomplete_why_);
    (void)writer_.finish(); // when even that does not fit, the missing end says that the file is cut
  }
  if (auto published = file_->publish(); !published) give_up(published.error());
}

} // namespace unply
