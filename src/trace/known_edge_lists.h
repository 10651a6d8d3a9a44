// Finds edges that many vertices have in common, for the writer of a recording: a list that comes a second time is kept
// and gets a number, from then on vertices with the same edges of this kind refer to it.
//
// What comes once costs a hash of its rows and 8 bytes. What is kept is bounded: beyond 64 MiB it is forgotten, and a
// list that comes again later is written again.
#pragma once
#include "trace/rows.h"
#include <span>
#include <unordered_map>
#include <unordered_set>

namespace unply {

class KnownEdgeLists {
public:
  static constexpr size_t kShortest = 64; // rows of a list; fewer are not worth a row that refers to them

  struct Found {
    uint32_t list; // 0: not one yet
    bool fresh;    // its rows are not in the file
  };
  // Rows of one vertex and kind, ascending by `from`; `to` does not matter.
  Found find_or_add(std::span<const EdgeRow> rows);
  void forget(); // what is known, not which numbers are taken

private:
  struct Row {
    uint32_t from, site_from, site_to, pairs;
    uint64_t bytes;
    bool operator==(const Row&) const = default;
  };
  struct List {
    size_t first, rows;
    uint32_t kind, number;
  };
  static Row row_of(const EdgeRow& edge) { return {edge.from, edge.site_from, edge.site_to, edge.pairs, edge.bytes}; }
  bool same(const List& list, std::span<const EdgeRow> rows) const;

  std::vector<Row> rows_;
  std::unordered_multimap<uint64_t, List> lists_;
  std::unordered_set<uint64_t> seen_; // hashes of those that came once
  uint32_t last_ = 0;
};

} // namespace unply
