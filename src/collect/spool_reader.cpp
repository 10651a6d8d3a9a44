#include "collect/spool_reader.h"
#include "collect/loop_origins.h"
#include "collect/spool.h"
#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <unordered_set>

namespace unply {

namespace {

constexpr size_t kChunkRecords = kSpoolChunkBytes / sizeof(UnplyRawEvent);

const UnplyRawEvent* records_at(ByteView bytes, uint64_t offset) {
  return reinterpret_cast<const UnplyRawEvent*>(bytes.data() + offset);
}

uint8_t kind_of(const UnplyRawEvent& record) { return record.kind_a & 0xff; }

double ns_per_tick_of(const SpoolHeader& header) {
  auto ticks = static_cast<double>(header.end_ticks - header.start_ticks);
  auto ns = static_cast<double>(header.end_ns - header.start_ns);
  return header.end_ticks > header.start_ticks && header.end_ns > header.start_ns ? ns / ticks : 1;
}

} // namespace

bool SpoolReader::is_spool(const std::string& path) {
  uint64_t magic = 0;
  std::ifstream file(path, std::ios::binary);
  return file.read(reinterpret_cast<char*>(&magic), sizeof magic) && magic == UNPLY_SPOOL_MAGIC;
}

Result<SpoolHeader> SpoolReader::add_file(const std::string& path) {
  auto file = MappedFile::open(path);
  if (!file) return error_of(file);
  ByteView bytes = file->bytes();
  if (bytes.size() < kSpoolHeadBytes) return fail(fmt::format("{}: is not a spool of unply record: too short", path));
  SpoolHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != UNPLY_SPOOL_MAGIC) return fail(fmt::format("{}: is not a spool of unply record", path));
  if (header.version != kSpoolVersion)
    return fail(fmt::format("{}: spool of version {}, expected {}", path, header.version, uint32_t{kSpoolVersion}),
                "convert it with the unply that recorded it");
  if (header.slots > kSpoolMaxSlots)
    return fail(fmt::format("{}: is not a complete spool: {} chunks in its pool, at most {}", path, header.slots,
                            uint32_t{kSpoolMaxSlots}));
  files_.push_back(std::move(*file));
  index(bytes, header);
  return header;
}

Result<SpoolReader> SpoolReader::open(const std::string& path) {
  SpoolReader reader;
  auto header = reader.add_file(path);
  if (!header) return error_of(header);
  reader.header_ = *header;
  for (const std::string& other : files_beside_spool(path))
    if (is_spool(other)) (void)reader.add_file(other); // damaged: as if it were not there
  reader.sort_threads();
  return reader;
}

std::vector<std::pair<std::string, std::string>> SpoolReader::descriptions() const {
  std::vector<std::pair<std::string, std::string>> found;
  std::string_view text(header_.text, ::strnlen(header_.text, sizeof header_.text));
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    size_t equals = line.find('=');
    if (equals != line.npos) found.emplace_back(line.substr(0, equals), line.substr(equals + 1));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return found;
}

// A chunk that is in the pool and behind it too was being appended when the recorder died: it counts once.
void SpoolReader::index(ByteView bytes, const SpoolHeader& header) {
  first_process_ = processes_.size();
  processes_.resize(first_process_ + std::min<uint32_t>(header.processes, kSpoolProcesses));
  for (size_t i = first_process_; i < processes_.size(); ++i) {
    const uint8_t* row = bytes.data() + kSpoolProcessesAt + (i - first_process_) * sizeof(SpoolProcess);
    std::memcpy(&processes_[i].row, row, sizeof(SpoolProcess));
    processes_[i].row.program[sizeof processes_[i].row.program - 1] = 0;
    processes_[i].ns_per_tick = ns_per_tick_of(header);
  }
  std::unordered_set<uint64_t> seen;
  uint64_t whole = (bytes.size() - kSpoolHeadBytes) / kSpoolChunkBytes;
  uint64_t last = std::min<uint64_t>(whole, header.slots + header.appended);
  for (uint64_t i = std::min<uint64_t>(header.slots, last); i < last; ++i) {
    const UnplyRawEvent* records = records_at(bytes, kSpoolHeadBytes + i * kSpoolChunkBytes);
    seen.insert(records->ticks);
    index_chunk(records);
  }
  for (uint64_t i = 0; i < std::min<uint64_t>(header.slots, whole); ++i) {
    SpoolSlot slot;
    std::memcpy(&slot, bytes.data() + kSpoolSlotsAt + i * sizeof slot, sizeof slot);
    const UnplyRawEvent* records = records_at(bytes, kSpoolHeadBytes + i * kSpoolChunkBytes);
    if (slot.state != kSlotFree && seen.insert(records->ticks).second) index_chunk(records);
  }
}

SpooledThread* SpoolReader::thread_of(const UnplyRawEvent& owner) {
  size_t process = first_process_ + ((owner.code_core >> 32) & 0xffff);
  if (process >= processes_.size()) return nullptr;
  auto number = static_cast<uint32_t>(owner.kind_a >> 8);
  auto& threads = processes_[process].threads;
  auto [place, added] = thread_index_.try_emplace({process, number}, threads.size());
  if (added)
    threads.push_back({.number = number,
                       .system_id = static_cast<uint32_t>(owner.code_core),
                       .kind = 0,
                       .events = 0,
                       .loop_iterations = 0,
                       .stretches = {},
                       .system_events = {}});
  return &threads[place->second];
}

void SpoolReader::count_event(SpooledThread& thread, const UnplyRawEvent& record) {
  uint64_t a = record.kind_a >> 8;
  ++thread.events;
  ++events_;
  switch (kind_of(record)) {
  case kEventThreadBegin:
    thread.kind = static_cast<uint8_t>(std::min<uint64_t>(a, kThreadOther));
    break;
  case kEventPreempted:
  case kEventResumed:
  case kEventUnseenBegin:
  case kEventUnseenEnd:
    thread.system_events.push_back(record);
    break;
  case kEventWorkBegin:
    if (a <= kWorkSections) thread.loop_iterations = record.b;
    break;
  case kEventChunk:
    foreign_loops_ |= loop_value(a) < 0 || (thread.loop_iterations && a + record.b > thread.loop_iterations);
    break;
  default:
    break;
  }
}

void SpoolReader::count_ownerless(std::span<const UnplyRawEvent> records) {
  for (const UnplyRawEvent& record : records) {
    if (kind_of(record) == kEventNone) return;
    ownerless_events_ += is_event(record);
  }
}

void SpoolReader::index_chunk(const UnplyRawEvent* records) {
  SpooledThread* thread = nullptr;
  SpooledProcess* process = nullptr;
  size_t begin = 0;
  uint64_t begin_ticks = 0;
  auto close = [&](size_t end) {
    if (thread && end > begin) thread->stretches.push_back({begin_ticks, {records + begin, end - begin}});
  };
  size_t i = 0;
  for (; i < kChunkRecords && kind_of(records[i]) != kEventNone; i += records_of(records[i])) {
    const UnplyRawEvent& record = records[i];
    if (kind_of(record) == kSpoolOwner) {
      close(i);
      thread = thread_of(record);
      if (!thread) return count_ownerless({records + i, kChunkRecords - i});
      process = &processes_[first_process_ + ((record.code_core >> 32) & 0xffff)];
      begin = i + 1;
      begin_ticks = record.b;
    } else if (!thread) {
      return count_ownerless({records, kChunkRecords}); // one that nobody had begun has no record
    } else if (kind_of(record) == kSpoolClock) {
      auto& pair = (record.code_core & 1) ? process->at_end : process->at_begin;
      pair = SpooledClock{record.ticks, record.b, record.kind_a >> 8};
    } else if (auto length = text_bytes(record)) {
      if (records_of(record) <= kChunkRecords - i)
        take_text(*process, record, {reinterpret_cast<const char*>(records + i + 1), *length});
    } else if (is_event(record)) {
      count_event(*thread, record);
    }
  }
  close(std::min(i, kChunkRecords));
}

void SpoolReader::take_text(SpooledProcess& process, const UnplyRawEvent& head, std::string text) {
  switch (kind_of(head)) {
  case kSpoolModule:
    process.modules.push_back({.base = head.ticks, .begin = head.code_core, .end = head.b, .path = std::move(text)});
    break;
  case kSpoolName:
    process.names.push_back({static_cast<uint32_t>(head.ticks), head.b, std::move(text)});
    break;
  case kSpoolNote:
    if (std::ranges::find(notes_, text) == notes_.end()) notes_.push_back(std::move(text));
    break;
  default:
    break;
  }
}

void SpoolReader::sort_threads() {
  for (SpooledProcess& process : processes_) {
    for (SpooledThread& thread : process.threads) {
      std::ranges::sort(thread.stretches, {}, [](const SpooledStretch& stretch) {
        return std::pair(stretch.begin_ticks, stretch.records.data());
      });
      std::ranges::sort(thread.system_events, {}, [](const UnplyRawEvent& e) { return std::pair(e.ticks, e.kind_a); });
    }
    std::ranges::sort(process.threads, {},
                      [](const SpooledThread& thread) { return std::pair(thread.begin_ticks(), thread.number); });
  }
  std::ranges::sort(notes_); // their order in the file depends on how chunks were appended
}

} // namespace unply
