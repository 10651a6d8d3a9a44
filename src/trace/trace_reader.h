// Reads trace files into memory. Incomplete data (truncated, damaged, a killed program) is skipped or completed, never
// guessed: the Trace then says why it is incomplete, and its invariants still hold.
#pragma once
#include "base/varint.h"
#include "trace/access_stream.h"
#include "trace/read_options.h"
#include "trace/trace.h"

namespace unply {

Result<Trace> read_trace(const std::string& path, const ReadOptions& options = {});
Result<Trace> read_trace(ByteView file, const std::string& name, const ReadOptions& options = {}); // name: in messages
Result<void> read_access_stream(ByteView file, const std::string& name, AccessVisitor& visitor);

struct TableSize {
  std::string name;
  uint64_t blocks = 0, rows = 0, stored_bytes = 0, raw_bytes = 0; // stored: with block heads
};
struct FileSummary {
  uint64_t bytes = 0;
  std::vector<TableSize> tables; // in the order of the file
};
Result<FileSummary> summarize_file(ByteView file, const std::string& name);

} // namespace unply
