// The variables that the clauses of a loop name, and those that they cannot.
#pragma once
#include "discover/verdict.h"

namespace unply {

// Variables of which each thread has its own.
std::vector<std::string> names_with_copies(const Clauses& clauses);
// The first of them that no clause can name before the statement, as ns::x; "": each can be named.
std::string name_for_no_clause(const LoopFacts& facts, const Clauses& clauses, std::string_view statement);

} // namespace unply
