#include "collect/spool_conversion.h"
#include "collect/code_places.h"
#include "collect/loop_origins.h"
#include "collect/message_order.h"
#include "collect/rank_clocks.h"
#include "collect/rank_words.h"
#include "trace/event_file.h"
#include <algorithm>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <set>
#include <unordered_map>

namespace unply {

namespace {

constexpr uint64_t kAddressMask = (uint64_t{1} << 48) - 1;

// Sites of code addresses, numbered in the order of first use; equal places share a site.
class SiteTable {
public:
  explicit SiteTable(TraceWriter& writer) : writer_(writer) {}

  uint32_t site_of(const SpooledProcess& process, uint64_t code) {
    if (code == 0) return 0;
    auto& known = by_code_[&process];
    auto [place, added] = known.try_emplace(code, 0);
    if (added) place->second = add(process, code);
    return place->second;
  }

  const SpooledModule* module_of(const SpooledProcess& process, uint64_t address) const {
    const SpooledModule* found = nullptr; // the last one loaded there
    for (const SpooledModule& module : process.modules)
      if (address >= module.begin && address < module.end) found = &module;
    return found;
  }

  const std::set<std::string>& files() const { return files_; }
  std::set<std::string> modules_without_lines; // that events come from

private:
  uint32_t add(const SpooledProcess& process, uint64_t code) {
    CodePlace place{.file = "", .line = 0, .column = 0, .function = fmt::format("{:#x}", code)};
    if (const SpooledModule* module = module_of(process, code)) {
      place = places_.find(module->path, code - module->base);
      bool of_system = module->path.starts_with("/usr/lib") || module->path.starts_with("/lib");
      if (!of_system && places_.without_debug_info(module->path)) modules_without_lines.insert(module->path);
    }
    auto [known, added] =
        by_place_.try_emplace(std::tuple(place.file, place.line, place.column, place.function), by_place_.size() + 1);
    if (!added) return known->second;
    Site site{};
    site.file = writer_.string_id(place.file);
    site.function = writer_.string_id(place.function);
    site.line = place.line;
    site.column = place.column;
    writer_.add_site(known->second, site);
    if (!place.file.empty()) files_.insert(place.file);
    return known->second;
  }

  TraceWriter& writer_;
  CodePlaces places_;
  std::unordered_map<const SpooledProcess*, std::unordered_map<uint64_t, uint32_t>> by_code_;
  std::map<std::tuple<std::string, uint32_t, uint32_t, std::string>, uint32_t> by_place_;
  std::set<std::string> files_;
};

// A process numbers its names itself; the trace numbers those of all.
class NameTable {
public:
  explicit NameTable(TraceWriter& writer) : writer_(writer) {}

  void add(std::span<const SpooledProcess> processes) {
    for (const SpooledProcess& process : processes)
      for (const SpooledName& name : process.names) add(process, name);
  }

  // `a` of a user's event with the number that the trace has for its name.
  uint64_t renumber(const SpooledProcess& process, uint8_t kind, uint64_t a) const {
    constexpr uint64_t kNumber = (uint64_t{1} << 48) - 1;
    uint64_t type = kind == kEventUserValue ? a & ~kNumber : 0;
    return type | find(process, a & kNumber);
  }

private:
  void add(const SpooledProcess& process, const SpooledName& name) {
    if (name.kind >= kSpoolHostName) return; // of the process, its threads and their ranks
    StringId text = writer_.string_id(name.text);
    if (name.kind != static_cast<uint32_t>(ObjectKind::name))
      return writer_.add_object({.kind = static_cast<ObjectKind>(name.kind), .id = name.id, .name = text, .site = 0});
    auto [place, added] = by_text_.try_emplace(name.text, by_text_.size() + 1);
    if (added) writer_.add_object({.kind = ObjectKind::name, .id = place->second, .name = text, .site = 0});
    by_number_[{process.row.pid, name.id}] = place->second;
  }

  // A child after fork() uses the numbers that its parent gave.
  uint64_t find(const SpooledProcess& process, uint64_t number) const {
    auto found = by_number_.find({process.row.pid, number});
    if (found == by_number_.end()) found = by_number_.find({process.row.parent, number});
    return found == by_number_.end() ? 0 : found->second;
  }

  TraceWriter& writer_;
  std::map<std::string, uint64_t> by_text_;
  std::map<std::pair<uint32_t, uint64_t>, uint64_t> by_number_;
};

class Conversion {
public:
  Conversion(const SpoolReader& spool, TraceWriter& writer)
      : spool_(spool), writer_(writer), sites_(writer), names_(writer), clocks_(spool) {}

  Result<SpoolOutcome> run() {
    names_.add(spool_.processes());
    for (const SpooledProcess* process : in_order_of_ranks()) {
      outcome_.lost += process->row.lost;
      if (process->threads.empty()) continue;
      add_process(*process);
      if (spool_.foreign_loops()) find_loop_origins(*process);
      for (const SpooledThread& thread : process->threads) TRY(write_thread(*process, thread));
      ++outcome_.processes;
    }
    for (const MissingRanks& ranks : missing_)
      for (uint32_t rank : ranks.numbers)
        if (missing_written_ < kMostMissingLanes) TRY(write_missing_rank(rank));
    for (RankClocks::Pair pair : {clocks_.first_pair(), clocks_.last_pair()}) writer_.add_clock(pair.ticks, pair.ns);
    if (phases_ > 0) writer_.add_meta("phases", std::to_string(phases_));
    outcome_.source_files = sites_.files();
    note_what_is_missing();
    return std::move(outcome_);
  }

private:
  std::vector<const SpooledProcess*> in_order_of_ranks() const {
    std::vector<const SpooledProcess*> order;
    for (const SpooledProcess& process : spool_.processes()) order.push_back(&process);
    std::ranges::sort(order, {}, [](const SpooledProcess* process) { return std::pair(process->row.rank, process); });
    return order;
  }

  void add_process(const SpooledProcess& process) {
    EventProcess row{};
    row.rank = process.row.rank ? process.row.rank - 1 : 0;
    row.pid = process.row.pid;
    row.program = writer_.string_id(std::string_view(process.row.program));
    row.host = writer_.string_id(host_of(process));
    writer_.add_process(static_cast<uint32_t>(outcome_.processes), row);
    outcome_.openmp |= (process.row.front_ends & kFrontOmpt) != 0;
  }

  // A thread has events from its first use of a parallel runtime on, but the main thread ran since the program's start.
  static bool is_first_of_process(const SpooledProcess& process, const SpooledThread& thread,
                                  const UnplyRawEvent& record) {
    return (record.kind_a & 0xff) == kEventThreadBegin && thread.system_id == process.row.pid &&
           process.row.start_ticks != 0;
  }

  Result<void> write_thread(const SpooledProcess& process, const SpooledThread& thread) {
    auto number = static_cast<uint32_t>(outcome_.threads++);
    ThreadRow row;
    row.process = static_cast<uint32_t>(outcome_.processes);
    row.kind = static_cast<UnplyThreadKind>(thread.kind);
    row.system_id = thread.system_id;
    for (const SpooledName& name : process.names) // the last one holds
      if (name.kind == kSpoolThreadName && name.id == thread.number) row.name = writer_.string_id(name.text);
    writer_.add_thread(number, row);
    auto system = thread.system_events.begin();
    LoopWalk walk;
    for (const SpooledStretch& stretch : thread.stretches)
      for (size_t i = 0; i < stretch.records.size(); i += records_of(stretch.records[i])) {
        UnplyRawEvent record = stretch.records[i];
        if (!is_event(record) || is_system_event(record)) continue;
        if (is_first_of_process(process, thread, record))
          record.ticks = std::min(record.ticks, process.row.start_ticks);
        if (spool_.foreign_loops()) count_from_zero(walk, record);
        for (; system != thread.system_events.end() && system->ticks <= record.ticks; ++system) add(process, *system);
        add(process, record);
        if (rows_.size() < kBatch) continue;
        if (auto written = write_rows(number); !written) return written;
      }
    for (; system != thread.system_events.end(); ++system) add(process, *system);
    return write_rows(number);
  }

  // Of a rank that left nothing, a lane that says so from the first event of the others to their last.
  Result<void> write_missing_rank(uint32_t rank) {
    EventProcess process{};
    process.rank = rank;
    uint64_t process_number = outcome_.processes + missing_written_;
    writer_.add_process(static_cast<uint32_t>(process_number), process);
    auto thread_number = static_cast<uint32_t>(outcome_.threads + missing_written_++);
    ThreadRow row;
    row.process = static_cast<uint32_t>(process_number);
    writer_.add_thread(thread_number, row);
    rows_.push_back(
        {.ticks = first_ticks_, .kind = kEventTracingOff, .core = 0xffff, .site = 0, .a = kOffMissing, .b = 0});
    rows_.push_back({.ticks = last_ticks_, .kind = kEventTracingOn, .core = 0xffff, .site = 0, .a = 0, .b = 0});
    return write_rows(thread_number);
  }

  void count_from_zero(LoopWalk& walk, UnplyRawEvent& record) {
    walk.step(record);
    if ((record.kind_a & 0xff) != kEventChunk) return;
    record.kind_a = kEventChunk | origins_.first_iteration(walk, record.kind_a >> 8) << 8;
  }

  void find_loop_origins(const SpooledProcess& process) {
    origins_ = {};
    for (const SpooledThread& thread : process.threads) {
      LoopWalk walk;
      for (const SpooledStretch& stretch : thread.stretches)
        for (size_t i = 0; i < stretch.records.size(); i += records_of(stretch.records[i])) {
          const UnplyRawEvent& record = stretch.records[i];
          walk.step(record);
          if ((record.kind_a & 0xff) == kEventChunk) origins_.add(walk, record);
        }
    }
  }

  void add(const SpooledProcess& process, const UnplyRawEvent& record) {
    auto kind = static_cast<uint8_t>(record.kind_a);
    uint64_t a = record.kind_a >> 8;
    bool named = (kind >= kEventUserBegin && kind <= kEventUserValue) || kind == kEventPhaseFeature;
    phases_ += kind == kEventPhaseBegin;
    if (named) a = names_.renumber(process, kind, a);
    uint64_t code = record.code_core & kAddressMask;
    if (code != last_code_ || &process != last_process_) {
      last_site_ = sites_.site_of(process, code);
      last_code_ = code;
      last_process_ = &process;
    }
    uint64_t ticks = clocks_.aligned(process, record.ticks);
    first_ticks_ = std::min(first_ticks_, ticks);
    last_ticks_ = std::max(last_ticks_, ticks);
    if (clocks_.several() && (kind == kEventSend || kind == kEventReceive))
      messages_.add(process.row.job, process.row.rank - 1, kind, a, ticks, clocks_.uncertainty(process));
    rows_.push_back({.ticks = ticks,
                     .kind = kind,
                     .core = static_cast<uint16_t>(record.code_core >> 48),
                     .site = last_site_,
                     .a = a,
                     .b = record.b});
  }

  Result<void> write_rows(uint32_t thread) {
    auto written = writer_.write_events(thread, rows_);
    outcome_.events += rows_.size();
    rows_.clear();
    return written;
  }

  void note(std::string text) { outcome_.notes.push_back(std::move(text)); }

  void note_what_is_missing() {
    for (const std::string& text : spool_.notes()) note(text);
    uint64_t nested = 0;
    for (const SpooledProcess& process : spool_.processes()) nested += process.row.nested;
    for (const MissingRanks& ranks : missing_) note(ranks.sentence);
    for (std::string& text : clocks_.notes()) note(std::move(text));
    note_messages_back_in_time();
    if (outcome_.lost)
      note(fmt::format("{} events are missing: there was no room for them in time; record with a larger --buffer",
                       outcome_.lost));
    if (uint64_t ownerless = spool_.ownerless_events()) {
      note(fmt::format("{} events are missing: their chunks do not say which thread they are of", ownerless));
      outcome_.lost += ownerless;
    }
    if (nested) note(fmt::format("{} events inside signal handlers are missing", nested));
    if (spool_.header().processes > kSpoolProcesses)
      note(fmt::format("{} processes ran, the first {} are recorded", spool_.header().processes, kSpoolProcesses + 0));
    for (const std::string& module : sites_.modules_without_lines)
      note(fmt::format("{} has no debug information: its events have no source lines; compile it with -g", module));
    for (const std::string& text : outcome_.notes) writer_.add_note(text);
    writer_.add_counter("recorder", "lost_events", outcome_.lost);
    writer_.add_counter("recorder", "waits_for_room", spool_.header().waits);
    writer_.add_counter("recorder", "events_in_signal_handlers", nested);
  }

  void note_messages_back_in_time() {
    MessageOrder::Outcome found = messages_.check();
    if (found.reversed)
      note(fmt::format("{} of {} messages are received before they are sent, {} of them by more than the clocks' "
                       "uncertainty, at most {} more",
                       found.reversed, found.messages, found.early,
                       words_for_ns(clocks_.ns_of(static_cast<double>(found.worst_ticks)))));
    else if (found.messages)
      note(fmt::format("all {} messages are received after they are sent, by the aligned clocks", found.messages));
  }

  static constexpr size_t kBatch = 4096;
  // How many ranks there were is a number in the file: were it damaged, a million lanes would take a minute. The notes
  // name all ranks that left nothing.
  static constexpr uint64_t kMostMissingLanes = kSpoolProcesses;
  const SpoolReader& spool_;
  TraceWriter& writer_;
  SiteTable sites_;
  NameTable names_;
  RankClocks clocks_;
  MessageOrder messages_;
  LoopOrigins origins_; // of the process at hand
  std::vector<MissingRanks> missing_ = missing_ranks(spool_);
  uint64_t missing_written_ = 0;                         // lanes
  uint64_t phases_ = 0;                                  // of a skeleton
  uint64_t first_ticks_ = ~uint64_t{0}, last_ticks_ = 0; // of all events
  SpoolOutcome outcome_;
  std::vector<EventRow> rows_;
  uint64_t last_code_ = 0;
  uint32_t last_site_ = 0;
  const SpooledProcess* last_process_ = nullptr;
};

} // namespace

Result<SpoolOutcome> convert_spool(const SpoolReader& spool, TraceWriter& writer) {
  return Conversion(spool, writer).run();
}

std::string why_incomplete(const SpoolReader& spool, const SpoolOutcome& outcome) {
  const SpoolHeader& header = spool.header();
  if (!header.program_ended) return "unply record was killed before the program ended";
  if (header.exit_signal)
    return fmt::format("killed by signal {} ({})", header.exit_signal, ::strsignal(header.exit_signal));
  if (header.why_cut[0]) return {header.why_cut, ::strnlen(header.why_cut, sizeof header.why_cut)};
  return outcome.lost ? fmt::format("{} events are missing", outcome.lost) : "";
}

void add_end(TraceWriter& writer, const std::string& why_incomplete, ProgramEnd end) {
  writer.add_meta("complete", why_incomplete.empty() ? "yes" : "no");
  if (!why_incomplete.empty()) writer.add_meta("incomplete_why", why_incomplete);
  writer.add_meta("exit_status", std::to_string(end.status));
  writer.add_meta("exit_signal", std::to_string(end.signal));
}

Result<SpoolOutcome> recover_spool(const std::string& path, TraceWriter& writer) {
  auto spool = SpoolReader::open(path);
  if (!spool) return error_of(spool);
  for (const auto& [key, value] : spool->descriptions()) writer.add_meta(key, value);
  auto outcome = convert_spool(*spool, writer);
  if (!outcome) return outcome;
  writer.add_meta("mode", "events");
  const SpoolHeader& header = spool->header();
  add_end(writer, why_incomplete(*spool, *outcome), {header.exit_status, header.exit_signal});
  return outcome;
}

} // namespace unply
