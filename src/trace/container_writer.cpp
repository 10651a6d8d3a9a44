// The writing half of the container: each call writes one checksummed block, compressed if that makes it smaller.
#include "base/crc32c.h"
#include "trace/container.h"
#include <cstddef>
#include <fmt/format.h>
#include <zstd.h>

namespace unply {

Bytes TableBuffer::payload(EncodeRoom& room) const {
  Bytes out;
  append_varint(out, spec_.columns.size());
  for (size_t c = 0; c < spec_.columns.size(); ++c) {
    const ColumnSpec& column = spec_.columns[c];
    if (column.type == kColumnText)
      encode_texts(out, texts_[c]);
    else
      encode_numbers(out, numbers_[c], column.type, column.usual, room);
  }
  return out;
}

void TableBuffer::swap(TableBuffer& other) {
  numbers_.swap(other.numbers_);
  texts_.swap(other.texts_);
  std::swap(rows_, other.rows_);
  std::swap(text_bytes_, other.text_bytes_);
}

void TableBuffer::clear() {
  for (auto& column : numbers_) column.clear();
  for (auto& column : texts_) column.clear();
  rows_ = text_bytes_ = 0;
}

ContainerWriter::ContainerWriter(ByteSink& sink) : sink_(sink), compressor_(ZSTD_createCCtx()) {}
ContainerWriter::~ContainerWriter() { ZSTD_freeCCtx(compressor_); }

void ContainerWriter::mark(const MarkedFigures& figures) {
  std::ranges::copy(described_, described_at_mark_);
  figures_at_mark_ = figures;
  marked_ = true;
  sink_.mark();
}

MarkedFigures ContainerWriter::back_to_mark() {
  std::ranges::copy(described_at_mark_, described_);
  if (marked_) sink_.back_to_mark(); // else no group has been begun
  return figures_at_mark_;
}

Result<void> ContainerWriter::write_header(uint16_t major) {
  TraceFileHeader header{};
  header.magic = UNPLY_TRACE_MAGIC;
  header.major = major;
  header.minor = kTraceMinor;
  header.header_bytes = sizeof header;
  header.checksum = crc32c(&header, offsetof(TraceFileHeader, checksum));
  bytes_written_ += sizeof header;
  return sink_.write({reinterpret_cast<const uint8_t*>(&header), sizeof header});
}

template <class Table> static Bytes schema_payload(const Table& table) {
  Bytes out;
  append_text(out, table.name);
  append_varint(out, table.columns.size());
  for (const auto& column : table.columns) {
    append_text(out, column.name);
    out.push_back(static_cast<uint8_t>(column.type));
    out.push_back(static_cast<uint8_t>(column.usual));
    append_text(out, column.unit);
  }
  return out;
}

Result<void> ContainerWriter::describe(const TableSpec& spec) {
  if (described_[spec.number]) return {};
  described_[spec.number] = true;
  return write_block(kBlockSchema, spec.number, 0, schema_payload(spec));
}

Result<void> ContainerWriter::write_packed(const TableSpec& spec, TraceBlockKind kind, size_t rows, ByteView payload) {
  if (auto described = describe(spec); !described) return described;
  if (rows > kBlockMaxRows || payload.size() > kBlockMaxRawBytes)
    return fail(fmt::format("table {}: a block of {} rows and {} bytes is too large", spec.name, rows, payload.size()));
  return write_block(kind, spec.number, static_cast<uint32_t>(rows), payload);
}

Result<void> ContainerWriter::write_rows(const TableBuffer& buffer) {
  return write_packed(buffer.spec(), kBlockRows, buffer.rows(), buffer.payload(room_));
}

// Its table has a number behind those of this version's tables, whatever its number there.
Result<void> ContainerWriter::copy_block(const Block& block) {
  auto [at, fresh] = copied_.try_emplace(block.schema, static_cast<uint16_t>(kTableCount + copied_.size()));
  if (at->second >= kBlockMaxTables) return fail("more tables than a file can have");
  if (fresh)
    if (auto described = write_block(kBlockSchema, at->second, 0, schema_payload(*block.schema)); !described)
      return described;
  TraceBlockHead head = block.head;
  head.table = at->second;
  make_room(sizeof head + block.stored.size() + 8);
  std::ranges::copy(block.stored, block_.begin() + sizeof head);
  return finish_block(head);
}

Result<void> ContainerWriter::write_end() { return write_block(kBlockEnd, 0, 0, {}); }

Result<void> ContainerWriter::write_block(TraceBlockKind kind, uint16_t table, uint32_t rows, ByteView payload) {
  constexpr int kLevel = 1; // level 3 saves 5 to 10 % and takes twice the time, which the recorded program would wait
  TraceBlockHead head{};
  head.magic = UNPLY_BLOCK_MAGIC;
  head.kind = static_cast<uint8_t>(kind);
  head.table = table;
  head.rows = rows;
  head.raw_bytes = head.stored_bytes = payload.size();
  make_room(sizeof head + std::max(ZSTD_compressBound(payload.size()), payload.size()) + 8);
  uint8_t* stored = block_.data() + sizeof head;
  size_t packed = payload.size();
  if (kind == kBlockRows)
    packed =
        ZSTD_compressCCtx(compressor_, stored, block_.size() - sizeof head, payload.data(), payload.size(), kLevel);
  if (!ZSTD_isError(packed) && packed < payload.size()) {
    head.codec = kCodecZstd;
    head.stored_bytes = packed;
  } else if (!payload.empty()) {
    std::memcpy(stored, payload.data(), payload.size());
  }
  return finish_block(head);
}

// Never less: what resize() adds it also clears.
void ContainerWriter::make_room(size_t bytes) {
  if (block_.size() < bytes) block_.resize(bytes);
}

// The stored bytes are in block_ already.
Result<void> ContainerWriter::finish_block(TraceBlockHead head) {
  uint8_t* stored = block_.data() + sizeof head;
  head.payload_checksum = crc32c(stored, head.stored_bytes);
  head.head_checksum = crc32c(&head, offsetof(TraceBlockHead, head_checksum));
  std::memcpy(block_.data(), &head, sizeof head);
  size_t padded = (sizeof head + head.stored_bytes + 7) / 8 * 8;
  std::memset(stored + head.stored_bytes, 0, padded - sizeof head - head.stored_bytes);
  bytes_written_ += padded;
  return sink_.write({block_.data(), padded});
}

} // namespace unply
