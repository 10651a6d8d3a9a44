// The logical events of communication: matched pairs by their pattern, collectives, and the edges of both.
#pragma once
#include "sets/matching.h"

namespace unply::sets {

void add_message_events(NodeList& list, const Matching& matching);
void add_collective_events(NodeList& list);

// The polynomial text of bytes in one message: "8*b".
Expression message_bytes(Walk& walk, const CommNode& node, Role count, Role type, SumOfMonomials* sum);

struct Shape { // of an exact map between processes
  Pattern pattern = Pattern::pairs;
  std::vector<int64_t> vector = {};
  std::string text = {};
};
Shape shape_of(Walk& walk, const isl::map& processes, const End& send, const End& receive, bool same_data);

} // namespace unply::sets
