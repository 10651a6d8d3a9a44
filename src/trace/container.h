// The container of trace files: blocks of rows in columns, each with its own checksums and compression, each table
// described by a schema block (include/unply/trace_format.h, docs/format.md). The container does not know the meaning
// of the tables.
//
// Invariant: a reader returns only data whose checksum was right; `problems` lists the data it had to skip.
#pragma once
#include "base/result.h"
#include "base/varint.h"
#include "trace/column.h"
#include "trace/tables.h"
#include <algorithm>
#include <map>
#include <memory>

struct ZSTD_CCtx_s;

namespace unply {

// The destination of a writer's bytes. Each call passes one whole block (or the file header).
class ByteSink {
public:
  virtual ~ByteSink() = default;
  virtual Result<void> write(ByteView bytes) = 0;
  // Where it is cut later, if the writer has to go back.
  virtual void mark() {}
  virtual void back_to_mark() {}
};

// Rows of one table before they become a block.
class TableBuffer {
public:
  explicit TableBuffer(const TableSpec& spec)
      : spec_(spec), numbers_(spec.columns.size()), texts_(spec.columns.size()) {}
  const TableSpec& spec() const { return spec_; }
  size_t rows() const { return rows_; }
  size_t text_bytes() const { return text_bytes_; }
  // One value for each column in the order of the spec: unsigned or signed numbers, or texts.
  template <class... Values> void add(const Values&... values) {
    size_t column = 0;
    (put(column++, values), ...);
    ++rows_;
  }
  // Room for n more rows of numbers; the caller fills each column from its end of before on.
  void grow(size_t n) {
    for (auto& column : numbers_) column.resize(rows_ + n);
    rows_ += n;
  }
  std::span<uint64_t> column(size_t number) { return numbers_[number]; }
  Bytes payload(EncodeRoom& room) const;
  void swap(TableBuffer& other); // of the same table
  void clear();

private:
  void put(size_t column, std::string_view text) {
    texts_[column].emplace_back(text);
    text_bytes_ += text.size();
  }
  template <class Number>
    requires std::is_integral_v<Number>
  void put(size_t column, Number value) {
    numbers_[column].push_back(static_cast<uint64_t>(value));
  }
  const TableSpec& spec_;
  std::vector<std::vector<uint64_t>> numbers_; // empty for text columns
  std::vector<std::vector<std::string>> texts_;
  size_t rows_ = 0, text_bytes_ = 0;
};

struct TableSchema {
  struct Column {
    std::string name, unit;
    uint8_t type, usual;
  };
  std::string name;
  std::vector<Column> columns;
};

struct Block {
  uint64_t offset;
  TraceBlockHead head;
  ByteView stored;
  const TableSchema* schema;
};

struct MarkedFigures { // of rows before a mark
  uint64_t instances, edges, record_bytes;
};

class ContainerWriter {
public:
  explicit ContainerWriter(ByteSink& sink);
  ~ContainerWriter();
  Result<void> write_header(uint16_t major = kTraceMajor);
  Result<void> write_rows(const TableBuffer& buffer); // with the schema before the table's first rows
  // A block whose payload is already encoded for the file.
  Result<void> write_packed(const TableSpec& spec, TraceBlockKind kind, size_t rows, ByteView payload);
  // A block of another file, as it is there, with its schema before the first one of its table.
  Result<void> copy_block(const Block& block);
  Result<void> write_end();
  // The sink is cut where it was at the last mark(): schemas written since then are to be written again. Without one
  // nothing is cut. figures: the writer's own at that point, which it gets back.
  void mark(const MarkedFigures& figures);
  MarkedFigures back_to_mark();
  uint64_t bytes_written() const { return bytes_written_; }

private:
  Result<void> describe(const TableSpec& spec);
  Result<void> write_block(TraceBlockKind kind, uint16_t table, uint32_t rows, ByteView payload);
  void make_room(size_t bytes);
  Result<void> finish_block(TraceBlockHead head);
  ByteSink& sink_;
  ZSTD_CCtx_s* compressor_;
  EncodeRoom room_;
  Bytes block_; // kept: growing it anew for each block costs as much as writing it
  bool described_[kBlockMaxTables] = {}, described_at_mark_[kBlockMaxTables] = {}, marked_ = false;
  MarkedFigures figures_at_mark_ = {};
  std::map<const TableSchema*, uint16_t> copied_; // tables of other files, by their number in this one
  uint64_t bytes_written_ = 0;
};

// The unpacked columns of a block. A column that the file does not have is all zeros or empty.
class RowBlock {
public:
  static Result<RowBlock> unpack(const Block& block);
  size_t rows() const { return rows_; }
  std::vector<uint64_t> numbers(std::string_view column);
  std::vector<std::string_view> texts(std::string_view column); // valid as long as this RowBlock
  bool ok() const { return ok_; }                               // every column asked for so far could be decoded

private:
  struct Column {
    std::string_view name;
    uint8_t type, encoding;
    ByteView body;
  };
  const Column* find(std::string_view name) const;
  Bytes unpacked_;
  std::vector<Column> columns_;
  size_t rows_ = 0;
  bool ok_ = true;
};

// Finds all blocks of a file and checks their checksums; unpacking is left to the caller.
class ContainerReader {
public:
  static Result<ContainerReader> open(ByteView file, const std::string& name);
  uint32_t version() const { return version_; }                // major << 16 | minor
  const std::vector<Block>& blocks() const { return blocks_; } // of rows, in the order of the file
  bool finished() const { return finished_; }
  const std::vector<std::string>& problems() const { return problems_; } // "file is cut after byte 123, 4 blocks read"
  uint64_t lost_bytes() const { return lost_bytes_; }                    // of damaged or cut blocks

private:
  void find_blocks(ByteView file, uint64_t offset);
  void take_block(const Block& block);
  std::string end_at_checkpoint();
  uint32_t version_ = 0;
  std::map<uint16_t, std::unique_ptr<TableSchema>> schemas_; // pointers: blocks refer to them
  std::vector<Block> blocks_;
  bool finished_ = false;
  std::vector<std::string> problems_;
  uint64_t lost_bytes_ = 0;
  uint64_t blocks_read_ = 0;
};

} // namespace unply
