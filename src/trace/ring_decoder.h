// Converts the records of the ring to rows of a trace. Strings, sites and regions of the program's modules get their
// numbers in the trace; all other data passes through unchanged.
#pragma once
#include "trace/history_reader.h"
#include "trace/loop_decoder.h"
#include "trace/trace_writer.h"
#include "unply/ring_format.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace unply {

struct RecordedPath { // as the runtime walked it
  RingCallPath of;
  std::vector<RingCall> calls;
};

class RingDecoder {
public:
  // histories: takes what the program writes down of its accesses in online mode; lives as long as this. later: records
  // of vertices and their accesses go to the writer as they are.
  RingDecoder(TraceWriter& writer, HistoryReader& histories, RingMode mode, bool later = false)
      : writer_(writer), histories_(histories), mode_(mode), loops_(writer), later_(later) {}
  // Takes whole records from the front until the writer is full, and returns the number of bytes taken. Fails if the
  // bytes are not records, or a file cannot be written.
  Result<size_t> decode(ByteView records);
  // The tasks that were open when the program died: `open` is the part of the ring after the data area, `record` the
  // one that was not published yet.
  Result<void> decode_open(const RingHeader& header, ByteView open, ByteView record, uint64_t end_ticks);
  Result<void> flush(); // writes all that the writer has gathered, with the edges of the records so far
  // Likewise, as it was kept for later.
  void decode_open_state(ByteView state);
  // The current counters, with the pass statistics so far, and with `open` also the calls not seen, by name.
  void add_counters(const RingHeader& header, ByteView open = {});
  void add_loop_profile(const RingHeader& header, ByteView open) { loops_.finish(header, open, unseen_names_); }
  const std::set<std::string>& source_files() const { return source_files_; }             // that sites and regions name
  const std::set<std::string>& source_directories() const { return source_directories_; } // they may be relative to
  // The selections of --tasks without a match in the program's modules, by their text: "fn:step", "heat.cpp:12".
  std::vector<std::string> unmatched_choices() const;
  const std::vector<std::string>& notes() const { return notes_; } // of the runtime
  // The program's code: its files by the number of the object, and the functions of its regions.
  const std::vector<RecordedPath>& call_paths() const { return call_paths_; }
  const std::vector<uint32_t>& first_paths() const { return first_paths_; } // of each site in tasks of each region
  const std::vector<ReachedPair>& reached() const { return histories_.reached(); }
  const std::map<uint32_t, std::string>& objects() const { return objects_; }
  const std::map<uint32_t, std::string>& region_functions() const { return region_functions_; }

private:
  struct Module {
    uint32_t first_site = 0, site_count = 0, first_region = 0, region_count = 0, first_loop = 0, loop_count = 0;
    uint32_t choices = 0, directory = 0;
    std::string strings;
  };
  bool decode_record(uint32_t type, ByteView payload);
  bool keep_record(uint32_t type, ByteView payload);
  bool decode_module(ByteView payload);
  bool decode_chunk(uint32_t type, ByteView payload);
  bool decode_sites(const Module& module, uint32_t first, uint32_t count, ByteView rows);
  bool decode_loops(const Module& module, uint32_t first, uint32_t count, ByteView rows);
  bool decode_regions(const Module& module, uint32_t first, uint32_t count, ByteView rows);
  bool decode_task(ByteView payload);
  bool decode_run(uint32_t type, ByteView payload);
  bool decode_collection(ByteView payload);
  bool decode_accesses(ByteView payload);
  bool decode_unseen(ByteView payload);
  bool decode_object(ByteView payload);
  bool decode_call_path(ByteView payload);
  void add_unseen(ByteView open);
  bool decode_open_task(const RingOpenTask& task, bool innermost, uint64_t end_ticks);
  void note_directory(const Module& module);
  StringId file_at(const Module& module, uint32_t offset);
  StringId text_at(const Module& module, uint32_t offset);
  TraceWriter& writer_;
  HistoryReader& histories_;
  RingMode mode_;
  LoopDecoder loops_;
  bool later_;
  std::unordered_map<uint32_t, Module> modules_;
  std::set<std::string> source_files_, source_directories_;
  std::vector<std::string> notes_;
  std::vector<std::string> unseen_names_; // by slot
  std::vector<RecordedPath> call_paths_;
  std::vector<uint32_t> first_paths_;
  std::set<std::pair<uint32_t, uint32_t>> reached_sites_; // site, region
  std::map<uint32_t, std::string> objects_, region_functions_;
  uint64_t pass_stats_[std::size(kPassStatNames)] = {};
  uint64_t position_ = 0;
};

} // namespace unply
