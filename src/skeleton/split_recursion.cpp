#include "skeleton/split_recursion.h"
#include "skeleton/recursion_path.h"
#include "skeleton/variable_uses.h"
#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace unply {

namespace {
constexpr size_t kIndent = 4;

class Splitter {
public:
  Splitter(const SyntaxNode& function, const FunctionSource& source) : function_(function), source_(source) {}

  Result<SkeletonParts> split() {
    TRY(take_signature());
    auto path = find_path(function_, source_);
    if (!path) return error_of(path);
    path_ = std::move(*path);
    parts_.fixed_arity = path_.fixed;
    parts_.notes = path_.notes;
    TRY(take_calls());
    TRY(judge_group());
    TRY(find_kept());
    write_is_base();
    write_solve();
    write_divide();
    write_combine();
    return std::move(parts_);
  }

private:
  std::unexpected<Error> refuse(const SyntaxNode& at, const std::string& why, std::string hint = "") const {
    return fail(fmt::format("{}: {}", source_.place(at), why), std::move(hint));
  }

  Result<void> take_signature() {
    parts_.function = function_.name;
    size_t open = function_.type.find(" (");
    parts_.solution = function_.type.substr(0, open);
    if (parts_.solution == "auto") {
      size_t arrow = function_.type.rfind("-> ");
      if (arrow == std::string::npos)
        return refuse(function_, "the type that the function returns is deduced", "write it");
      parts_.solution = function_.type.substr(arrow + 3);
    }
    parts_.gives_nothing = parts_.solution == "void";
    if (is_reference(parts_.solution)) return refuse(function_, "it returns a reference, and a solution is a value");
    if (function_.type.find("...") != std::string::npos) return refuse(function_, "it takes any number of arguments");
    for (const SyntaxNode& child : function_.inner) {
      if (!child.is("ParmVarDecl")) continue;
      SkeletonParameter p{.name = child.name, .type = child.type, .member_type = without_const(child.type)};
      p.id = child.id;
      if (p.name.empty()) p.name = fmt::format("unnamed{}", parts_.parameters.size() + 1);
      p.by_pointer = child.type.ends_with("&") && !child.type.ends_with("&&");
      p.by_alias = !p.by_pointer && !is_scalar(child.canonical_type);
      p.number =
          !p.by_pointer && is_scalar(child.canonical_type) && !without_const(child.canonical_type).ends_with("*");
      if (is_reference(child.type)) p.member_type = without_reference(child.type);
      parameter_nodes_.push_back(&child);
      parts_.parameters.push_back(std::move(p));
    }
    return {};
  }

  // The arguments of each call, and how `problem` must hold them.
  Result<void> take_calls() {
    for (const SyntaxNode* call : path_.calls) {
      SkeletonCall taken{call, {}};
      if (call->inner.size() != parameter_nodes_.size() + 1)
        return refuse(*call, "the call has another number of arguments");
      for (size_t i = 0; i < parameter_nodes_.size(); ++i) {
        const SyntaxNode& argument = call->inner[i + 1];
        const SyntaxNode* text = &argument;
        if (argument.is("CXXDefaultArgExpr")) {
          if (parameter_nodes_[i]->inner.empty())
            return refuse(*call, "it leaves out an argument", "write the argument");
          text = &parameter_nodes_[i]->inner[0];
        }
        TRY(check_argument(*call, *text, i));
        taken.arguments.push_back(source_.cut(*text));
      }
      parts_.calls.push_back(std::move(taken));
    }
    for (SkeletonParameter& p : parts_.parameters)
      if (by_value_.contains(p.id))
        p.by_pointer = false, p.by_alias = true, p.member_type = without_const(p.member_type);
    return {};
  }

  static const SyntaxNode* find_temporary(const SyntaxNode& argument) {
    const SyntaxNode* found = nullptr;
    each_node(argument, [&](const SyntaxNode& node) {
      if (node.is("MaterializeTemporaryExpr") && !is_scalar(node.canonical_type) && !is_view(node.canonical_type))
        found = &node;
    });
    return found;
  }

  Result<void> check_argument(const SyntaxNode& call, const SyntaxNode& argument, size_t index) {
    const SyntaxNode& parameter = *parameter_nodes_[index];
    bool temporary = false; // the parameter is a reference to one
    const SyntaxNode* at = &argument;
    while (at->inner.size() == 1 && (at->is("ImplicitCastExpr") || at->is("ExprWithCleanups") || at->is("ParenExpr")))
      at = &at->inner[0];
    if (at->is("MaterializeTemporaryExpr")) temporary = true;
    if (temporary && is_reference(parameter.type)) by_value_.insert(parameter.id);
    if (parameter.type.ends_with("&&")) by_value_.insert(parameter.id);
    if (is_view(parameter.canonical_type) && find_temporary(argument))
      return refuse(call,
                    fmt::format("'{}' refers to a temporary object, which ends before the call runs", parameter.name),
                    "put the object into a variable before the calls");
    for (const auto& [id, use] : uses_of(argument)) {
      if (use.first->refers_kind == "BindingDecl")
        return refuse(*use.first, fmt::format("an argument is the structured binding '{}'", use.first->refers_name),
                      "give it a variable of its own");
      const SyntaxNode* declared = path_.variable(id);
      if (use.written && !use.escapes && declared && is_scalar(declared->canonical_type))
        return refuse(call, fmt::format("an argument changes '{}'", declared->name),
                      "change it in a statement of its own");
      if (!declared || !path_.within_loop(*declared)) continue;
      if (is_reference(declared->type) && !(declared->inner.size() == 1 && declared->inner[0].is("ExprWithCleanups")))
        continue;
      bool owns =
          is_scalar(declared->canonical_type) || is_reference(declared->type) || is_view(declared->canonical_type);
      bool copied = !is_reference(parameter.type) &&
                    without_const(declared->canonical_type) == without_const(parameter.canonical_type);
      if ((owns && use.escapes && is_reference(parameter.type)) || (!owns && !copied))
        return refuse(call, fmt::format("an argument refers to '{}', which ends before the call runs", declared->name),
                      "the calls run when the loop is done");
    }
    return {};
  }

  // Which statements of the group need results of calls, and whether any call or test does.
  Result<void> judge_group() {
    for (const GroupStatement& statement : path_.group) {
      VariableUses uses = uses_of(*statement.node);
      if (!path_.fixed) loop_results(uses, statement);
    }
    if (!path_.fixed)
      for (size_t before = ~size_t{0}; before != of_results_.size();) {
        before = of_results_.size();
        for (const GroupStatement& statement : path_.group) loop_results(uses_of(*statement.node), statement);
      }
    std::set<uint64_t> read_by_combine;
    for (const GroupStatement& statement : path_.group) TRY(judge(statement, read_by_combine));
    for (const SyntaxNode* test : path_.group_tests)
      for (const auto& [id, use] : uses_of(*test)) {
        if (of_results_.contains(id))
          return refuse(*test, fmt::format("whether it calls itself depends on '{}', which an earlier call gives",
                                           use.first->refers_name));
        TRY(check_replayed(*test, id, use));
      }
    return {};
  }

  void loop_results(const VariableUses& uses, const GroupStatement& statement) {
    bool needs =
        statement.has_call || std::ranges::any_of(uses, [&](const auto& u) { return of_results_.contains(u.first); });
    if (needs) note_results(*statement.node, uses);
  }

  void note_results(const SyntaxNode& node, const VariableUses& uses) {
    std::set<uint64_t> in_arguments;
    for (const auto& [id, use] : uses)
      if (use.written && !only_in_arguments(node, id)) of_results_.insert(id);
    each_node(node, [&](const SyntaxNode& each) {
      if (each.is("VarDecl")) of_results_.insert(each.id);
    });
  }

  // Whether the statement names the variable in arguments of calls of the function alone.
  bool only_in_arguments(const SyntaxNode& node, uint64_t id) const {
    bool outside = false;
    each_node(node, [&](const SyntaxNode& each) {
      if (!each.is("DeclRefExpr") || each.refers_to != id) return;
      const SyntaxNode* at = &each;
      while (at && at != &node && std::ranges::find(path_.calls, at) == path_.calls.end()) at = at->parent;
      outside |= std::ranges::find(path_.calls, at) == path_.calls.end();
    });
    return !outside;
  }

  Result<void> judge(const GroupStatement& statement, std::set<uint64_t>& read_by_combine) {
    const SyntaxNode& node = *statement.node;
    VariableUses uses = uses_of(node);
    for (const SyntaxNode* call : path_.calls) {
      if (!is_below(*call, node)) continue;
      for (size_t i = 1; i < call->inner.size(); ++i)
        for (const auto& [id, use] : uses_of(call->inner[i]))
          if (of_results_.contains(id))
            return refuse(*call,
                          fmt::format("the call needs '{}', which an earlier call gives", use.first->refers_name),
                          "the calls of an activation must be independent");
    }
    bool needs =
        statement.has_call || std::ranges::any_of(uses, [&](const auto& u) { return of_results_.contains(u.first); });
    if (needs) {
      of_results_statements_.insert(&node);
      if (path_.fixed) note_results(node, uses);
      if (!statement.has_call && leaves(node))
        return refuse(node, "it may leave the loop or the function between calls, by a result of one");
      TRY(check_local(statement, uses, true));
      for (const auto& [id, use] : uses)
        if (!only_in_arguments(node, id)) read_by_combine.insert(id);
      return {};
    }
    if (leaves(node) && !path_.fixed && node.is("ReturnStmt"))
      return refuse(node, "it may leave the function between calls");
    for (const auto& [id, use] : uses)
      if (path_.fixed && use.written && read_by_combine.contains(id))
        return refuse(
            node, fmt::format("it changes '{}', which an earlier statement with a call uses", use.first->refers_name));
    if (path_.fixed) {
      if (&node != path_.group.front().node)
        parts_.moved_lines.emplace_back(source_.line(statement.begin), source_.line(source_.end_of(node)));
      return {};
    }
    TRY(check_local(statement, uses, false));
    for (const auto& [id, use] : uses) TRY(check_replayed(node, id, use));
    return {};
  }

  static bool is_below(const SyntaxNode& node, const SyntaxNode& above) {
    for (const SyntaxNode* at = &node; at; at = at->parent)
      if (at == &above) return true;
    return false;
  }
  static bool leaves(const SyntaxNode& node) {
    bool found = false;
    each_node(node, [&](const SyntaxNode& each) {
      found |= each.is("ReturnStmt") || each.is("BreakStmt") || each.is("ContinueStmt") || each.is("CXXThrowExpr");
    });
    return found;
  }

  // A statement of the group that runs later than it does in the function, or twice: it may change variables of the
  // function only.
  Result<void> check_local(const GroupStatement& statement, const VariableUses& uses, bool later) {
    bool last = path_.fixed && statement.node == path_.group.back().node;
    if (later && last) return {};
    const SyntaxNode* bad = nullptr;
    each_node(*statement.node, [&](const SyntaxNode& each) {
      if (each.is("CXXDeleteExpr") || each.is("CXXNewExpr")) bad = &each;
      bool assigns = each.is("CompoundAssignOperator") || (each.is("BinaryOperator") && each.opcode == "=") ||
                     (each.is("UnaryOperator") && (each.opcode == "++" || each.opcode == "--"));
      if (assigns && !changes_local(each.inner[0])) bad = &each;
      if (each.is("CXXMemberCallExpr") && !each.inner.empty() && !each.inner[0].inner.empty()) {
        const SyntaxNode& object = each.inner[0].inner[0];
        if (!object.type.starts_with("const ") && !changes_local(object)) bad = &each;
      }
    });
    const SyntaxNode& top = bare_expression(*statement.node);
    if (top.is("CallExpr") && std::ranges::find(path_.calls, &top) == path_.calls.end()) bad = &top;
    if (bad)
      return refuse(*bad, later ? "between calls it changes memory by a result of one"
                                : "between calls that are made in a loop or under a condition it changes memory");
    (void)uses;
    return {};
  }

  bool changes_local(const SyntaxNode& target) const {
    const SyntaxNode* at = &bare_expression(target);
    while (at->inner.size() >= 1 &&
           (at->is("MemberExpr") || at->is("ArraySubscriptExpr") || at->is("ImplicitCastExpr") || at->is("ParenExpr") ||
            (at->is("CXXOperatorCallExpr") && at->inner.size() > 1))) {
      if (at->is("MemberExpr") && !at->inner.empty() && at->inner[0].type.ends_with("*")) return false;
      at = at->is("CXXOperatorCallExpr") ? &at->inner[1] : &at->inner[0];
    }
    if (!at->is("DeclRefExpr")) return false;
    const SyntaxNode* declared = path_.variable(at->refers_to);
    if (!declared || is_reference(declared->type)) return false;
    return at == &bare_expression(target) || !declared->canonical_type.ends_with("*");
  }

  // In a group that divide and combine both run, each must begin with the same values.
  Result<void> check_replayed(const SyntaxNode& node, uint64_t id, const VariableUse& use) {
    const SyntaxNode* declared = path_.variable(id);
    if (!declared || path_.fixed || !use.written || path_.within_group(*declared)) return {};
    if (!is_scalar(declared->canonical_type))
      return refuse(node, fmt::format("between calls that are made in a loop or under a condition it changes '{}'",
                                      declared->name));
    changed_in_group_.insert(id);
    return {};
  }

  // ---- values of the front that combine needs
  Result<void> find_kept() {
    replay_ = parts_.fixed_arity || of_results_.size() > 0 || !parts_.gives_nothing;
    VariableUses after, divided;
    for (const Statement& statement : path_.rest()) add_uses(*statement.node, after);
    if (!parts_.fixed_arity) {
      bool results_used = !of_results_.empty();
      for (uint64_t id : changed_in_group_) results_used |= after.contains(id);
      replay_ = results_used || !path_.plain_calls();
    }
    for (const GroupStatement& statement : path_.group)
      if (runs_in_combine(*statement.node)) add_combined(*statement.node, after);
    if (replay_ && !parts_.fixed_arity)
      for (const SyntaxNode* test : path_.group_tests) add_uses(*test, after);
    for (const Statement& statement : path_.divided()) add_uses(*statement.node, divided);
    for (const GroupStatement& statement : path_.group) add_uses(*statement.node, divided);
    for (const SyntaxNode* declared : path_.variables_of_front()) TRY(keep(*declared, after, divided));
    for (const GroupStatement& statement : path_.group)
      if (parts_.fixed_arity && !runs_in_combine(*statement.node))
        for (const SyntaxNode& child : statement.node->inner)
          if (statement.node->is("DeclStmt") && child.is("VarDecl")) TRY(keep(child, after, divided));
    for (SkeletonParameter& p : parts_.parameters) {
      auto use = divided.find(p.id);
      if (p.by_pointer || p.by_alias || use == divided.end()) continue;
      if (use->second.escapes) p.by_alias = true;
      if (p.by_alias && changed_in_group_.contains(p.id))
        return refuse(*use->second.first,
                      fmt::format("'{}' is changed between calls, and its address is taken", p.name));
      if (use->second.written && after.contains(p.id)) written_back_.push_back(p.name);
    }
    for (auto& [id, use] : after) parts_.used_combine.push_back(id);
    parts_.replayed = replay_ && !parts_.fixed_arity;
    parts_.group_lines = {source_.line(path_.group.front().begin),
                          source_.line(source_.end_of(*path_.group.back().node))};
    return {};
  }

  bool runs_in_combine(const SyntaxNode& node) const {
    if (!parts_.fixed_arity) return replay_;
    if (!of_results_statements_.contains(&node)) return false;
    return std::ranges::find(path_.calls, &bare_expression(node)) == path_.calls.end(); // a call alone leaves nothing
  }

  // Uses of a statement with solutions in the place of its calls.
  void add_combined(const SyntaxNode& node, VariableUses& uses) const {
    for (const auto& [id, use] : uses_of(node))
      if (!only_in_arguments(node, id)) uses.insert({id, use});
  }

  Result<void> keep(const SyntaxNode& declared, const VariableUses& after, const VariableUses& divided) {
    if (declared.is("DecompositionDecl")) return {};
    bool lambda =
        declared.type.find("(lambda") != std::string::npos || declared.type.find("(unnamed") != std::string::npos;
    bool needed = after.contains(declared.id);
    if (lambda || declared.storage == "static") {
      if (needed && lambda)
        return refuse(declared,
                      fmt::format("'{}' has a type without a name, and is used after the calls", declared.name));
      return {};
    }
    KeptVariable kept{
        .name = declared.name, .type = without_const(declared.type), .how = KeptHow::value, .id = declared.id};
    auto use = divided.find(declared.id);
    bool escapes = use != divided.end() && use->second.escapes;
    if (is_reference(declared.type)) {
      if (!needed) return {};
      if (!declared.inner.empty() && declared.inner[0].is("ExprWithCleanups"))
        return refuse(declared, fmt::format("'{}' is a reference to a temporary object, and is used after the calls",
                                            declared.name));
      kept.how = KeptHow::reference, kept.type = declared.type;
    } else if (declared.canonical_type.find('[') != std::string::npos) {
      kept.how = KeptHow::array;
      if (!declared.init.empty())
        return refuse(declared, fmt::format("the array '{}' has an initialiser", declared.name),
                      "assign to it, or use std::array");
    } else if (!is_scalar(declared.canonical_type) || escapes) {
      kept.how = KeptHow::object;
    } else if (!needed) {
      return {};
    }
    if (kept.how == KeptHow::object && changed_in_group_.contains(declared.id))
      return refuse(declared, fmt::format("'{}' is changed between calls, and its address is taken", declared.name));
    for (const KeptVariable& other : parts_.kept)
      if (other.name == kept.name)
        return refuse(declared, fmt::format("there are two variables '{}'", kept.name), "give them different names");
    for (const SkeletonParameter& p : parts_.parameters)
      if (p.name == kept.name)
        return refuse(declared, fmt::format("'{}' hides a parameter", kept.name), "give it another name");
    parts_.kept.push_back(std::move(kept));
    return {};
  }

  const KeptVariable* kept(uint64_t id) const {
    for (const KeptVariable& each : parts_.kept)
      if (each.id == id) return &each;
    return nullptr;
  }

  // ---- texts
  void write_is_base() {
    std::string& out = parts_.is_base;
    VariableUses uses;
    size_t depth = 0;
    for (const PathLevel& level : path_.levels) {
      for (const Statement& statement : level.tests) {
        const SyntaxNode& node = *statement.node;
        if (!path_.ends_function(node)) {
          out += source_.lines(statement.begin, statement.end, kIndent + 2 * depth);
          add_uses(node, uses);
          continue;
        }
        for (const SyntaxNode* test = &node; test && test->is("IfStmt");
             test = test->has_else ? &test->inner[2] : nullptr) {
          out += fmt::format("{:{}}if ({}) return true;\n", "", kIndent + 2 * depth, source_.cut(test->inner[0]));
          add_uses(test->inner[0], uses);
        }
      }
      if (!level.condition) continue;
      std::string condition = source_.cut(*level.condition);
      out += fmt::format("{:{}}if ({}) return true;\n", "", kIndent + 2 * depth,
                         level.when_true ? "!(" + condition + ")" : condition);
      add_uses(*level.condition, uses);
      if (!path_.levels[&level - path_.levels.data() + 1].tests.empty())
        out += fmt::format("{:{}}{{\n", "", kIndent + 2 * depth), ++depth;
    }
    while (depth > 0) out += fmt::format("{:{}}}}\n", "", kIndent + 2 * --depth);
    out += "    return false;\n";
    for (auto& [id, use] : uses) parts_.used_is_base.push_back(id);
  }

  // The function with everything that is not reached in a base case cut out.
  void write_solve() {
    std::vector<TextEdit> edits;
    const std::string stop = "std::abort(); // is_base() said that this is a base case";
    VariableUses uses;
    const PathLevel& last = path_.levels.back();
    const SyntaxNode& body = function_.inner.back();
    if (path_.conditional) {
      edits.push_back({path_.conditional->begin, source_.end_of(*path_.conditional),
                       source_.cut(path_.conditional->inner[last_when_true() ? 2 : 1])});
      add_uses(path_.conditional->inner[last_when_true() ? 2 : 1], uses);
    } else if (!last.tail_is_block) {
      edits.push_back({last.tail_begin, last.tail_end,
                       "{ "
                       "std::abort(); }"});
    } else {
      edits.push_back({last.tail_begin, last.tail_end, stop + "\n"});
    }
    size_t begin = source_.statements(body).empty() ? body.begin + 1 : source_.statements(body)[0].begin;
    size_t end = path_.levels.size() == 1 ? last.tail_end : body.end - 1;
    parts_.solve = source_.lines(begin, end, kIndent, returns_nothing(body, edits));
    for (const PathLevel& level : path_.levels) {
      for (const Statement& statement : level.tests) add_uses(*statement.node, uses);
      if (level.condition) add_uses(*level.condition, uses);
      if (level.condition)
        for (const Statement& statement : level.rest) add_uses(*statement.node, uses);
      if (level.other_branch) add_uses(*level.other_branch, uses);
    }
    if (path_.levels.size() > 1 && parts_.gives_nothing) parts_.solve += "    return {};\n";
    for (auto& [id, use] : uses) parts_.used_solve.push_back(id);
  }
  bool last_when_true() const { return path_.conditional_when_true; }

  // `return;` becomes `return {};`.
  std::vector<TextEdit> returns_nothing(const SyntaxNode& node, std::vector<TextEdit> edits) const {
    if (!parts_.gives_nothing) return edits;
    each_node(node, [&](const SyntaxNode& each) {
      if (each.is("ReturnStmt") && each.inner.empty()) edits.push_back({each.begin, each.begin + 6, "return {}"});
    });
    return edits;
  }

  std::string problem_of(const SkeletonCall& call) const {
    std::string text;
    for (const std::string& argument : call.arguments) text += (text.empty() ? "" : ", ") + argument;
    return text;
  }

  // A declaration whose variable lies in `problem`.
  std::vector<TextEdit> declarations(const SyntaxNode& node) const {
    std::vector<TextEdit> edits;
    if (!node.is("DeclStmt")) return edits;
    bool any = std::ranges::any_of(node.inner, [&](const SyntaxNode& child) {
      const KeptVariable* variable = kept(child.id);
      return variable && (variable->how == KeptHow::object || variable->how == KeptHow::array);
    });
    if (!any) return edits;
    std::string text;
    for (const SyntaxNode& child : node.inner) {
      const KeptVariable* variable = kept(child.id);
      size_t name_end = child.name_at + child.name.size(), end = source_.end_of(child);
      std::string init = end > name_end ? source_.cut(name_end, end) : "";
      if (variable && variable->how == KeptHow::array) {
        text += fmt::format("auto& {} = unply_problem.{};\n", child.name, child.name);
      } else if (variable && variable->how == KeptHow::object) {
        text += fmt::format("{}& {} = unply_problem.{}.emplace({});\n", child.type, child.name, child.name,
                            emplaced(child, init));
      } else {
        text += fmt::format("{} {}{};\n", child.type, child.name, init);
      }
    }
    text.pop_back();
    edits.push_back({node.begin, source_.behind_semicolon(source_.end_of(node)), text});
    return edits;
  }

  static std::string emplaced(const SyntaxNode& declared, std::string init) {
    size_t from = init.find_first_not_of(" \t\n=");
    if (declared.init.empty() || from == std::string::npos) return "";
    init = init.substr(from);
    if (declared.init == "call" && init.front() == '(') return init.substr(1, init.size() - 2);
    return init.front() == '{' ? without_const(declared.type) + init : init;
  }

  std::string saved() const {
    std::string out;
    for (const KeptVariable& variable : parts_.kept) {
      if (variable.how == KeptHow::value) out += fmt::format("    unply_problem.{0} = {0};\n", variable.name);
      if (variable.how == KeptHow::reference)
        out += fmt::format("    unply_problem.{0} = std::addressof({0});\n", variable.name);
    }
    for (const std::string& name : written_back_) out += fmt::format("    unply_problem.{0} = {0};\n", name);
    return out;
  }

  void write_divide() {
    std::string& out = parts_.divide;
    VariableUses uses;
    for (const Statement& statement : path_.divided()) {
      out += source_.lines(statement.begin, statement.end, kIndent, declarations(*statement.node));
      add_uses(*statement.node, uses);
    }
    for (const SkeletonCall& call : parts_.calls)
      for (size_t i = 1; i < call.call->inner.size(); ++i) add_uses(call.call->inner[i], uses);
    if (parts_.fixed_arity) {
      std::vector<std::string> problems;
      for (const GroupStatement& statement : path_.group) {
        if (!of_results_statements_.contains(statement.node)) {
          out += source_.lines(statement.begin, statement.end, kIndent, declarations(*statement.node));
          add_uses(*statement.node, uses);
          continue;
        }
        for (const SkeletonCall& call : parts_.calls)
          if (is_below(*call.call, *statement.node)) {
            std::string name = fmt::format("unply_part_{}", problems.size() + 1);
            out += fmt::format("    auto {} = problem({});\n", name, problem_of(call));
            problems.push_back("std::move(" + name + ")");
          }
      }
      out += saved() + fmt::format("    return {{{}}};\n", fmt::join(problems, ", "));
    } else {
      std::vector<TextEdit> edits;
      for (const GroupStatement& statement : path_.group) {
        const SyntaxNode& node = *statement.node;
        size_t end = source_.behind_semicolon(source_.end_of(node));
        if (!of_results_statements_.contains(&node)) {
          add_uses(node, uses);
          continue;
        }
        std::string text;
        for (const SkeletonCall& call : parts_.calls)
          if (is_below(*call.call, node))
            text += fmt::format("{}unply_parts.emplace_back({});", text.empty() ? "" : " ", problem_of(call));
        edits.push_back({node.begin, end,
                         text.empty()                        ? ";"
                         : text.find(';') + 1 == text.size() ? text
                                                             : "{ " + text + " }"});
      }
      for (const SyntaxNode* test : path_.group_tests) add_uses(*test, uses);
      out += saved() + "    std::vector<problem> unply_parts;\n";
      for (const Statement& s : path_.group_items()) out += source_.lines(s.begin, s.end, kIndent, edits);
      out += "    return unply_parts;\n";
    }
    for (auto& [id, use] : uses) parts_.used_divide.push_back(id);
  }

  void write_combine() {
    std::string& out = parts_.combine;
    const SyntaxNode& body = function_.inner.back();
    std::vector<TextEdit> edits = returns_nothing(body, {});
    size_t part = 0;
    for (const SkeletonCall& call : parts_.calls) {
      std::string at = parts_.fixed_arity ? std::to_string(part++) : "unply_part++";
      std::string value = "unply_parts[" + at + "]";
      if (!is_scalar_solution()) value = "std::move(" + value + ")";
      edits.push_back({call.call->begin, source_.end_of(*call.call), parts_.gives_nothing ? "(void)0" : value});
    }
    if (parts_.fixed_arity) {
      for (const GroupStatement& statement : path_.group)
        if (runs_in_combine(*statement.node) && !path_.conditional)
          out += source_.lines(statement.begin, statement.end, kIndent, edits);
      if (path_.conditional)
        out += fmt::format("    return {};\n", source_.cut(path_.group[0].begin, path_.group[0].end, edits));
    } else if (replay_) {
      out += "    std::size_t unply_part = 0;\n";
      for (const Statement& s : path_.group_items()) out += source_.lines(s.begin, s.end, kIndent, edits);
    }
    for (const Statement& statement : path_.rest())
      out += source_.lines(statement.begin, statement.end, kIndent, edits);
    if (parts_.gives_nothing) out += "    return {};\n";
  }

  bool is_scalar_solution() const { return is_scalar(parts_.solution); }

  const SyntaxNode& function_;
  const FunctionSource& source_;
  SkeletonParts parts_;
  RecursionPath path_;
  std::vector<const SyntaxNode*> parameter_nodes_;
  std::set<uint64_t> by_value_, of_results_, changed_in_group_;
  std::set<const SyntaxNode*> of_results_statements_;
  std::vector<std::string> written_back_;
  bool replay_ = false;
};
} // namespace

Result<SkeletonParts> split_recursion(const SyntaxNode& function, const FunctionSource& source) {
  return Splitter(function, source).split();
}

} // namespace unply
