// Loops of the standard library's algorithms belong to the calls in the user's source. Debug information names the
// function that has the loop with the types of its arguments, among them the place of a lambda: where the call is, if
// the lambda stands in it. Algorithms without a lambda leave no such trace, and their loops stay in the library's
// header.
#pragma once
#include "discover/facts.h"
#include "trace/trace.h"
#include <optional>

namespace unply {

struct AlgorithmCall {
  std::string_view name; // "for_each"
  StringId file;         // of the user
  SourceSpot lambda;     // its '['
  bool walks = false;    // through a list, tree or hash table, whose elements are found one after the other
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
// Whether it is a part of the function object, which the algorithm calls in its order.
bool is_function_object(std::string_view name);

} // namespace unply
