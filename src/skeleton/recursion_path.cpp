#include "skeleton/recursion_path.h"
#include "skeleton/variable_uses.h"
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>

namespace unply {

const SyntaxNode* RecursionPath::variable(uint64_t id) const {
  auto found = variables.find(id);
  return found == variables.end() ? nullptr : found->second;
}

bool RecursionPath::within_group(const SyntaxNode& declared) const {
  return std::ranges::any_of(items, [&](const Statement& item) {
    for (const SyntaxNode* at = &declared; at; at = at->parent)
      if (at == item.node) return true;
    return false;
  });
}

static bool holds(const SyntaxNode& node, std::initializer_list<std::string_view> kinds) {
  bool found = false;
  each_node(node, [&](const SyntaxNode& each) { found |= std::ranges::find(kinds, each.kind) != kinds.end(); });
  return found;
}

bool RecursionPath::ends_function(const SyntaxNode& statement) { return holds(statement, {"ReturnStmt"}); }

bool RecursionPath::plain_calls() const {
  return std::ranges::all_of(group, [&](const GroupStatement& statement) {
    return !statement.has_call || std::ranges::find(calls, &bare_expression(*statement.node)) != calls.end();
  });
}

std::vector<Statement> RecursionPath::divided() const {
  std::vector<Statement> all;
  for (const PathLevel& level : levels) {
    for (const Statement& statement : level.tests)
      if (!ends_function(*statement.node)) all.push_back(statement);
    all.insert(all.end(), level.divided.begin(), level.divided.end());
  }
  return all;
}

std::vector<Statement> RecursionPath::rest() const {
  std::vector<Statement> all;
  bool ended = conditional || (!items.empty() && items.back().node->is("ReturnStmt"));
  for (auto level = levels.rbegin(); level != levels.rend() && !ended; ++level) {
    all.insert(all.end(), level->rest.begin(), level->rest.end());
    ended = !all.empty() && all.back().node->is("ReturnStmt");
  }
  return all;
}

std::vector<const SyntaxNode*> RecursionPath::variables_of_front() const {
  std::vector<const SyntaxNode*> found;
  for (const Statement& statement : divided())
    if (statement.node->is("DeclStmt"))
      for (const SyntaxNode& child : statement.node->inner)
        if (child.is("VarDecl") || child.is("DecompositionDecl")) found.push_back(&child);
  return found;
}

namespace {
class PathFinder {
public:
  PathFinder(const SyntaxNode& function, const FunctionSource& source) : function_(function), source_(source) {}

  Result<RecursionPath> find() {
    TRY(check_function());
    TRY(collect());
    TRY(walk(function_.inner.back()));
    TRY(check_tests());
    return std::move(path_);
  }

private:
  std::unexpected<Error> refuse(const SyntaxNode& at, const std::string& why, std::string hint = "") const {
    return fail(fmt::format("{}: {}", source_.place(at), why), std::move(hint));
  }

  Result<void> check_function() {
    if (function_.is("CXXMethodDecl"))
      return refuse(function_, "it is a member function", "make it a function of its own that is given the object");
    if (function_.is_template)
      return refuse(function_, "it is a template", "make an ordinary function for the type in question");
    const SyntaxNode& body = function_.inner.back();
    size_t line = source_.text().find('\n', body.begin);
    for (; line < body.end; line = source_.text().find('\n', line + 1)) {
      size_t at = source_.text().find_first_not_of(" \t", line + 1);
      if (at < body.end && source_.text()[at] == '#')
        return fail(
            fmt::format("{}: a preprocessor directive within the function",
                        source_.name().substr(source_.name().rfind('/') + 1) + ":" + std::to_string(source_.line(at))),
            "move it out of the function");
    }
    const SyntaxNode* bad = nullptr;
    std::string why;
    each_node(body, [&](const SyntaxNode& each) {
      if (bad) return;
      if (each.is("VarDecl") && each.storage == "static" && !each.type.starts_with("const "))
        bad = &each, why = fmt::format("'{}' is static: calls share it", each.name);
      if (each.is("GotoStmt") || each.is("LabelStmt")) bad = &each, why = "it jumps by goto";
      if (each.kind.starts_with("Co") && (each.is("CoawaitExpr") || each.is("CoreturnStmt") || each.is("CoyieldExpr")))
        bad = &each, why = "it is a coroutine";
    });
    if (bad) return refuse(*bad, why);
    return {};
  }

  bool names_function(const SyntaxNode& node) const {
    return node.is("DeclRefExpr") && node.refers_kind == "FunctionDecl" && node.refers_name == function_.name &&
           node.refers_type == function_.type;
  }

  Result<void> collect() {
    const SyntaxNode* other = nullptr;
    std::set<const SyntaxNode*> callees;
    each_node(function_, [&](const SyntaxNode& each) {
      if (each.is("VarDecl") || each.is("ParmVarDecl") || each.is("DecompositionDecl"))
        path_.variables.emplace(each.id, &each);
      if (each.is("CallExpr") && !each.inner.empty() && names_function(bare_expression(each.inner[0]))) {
        path_.calls.push_back(&each);
        callees.insert(&bare_expression(each.inner[0]));
      }
      if (names_function(each) && !callees.contains(&each)) other = &each;
    });
    if (other) return refuse(*other, "the function is used without being called");
    if (path_.calls.empty())
      return refuse(
          function_,
          fmt::format("{} does not call itself: the recorded calls come through other functions", function_.name),
          "a skeleton is made from a function that calls itself directly");
    std::ranges::sort(path_.calls, {}, &SyntaxNode::begin);
    for (const SyntaxNode* call : path_.calls) {
      if (call->in_macro) return refuse(*call, "the call is made by a macro", "write the call");
      for (const SyntaxNode* at = call->parent; at; at = at->parent)
        if (std::ranges::find(path_.calls, at) != path_.calls.end())
          return refuse(*call,
                        "the result of the call is an argument of another one: they cannot run at the same time");
    }
    return {};
  }

  bool has_call(const SyntaxNode& node) const {
    return std::ranges::any_of(path_.calls, [&](const SyntaxNode* call) {
      return call->begin >= node.begin && call->end <= source_.end_of(node) && below(*call, node);
    });
  }
  static bool below(const SyntaxNode& node, const SyntaxNode& above) {
    for (const SyntaxNode* at = &node; at; at = at->parent)
      if (at == &above) return true;
    return false;
  }

  Result<void> walk(const SyntaxNode& block) {
    std::vector<Statement> all = source_.statements(block);
    size_t first = 0, last = 0;
    while (!has_call(*all[first].node)) ++first;
    for (size_t i = first; i < all.size(); ++i)
      if (has_call(*all[i].node)) last = i;
    PathLevel level;
    level.rest.assign(all.begin() + static_cast<ptrdiff_t>(last) + 1, all.end());
    const SyntaxNode& node = *all[first].node;
    if (first == last && node.is("IfStmt")) {
      size_t parts = node.inner.size();
      bool plain = !node.has_init && !node.has_var && parts == (node.has_else ? 3u : 2u);
      bool then = plain && has_call(node.inner[1]), otherwise = plain && node.has_else && has_call(node.inner[2]);
      if (plain && !has_call(node.inner[0]) && then != otherwise) {
        level.tests.assign(all.begin(), all.begin() + static_cast<ptrdiff_t>(first));
        level.condition = &node.inner[0], level.when_true = then;
        level.other_branch = node.has_else ? &node.inner[then ? 2 : 1] : then ? nullptr : &node.inner[1];
        path_.levels.push_back(std::move(level));
        return walk(node.inner[then ? 1 : 2]);
      }
    }
    size_t tests = 0;
    for (size_t i = 0; i < first; ++i)
      if (RecursionPath::ends_function(*all[i].node)) tests = i + 1;
    if (const SyntaxNode* conditional = choice(node, first == last)) {
      level.tests.assign(all.begin(), all.begin() + static_cast<ptrdiff_t>(first));
      level.condition = &conditional->inner[0], level.when_true = has_call(conditional->inner[1]);
      path_.conditional = conditional, path_.conditional_when_true = level.when_true;
      const SyntaxNode& calls = conditional->inner[level.when_true ? 1 : 2];
      path_.levels.push_back(std::move(level));
      path_.levels.emplace_back();
      path_.items = {{&calls, calls.begin, source_.end_of(calls)}};
      return flatten(calls, calls.begin, source_.end_of(calls));
    }
    level.tests.assign(all.begin(), all.begin() + static_cast<ptrdiff_t>(tests));
    level.divided.assign(all.begin() + static_cast<ptrdiff_t>(tests), all.begin() + static_cast<ptrdiff_t>(first));
    level.tail_begin = all[tests].begin, level.tail_end = block.is("CompoundStmt") ? block.end - 1 : all.back().end;
    level.tail_is_block = block.is("CompoundStmt");
    path_.levels.push_back(std::move(level));
    path_.items.assign(all.begin() + static_cast<ptrdiff_t>(first), all.begin() + static_cast<ptrdiff_t>(last) + 1);
    for (const Statement& item : path_.items) TRY(flatten(*item.node, item.begin, item.end));
    for (const GroupStatement& statement : path_.group)
      if (statement.node->is("ReturnStmt") && statement.node != path_.items.back().node)
        return refuse(*statement.node, "it returns from the function before the last call is made");
    return {};
  }

  // The a ? b : c of `return a ? b : c` where one of b and c has all calls.
  const SyntaxNode* choice(const SyntaxNode& node, bool alone) const {
    if (!alone || !node.is("ReturnStmt") || node.inner.size() != 1) return nullptr;
    const SyntaxNode& expression = bare_expression(node.inner[0]);
    if (!expression.is("ConditionalOperator") || expression.inner.size() != 3 || has_call(expression.inner[0]))
      return nullptr;
    return has_call(expression.inner[1]) != has_call(expression.inner[2]) ? &expression : nullptr;
  }

  // Statements with calls that hold no other statement, and all beside them.
  Result<void> flatten(const SyntaxNode& node, size_t begin, size_t end) {
    bool call = has_call(node);
    if (!call) {
      path_.group.push_back({.node = &node, .begin = begin, .end = end, .has_call = false});
      return {};
    }
    if (node.is("CompoundStmt")) {
      path_.fixed = false;
      for (const Statement& child : source_.statements(node)) TRY(flatten(*child.node, child.begin, child.end));
      return {};
    }
    bool loop = node.is("ForStmt") || node.is("WhileStmt") || node.is("CXXForRangeStmt") || node.is("DoStmt");
    if (!loop && !node.is("IfStmt")) {
      TRY(check_unconditional(node));
      path_.group.push_back({.node = &node, .begin = begin, .end = end, .has_call = true});
      return {};
    }
    path_.fixed = false;
    size_t parts = node.inner.size(), bodies = node.is("IfStmt") && node.has_else ? 2 : 1;
    for (size_t i = 0; i < parts; ++i) {
      bool body = node.is("DoStmt") ? i == 0 : i + bodies >= parts;
      const SyntaxNode& child = node.inner[i];
      if (child.kind.empty()) continue;
      if (body) {
        TRY(flatten(child, child.begin, source_.behind_semicolon(source_.end_of(child))));
        continue;
      }
      if (has_call(child)) return refuse(child, "the result of a call decides whether others are made");
      path_.group_tests.push_back(&child);
    }
    return {};
  }

  Result<void> check_unconditional(const SyntaxNode& statement) {
    for (const SyntaxNode* call : path_.calls) {
      if (!below(*call, statement)) continue;
      for (const SyntaxNode* at = call->parent; at && at != statement.parent; at = at->parent)
        if (at->is("LambdaExpr")) return refuse(*call, "the call is made in a lambda");
      for (const SyntaxNode* at = call->parent; at && at != statement.parent; at = at->parent) {
        if (at->is("ConditionalOperator") || at->is("BinaryConditionalOperator") ||
            (at->is("BinaryOperator") && (at->opcode == "&&" || at->opcode == "||")))
          return refuse(*call, "the call is made under a condition within an expression", "write it with if");
        if (at->kind.ends_with("Stmt") && !at->is("DeclStmt") && !at->is("ReturnStmt"))
          return refuse(*call, fmt::format("the call is made in a statement that is not followed here ({})", at->kind));
        if (at->is("BinaryOperator") && at->opcode == ",")
          return refuse(*call, "the call is made in an expression with a comma", "write two statements");
        if (at->is("UnaryExprOrTypeTraitExpr")) return refuse(*call, "the call is the operand of sizeof");
      }
    }
    return {};
  }

  // Tests run once to decide and once more to solve or to divide, so they must change nothing.
  Result<void> check_tests() {
    for (const PathLevel& level : path_.levels) {
      for (const Statement& statement : level.tests) {
        if (!RecursionPath::ends_function(*statement.node)) {
          TRY(check_pure(*statement.node, false));
          continue;
        }
        for (const SyntaxNode* test = statement.node; test; test = test->has_else ? &test->inner[2] : nullptr) {
          if (test != statement.node && !test->is("IfStmt") && terminal(*test)) break;
          size_t parts = test->has_else ? 3 : 2;
          if (!test->is("IfStmt") || test->has_init || test->has_var || test->inner.size() != parts ||
              !terminal(test->inner[1]))
            return refuse(*test, "it decides a base case in another form than `if (...) return ...;`");
          TRY(check_pure(test->inner[0], true));
          if (test->has_else && !test->inner[2].is("IfStmt"))
            return refuse(test->inner[2], "it decides a base case in another form than `if (...) return ...;`",
                          "leave out the else: the branch before it returns");
        }
      }
      if (level.condition) TRY(check_pure(*level.condition, true));
    }
    return {};
  }

  static bool terminal(const SyntaxNode& node) {
    if (node.is("CompoundStmt")) return !node.inner.empty() && terminal(node.inner.back());
    if (node.is("IfStmt"))
      return node.has_else && node.inner.size() == 3 && terminal(node.inner[1]) && terminal(node.inner[2]);
    return node.is("ReturnStmt") || bare_expression(node).is("CXXThrowExpr");
  }

  Result<void> check_pure(const SyntaxNode& node, bool condition) {
    const SyntaxNode* bad = nullptr;
    each_node(node, [&](const SyntaxNode& each) {
      bool assigns = each.is("CompoundAssignOperator") || (each.is("BinaryOperator") && each.opcode == "=") ||
                     (each.is("UnaryOperator") && (each.opcode == "++" || each.opcode == "--"));
      if (each.is("CXXNewExpr") || each.is("CXXDeleteExpr")) bad = &each;
      if (!assigns) return;
      const SyntaxNode& target = bare_expression(each.inner[0]);
      const SyntaxNode* declared = target.is("DeclRefExpr") ? path_.variable(target.refers_to) : nullptr;
      if (condition || !declared || is_reference(declared->type)) bad = &each;
    });
    if (bad) return refuse(*bad, "it changes something before the base case is decided", "decide the base case first");
    each_node(node, [&](const SyntaxNode& each) { note_call(each); });
    return {};
  }

  void note_call(const SyntaxNode& each) {
    constexpr std::array kKnown = {"__assert_fail", "abort", "abs",  "min",  "max",    "distance", "size",
                                   "ssize",         "empty", "fabs", "sqrt", "strlen", "popcount", "bit_width"};
    if (!each.is("CallExpr") && !each.is("CXXMemberCallExpr") && !each.is("CXXOperatorCallExpr")) return;
    if (each.inner.empty()) return;
    const SyntaxNode& callee = bare_expression(each.inner[0]);
    std::string name = callee.is("MemberExpr") ? callee.name : callee.refers_name;
    if (each.is("CXXMemberCallExpr") && !callee.inner.empty() && callee.inner[0].type.starts_with("const ")) return;
    if (each.is("CXXOperatorCallExpr") || name.starts_with("__builtin_") ||
        std::ranges::find(kKnown, name) != kKnown.end())
      return;
    if (each.is("CXXMemberCallExpr") &&
        (name == "size" || name == "empty" || name == "begin" || name == "end" || name == "data"))
      return;
    path_.notes.push_back(
        fmt::format("{}: {} is taken to have no effects: is_base() calls it, and solve() or divide() once more",
                    source_.place(each), name));
  }

  const SyntaxNode& function_;
  const FunctionSource& source_;
  RecursionPath path_;
};
} // namespace

Result<RecursionPath> find_path(const SyntaxNode& function, const FunctionSource& source) {
  return PathFinder(function, source).find();
}

} // namespace unply
