// The statements of a group of calls with tasks, as lines that take the place of the original ones.
#pragma once
#include "discover/call_ranking.h"
#include "discover/statement_text.h"

namespace unply {

// How tasks reach the function. in_place: where it is, behind the condition of the cut-off, if it has one. region: in a
// parallel region of its own. copy: in a copy of the function that has "_tasks" behind its name, and calls itself so.
enum class GroupForm : uint8_t { in_place, region, copy };

inline constexpr const char* kTasksSuffix = "_tasks";

Result<Replacement> group_with_tasks(const SourceFunction& function, const CallGroup& group, const CutOff& cut_off,
                                     GroupForm form, const StatementText& text);

// What the statement names that no clause takes, or that is another variable for the thread that executes it; "":
// nothing.
std::string why_no_task(const StatementFact& statement, const StatementText& text);

// Calls of the function in the text call its copy.
std::string with_calls_of_copy(std::string text, const std::string& function);
std::string unqualified(const std::string& name); // "f" of ns::f

std::string declaration_text(const std::string& type, const std::string& name); // "long a;", "struct node *n;"

} // namespace unply
