#include "viewer/block_store.h"
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace unply;

static Bytes some_bytes(size_t number) {
  Bytes bytes(number * 37 % 5000);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i * number >> 3);
  return bytes;
}

static void put_some(BlockWriter& writer) {
  for (size_t n = 0; n < 50; ++n) writer.put("i/" + std::to_string(n), some_bytes(n));
}

static void check_some(const BlockStore& store) {
  CHECK(store.blocks() == 50);
  for (size_t n = 0; n < 50; ++n) {
    auto block = store.get("i/" + std::to_string(n));
    REQUIRE(block);
    CHECK(*block == some_bytes(n));
    CHECK(store.bytes_of("i/" + std::to_string(n)) == some_bytes(n).size());
  }
  CHECK(!store.has("i/50"));
  CHECK(!store.get("i/50"));
}

static std::string scratch_file() {
  static int number = 0;
  auto folder = std::filesystem::temp_directory_path();
  return folder / ("unply_block_store_" + std::to_string(::getpid()) + "_" + std::to_string(number++));
}

TEST_CASE("blocks in memory come back") {
  BlockWriter writer;
  put_some(writer);
  auto store = writer.finish();
  REQUIRE(store);
  check_some(*store);
}

TEST_CASE("blocks in a file come back, for their key only") {
  std::string path = scratch_file();
  auto writer = BlockWriter::create(path, "key 1");
  REQUIRE(writer);
  put_some(*writer);
  CHECK(!std::filesystem::exists(path)); // it appears when it is whole
  auto written = writer->finish();
  REQUIRE(written);
  check_some(*written);
  auto store = BlockStore::open(path, "key 1");
  REQUIRE(store);
  check_some(*store);
  CHECK(!BlockStore::open(path, "key 2"));
  std::filesystem::remove(path);
}

TEST_CASE("a damaged file is not taken for a good one") {
  std::string path = scratch_file();
  auto writer = BlockWriter::create(path, "key");
  REQUIRE(writer);
  put_some(*writer);
  REQUIRE(writer->finish());
  std::ifstream in(path, std::ios::binary);
  std::string whole((std::istreambuf_iterator<char>(in)), {});
  size_t noticed = 0, tried = 0;
  for (size_t at = 8; at < whole.size(); at += 41) { // the first eight only identify the format
    std::string damaged = whole;
    damaged[at] ^= 4;
    std::ofstream(path, std::ios::binary) << damaged;
    auto store = BlockStore::open(path, "key");
    bool good = store.has_value();
    for (size_t n = 0; good && n < 50; ++n) {
      auto block = store->get("i/" + std::to_string(n));
      if (block) CHECK(*block == some_bytes(n));
      good = block.has_value();
    }
    ++tried;
    noticed += !good;
  }
  CHECK(noticed >= tried - 1); // the four bytes of zeros in the tail mean nothing
  std::filesystem::resize_file(path, whole.size() / 2);
  CHECK(!BlockStore::open(path, "key"));
  std::filesystem::remove(path);
}

TEST_CASE("a name given twice is a defect") {
  BlockWriter writer;
  writer.put("o", some_bytes(3));
  writer.put("o", some_bytes(4));
  CHECK(!writer.finish());
}
