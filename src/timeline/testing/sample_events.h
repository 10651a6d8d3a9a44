// Test helper: events in memory instead of a file. Times are the expected ones, in ns.
#pragma once
#include "timeline/event_source.h"
#include <algorithm>

namespace unply {

class SampleEvents : public EventSource {
public:
  SampleEvents() {
    trace_.strings = {""};
    trace_.sites.push_back({});
    processes_.push_back({0, 1, StringId(0), StringId(0)});
  }
  uint32_t add_process(uint32_t rank, const std::string& host = "") {
    processes_.push_back({rank, rank + 1, string(host), StringId(0)});
    return static_cast<uint32_t>(processes_.size() - 1);
  }
  StringId string(const std::string& text) {
    auto found = std::ranges::find(trace_.strings, text);
    if (found == trace_.strings.end()) found = trace_.strings.insert(found, text);
    return StringId(static_cast<uint32_t>(found - trace_.strings.begin()));
  }
  uint32_t site(const std::string& file, uint32_t line, const std::string& function) {
    trace_.sites.push_back({string(file), string(function), StringId(0), StringId(0), line, 1, 0, 0});
    return static_cast<uint32_t>(trace_.sites.size() - 1);
  }
  uint32_t thread(UnplyThreadKind kind, uint64_t begin_ns, uint64_t end_ns, uint32_t process = 0) {
    threads_.push_back({process, static_cast<uint8_t>(kind), 0, StringId(0), begin_ns, end_ns, 0});
    rows_.emplace_back();
    return static_cast<uint32_t>(threads_.size() - 1);
  }
  void put(uint32_t thread, uint64_t time_ns, UnplyEventKind kind, uint64_t a = 0, uint64_t b = 0, uint32_t site = 0,
           uint16_t core = 0xffff) {
    if (rows_[thread].empty() || rows_[thread].back().size() >= rows_of_a_block) {
      rows_[thread].emplace_back();
      rows_[thread].back().thread = thread;
    }
    EventBlock& block = rows_[thread].back();
    block.time_ns.push_back(time_ns), block.kind.push_back(static_cast<uint8_t>(kind)), block.site.push_back(site);
    block.core.push_back(core), block.a.push_back(a), block.b.push_back(b);
    ++threads_[thread].events;
    places_.clear();
  }

  void object(ObjectKind kind, uint64_t id, const std::string& name) { // in the order of kind and id
    objects_.push_back({kind, id, string(name), 0});
  }

  void set_end(uint32_t thread, uint64_t end_ns) { threads_[thread].end_ns = end_ns; }

  size_t rows_of_a_block = 5; // small, so that every test crosses blocks
  Trace& trace() { return trace_; }
  const EventThread& thread_at(uint32_t thread) const { return threads_[thread]; }
  const std::vector<std::vector<EventBlock>>& rows() const { return rows_; }

  const Trace& tables() const override { return trace_; }
  std::span<const EventProcess> processes() const override { return processes_; }
  std::span<const EventThread> threads() const override { return threads_; }
  std::span<const EventObject> objects() const override { return objects_; }
  uint64_t duration_ns() const override {
    uint64_t end = 0;
    for (const EventThread& thread : threads_) end = std::max(end, thread.end_ns);
    return end;
  }
  std::span<const EventBlockPlace> blocks() const override {
    if (places_.empty())
      for (const auto& blocks : rows_)
        for (const EventBlock& block : blocks) {
          const bool empty = block.size() == 0;
          places_.push_back(
              {block.thread, block.size(), empty ? 0 : block.time_ns.front(), empty ? 0 : block.time_ns.back()});
        }
    return places_;
  }
  Result<void> read_block(size_t block, EventBlock& out) const override {
    for (const auto& blocks : rows_) {
      if (block < blocks.size()) {
        out = blocks[block];
        return {};
      }
      block -= blocks.size();
    }
    return fail("memory: no such block");
  }

private:
  Trace trace_;
  std::vector<EventProcess> processes_;
  std::vector<EventThread> threads_;
  std::vector<EventObject> objects_;
  std::vector<std::vector<EventBlock>> rows_;
  mutable std::vector<EventBlockPlace> places_;
};

// A team of two: a loop with dynamic chunks, the barrier at its end, serial code, a second region. The worker's events
// at the end of the first region come when the second begins, as libomp delivers them.
inline SampleEvents two_regions() {
  SampleEvents events;
  uint32_t region = events.site("a.c", 3, "main"), loop = events.site("a.c", 5, "main");
  uint32_t t0 = events.thread(kThreadInitial, 0, 200), t1 = events.thread(kThreadOpenmp, 12, 200);
  events.put(t0, 10, kEventParallelBegin, 1, 2, region);
  events.put(t0, 14, kEventImplicitBegin, 1, uint64_t{2} << 32);
  events.put(t1, 16, kEventImplicitBegin, 1, uint64_t{2} << 32 | 1);
  for (uint32_t t : {t0, t1}) events.put(t, 20, kEventWorkBegin, kWorkLoopDynamic, 30, loop);
  events.put(t0, 22, kEventChunk, 0, 10);
  events.put(t1, 23, kEventChunk, 10, 10);
  events.put(t1, 40, kEventChunk, 20, 10);
  events.put(t0, 50, kEventWorkEnd, kWorkLoopDynamic);
  events.put(t0, 50, kEventWaitBegin, kWaitBarrierImplicit, 0);
  events.put(t1, 60, kEventWorkEnd, kWorkLoopDynamic);
  events.put(t1, 60, kEventWaitBegin, kWaitBarrierImplicit, 0);
  events.put(t0, 62, kEventWaitEnd, kWaitBarrierImplicit, 0);
  events.put(t0, 63, kEventImplicitEnd, 1);
  events.put(t0, 65, kEventParallelEnd, 1);
  events.put(t0, 150, kEventParallelBegin, 2, 2, region);
  events.put(t0, 151, kEventImplicitBegin, 2, uint64_t{2} << 32);
  events.put(t1, 155, kEventWaitEnd, kWaitBarrierImplicit, 0);
  events.put(t1, 156, kEventImplicitEnd, 1);
  events.put(t1, 157, kEventImplicitBegin, 2, uint64_t{2} << 32 | 1);
  for (uint32_t t : {t0, t1}) events.put(t, 170 + t, kEventWaitBegin, kWaitBarrierImplicit, 0);
  events.put(t0, 172, kEventWaitEnd, kWaitBarrierImplicit, 0);
  events.put(t0, 172, kEventImplicitEnd, 2);
  events.put(t0, 175, kEventParallelEnd, 2);
  return events;
}

} // namespace unply
