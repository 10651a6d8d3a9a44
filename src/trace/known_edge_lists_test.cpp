#include "trace/known_edge_lists.h"
#include "unply/ring_format.h"
#include <doctest/doctest.h>

using namespace unply;

namespace {
std::vector<EdgeRow> rows_of(uint32_t to, uint32_t count = KnownEdgeLists::kShortest) {
  std::vector<EdgeRow> rows;
  for (uint32_t from = 1; from <= count; ++from) rows.push_back({to, from, kEdgeAnti, 2, 3, 8, 0});
  return rows;
}
} // namespace

TEST_CASE("edges become a list when they come a second time, whatever vertex they lead to") {
  KnownEdgeLists lists;
  auto found = [&](const std::vector<EdgeRow>& rows) {
    auto [list, fresh] = lists.find_or_add(rows);
    return std::pair(list, fresh);
  };
  CHECK(found(rows_of(100)) == std::pair(0u, false));
  CHECK(found(rows_of(101)) == std::pair(1u, true));
  CHECK(found(rows_of(102)) == std::pair(1u, false));
  for (auto change :
       {+[](EdgeRow& e) { e.bytes = 4; }, +[](EdgeRow& e) { e.site_from = 4; }, +[](EdgeRow& e) { e.site_to = 4; },
        +[](EdgeRow& e) { e.pairs = 1; }, +[](EdgeRow& e) { e.from = 70; }}) {
    std::vector<EdgeRow> other = rows_of(103);
    change(other.back());
    CHECK(found(other).first != 1);
  }
  CHECK(found(rows_of(104, KnownEdgeLists::kShortest + 1)).first == 0);
  std::vector<EdgeRow> flow = rows_of(105);
  for (EdgeRow& e : flow) e.kind = kEdgeFlow;
  CHECK(found(flow).first == 0);
  CHECK(found(flow) == std::pair(2u, true));
  lists.forget();
  CHECK(found(rows_of(106)) == std::pair(0u, false));
  CHECK(found(rows_of(107)) == std::pair(3u, true)); // numbers are not given twice
}
