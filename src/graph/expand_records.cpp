#include "graph/expand_records.h"
#include "graph/history_expander.h"
#include "trace/byte_planes.h"
#include "trace/ring_decoder.h"
#include <fmt/format.h>

namespace unply {

namespace {

struct MemoryFile : ByteSink {
  Bytes bytes;
  Result<void> write(ByteView block) override {
    bytes.insert(bytes.end(), block.begin(), block.end());
    return {};
  }
};

class Expansion {
public:
  Expansion(const ContainerReader& container, unsigned threads)
      : container_(container), writer_(file_, threads > 1), histories_(writer_, threads),
        decoder_(writer_, histories_, kRingOnline), problems_(container.problems()) {}
  Result<ExpandedRecords> run();

private:
  Result<void> copy_other_tables();
  Result<void> take_block(const Block& block);
  Result<void> take_records(ByteView records);
  void take_paths(ByteView numbers);
  void stop(std::string why);
  void add_reached();
  void add_problems();

  const ContainerReader& container_;
  MemoryFile file_;
  TraceWriter writer_;
  HistoryExpander histories_;
  RingDecoder decoder_;
  std::vector<std::string> problems_;
  std::string incomplete_why_; // as the recorder said
  std::vector<uint32_t> paths_;
  Bytes row_; // in their order in the ring
  uint64_t position_ = 0;
  bool stopped_ = false;
};

ByteView bytes_of(std::string_view text) { return {reinterpret_cast<const uint8_t*>(text.data()), text.size()}; }

Result<ExpandedRecords> Expansion::run() {
  TRY(writer_.begin());
  TRY(copy_other_tables());
  for (const Block& block : container_.blocks())
    if (block.schema->name == kRecordTable && !stopped_) TRY(take_block(block));
  TRY(decoder_.flush());
  add_reached();
  if (!problems_.empty()) add_problems();
  TRY(writer_.finish());
  return ExpandedRecords{std::move(file_.bytes), problems_.empty()};
}

// Checkpoints are for readers of files that are cut, and this one is written at once.
Result<void> Expansion::copy_other_tables() {
  for (const Block& block : container_.blocks()) {
    if (block.schema->name == kRecordTable || block.schema->name == kCheckpointTable) continue;
    TRY(writer_.copy_block(block));
    if (block.schema->name != kTables[kTableMeta].name) continue;
    auto rows = RowBlock::unpack(block);
    if (!rows) continue;
    auto keys = rows->texts("key"), values = rows->texts("value");
    for (size_t i = 0; i < rows->rows(); ++i)
      if (keys[i] == "incomplete_why") incomplete_why_ = values[i];
  }
  return {};
}

// Without a record nothing is known of the histories that it made: the graph ends where the first one is missing.
void Expansion::stop(std::string why) {
  problems_.push_back(std::move(why));
  stopped_ = true;
}

Result<void> Expansion::take_block(const Block& block) {
  auto rows = RowBlock::unpack(block);
  if (!rows) return stop(rows.error().what), Result<void>{};
  auto positions = rows->numbers("position"), kinds = rows->numbers("kind");
  auto texts = rows->texts("bytes");
  if (!rows->ok()) stop(fmt::format("block at byte {} of table {} is malformed", block.offset, kRecordTable));
  for (size_t i = 0; i < rows->rows() && !stopped_; ++i) {
    row_.resize(texts[i].size());
    from_byte_planes(bytes_of(texts[i]), row_.data());
    ByteView bytes = row_;
    if (positions[i] != position_) {
      stop(fmt::format("the program's records are lost from byte {} of them on", position_));
    } else if (kinds[i] == kRecordsOfRing) {
      TRY(take_records(bytes));
      position_ += texts[i].size();
    } else if (kinds[i] == kRecordOpen) {
      decoder_.decode_open_state(bytes);
    } else if (kinds[i] == kRecordPaths) {
      take_paths(bytes);
    }
  }
  return {};
}

Result<void> Expansion::take_records(ByteView records) {
  while (!records.empty()) {
    auto taken = decoder_.decode(records);
    if (!taken) return stop(taken.error().what), Result<void>{};
    records = records.subspan(*taken);
    if (writer_.full()) {
      TRY(decoder_.flush());
    } else if (*taken == 0) {
      stop(fmt::format("the program's records are cut within one, at byte {}", position_));
      return {};
    }
  }
  return {};
}

void Expansion::take_paths(ByteView numbers) {
  paths_.resize(numbers.size() / sizeof(uint32_t));
  if (!paths_.empty()) std::memcpy(paths_.data(), numbers.data(), paths_.size() * sizeof(uint32_t));
}

void Expansion::add_reached() {
  for (const ReachedPair& pair : decoder_.reached())
    if (pair.path < paths_.size() && paths_[pair.path] != kPathUnknown)
      writer_.add_reached(pair.kind, pair.site_from, pair.site, pair.region, pair.from, paths_[pair.path]);
}

void Expansion::add_problems() {
  std::string why = incomplete_why_;
  constexpr size_t kMost = 3;
  for (size_t i = 0; i < problems_.size() && i < kMost; ++i) why += (why.empty() ? "" : "; ") + problems_[i];
  if (problems_.size() > kMost) why += fmt::format("; and {} more problems", problems_.size() - kMost);
  writer_.add_meta("complete", "no");
  writer_.add_meta("incomplete_why", why);
}

} // namespace

Result<ExpandedRecords> expand_records(ByteView file, const std::string& name, unsigned threads) {
  auto container = ContainerReader::open(file, name);
  if (!container) return error_of(container);
  return Expansion(*container, threads).run();
}

bool holds_records(ByteView file) {
  TraceFileHeader header{};
  if (file.size() < sizeof header) return false;
  std::memcpy(&header, file.data(), sizeof header);
  return header.magic == UNPLY_TRACE_MAGIC && header.major == kTraceMajorOfRecords;
}

} // namespace unply
