// The loop profile in what the program shares with its reader: the loops of its modules, which come as records, and the
// counts and dependences, which lie in the ring's open part and are read once, at the end.
#pragma once
#include "base/varint.h"
#include "trace/trace_writer.h"
#include "unply/ring_format.h"
#include <map>

namespace unply {

class LoopDecoder {
public:
  explicit LoopDecoder(TraceWriter& writer) : writer_(writer) {}
  // loop: index in the program's table, from 1.
  void add_loop(uint32_t loop, const ProfiledLoop& row) { loops_[loop].counts = row; }
  void add_function(uint32_t loop, const ProfiledLoop& row) { functions_[loop].counts = row; }
  // unseen_names: by slot. The program may have died between any two instructions: inconsistent rows are left out.
  void finish(const RingHeader& header, ByteView open, const std::vector<std::string>& unseen_names);

private:
  void add_functions(ByteView rows);
  void add_dependences(ByteView rows, uint32_t count);
  void add_dependence_of_parts(const RingLoopDependence& d);
  void add_part_works(ByteView rows, uint32_t count);
  void add_calls(ByteView rows, uint32_t count, const std::vector<std::string>& unseen_names);
  TraceWriter& writer_;
  struct Loop {
    ProfiledLoop counts{};
    uint32_t row = 0; // in the recording
  };
  using Rows = std::map<uint32_t, Loop>; // by index in the program's table
  static uint32_t row_of(const Rows& rows, uint32_t index);
  uint32_t row_of(uint32_t loop) const { return row_of(loops_, loop); }
  Rows loops_, functions_;
};

} // namespace unply
