// Loops of the standard library's algorithms belong to the calls in the user's source. Debug information names the
// function that has the loop with the types of its arguments, among them the place of a lambda: where the call is, if
// the lambda stands in it. Algorithms without a lambda leave no such trace, and their loops stay in the library's
// header.
//
// An algorithm is *whole* if it visits elements in an order of its own: a sort, a search. It has several loops, which
// are one loop here, and a parallel version orders elements otherwise. All that matters is that its lambda only reads.
#pragma once
#include "discover/facts.h"
#include "trace/trace.h"
#include <optional>

namespace unply {

struct AlgorithmCall {
  std::string_view name; // "for_each"; of a whole one: of its family, "sort" or "find_if"
  StringId file;         // of the user
  SourceSpot lambda;     // its '['
  bool walks = false;    // through a list, tree or hash table, whose elements are found one after the other
  bool whole = false;
  // Of a whole one: this loop goes through all elements, once for each call; and the name of its call, if this loop
  // tells: the one with the highest rank is right.
  bool counts = false;
  std::string_view called;
  uint32_t rank = 0;
};

class AlgorithmCalls {
public:
  explicit AlgorithmCalls(const Trace& trace);
  std::optional<AlgorithmCall> of(const ProfiledLoop& loop) const;

private:
  std::optional<StringId> file_named(std::string_view name) const;
  const Trace& trace_;
  std::vector<StringId> files_;
};

// Whether a value in a register is the algorithm's own: one of its iterators, or what it counts or sums with any
// policy.
bool is_own_value(std::string_view algorithm, std::string_view name);
// Whether the loops that this algorithm has may be those of a call with this name: std::any_of calls std::find_if.
bool may_be_called(std::string_view algorithm, std::string_view name);
// Why the parallel version's result may be another one, though a right one; "": it is the same.
std::string_view other_result(std::string_view algorithm);
bool is_libstdcxx(std::string_view file);
// Whether it is a part of the function object, which the algorithm calls in its order.
bool is_function_object(std::string_view name);

} // namespace unply
