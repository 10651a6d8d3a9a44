// The reading half of the container. A block is accepted only if it is complete and both checksums are right; after a
// damaged head the search continues at the next place that looks like a head and has a right checksum.
#include "base/crc32c.h"
#include "trace/container.h"
#include "unply/spool_format.h"
#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <zstd.h>

namespace unply {

namespace {

std::string looks_like(ByteView file) {
  auto begins = [&](std::string_view magic) {
    return file.size() >= magic.size() && std::memcmp(file.data(), magic.data(), magic.size()) == 0;
  };
  if (begins("\x7f"
             "ELF"))
    return "a program or library (ELF)";
  if (begins("\x28\xb5\x2f\xfd")) return "a zstd archive";
  if (begins("\x1f\x8b")) return "a gzip archive";
  if (begins("PK\x03\x04")) return "a zip archive";
  if (begins("#!")) return "a script";
  bool text = std::all_of(file.begin(), file.begin() + std::min<ptrdiff_t>(file.size(), 512),
                          [](uint8_t c) { return c >= 32 || c == '\n' || c == '\t' || c == '\r'; });
  return text ? "text" : "some other binary file";
}

// Returns the version, or the reason why this is not a trace file of unply.
Result<TraceFileHeader> check_header(ByteView file, const std::string& name) {
  constexpr const char* kHint = "unply record PROGRAM writes PROGRAM.trace";
  if (file.empty()) return fail(fmt::format("{}: is empty", name), kHint);
  uint64_t magic = UNPLY_TRACE_MAGIC, spool = UNPLY_SPOOL_MAGIC;
  if (file.size() >= 8 && std::memcmp(file.data(), &spool, 8) == 0)
    return fail(fmt::format("{}: is what unply record left behind, not a recording yet", name),
                fmt::format("unply convert {} -o FILE.trace", name));
  if (std::memcmp(file.data(), &magic, std::min<size_t>(file.size(), 8)) != 0)
    return fail(fmt::format("{}: is not a trace file, it looks like {}", name, looks_like(file)), kHint);
  TraceFileHeader header{};
  std::memcpy(&header, file.data(), std::min(file.size(), sizeof header));
  if (file.size() < sizeof header || header.header_bytes > file.size())
    return fail(
        fmt::format("{}: is cut after byte {}, within the file header of {} bytes", name, file.size(), sizeof header),
        "record again");
  uint32_t stored = 0;
  if (header.header_bytes >= sizeof header && header.header_bytes <= 4096)
    std::memcpy(&stored, file.data() + header.header_bytes - 4, 4);
  uint32_t actual = stored ? crc32c(file.data(), header.header_bytes - 4) : ~stored;
  if (stored != actual)
    return fail(
        fmt::format("{}: the file header is damaged, its checksum is {:#x}, expected {:#x}", name, actual, stored),
        "record again");
  if (header.major > kTraceMajorOfRecords)
    return fail(fmt::format("{}: has format version {}.{}, this unply reads up to {}.x", name, header.major,
                            header.minor, int{kTraceMajorOfRecords}),
                "read it with the version of unply that wrote it, or a newer one");
  return header;
}

bool head_at(ByteView file, uint64_t offset, TraceBlockHead& head) {
  if (file.size() - offset < sizeof head) return false;
  std::memcpy(&head, file.data() + offset, sizeof head);
  return head.magic == UNPLY_BLOCK_MAGIC &&
         head.head_checksum == crc32c(&head, offsetof(TraceBlockHead, head_checksum)) &&
         head.raw_bytes <= kBlockMaxRawBytes && head.stored_bytes <= head.raw_bytes && head.rows <= kBlockMaxRows;
}

uint64_t find_head(ByteView file, uint64_t offset) {
  TraceBlockHead head;
  for (; offset + sizeof head <= file.size(); offset += 8)
    if (head_at(file, offset, head)) return offset;
  return file.size();
}

bool read_schema(ByteView payload, TableSchema& schema) {
  ByteReader reader(payload);
  schema.name = reader.text();
  uint64_t columns = reader.varint();
  if (columns > kBlockMaxColumns) return false;
  for (uint64_t c = 0; c < columns && reader.ok(); ++c) {
    TableSchema::Column& column = schema.columns.emplace_back();
    column.name = reader.text();
    column.type = reader.byte();
    column.usual = reader.byte();
    column.unit = reader.text();
  }
  return reader.ok();
}

} // namespace

Result<ContainerReader> ContainerReader::open(ByteView file, const std::string& name) {
  auto header = check_header(file, name);
  if (!header) return error_of(header);
  ContainerReader reader;
  reader.version_ = static_cast<uint32_t>(header->major) << 16 | header->minor;
  reader.find_blocks(file, header->header_bytes);
  return reader;
}

void ContainerReader::find_blocks(ByteView file, uint64_t offset) {
  while (offset < file.size() && !finished_) {
    Block block{.offset = offset, .head = {}, .stored = {}, .schema = nullptr};
    if (!head_at(file, offset, block.head)) {
      uint64_t next = find_head(file, offset + 8);
      lost_bytes_ += next - offset;
      if (next == file.size() && file.size() - offset < sizeof(TraceBlockHead)) break;
      problems_.push_back(next < file.size() ? fmt::format("damaged from byte {} to byte {}", offset, next)
                                             : fmt::format("damaged from byte {} on", offset));
      offset = next;
      continue;
    }
    uint64_t payload = offset + sizeof block.head;
    uint64_t end = payload + (block.head.stored_bytes + 7) / 8 * 8;
    if (end > file.size()) {
      lost_bytes_ += file.size() - offset;
      break;
    }
    block.stored = file.subspan(payload, block.head.stored_bytes);
    uint32_t checksum = crc32c(block.stored.data(), block.stored.size());
    if (checksum == block.head.payload_checksum) {
      take_block(block);
    } else {
      lost_bytes_ += end - offset;
      problems_.push_back(fmt::format("block at byte {} is damaged: its checksum is {:#x}, expected {:#x}", offset,
                                      checksum, block.head.payload_checksum));
    }
    offset = end;
  }
  if (!finished_)
    problems_.push_back(
        fmt::format("file is cut after byte {}, {} blocks read{}", file.size(), blocks_read_, end_at_checkpoint()));
  else if (offset < file.size())
    problems_.push_back(fmt::format("{} bytes after the end are left out", file.size() - offset));
}

// Behind the last checkpoint, vertices may lack edges. Returns what to say of blocks that were left out.
std::string ContainerReader::end_at_checkpoint() {
  auto is_checkpoint = [](const Block& block) { return block.schema->name == kCheckpointTable; };
  auto last = std::find_if(blocks_.rbegin(), blocks_.rend(), is_checkpoint).base();
  if (last == blocks_.begin() || last == blocks_.end()) return "";
  std::string said = fmt::format(", those from byte {} on left out because they are not whole", last->offset);
  blocks_.erase(last, blocks_.end());
  return said;
}

void ContainerReader::take_block(const Block& block) {
  ++blocks_read_;
  auto known = schemas_.find(block.head.table);
  if (block.head.kind == kBlockEnd) {
    finished_ = true;
  } else if (block.head.kind == kBlockSchema) {
    auto schema = std::make_unique<TableSchema>();
    if (block.head.codec != kCodecNone || block.head.table >= kBlockMaxTables || !read_schema(block.stored, *schema))
      problems_.push_back(fmt::format("schema at byte {} is malformed", block.offset));
    else if (known == schemas_.end())
      schemas_.emplace(block.head.table, std::move(schema));
  } else if (block.head.kind != kBlockRows && block.head.kind != kBlockEvents) {
    // of a newer minor version
  } else if (known == schemas_.end()) {
    lost_bytes_ += block.stored.size();
    problems_.push_back(
        fmt::format("block at byte {} belongs to table {}, whose schema is lost", block.offset, block.head.table));
  } else {
    blocks_.push_back(block);
    blocks_.back().schema = known->second.get();
  }
}

Result<RowBlock> RowBlock::unpack(const Block& block) {
  auto malformed = [&](const char* why) {
    return fail(fmt::format("block at byte {} of table {} is malformed: {}", block.offset, block.schema->name, why));
  };
  RowBlock rows;
  rows.rows_ = block.head.rows;
  ByteView payload = block.stored;
  if (block.head.codec == kCodecZstd) {
    // The zstd frame states its size as well: no memory is allocated for a head that claims more.
    if (ZSTD_getFrameContentSize(payload.data(), payload.size()) != block.head.raw_bytes) return malformed("size");
    rows.unpacked_.resize(block.head.raw_bytes);
    size_t got = ZSTD_decompress(rows.unpacked_.data(), rows.unpacked_.size(), payload.data(), payload.size());
    if (ZSTD_isError(got) || got != block.head.raw_bytes) return malformed("zstd");
    payload = rows.unpacked_;
  } else if (block.head.codec != kCodecNone || block.head.raw_bytes != block.head.stored_bytes) {
    return malformed("codec");
  }
  ByteReader reader(payload);
  if (reader.varint() != block.schema->columns.size()) return malformed("number of columns");
  for (const TableSchema::Column& column : block.schema->columns) {
    uint8_t encoding = reader.byte();
    ByteView body = reader.take(reader.varint());
    rows.columns_.push_back({.name = column.name, .type = column.type, .encoding = encoding, .body = body});
  }
  if (!reader.ok() || reader.left() != 0) return malformed("sizes of columns");
  return rows;
}

const RowBlock::Column* RowBlock::find(std::string_view name) const {
  for (const Column& column : columns_)
    if (column.name == name) return &column;
  return nullptr;
}

std::vector<uint64_t> RowBlock::numbers(std::string_view column) {
  std::vector<uint64_t> values(rows_);
  if (const Column* found = find(column))
    ok_ &= found->type <= kColumnI64 && decode_numbers(found->body, found->encoding, found->type, values);
  return values;
}

std::vector<std::string_view> RowBlock::texts(std::string_view column) {
  std::vector<std::string_view> values(rows_);
  if (const Column* found = find(column))
    if (!decode_texts(found->body, found->encoding, values)) {
      ok_ = false;
      values.assign(rows_, {});
    }
  return values;
}

} // namespace unply
