#include "base/crc32c.h"
#include "base/mapped_file.h"
#include "base/varint.h"
#include <cstdio>
#include <doctest/doctest.h>
#include <random>

using namespace unply;

TEST_CASE("crc32c has the value of the standard's check string, in one piece and in two") {
  std::string check = "123456789";
  CHECK(crc32c(check.data(), 9) == 0xe3069283);
  CHECK(crc32c(check.data() + 4, 5, crc32c(check.data(), 4)) == 0xe3069283);
  CHECK(crc32c(nullptr, 0) == 0);
  CHECK(crc32c_by_tables(check.data(), 9) == 0xe3069283);
  Bytes bytes(100);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i * i);
  for (size_t from = 0; from < 9; ++from)
    for (size_t size = 0; size < 90; size += 7)
      CHECK(crc32c(&bytes[from], size, 5) == crc32c_by_tables(&bytes[from], size, 5));
}

TEST_CASE("crc32c finds every single flipped bit") {
  std::string text(100, 'x');
  uint32_t right = crc32c(text.data(), text.size());
  for (size_t bit = 0; bit < text.size() * 8; ++bit) {
    std::string wrong = text;
    wrong[bit / 8] = static_cast<char>(wrong[bit / 8] ^ 1 << bit % 8);
    CHECK(crc32c(wrong.data(), wrong.size()) != right);
  }
}

TEST_CASE("varints come back, of every length") {
  Bytes bytes;
  std::vector<uint64_t> values = {0, 127, 128, 16383, 16384, ~uint64_t{0}};
  for (unsigned shift = 0; shift < 64; ++shift) values.push_back(uint64_t{1} << shift);
  for (uint64_t value : values) append_varint(bytes, value);
  ByteReader reader(bytes);
  for (uint64_t value : values) CHECK(reader.varint() == value);
  CHECK(reader.ok());
  CHECK(reader.left() == 0);
}

TEST_CASE("a reader stays failed after the end of its bytes") {
  Bytes bytes = {0x80, 0x80};
  ByteReader cut(bytes);
  CHECK(cut.varint() == 0);
  CHECK(!cut.ok());
  Bytes short_text = {5, 'a', 'b'};
  ByteReader text(short_text);
  CHECK(text.text().empty());
  CHECK(!text.ok());
  CHECK(text.byte() == 0);
  Bytes endless(11, 0xff);
  ByteReader overlong(endless);
  CHECK(overlong.varint() == 0);
  CHECK(!overlong.ok());
}

TEST_CASE("zigzag keeps small differences small, in both directions") {
  CHECK(zigzag(0) == 0);
  CHECK(zigzag(~uint64_t{0}) == 1); // -1
  CHECK(zigzag(1) == 2);
  for (uint64_t value : {uint64_t{0}, uint64_t{1}, ~uint64_t{0}, uint64_t{1} << 63, (uint64_t{1} << 63) - 1})
    CHECK(unzigzag(zigzag(value)) == value);
}

TEST_CASE("only regular files are mapped") {
  CHECK(MappedFile::open("/nonexistent/file").error().what.find("No such file") != std::string::npos);
  CHECK(MappedFile::open("/").error().what == "/: is a directory");
  CHECK(MappedFile::open("/dev/null").error().what == "/dev/null: is not a regular file");
  auto self = MappedFile::open("/proc/self/exe");
  REQUIRE(self);
  CHECK(self->bytes().size() > 1000);
}
