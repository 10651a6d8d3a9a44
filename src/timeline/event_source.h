// Where a timeline's events come from: the file of a recording or, in tests, memory. The invariants of what
// read_block returns are those of trace/event_file.h.
#pragma once
#include "trace/event_file.h"

namespace unply {

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
