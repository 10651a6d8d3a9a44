// The way through a recursive function to its calls of itself: the tests that decide the base case, the branches that
// are taken, and the statements from the first call to the last.
#pragma once
#include "skeleton/function_source.h"
#include <map>

namespace unply {

// The statements of one block on the way. On all but the last the way goes on in a branch of an `if`.
struct PathLevel {
  std::vector<Statement> tests;          // up to the last that may end the function, or up to the branch
  std::vector<Statement> divided;        // behind the tests, before the first call
  std::vector<Statement> rest;           // behind the branch, or behind the last call
  const SyntaxNode* condition = nullptr; // of the branch; null on the last level
  bool when_true = true;                 // which branch the calls are in
  const SyntaxNode* other_branch = nullptr;
  size_t tail_begin = 0, tail_end = 0; // of the last level: its text that no base case reaches
  bool tail_is_block = true;           // it stands in braces
};

struct GroupStatement { // a statement of the group that holds no other one with a call
  const SyntaxNode* node;
  size_t begin, end;
  bool has_call;
};

struct RecursionPath {
  std::vector<PathLevel> levels;
  std::vector<Statement> items;               // of the last level, from the first with a call to the last
  std::vector<GroupStatement> group;          // in the order of the text
  std::vector<const SyntaxNode*> group_tests; // conditions and heads of loops around calls
  std::vector<const SyntaxNode*> calls;       // in the order of the text
  bool fixed = true;                          // each call is made exactly once
  const SyntaxNode* conditional = nullptr;    // return TEST ? base : calls
  bool conditional_when_true = false;
  std::vector<std::string> notes; // assumptions
  std::map<uint64_t, const SyntaxNode*> variables;

  const SyntaxNode* variable(uint64_t id) const;
  bool within_group(const SyntaxNode& declared) const;
  bool within_loop(const SyntaxNode& declared) const { return !fixed && within_group(declared); }
  static bool ends_function(const SyntaxNode& statement); // it holds a return
  bool plain_calls() const;                               // statements with calls hold nothing else
  std::vector<Statement> divided() const;                 // all that runs before the first call, without base cases
  std::vector<Statement> rest() const;                    // all that runs behind the last call
  const std::vector<Statement>& group_items() const { return items; }
  std::vector<const SyntaxNode*> variables_of_front() const;
};

Result<RecursionPath> find_path(const SyntaxNode& function, const FunctionSource& source);

} // namespace unply
