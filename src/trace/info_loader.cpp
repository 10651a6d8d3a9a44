// Facts about the recording itself: the program, the machine, completeness, the cost of recording.
#include "trace/trace_loader.h"
#include "unply/ring_format.h"
#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace unply {

static uint64_t to_number(std::string_view text) {
  uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// The keys of the table "meta". A key of a newer version is passed over.
void TraceLoader::set_info(std::string_view key, std::string_view value) {
  using Set = void (*)(TraceLoader&, TraceInfo&, std::string_view);
  static constexpr std::pair<std::string_view, Set> kKeys[] = {
      {"unply_version", [](auto&, auto& info, auto value) { info.unply_version = value; }},
      {"program", [](auto&, auto& info, auto value) { info.program = value; }},
      {"argument", [](auto&, auto& info, auto value) { info.arguments.emplace_back(value); }},
      {"parameter",
       [](auto&, auto& info, auto value) {
         size_t equals = std::min(value.find('='), value.size());
         info.parameters.emplace_back(value.substr(0, equals), value.substr(std::min(equals + 1, value.size())));
       }},
      {"input", [](auto&, auto& info, auto value) { info.inputs.emplace_back(value); }},
      {"started_at", [](auto&, auto& info, auto value) { info.started_at = value; }},
      {"directory", [](auto&, auto& info, auto value) { info.directory = value; }},
      {"source_directory", [](auto&, auto& info, auto value) { info.source_directories.emplace_back(value); }},
      {"openmp", [](auto&, auto& info, auto value) { info.libgomp_on_libomp = value == "libgomp on libomp"; }},
      {"phases", [](auto&, auto& info, auto value) { info.phases = to_number(value); }},
      {"loop_work",
       [](auto& loader, auto&, auto value) {
         loader.trace_.loops.recorded = true;
         loader.trace_.loops.work = to_number(value);
       }},
      {"machine", [](auto&, auto& info, auto value) { info.machine = value; }},
      {"cpu", [](auto&, auto& info, auto value) { info.cpu = value; }},
      {"kernel", [](auto&, auto& info, auto value) { info.kernel = value; }},
      {"cores", [](auto&, auto& info, auto value) { info.cores = static_cast<uint32_t>(to_number(value)); }},
      {"complete", [](auto& loader, auto&, auto value) { loader.meta_complete_ = value == "yes"; }},
      {"incomplete_why", [](auto&, auto& info, auto value) { info.incomplete_why = value; }},
      {"exit_status", [](auto&, auto& info, auto value) { info.exit_status = static_cast<int>(to_number(value)); }},
      {"exit_signal", [](auto&, auto& info, auto value) { info.exit_signal = static_cast<int>(to_number(value)); }},
      {"times", [](auto&, auto& info, auto value) { info.times_without_hooks = value == "without hooks"; }},
      {"resolution_ps",
       [](auto&, auto& info, auto value) { info.resolution_ns = static_cast<double>(to_number(value)) / 1000; }},
      {"beside",
       [](auto&, auto& info, auto value) {
         info.beside = static_cast<uint32_t>(std::min<uint64_t>(to_number(value), 1u << 16));
       }},
      {"mode",
       [](auto&, auto& info, auto value) {
         info.access_stream = value == "accesses";
         info.simulated = value == "simulated";
         info.times_only = value == "times" || value == "unstamped";
       }},
  };
  for (const auto& [name, set] : kKeys)
    if (name == key) set(*this, trace_.info, value);
}

void TraceLoader::take_meta(RowBlock& block) {
  auto keys = block.texts("key"), values = block.texts("value");
  for (size_t i = 0; i < block.rows(); ++i) set_info(keys[i], values[i]);
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

void TraceLoader::finish_info() {
  TraceInfo& info = trace_.info;
  info.format_version = container_.version();
  if (info.counters.size() > kCountLoopsLost) trace_.loops.lost = info.counters[kCountLoopsLost];
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
