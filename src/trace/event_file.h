// A recording of a parallel run, read block by block: a hundred million events do not fit in memory, and hardly any
// analysis needs all of them there. Small tables (threads, sites, names, sources, meta) are in memory.
//
// Invariants of the result of read_block: times count from the start of the recording, in ns, and never decrease within
// a thread; `kind` is a known UnplyEventKind; `site` indexes sites(), 0 being unknown.
#pragma once
#include "base/result.h"
#include "trace/rows.h"
#include <memory>
#include <span>

namespace unply {

struct EventThread {
  uint32_t process;   // row of EventFile::processes()
  uint8_t kind;       // UnplyThreadKind
  uint32_t system_id; // gettid()
  StringId name;
  uint64_t begin_ns, end_ns; // first and last moment that the recording knows of it
  uint64_t events;
};

// Null: it has no name. objects: by kind and id, as below.
const EventObject* find_object(std::span<const EventObject> objects, ObjectKind kind, uint64_t id);

// The library function in which the thread waits, as a number in the objects, for events that have one. 0: none.
inline uint64_t function_of_event(uint8_t kind, uint64_t a, uint64_t b) {
  if (kind == kEventCollectiveBegin || kind == kEventCollectiveEnd) return a >> 40;
  return (kind == kEventWaitBegin || kind == kEventWaitEnd) && a == kWaitMessage ? b : 0;
}

// One block: consecutive events of one thread.
struct EventBlock {
  uint32_t thread;
  std::vector<uint64_t> time_ns;
  std::vector<uint8_t> kind;
  std::vector<uint32_t> site;
  std::vector<uint16_t> core; // 0xffff: unknown
  std::vector<uint64_t> a, b;
  size_t size() const { return kind.size(); }
};

struct EventBlockPlace { // without unpacking it
  uint32_t thread;
  uint64_t rows;              // at most: kinds of a newer version are left out when it is read
  uint64_t first_ns, last_ns; // times of its first and last row
};

class EventFile {
public:
  static Result<EventFile> open(const std::string& path);
  EventFile(EventFile&&) noexcept;
  EventFile& operator=(EventFile&&) noexcept;
  ~EventFile();

  const Trace& tables() const; // info, strings, sites, sources; no tasks, no edges
  std::string_view text(StringId id) const { return tables().text(id); }
  std::span<const EventProcess> processes() const;
  std::span<const EventThread> threads() const; // in the order of lanes: process, then begin
  std::span<const EventObject> objects() const; // by kind and id
  uint64_t duration_ns() const;
  uint64_t events() const;

  std::span<const EventBlockPlace> blocks() const;   // by thread, then time
  Result<EventBlock> read_block(size_t block) const; // may be called from several threads at once
  // Likewise, into the buffers of an earlier block: takes half the time, because no memory has to be allocated.
  Result<void> read_block(size_t block, EventBlock& out) const;

private:
  struct Contents;
  explicit EventFile(std::unique_ptr<Contents> contents);
  std::unique_ptr<Contents> contents_;
};

// True if the file holds the events of a parallel run (table "events"), so that verbs can choose.
Result<bool> has_events(const std::string& path);

} // namespace unply
