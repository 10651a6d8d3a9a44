// A spool read back: of a run that has just ended, or one that `unply record` left behind when it was killed. The file
// may hold arbitrary data (after a full disk or a crash of the machine): incomplete chunks are skipped, and events of
// chunks without an owner are counted.
#pragma once
#include "base/mapped_file.h"
#include "base/result.h"
#include "unply/spool_format.h"
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unply {

struct SpooledModule {
  uint64_t base, begin, end;
  std::string path;
};
struct SpooledName {
  uint32_t kind; // ObjectKind
  uint64_t id;
  std::string text;
};

// Consecutive records of one thread, in order of time with those of its other stretches; may hold records that are no
// events (text and SpoolRecordKind), which for_each_event leaves out.
struct SpooledStretch {
  uint64_t begin_ticks;
  std::span<const UnplyRawEvent> records;
};
struct SpooledThread {
  uint32_t number, system_id;
  uint8_t kind = 0; // UnplyThreadKind
  uint64_t events = 0;
  uint64_t loop_iterations = 0; // of the loop begun last, while reading
  std::vector<SpooledStretch> stretches;
  std::vector<UnplyRawEvent> system_events; // is_system_event: noted down late, in order of time here
  uint64_t begin_ticks() const { return stretches.empty() ? 0 : stretches.front().begin_ticks; }
};
struct SpooledClock { // kSpoolClock
  uint64_t here, there, uncertainty;
};
struct SpooledProcess {
  SpoolProcess row;
  double ns_per_tick;                           // of the event clock of its kernel
  std::optional<SpooledClock> at_begin, at_end; // of MPI
  std::vector<SpooledThread> threads;           // in order of their begin
  std::vector<SpooledModule> modules;
  std::vector<SpooledName> names;
};

class SpoolReader {
public:
  static Result<SpoolReader> open(const std::string& path);
  static bool is_spool(const std::string& path);
  const SpoolHeader& header() const { return header_; }
  std::vector<std::pair<std::string, std::string>> descriptions() const; // KEY, VALUE
  std::span<const SpooledProcess> processes() const { return processes_; }
  std::span<const std::string> notes() const { return notes_; } // each once
  uint64_t events() const { return events_; }
  uint64_t ownerless_events() const { return ownerless_events_; } // lost: nobody knows whose they are
  bool foreign_loops() const { return foreign_loops_; } // chunks do not count from 0: see collect/loop_origins.h

private:
  SpoolReader() = default;
  Result<SpoolHeader> add_file(const std::string& path);
  void index(ByteView bytes, const SpoolHeader& header);
  void index_chunk(const UnplyRawEvent* records);
  void count_event(SpooledThread& thread, const UnplyRawEvent& record);
  void take_text(SpooledProcess& process, const UnplyRawEvent& head, std::string text);
  SpooledThread* thread_of(const UnplyRawEvent& owner);
  void count_ownerless(std::span<const UnplyRawEvent> records);
  void sort_threads();
  std::vector<MappedFile> files_; // the recorder's, and those of processes under other kernels
  SpoolHeader header_{};          // of the first
  size_t first_process_ = 0;      // of the file that is being read
  std::vector<SpooledProcess> processes_;
  std::map<std::pair<size_t, uint32_t>, size_t> thread_index_;
  std::vector<std::string> notes_;
  uint64_t events_ = 0, ownerless_events_ = 0;
  bool foreign_loops_ = false;
};

// The one place that knows which records are followed by a text, of how many bytes: all others stand alone, whatever
// they hold.
inline std::optional<size_t> text_bytes(const UnplyRawEvent& record) {
  uint8_t kind = record.kind_a & 0xff;
  if (kind < kSpoolModule || kind > kSpoolNote) return {};
  return record.kind_a >> 8;
}
// Records with the text behind them. As the file says: may reach beyond the chunk.
inline size_t records_of(const UnplyRawEvent& record) { return 1 + (text_bytes(record).value_or(0) + 31) / 32; }
inline bool is_event(const UnplyRawEvent& record) {
  uint8_t kind = record.kind_a & 0xff;
  return kind != kEventNone && kind < kEventKinds;
}
inline bool is_system_event(const UnplyRawEvent& record) {
  uint8_t kind = record.kind_a & 0xff;
  return kind == kEventPreempted || kind == kEventResumed || kind == kEventUnseenBegin || kind == kEventUnseenEnd;
}

} // namespace unply
