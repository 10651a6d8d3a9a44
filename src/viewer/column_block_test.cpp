// Whatever the numbers, they come back; and the widths are as narrow as promised.
#include "viewer/column_block.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <random>

using namespace unply;

static std::vector<std::vector<uint64_t>> there_and_back(const std::vector<ViewColumn>& columns, Bytes& block) {
  block = encode_columns(columns);
  std::vector<std::vector<uint64_t>> back;
  REQUIRE(decode_columns(block, back));
  return back;
}

TEST_CASE("random columns of every magnitude come back") {
  std::mt19937_64 random(1);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::vector<uint64_t>> values(1 + random() % 4, std::vector<uint64_t>(random() % 40));
    size_t rows = values[0].size();
    std::vector<ViewColumn> columns;
    for (auto& column : values) {
      column.resize(rows);
      unsigned shift = random() % 64;
      for (uint64_t& value : column) value = random() >> shift;
      bool rising = random() % 2 == 0;
      if (rising) std::sort(column.begin(), column.end());
      columns.push_back({column, rising});
    }
    Bytes block;
    CHECK(there_and_back(columns, block) == values);
  }
}

TEST_CASE("columns take the narrowest width") {
  std::vector<uint64_t> constant(100, 0xffff), near(100), far(100), steps(100);
  for (size_t i = 0; i < 100; ++i) {
    near[i] = 1'000'000'000'000 + i % 7;
    far[i] = i % 2 ? 5'000'000'000 : 0;
    steps[i] = 1'000'000 + (i % 2 ? i * 100 : i * 100 - i);
  }
  Bytes block;
  CHECK(there_and_back({{constant}, {near}, {far}, {steps, false}}, block) ==
        std::vector<std::vector<uint64_t>>{constant, near, far, steps});
  auto width = [&](size_t column) { return block[8 + 16 * column]; };
  CHECK(width(0) == 0);
  CHECK(width(1) == 1);
  CHECK(width(2) == 8);
  CHECK(width(3) == 2);
  CHECK(block.size() == 8 + 4 * 16 + 104 + 800 + 200);
}

// Bases and sums are doubles in the page.
TEST_CASE("numbers beyond 2^53 are stored whole") {
  std::vector<uint64_t> large = {UINT64_MAX, UINT64_MAX - 1, 3};
  Bytes block;
  CHECK(there_and_back({{large}}, block) == std::vector<std::vector<uint64_t>>{large});
  CHECK(block[8] == 8);
  CHECK(block[9] == static_cast<uint8_t>(ColumnCoding::plain));
}

TEST_CASE("damaged blocks are refused") {
  std::vector<uint64_t> values(20, 7);
  values[3] = 300;
  Bytes block = encode_columns(std::vector<ViewColumn>{{values}, {values}});
  std::vector<std::vector<uint64_t>> columns;
  for (size_t size = 0; size < block.size(); ++size) CHECK(!decode_columns(ByteView(block).first(size), columns));
  block.push_back(0);
  CHECK(!decode_columns(block, columns));
  block.pop_back();
  block[8] = 3;
  CHECK(!decode_columns(block, columns));
}
