// The small tables, and what the whole trace says of itself.
#include "trace/trace_loader.h"
#include <algorithm>
#include <charconv>
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

// As many ids as the file has rows, and what lost blocks or vertices that never ended may have had.
uint64_t TraceLoader::limit(const char* table) const {
  auto rows = table_rows_.find(table);
  uint64_t known = rows == table_rows_.end() ? 0 : rows->second;
  uint64_t most = known + (64 << 10) + container_.lost_bytes() * 8;
  return std::min<uint64_t>(most, 0xfffffffe);
}

void TraceLoader::load(const ReadOptions& options) {
  count_rows();
  const std::pair<std::string_view, Take> kTakers[] = {{"meta", &TraceLoader::take_meta},
                                                       {"strings", &TraceLoader::take_strings},
                                                       {"sites", &TraceLoader::take_sites},
                                                       {"regions", &TraceLoader::take_regions},
                                                       {"clock", &TraceLoader::take_clock},
                                                       {"traces", &TraceLoader::take_traces},
                                                       {"tasks", &TraceLoader::take_tasks},
                                                       {"edges", &TraceLoader::take_edges},
                                                       {"pairs", &TraceLoader::take_pairs},
                                                       {"calls", &TraceLoader::take_calls},
                                                       {"reached", &TraceLoader::take_reached},
                                                       {"sources", &TraceLoader::take_sources},
                                                       {"notes", &TraceLoader::take_notes},
                                                       {"counters", &TraceLoader::take_counters},
                                                       {"processors", &TraceLoader::take_processors},
                                                       {"repeats", &TraceLoader::take_repeats}};
  for (const Block& block : container_.blocks()) {
    auto taker = std::find_if(std::begin(kTakers), std::end(kTakers),
                              [&](const auto& entry) { return entry.first == block.schema->name; });
    if (taker == std::end(kTakers)) continue; // the access stream, or a table of a newer version
    if (!options.graph &&
        (taker->first == "tasks" || taker->first == "edges" || taker->first == "pairs" || taker->first == "calls" ||
         taker->first == "reached" || taker->first == "processors" || taker->first == "repeats"))
      continue;
    if (!options.sources && taker->first == "sources") continue;
    auto rows = RowBlock::unpack(block);
    if (rows) (this->*taker->second)(*rows);
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
  sort_edges();
  finish_info();
}

static uint64_t to_number(std::string_view text) {
  uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

void TraceLoader::set_info(std::string_view key, std::string_view value) {
  TraceInfo& info = trace_.info;
  std::string text(value);
  if (key == "unply_version")
    info.unply_version = text;
  else if (key == "program")
    info.program = text;
  else if (key == "argument")
    info.arguments.push_back(text);
  else if (key == "parameter")
    info.parameters.emplace_back(text.substr(0, text.find('=')),
                                 text.substr(std::min(text.find('='), text.size() - 1) + 1));
  else if (key == "started_at")
    info.started_at = text;
  else if (key == "directory")
    info.directory = text;
  else if (key == "source_directory")
    info.source_directories.push_back(text);
  else if (key == "openmp")
    info.libgomp_on_libomp = value == "libgomp on libomp";
  else if (key == "machine")
    info.machine = text;
  else if (key == "cpu")
    info.cpu = text;
  else if (key == "kernel")
    info.kernel = text;
  else if (key == "cores")
    info.cores = static_cast<uint32_t>(to_number(value));
  else if (key == "complete")
    meta_complete_ = value == "yes";
  else if (key == "incomplete_why")
    info.incomplete_why = text;
  else if (key == "exit_status")
    info.exit_status = static_cast<int>(to_number(value));
  else if (key == "exit_signal")
    info.exit_signal = static_cast<int>(to_number(value));
  else if (key == "times")
    info.times_without_hooks = value == "without hooks";
  else if (key == "resolution_ps")
    info.resolution_ns = static_cast<double>(to_number(value)) / 1000;
  else if (key == "beside")
    info.beside = static_cast<uint32_t>(std::min<uint64_t>(to_number(value), 1u << 16));
  else if (key == "mode")
    info.access_stream = value == "accesses", info.simulated = value == "simulated",
    info.times_only = value == "times" || value == "unstamped";
}

void TraceLoader::take_meta(RowBlock& block) {
  auto keys = block.texts("key"), values = block.texts("value");
  for (size_t i = 0; i < block.rows(); ++i) set_info(keys[i], values[i]);
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
    trace_.sites[id[i]] = {StringId{number(file[i])},
                           StringId{number(function[i])},
                           StringId{number(variable[i])},
                           StringId{number(inlined_file[i])},
                           number(line[i]),
                           number(column[i]),
                           number(inlined_line[i]),
                           number(flags[i])};
  }
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
    Region region{static_cast<RegionKind>(kind[i]),
                  static_cast<RegionOrigin>(origin[i]),
                  StringId{number(file[i])},
                  StringId{number(function[i])},
                  StringId{number(label[i])},
                  number(line[i]),
                  number(column[i])};
    constexpr Region kLost{RegionKind::task, RegionOrigin::pragma, {}, {}, {}, 0, 0};
    if (id[i] >= trace_.regions.size()) trace_.regions.resize(id[i] + 1, kLost);
    trace_.regions[id[i]] = region;
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

void TraceLoader::take_notes(RowBlock& block) {
  for (std::string_view text : block.texts("text"))
    if (!text.empty()) trace_.info.notes.emplace_back(text);
}

void TraceLoader::set_unseen(std::string name, uint64_t calls) {
  auto& all = trace_.info.unseen_calls;
  auto at =
      std::lower_bound(all.begin(), all.end(), name, [](const auto& row, const auto& n) { return row.first < n; });
  if (at == all.end() || at->first != name) at = all.insert(at, {std::move(name), 0});
  at->second = calls;
}

// The last value of a name holds: the recorder writes them again as they grow.
void TraceLoader::take_counters(RowBlock& block) {
  auto groups = block.texts("group"), names = block.texts("name");
  auto values = block.numbers("value");
  if (!block.ok()) return;
  trace_.info.counters.resize(std::size(kRingCounterNames));
  trace_.info.pass_stats.resize(std::size(kPassStatNames));
  auto set = [](auto& known, std::string_view name, auto& out, uint64_t value) {
    for (size_t i = 0; i < std::size(known); ++i)
      if (name == known[i]) out[i] = value;
  };
  for (size_t i = 0; i < block.rows(); ++i) {
    if (groups[i] == "ring") set(kRingCounterNames, names[i], trace_.info.counters, values[i]);
    if (groups[i] == "pass") set(kPassStatNames, names[i], trace_.info.pass_stats, values[i]);
    if (groups[i] == "unseen") set_unseen(std::string(names[i]), values[i]);
    if (groups[i] != "cost_ps") continue;
    if (names[i] == "hook") hook_ps_ = values[i];
    if (names[i] == "transition") transition_ps_ = values[i];
    if (names[i] == "task") task_ps_ = values[i];
    if (names[i] == "task_inside") task_inside_ps_ = values[i];
    if (names[i] == "task_parent") task_parent_ps_ = values[i];
    if (names[i] == "resolution") trace_.info.spread_ns = static_cast<double>(values[i]) / 1000;
  }
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
  trace_.regions.push_back({RegionKind::task, RegionOrigin::pragma, {}, {}, StringId{label}, 0, 0});
  return unknown_region_;
}

void TraceLoader::finish_traces() {
  if (trace_.traces.empty()) trace_.traces.resize(1);
  trace_.traces[0].region = kNoRegion;
  for (TraceInstance& row : trace_.traces)
    if (row.region >= trace_.regions.size()) row.region = kNoRegion;
  if (trace_.info.access_stream && trace_.regions.empty()) unknown_region();
}

void TraceLoader::finish_info() {
  TraceInfo& info = trace_.info;
  info.format_version = container_.version();
  info.hook_ns = static_cast<double>(hook_ps_) / 1000;
  info.transition_ns = static_cast<double>(transition_ps_) / 1000;
  info.task_ns = static_cast<double>(task_ps_) / 1000;
  info.task_inside_ns = static_cast<double>(task_inside_ps_) / 1000;
  info.task_lost_ns = std::max(0.0, info.task_ns - static_cast<double>(task_inside_ps_ + task_parent_ps_) / 1000);
  std::vector<std::string> problems = container_.problems();
  problems.insert(problems.end(), problems_.begin(), problems_.end());
  if (bad_rows_)
    problems.push_back(fmt::format("{} rows are left out because they refer to rows that are lost", bad_rows_));
  if (!clock_.scaled() && trace_.tasks.size()) problems.push_back("the clock is lost, times are in ticks");
  info.complete = meta_complete_ && problems.empty();
  if (info.complete) info.incomplete_why.clear();
  for (size_t i = 0; i < problems.size() && i < 3; ++i)
    info.incomplete_why += (info.incomplete_why.empty() ? "" : "; ") + problems[i];
  if (problems.size() > 3) info.incomplete_why += fmt::format("; and {} more problems", problems.size() - 3);
  if (!info.complete && info.incomplete_why.empty()) info.incomplete_why = "the recorder ended before the program";
}

} // namespace unply
