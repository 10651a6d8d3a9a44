// The access stream of a recording made with `unply record --accesses` (the paper's trace.out), in program order:
// src/graph builds from it, offline, the same graph that the runtime builds online.
//
// Invariant: region and trace are rows of Trace::regions and Trace::traces of the same file as read_trace gives them,
// site is a row of Trace::sites (0: unknown), and times never go back.
#pragma once
#include "base/result.h"
#include <cstdint>
#include <string>

namespace unply {

// `count` accesses of `bytes` bytes each, the i-th at address + i * stride (modulo 2^64); one access has count 1.
struct StreamAccess {
  uint64_t address;
  int64_t stride;
  uint64_t count;
  uint32_t bytes, site;
  bool write;
};

class AccessVisitor {
public:
  virtual ~AccessVisitor() = default;
  virtual void trace_begin(uint32_t trace, uint32_t region, uint64_t time_ns) = 0; // region: kNoRegion if unknown
  virtual void trace_end(uint32_t trace, uint64_t time_ns) = 0;
  virtual void task_begin(uint32_t region, uint32_t trace, uint64_t time_ns) = 0; // nested if one is open
  virtual void task_end(uint64_t time_ns) = 0;                                    // of the innermost open one
  virtual void access(const StreamAccess& access) = 0;
  virtual void forget(uint64_t address, uint64_t bytes) = 0;         // the history of these bytes ends
  virtual void move(uint64_t from, uint64_t to, uint64_t bytes) = 0; // realloc: the history moves
  // For code outside tasks: each byte of `to` gets the last writer of the byte of `from`, unless its own last writer is
  // later.
  virtual void copy(uint64_t from, uint64_t to, uint64_t bytes) = 0;
};

// Calls the visitor for every complete event of the file. Tasks still open at the end get no task_end: TraceInfo
// (read_trace) tells whether and why the file is incomplete. Fails only if the file cannot be read at all or is not an
// access stream.
Result<void> read_access_stream(const std::string& path, AccessVisitor& visitor);

} // namespace unply
