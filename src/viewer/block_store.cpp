// The file: kMagic, packed blocks one after the other, the packed index, and a Tail. The index holds the key and, for
// each block, name, packed and unpacked size and checksum of the packed bytes; places follow from the sizes.
#include "viewer/block_store.h"
#include "base/crc32c.h"
#include "trace/output_file.h"
#include <fmt/format.h>
#include <zstd.h>

namespace unply {

namespace {
constexpr char kMagic[8] = {'u', 'n', 'p', 'l', 'y', 'v', 'w', '1'};
constexpr int kZstdLevel = 1;                   // 3 takes twice the time for 5 % less
constexpr uint64_t kMaxIndexBytes = 1ULL << 30; // against damage; 10^8 events have 2 MB

struct Tail {
  uint64_t at;
  uint64_t packed, bytes;
  uint32_t checksum, zero;
  char magic[8];
};
} // namespace

void BlockWriter::Compressor::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }

BlockWriter::BlockWriter() : compressor_(ZSTD_createCCtx()) { store_.where_ = "prepared view"; }
BlockWriter::BlockWriter(BlockWriter&&) noexcept = default;
BlockWriter::~BlockWriter() = default;

Result<BlockWriter> BlockWriter::create(const std::string& path, const std::string& key) {
  auto file = OutputFile::create(path);
  if (!file) return error_of(file);
  BlockWriter writer;
  writer.store_.where_ = path;
  writer.key_ = key;
  writer.file_ = std::move(*file);
  writer.append({reinterpret_cast<const uint8_t*>(kMagic), sizeof kMagic});
  return writer;
}

void BlockWriter::append(ByteView bytes) {
  size_ += bytes.size();
  if (!file_) {
    store_.memory_.insert(store_.memory_.end(), bytes.begin(), bytes.end());
  } else if (!failed_) {
    if (auto written = file_->write(bytes); !written) failed_ = written.error();
  }
}

static ByteView pack(ZSTD_CCtx_s* compressor, ByteView bytes, Bytes& room) {
  room.resize(ZSTD_compressBound(bytes.size()));
  size_t size = ZSTD_compressCCtx(compressor, room.data(), room.size(), bytes.data(), bytes.size(), kZstdLevel);
  return {room.data(), ZSTD_isError(size) ? 0 : size};
}

void BlockWriter::put(const std::string& name, ByteView bytes) {
  ByteView packed = pack(compressor_.get(), bytes, room_);
  if (packed.empty() || bytes.size() > UINT32_MAX)
    failed_ = Error{fmt::format("{}: cannot pack block {} of {} bytes", store_.where_, name, bytes.size()), ""};
  auto [row, added] =
      store_.places_.try_emplace(name, BlockStore::Place{.at = size_,
                                                         .packed = static_cast<uint32_t>(packed.size()),
                                                         .bytes = static_cast<uint32_t>(bytes.size()),
                                                         .checksum = crc32c(packed.data(), packed.size())});
  if (!added) failed_ = Error{fmt::format("{}: block {} is given twice", store_.where_, name), ""};
  append(packed);
}

Result<BlockStore> BlockWriter::finish() {
  if (file_) {
    Bytes index;
    append_text(index, key_);
    append_varint(index, store_.places_.size());
    for (const auto& [name, place] : store_.places_) {
      append_text(index, name);
      for (uint64_t number : {place.at, uint64_t{place.packed}, uint64_t{place.bytes}, uint64_t{place.checksum}})
        append_varint(index, number);
    }
    ByteView packed = pack(compressor_.get(), index, room_);
    Tail tail{.at = size_,
              .packed = packed.size(),
              .bytes = index.size(),
              .checksum = crc32c(packed.data(), packed.size()),
              .zero = 0,
              .magic = {}};
    std::memcpy(tail.magic, kMagic, sizeof kMagic);
    append(packed);
    append({reinterpret_cast<const uint8_t*>(&tail), sizeof tail});
  }
  if (failed_) return std::unexpected(*failed_);
  if (!file_) return std::move(store_);
  TRY(file_->publish());
  auto opened = BlockStore::open(store_.where_, key_);
  if (!opened) return fail(fmt::format("{}: cannot be read back", store_.where_));
  return std::move(*opened);
}

static bool unpack(ByteView packed, Bytes& bytes) {
  size_t size = ZSTD_decompress(bytes.data(), bytes.size(), packed.data(), packed.size());
  return !ZSTD_isError(size) && size == bytes.size();
}

static bool read_index(ByteView file, const std::string& key, std::map<std::string, BlockStore::Place>& places) {
  Tail tail;
  if (file.size() < sizeof kMagic + sizeof tail) return false;
  std::memcpy(&tail, file.data() + file.size() - sizeof tail, sizeof tail);
  uint64_t room = file.size() - sizeof tail;
  if (std::memcmp(tail.magic, kMagic, sizeof kMagic) != 0 || tail.at > room || tail.packed > room - tail.at ||
      tail.bytes > kMaxIndexBytes)
    return false;
  ByteView packed = file.subspan(tail.at, tail.packed);
  Bytes index(tail.bytes);
  if (crc32c(packed.data(), packed.size()) != tail.checksum || !unpack(packed, index)) return false;
  ByteReader in(index);
  auto text = [&] {
    ByteView bytes = in.take(in.varint());
    return std::string(bytes.begin(), bytes.end());
  };
  if (text() != key) return false;
  for (uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
    std::string name = text();
    BlockStore::Place place{.at = in.varint(),
                            .packed = static_cast<uint32_t>(in.varint()),
                            .bytes = static_cast<uint32_t>(in.varint()),
                            .checksum = static_cast<uint32_t>(in.varint())};
    if (place.at > tail.at || place.packed > tail.at - place.at) return false;
    places.emplace(std::move(name), place);
  }
  return in.ok() && in.left() == 0;
}

std::optional<BlockStore> BlockStore::open(const std::string& path, const std::string& key) {
  auto file = MappedFile::open(path);
  if (!file) return std::nullopt;
  BlockStore store;
  if (!read_index(file->bytes(), key, store.places_)) return std::nullopt;
  store.where_ = path;
  store.file_.emplace(std::move(*file));
  return store;
}

size_t BlockStore::bytes_of(const std::string& name) const {
  auto row = places_.find(name);
  return row == places_.end() ? 0 : row->second.bytes;
}

Result<Bytes> BlockStore::get(const std::string& name) const {
  auto row = places_.find(name);
  if (row == places_.end()) return fail(fmt::format("{}: no block {}", where_, name));
  const Place& place = row->second;
  ByteView packed = (file_ ? file_->bytes() : ByteView(memory_)).subspan(place.at, place.packed);
  if (uint32_t sum = crc32c(packed.data(), packed.size()); sum != place.checksum)
    return fail(
        fmt::format("{}: checksum of block {} is 0x{:08x}, expected 0x{:08x}", where_, name, sum, place.checksum),
        "remove the file; it is made again");
  Bytes bytes(place.bytes);
  if (!unpack(packed, bytes)) return fail(fmt::format("{}: block {} is damaged", where_, name));
  return bytes;
}

} // namespace unply
