// Blocks with names, packed with zstd, in memory or in a file. The result of the pass over a long recording is kept in
// a file of the cache folder: preparing 10^8 events takes 19 s of processor time, opening the file milliseconds.
// Invariant: get() returns the data that was put, with a correct checksum.
#pragma once
#include "base/mapped_file.h"
#include "base/result.h"
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

struct ZSTD_CCtx_s;

namespace unply {

class OutputFile;

class BlockStore {
public:
  struct Place {
    uint64_t at;
    uint32_t packed, bytes, checksum;
  };

  size_t blocks() const { return places_.size(); }
  bool has(const std::string& name) const { return places_.contains(name); }
  size_t bytes_of(const std::string& name) const; // unpacked; 0 if it is not there
  const std::map<std::string, Place>& places() const { return places_; }
  Result<Bytes> get(const std::string& name) const; // may be called from several threads at once

  // A file that BlockWriter::finish wrote for the same key; nothing if it is another's or damaged.
  static std::optional<BlockStore> open(const std::string& path, const std::string& key);

private:
  friend class BlockWriter;
  std::string where_;
  Bytes memory_; // or
  std::optional<MappedFile> file_;
  std::map<std::string, Place> places_;
};

class BlockWriter {
public:
  BlockWriter(); // in memory
  static Result<BlockWriter> create(const std::string& path, const std::string& key);
  BlockWriter(BlockWriter&&) noexcept;
  ~BlockWriter();

  // Names are given once. A failed write is kept and told by finish().
  void put(const std::string& name, ByteView bytes);
  Result<BlockStore> finish();
  bool in_file() const { return file_ != nullptr; }

private:
  struct Compressor {
    void operator()(ZSTD_CCtx_s* context) const;
  };
  void append(ByteView bytes);
  BlockStore store_;
  std::string key_;
  std::unique_ptr<OutputFile> file_;
  std::unique_ptr<ZSTD_CCtx_s, Compressor> compressor_;
  Bytes room_;
  uint64_t size_ = 0;
  std::optional<Error> failed_;
};

} // namespace unply
