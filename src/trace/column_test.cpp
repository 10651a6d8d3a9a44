#include "trace/column.h"
#include <doctest/doctest.h>
#include <random>

using namespace unply;

namespace {

struct Encoded {
  uint8_t encoding;
  Bytes body;
};

Encoded encode(const std::vector<uint64_t>& values, TraceColumnType type, TraceEncoding usual) {
  Bytes out;
  EncodeRoom room;
  encode_numbers(out, values, type, usual, room);
  ByteReader reader(out);
  uint8_t encoding = reader.byte();
  ByteView body = reader.take(reader.varint());
  CHECK(reader.ok());
  CHECK(reader.left() == 0);
  return {encoding, Bytes(body.begin(), body.end())};
}

void check_round_trip(const std::vector<uint64_t>& values, TraceColumnType type, TraceEncoding usual) {
  Encoded encoded = encode(values, type, usual);
  std::vector<uint64_t> back(values.size(), 77);
  REQUIRE(decode_numbers(encoded.body, encoded.encoding, type, back));
  CHECK(back == values);
}

} // namespace

TEST_CASE("columns of numbers come back in every encoding and type") {
  std::mt19937_64 random(1);
  for (int turn = 0; turn < 300; ++turn) {
    size_t rows = random() % 200;
    unsigned bits = static_cast<unsigned>(random() % 64);
    for (auto [type, width] : {std::pair{kColumnU8, 8u}, {kColumnU32, 32u}, {kColumnU64, 64u}, {kColumnI64, 64u}}) {
      std::vector<uint64_t> values(rows);
      for (size_t i = 0; i < rows; ++i) {
        values[i] = random() >> bits & (width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1);
        if (i > 0 && random() % 4) values[i] = values[i - 1];
      }
      for (TraceEncoding usual : {kEncodePlain, kEncodeVarint, kEncodeDelta}) check_round_trip(values, type, usual);
    }
  }
}

TEST_CASE("a constant column takes a few bytes") {
  Encoded encoded = encode(std::vector<uint64_t>(100000, 12345), kColumnU32, kEncodeVarint);
  CHECK(encoded.encoding == kEncodeRuns);
  CHECK(encoded.body.size() <= 8);
}

TEST_CASE("columns of texts come back") {
  std::vector<std::string> texts = {"", "a", std::string(1000, 'b'), std::string("zero\0inside", 11), ""};
  Bytes out;
  encode_texts(out, texts);
  ByteReader reader(out);
  CHECK(reader.byte() == kEncodeText);
  std::vector<std::string_view> back(texts.size());
  REQUIRE(decode_texts(reader.take(reader.varint()), kEncodeText, back));
  for (size_t i = 0; i < texts.size(); ++i) CHECK(back[i] == texts[i]);
}

TEST_CASE("damaged columns are refused") {
  std::vector<uint64_t> three(3);
  CHECK_FALSE(decode_numbers(Bytes{1, 2}, kEncodeVarint, kColumnU32, three));       // too short
  CHECK_FALSE(decode_numbers(Bytes{1, 2, 3, 4}, kEncodeVarint, kColumnU32, three)); // too long
  CHECK(decode_numbers(Bytes{1, 2, 3}, kEncodeVarint, kColumnU32, three));
  CHECK_FALSE(decode_numbers(Bytes{1, 0xff, 3, 3}, kEncodeVarint, kColumnU8, three)); // 511 is no byte
  CHECK_FALSE(decode_numbers(Bytes{2, 4}, kEncodeRuns, kColumnU32, three));           // a run past the rows
  CHECK_FALSE(decode_numbers(Bytes{2, 0, 2, 3}, kEncodeRuns, kColumnU32, three));     // a run of nothing
  CHECK_FALSE(decode_numbers(Bytes{1, 2, 3}, kEncodeText, kColumnU32, three));
  CHECK_FALSE(decode_numbers(Bytes{1, 2, 3}, 99, kColumnU32, three));
  std::vector<std::string_view> two(2);
  CHECK_FALSE(decode_texts(Bytes{1, 2, 'a'}, kEncodeText, two));
  CHECK_FALSE(decode_texts(Bytes{1, 0, 'a', 'b'}, kEncodeText, two));
  Bytes huge = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 'a'}; // lengths that wrap to 1
  CHECK_FALSE(decode_texts(huge, kEncodeText, two));
}
