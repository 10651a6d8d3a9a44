// For tests: access streams of the five codes of execution-graphs-mora-2021 (figures 8 to 12), as their programs would
// record them, and of any other shape that a test writes down.
#pragma once
#include "graph/execution_graph.h"
#include "graph/offline_builder.h"
#include <functional>

namespace unply::samples {

inline constexpr uint32_t kTraceRegion = 0, kTaskRegion = 1, kInnerRegion = 2;

// Strings, 8 sites (site i at line 10 + i, variable "u[]") and three regions; one execution of the trace region.
inline Trace empty_trace(uint32_t executions = 1) {
  Trace trace;
  trace.info.program = "./heat";
  trace.info.complete = true;
  trace.strings = {"", "src/heat.cpp", "heat", "u[]"};
  StringId none{0}, file{1}, function{2}, variable{3};
  trace.sites.push_back({none, none, none, none, 0, 0, 0, 0});
  for (uint32_t i = 1; i < 8; ++i) trace.sites.push_back({file, function, variable, none, 10 + i, i, 0, 0});
  trace.regions = {{RegionKind::trace, RegionOrigin::pragma, file, function, none, 12, 1},
                   {RegionKind::task, RegionOrigin::pragma, file, function, none, 14, 3},
                   {RegionKind::task, RegionOrigin::pragma, file, function, none, 16, 5}};
  trace.traces.push_back({kNoRegion, 0, 0});
  for (uint32_t x = 0; x < executions; ++x) trace.traces.push_back({kTraceRegion, 100 * x, 100 * x + 100});
  return trace;
}

// Writes an access stream event by event; each event is one nanosecond after the one before.
class Stream {
public:
  explicit Stream(AccessVisitor& visitor) : visitor_(visitor) {}
  void begin(uint32_t region = kTaskRegion, uint32_t trace = 1) { visitor_.task_begin(region, trace, ++now_ns_); }
  void end() { visitor_.task_end(++now_ns_); }
  void load(uint64_t address, uint32_t site = 1, uint32_t bytes = 8) { access(address, site, bytes, false); }
  void store(uint64_t address, uint32_t site = 2, uint32_t bytes = 8) { access(address, site, bytes, true); }
  void access(uint64_t address, uint32_t site, uint32_t bytes, bool write, uint64_t count = 1, int64_t stride = 0) {
    visitor_.access({address, stride, count, bytes, site, write});
  }
  uint64_t now_ns() const { return now_ns_; }

private:
  AccessVisitor& visitor_;
  uint64_t now_ns_ = 0;
};

inline Trace build(const std::function<void(Stream&)>& program, Trace trace = empty_trace()) {
  OfflineBuilder builder(trace.info);
  Stream stream(builder);
  program(stream);
  (void)builder.finish(trace, stream.now_ns());
  return trace;
}

inline uint64_t cell(uint64_t array, uint64_t i, uint64_t j = 0) { return (array << 32) + (i * 64 + j) * 8; }

// A task at the statement if fine, else around the inner loop.
inline void madd(Stream& s, bool fine) {
  for (uint64_t i = 0; i < 2; ++i) {
    if (!fine) s.begin();
    for (uint64_t j = 0; j < 2; ++j) {
      if (fine) s.begin();
      s.load(cell(1, i, j)), s.load(cell(2, i, j)), s.store(cell(3, i, j));
      if (fine) s.end();
    }
    if (!fine) s.end();
  }
}

inline void mmult(Stream& s, bool fine) {
  for (uint64_t ij = 0; ij < 4; ++ij) {
    if (!fine) s.begin();
    for (uint64_t k = 0; k < 2; ++k) {
      if (fine) s.begin();
      s.load(cell(1, ij / 2, k)), s.load(cell(2, k, ij % 2));
      s.load(cell(3, ij / 2, ij % 2)), s.store(cell(3, ij / 2, ij % 2));
      if (fine) s.end();
    }
    if (!fine) s.end();
  }
}

inline void heat(Stream& s, bool fine) {
  for (uint64_t t = 1; t <= 4; ++t) {
    if (!fine) s.begin();
    for (uint64_t x = 1; x <= 4; ++x) {
      if (fine) s.begin();
      s.load(cell(1, x, t - 1)), s.load(cell(1, x + 1, t - 1)), s.load(cell(1, x - 1, t - 1)), s.store(cell(1, x, t));
      if (fine) s.end();
    }
    if (!fine) s.end();
  }
}

inline void fft(Stream& s, bool fine) {
  for (uint64_t half = 1; half < 8; half *= 2)
    for (uint64_t k = 0; k < 8; k += 2 * half) {
      if (!fine) s.begin();
      for (uint64_t j = 0; j < half; ++j) {
        if (fine) s.begin();
        s.load(cell(1, k + j + half)), s.load(cell(1, k + j));
        s.store(cell(1, k + j)), s.store(cell(1, k + j + half));
        if (fine) s.end();
      }
      if (!fine) s.end();
    }
}

inline void smith_waterman(Stream& s, bool fine) {
  for (uint64_t i = 1; i <= 4; ++i) {
    if (!fine) s.begin();
    for (uint64_t j = 1; j <= 4; ++j) {
      if (fine) s.begin();
      s.load(cell(1, i, j)), s.load(cell(1, i, j - 1)), s.load(cell(1, i - 1, j)), s.store(cell(1, i, j));
      if (fine) s.end();
    }
    if (!fine) s.end();
  }
}

} // namespace unply::samples
