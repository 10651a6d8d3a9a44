// From the blocks of a recording to a Trace: each block goes to the function that kTables names for its table, then all
// rows are checked. After load() every id that a column holds is a row of the table that it refers to. The tables of
// tasks and edges are in graph_loader.cpp, call paths in path_loader.cpp, facts about the recording itself in
// info_loader.cpp.
#include "trace/trace_loader.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

void Clock::add(uint64_t ticks, uint64_t time_ns) {
  if (!any_ || ticks < first_ticks_) first_ticks_ = ticks, first_ns_ = time_ns;
  if (!any_ || ticks > last_ticks_) last_ticks_ = ticks, last_ns_ = time_ns;
  any_ = true;
}

// A factor of 62 significant bits: an hour of ticks converts exactly, at one multiplication each.
void Clock::set_scale() {
  if (!scaled() || last_ns_ <= first_ns_) return;
  __extension__ using Wide = unsigned __int128;
  uint64_t ticks = last_ticks_ - first_ticks_, ns = last_ns_ - first_ns_;
  auto factor = [&](unsigned shift) { return (static_cast<Wide>(ns) << shift) / ticks; };
  for (shift_ = 62; shift_ > 0 && (factor(shift_) >> 62) != 0;) --shift_;
  factor_ = static_cast<uint64_t>(std::min<Wide>(factor(shift_), uint64_t{1} << 62));
}

void TraceLoader::count_rows() {
  for (const Block& block : container_.blocks()) table_rows_[block.schema->name] += block.head.rows;
}

// As many ids as the file has rows, plus those of lost blocks and of vertices that never ended.
uint64_t TraceLoader::limit(const char* table) const {
  auto rows = table_rows_.find(table);
  uint64_t known = rows == table_rows_.end() ? 0 : rows->second;
  uint64_t most = known + (64 << 10) + container_.lost_bytes() * 8;
  return std::min<uint64_t>(most, 0xfffffffe);
}

void TraceLoader::load(const ReadOptions& options) {
  options_ = options;
  struct Table {
    std::string_view name;
    Take take;
    bool wanted = true;
  };
  const Table kTables[] = {{"meta", &TraceLoader::take_meta},
                           {"strings", &TraceLoader::take_strings},
                           {"sites", &TraceLoader::take_sites},
                           {"regions", &TraceLoader::take_regions},
                           {"clock", &TraceLoader::take_clock},
                           {"traces", &TraceLoader::take_traces},
                           {"tasks", &TraceLoader::take_tasks, options.graph},
                           {"edges", &TraceLoader::take_edges, options.graph},
                           {"lists", &TraceLoader::take_lists, options.graph},
                           {"uses", &TraceLoader::take_uses, options.graph},
                           {"pairs", &TraceLoader::take_pairs, options.graph},
                           {"calls", &TraceLoader::take_calls, options.graph},
                           {"reached", &TraceLoader::take_reached, options.graph},
                           {"sources", &TraceLoader::take_sources, options.sources},
                           {"notes", &TraceLoader::take_notes},
                           {"counters", &TraceLoader::take_counters},
                           {"processors", &TraceLoader::take_processors, options.graph},
                           {"loops", &TraceLoader::take_loops, options.graph},
                           {"loop_dependences", &TraceLoader::take_loop_dependences, options.graph},
                           {"loop_calls", &TraceLoader::take_loop_calls, options.graph},
                           {"functions", &TraceLoader::take_functions, options.graph},
                           {"part_dependences", &TraceLoader::take_part_dependences, options.graph},
                           {"part_calls", &TraceLoader::take_part_calls, options.graph},
                           {"part_works", &TraceLoader::take_part_works, options.graph},
                           {"repeats", &TraceLoader::take_repeats, options.graph}};
  count_rows();
  for (const Block& block : container_.blocks()) {
    auto table = std::ranges::find(kTables, std::string_view(block.schema->name), &Table::name);
    if (table == std::end(kTables) || !table->wanted) continue; // also the access stream, or a table of a newer version
    auto rows = RowBlock::unpack(block);
    if (rows) (this->*table->take)(*rows);
    if (!rows)
      problems_.push_back(rows.error().what);
    else if (!rows->ok())
      problems_.push_back(fmt::format("block at byte {} of table {} is malformed", block.offset, block.schema->name));
  }
  // From here on every id below its table's size is valid; the rest of the steps make that so for all columns.
  if (trace_.strings.empty()) trace_.strings.resize(1);
  if (trace_.sites.empty()) trace_.sites.resize(1);
  check_strings();
  clock_.set_scale();
  if (!clock_.scaled()) clock_.start_at(std::min(first_ticks_, last_ticks_));
  finish_traces();
  finish_tasks();
  check_sets();
  check_paths();
  check_loops();
  check_functions();
  sort_edges();
  append_lists();
  finish_info();
}

void TraceLoader::take_strings(RowBlock& block) {
  auto ids = block.numbers("id");
  auto texts = block.texts("text");
  if (!block.ok()) return;
  uint64_t most = limit("strings");
  for (size_t i = 0; i < block.rows(); ++i) {
    if (ids[i] >= most) {
      ++bad_rows_;
      continue;
    }
    if (ids[i] >= trace_.strings.size()) trace_.strings.resize(ids[i] + 1);
    trace_.strings[ids[i]] = texts[i];
  }
}

void TraceLoader::take_sites(RowBlock& block) {
  auto id = block.numbers("id"), file = block.numbers("file"), line = block.numbers("line"),
       column = block.numbers("column"), function = block.numbers("function"), variable = block.numbers("variable"),
       inlined_file = block.numbers("inlined_file"), inlined_line = block.numbers("inlined_line"),
       flags = block.numbers("flags");
  if (!block.ok()) return;
  uint64_t most = limit("sites");
  auto number = [](uint64_t value) { return static_cast<uint32_t>(value); };
  for (size_t i = 0; i < block.rows(); ++i) {
    if (id[i] == 0 || id[i] >= most) {
      ++bad_rows_;
      continue;
    }
    if (id[i] >= trace_.sites.size()) trace_.sites.resize(id[i] + 1);
    trace_.sites[id[i]] = {.file = StringId{number(file[i])},
                           .function = StringId{number(function[i])},
                           .variable = StringId{number(variable[i])},
                           .inlined_file = StringId{number(inlined_file[i])},
                           .line = number(line[i]),
                           .column = number(column[i]),
                           .inlined_line = number(inlined_line[i]),
                           .flags = number(flags[i])};
  }
}

static constexpr Region lost_region(StringId label) {
  return {.kind = RegionKind::task,
          .origin = RegionOrigin::pragma,
          .file = {},
          .function = {},
          .label = label,
          .line = 0,
          .column = 0};
}

void TraceLoader::take_regions(RowBlock& block) {
  auto id = block.numbers("id"), kind = block.numbers("kind"), origin = block.numbers("origin"),
       file = block.numbers("file"), function = block.numbers("function"), label = block.numbers("label"),
       line = block.numbers("line"), column = block.numbers("column");
  if (!block.ok()) return;
  uint64_t most = limit("regions");
  auto number = [](uint64_t value) { return static_cast<uint32_t>(value); };
  for (size_t i = 0; i < block.rows(); ++i) {
    if (id[i] >= most || kind[i] > 1 || origin[i] > 4) {
      ++bad_rows_;
      continue;
    }
    if (id[i] >= trace_.regions.size()) trace_.regions.resize(id[i] + 1, lost_region({}));
    trace_.regions[id[i]] = {.kind = static_cast<RegionKind>(kind[i]),
                             .origin = static_cast<RegionOrigin>(origin[i]),
                             .file = StringId{number(file[i])},
                             .function = StringId{number(function[i])},
                             .label = StringId{number(label[i])},
                             .line = number(line[i]),
                             .column = number(column[i])};
  }
}

void TraceLoader::take_clock(RowBlock& block) {
  auto ticks = block.numbers("ticks"), time = block.numbers("time");
  if (!block.ok()) return;
  for (size_t i = 0; i < block.rows(); ++i) clock_.add(ticks[i], time[i]);
}

// Ticks for now; convert_times comes when the clock is known.
void TraceLoader::take_traces(RowBlock& block) {
  auto trace = block.numbers("trace"), region = block.numbers("region"), end = block.numbers("end"),
       ticks = block.numbers("ticks");
  if (!block.ok()) return;
  uint64_t most = limit("traces");
  for (size_t i = 0; i < block.rows(); ++i) {
    if (trace[i] == 0 || trace[i] >= most) {
      ++bad_rows_;
      continue;
    }
    if (trace[i] >= trace_.traces.size()) trace_.traces.resize(trace[i] + 1, {kNoRegion, ~uint64_t{0}, ~uint64_t{0}});
    TraceInstance& row = trace_.traces[trace[i]];
    row.region = static_cast<uint32_t>(region[i]);
    (end[i] ? row.end_ns : row.begin_ns) = ticks[i];
    first_ticks_ = std::min(first_ticks_, ticks[i]);
    last_ticks_ = std::max(last_ticks_, ticks[i]);
  }
}

void TraceLoader::take_sources(RowBlock& block) {
  auto names = block.numbers("name");
  auto texts = block.texts("text");
  if (!block.ok()) return;
  for (size_t i = 0; i < block.rows(); ++i)
    trace_.sources.push_back({StringId{static_cast<uint32_t>(names[i])}, std::string(texts[i])});
}

void TraceLoader::check_strings() {
  auto check = [&](StringId& id) {
    if (static_cast<uint32_t>(id) < trace_.strings.size()) return;
    id = StringId{0};
    ++bad_rows_;
  };
  for (Site& site : trace_.sites)
    for (StringId* id : {&site.file, &site.function, &site.variable, &site.inlined_file}) check(*id);
  for (Region& region : trace_.regions)
    for (StringId* id : {&region.file, &region.function, &region.label}) check(*id);
  for (SourceFile& source : trace_.sources) check(source.name);
  for (PathCall& call : trace_.call_paths.all_calls()) check(call.file), check(call.function);
}

uint32_t TraceLoader::unknown_region() {
  if (unknown_region_ != kNoRegion) return unknown_region_;
  auto label = static_cast<uint32_t>(trace_.strings.size());
  trace_.strings.emplace_back("lost with the end of the recording");
  unknown_region_ = static_cast<uint32_t>(trace_.regions.size());
  trace_.regions.push_back(lost_region(StringId{label}));
  return unknown_region_;
}

void TraceLoader::finish_traces() {
  if (trace_.traces.empty()) trace_.traces.resize(1);
  trace_.traces[0].region = kNoRegion;
  for (TraceInstance& row : trace_.traces)
    if (row.region >= trace_.regions.size()) row.region = kNoRegion;
  if (trace_.info.access_stream && trace_.regions.empty()) unknown_region();
}

} // namespace unply
