// The source of a timeline's events: the file of a recording or, in tests, memory. The results of read_block keep the
// invariants of trace/event_file.h.
#pragma once
#include "trace/event_file.h"

namespace unply {

struct Event { // of any thread, as MergedEvents gives them
  uint64_t time_ns, a, b;
  uint32_t lane, site;
  uint16_t core;
  uint8_t kind; // UnplyEventKind
};

class EventSource {
public:
  virtual ~EventSource() = default;
  virtual const Trace& tables() const = 0;
  virtual std::span<const EventProcess> processes() const = 0;
  virtual std::span<const EventThread> threads() const = 0;
  virtual std::span<const EventObject> objects() const = 0;
  virtual uint64_t duration_ns() const = 0;
  virtual std::span<const EventBlockPlace> blocks() const = 0;
  virtual Result<void> read_block(size_t block, EventBlock& out) const = 0; // from several threads at once
};

class EventFileSource : public EventSource {
public:
  explicit EventFileSource(const EventFile& file) : file_(file) {}
  const Trace& tables() const override { return file_.tables(); }
  std::span<const EventProcess> processes() const override { return file_.processes(); }
  std::span<const EventThread> threads() const override { return file_.threads(); }
  std::span<const EventObject> objects() const override { return file_.objects(); }
  uint64_t duration_ns() const override { return file_.duration_ns(); }
  std::span<const EventBlockPlace> blocks() const override { return file_.blocks(); }
  Result<void> read_block(size_t block, EventBlock& out) const override { return file_.read_block(block, out); }

private:
  const EventFile& file_;
};

} // namespace unply
