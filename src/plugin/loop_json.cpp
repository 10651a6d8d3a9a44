// See loop_json.h. Keys with the value false are left out, except where the table says otherwise.
#include "loop_json.h"

#include "loop_exits.h"
#include "loop_heads.h"
#include "loop_uses.h"
#include "syntax_json.h"

#include "clang/AST/Attr.h"
#include "clang/Lex/Lexer.h"

namespace unply {

using namespace clang;

namespace {

// A private copy of it needs no constructor.
bool is_trivially_made(QualType type) {
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record && record->hasDefinition() && record->hasTrivialDefaultConstructor();
}

using Names = llvm::DenseSet<const ValueDecl*>;

// The variables that a function names behind one of its loops: also before it, where both stand in another loop.
class NamesBehind {
public:
  NamesBehind(const Stmt& loop, const SourceManager& sources) : loop_(loop), sources_(sources) {}
  void collect(const Stmt& statement, bool around, Names& names) const {
    if (&statement == &loop_) return;
    if (const auto* name = dyn_cast<DeclRefExpr>(&statement);
        name && (around || is_before(loop_.getEndLoc(), name->getLocation())))
      names.insert(name->getDecl());
    around |= isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(statement) &&
              !is_before(loop_.getBeginLoc(), statement.getBeginLoc()) &&
              !is_before(statement.getEndLoc(), loop_.getEndLoc());
    for (const Stmt* part : statement.children())
      if (part) collect(*part, around, names);
  }

private:
  bool is_before(SourceLocation a, SourceLocation b) const { return sources_.isBeforeInTranslationUnit(a, b); }
  const Stmt& loop_;
  const SourceManager& sources_;
};

// The variables to which a function gives a second name outside of one of its loops, which the loop uses: a pointer, a
// reference, or a lambda that captures it.
class SecondNames {
public:
  SecondNames(const Stmt& loop, const LoopUses& uses) : loop_(loop), uses_(uses) {}
  void collect(const Stmt& statement, Names& names) const {
    if (&statement == &loop_) return;
    if (const auto* declaration = dyn_cast<DeclStmt>(&statement)) {
      for (const Decl* declared : declaration->decls())
        if (const auto* variable = dyn_cast<VarDecl>(declared); variable && variable->getInit() && may_lead(*variable))
          add_objects(*variable->getInit(), variable->getType()->isReferenceType(), names);
    } else if (const auto* assignment = dyn_cast<BinaryOperator>(&statement);
               assignment && assignment->isAssignmentOp() && assignment->getType()->isPointerType()) {
      add_objects(*assignment->getRHS(), false, names);
    }
    for (const Stmt* part : statement.children())
      if (part) collect(*part, names);
  }

private:
  bool may_lead(const VarDecl& variable) const {
    const QualType type = variable.getType();
    const bool leads = type->isReferenceType() || type->isPointerType() || type->isRecordType();
    return leads && uses_.find(&variable) != nullptr;
  }
  // Of an initialiser: those whose address it takes.
  void add_objects(const Stmt& value, bool address, Names& names) const {
    if (const auto* name = dyn_cast<DeclRefExpr>(&value); name && address) names.insert(name->getDecl());
    if (const auto* lambda = dyn_cast<LambdaExpr>(&value)) {
      for (const LambdaCapture& capture : lambda->captures())
        if (capture.capturesVariable() && capture.getCaptureKind() == LCK_ByRef) names.insert(capture.getCapturedVar());
      return;
    }
    const auto* operation = dyn_cast<UnaryOperator>(&value);
    const auto* cast = dyn_cast<CastExpr>(&value);
    address |=
        (operation && operation->getOpcode() == UO_AddrOf) || (cast && cast->getCastKind() == CK_ArrayToPointerDecay);
    if (cast && cast->getCastKind() == CK_LValueToRValue) address = false;
    for (const Stmt* part : value.children())
      if (part) add_objects(*part, address, names);
  }
  const Stmt& loop_;
  const LoopUses& uses_;
};

class FactsWriter : SyntaxWriter {
public:
  FactsWriter(const LoopStatement& loop, const ASTContext& context, llvm::raw_ostream& out)
      : SyntaxWriter(context, loop.context, out), loop_(loop), statement_(*loop.statement), uses_(statement_, context),
        head_(read_head(statement_, uses_, context)) {}
  void write();

private:
  void write_extent();
  void write_head();
  void write_surroundings();
  void write_exits();
  void write_variable(const VariableUse& use);
  void write_first(const VariableUse& use, llvm::StringRef scope);
  void write_elements(const VariableUse& use);
  const Stmt* body_around(const VariableUse& use) const;
  void write_named_behind(const VariableUse& use);
  void write_second_name(const VariableUse& use);
  void write_call(const Expr& call);
  void write_callee(const FunctionDecl& callee);

  const LoopStatement& loop_;
  const Stmt& statement_;
  LoopUses uses_;
  LoopHead head_;
  std::optional<Names> named_behind_, second_names_; // once they are asked for
};

const char* form_of(const Stmt& loop) {
  if (isa<ForStmt>(loop)) return "for";
  if (isa<WhileStmt>(loop)) return "while";
  return isa<DoStmt>(loop) ? "do" : "range";
}

void FactsWriter::write_extent() {
  const Stmt& body = *body_of(statement_);
  write_text("language", context_.getLangOpts().CPlusPlus ? "c++" : "c");
  write_text("form", form_of(statement_));
  write_place("begin", {places_.of(statement_.getBeginLoc())});
  write_place("end", {places_.behind(statement_)});
  write_place("body", {places_.of(body.getBeginLoc()), places_.behind(body)});
  out_.attribute("braces", isa<CompoundStmt>(body));
}

void FactsWriter::write_head() {
  if (head_.index) {
    write_text("index", head_.index->getName());
    write_text("index_declared", head_.index_inside ? "inside" : "outside");
  }
  out_.attribute("canonical", head_.not_canonical.empty());
  if (!head_.not_canonical.empty()) write_text("not_canonical", head_.not_canonical);
  if (head_.step) out_.attribute("step", *head_.step);
  write_flag("bound_calls", head_.bound_calls);
  const Stmt* inner = perfect_inner(statement_, head_.index);
  if (!inner) return;
  write_place("inner", {places_.of(inner->getBeginLoc())});
  int64_t rectangular = 0;
  for (; inner && is_rectangular(*inner, head_.index); inner = perfect_inner(*inner, head_.index)) ++rectangular;
  out_.attribute("rectangular", rectangular);
}

void FactsWriter::write_surroundings() {
  const SourceLocation body = body_of(statement_)->getBeginLoc(), end = statement_.getEndLoc();
  const SourceManager& sources = context_.getSourceManager();
  const LangOptions& language = context_.getLangOpts();
  // A body that is the whole of what a macro stands for, or ends with that, has an extent in the text.
  const bool moved = statement_.getBeginLoc().isMacroID() ||
                     (body.isMacroID() && !Lexer::isAtStartOfMacroExpansion(body, sources, language)) ||
                     (end.isMacroID() && !Lexer::isAtEndOfMacroExpansion(end, sources, language));
  write_flag("macro", uses_.macro);
  write_flag("macro_statement", moved);
  write_flag("template", is_template());
  write_flag("lambda", loop_.lambda);
  if (loop_.parent) write_text("parent_statement", loop_.parent);
  if (!loop_.label.empty()) write_text("label", loop_.label);
  write_flag("attributes", loop_.attributed);
  write_flag("hints", loop_.hinted);
  write_flag("unnamed", llvm::any_of(uses_.variables, [](const VariableUse& use) {
               return use.written && !use.inside && !use.is_element && name_of(use).empty();
             }));
  if (!loop_.directive_name.empty()) write_text("openmp", loop_.directive_name);
  if (loop_.function.isValid())
    write_place("function_range", {places_.of(loop_.function.getBegin()), places_.behind(loop_.function.getEnd())});
}

void FactsWriter::write_exits() {
  llvm::SmallVector<std::pair<Place, LoopExit>, 4> exits;
  for (const LoopExit& exit : exits_of(statement_)) exits.emplace_back(places_.of(exit.at), exit);
  llvm::stable_sort(exits, [](const auto& a, const auto& b) { return a.first < b.first; });
  out_.attributeArray("exits", [&] {
    for (const auto& [place, exit] : exits)
      out_.object([&] {
        write_text("kind", exit.kind);
        write_line_and_column(exit.at);
      });
  });
}

// What a path of an iteration does first with a variable that the loop writes. Calls may use what is not of this
// function alone.
void FactsWriter::write_first(const VariableUse& use, llvm::StringRef scope) {
  const llvm::StringRef shape = shape_of(use.variable->getType().getCanonicalType());
  if (!use.written || (shape != "scalar" && shape != "pointer")) return;
  const bool shared = scope == "static" || scope == "global" || scope == "member";
  const bool unknown = use.address || (shared && !uses_.calls.empty());
  write_flag("always", use.member && use.always);
  write_text("first", use.exposed ? "read" : unknown ? "unknown" : "write");
}

void FactsWriter::write_variable(const VariableUse& use) {
  const llvm::StringRef scope = scope_of(use);
  const std::string name = name_of(use);
  if (name.empty()) return;
  out_.object([&] {
    write_text("name", name);
    if (use.variable) write_place("declared", {places_.of(use.variable->getLocation())});
    write_text("scope", scope);
    if (use.variable) write_type(*use.variable);
    out_.attribute("read", use.read);
    out_.attribute("written", use.written);
    out_.attribute("address", use.address);
    write_flag("const_reference", use.const_reference);
    write_flag("captured", is_captured(use));
    write_limits(use);
    if (use.variable) write_flag("const", use.variable->getType().getNonReferenceType().isConstQualified());
    if (use.variable) write_flag("volatile", use.variable->getType().getNonReferenceType().isVolatileQualified());
    if (use.variable) write_flag("trivial", is_trivially_made(use.variable->getType()));
    if (use.variable) write_flag("atomic", use.variable->getType().getNonReferenceType()->isAtomicType());
    if (use.variable) write_first(use, scope);
    if (use.variable) write_elements(use);
    if (use.variable) write_named_behind(use);
    if (use.variable) write_second_name(use);
  });
}

// Of arrays and pointers of which the loop uses nothing but elements at constant places: an access that a register
// holds leaves no trace in the profile.
void FactsWriter::write_elements(const VariableUse& use) {
  if (!use.fixed_written || use.moving || use.elements != use.mentions) return;
  bool always = true, carried = false;
  for (const VariableUse& element : uses_.variables) {
    if (!element.is_element || element.variable != use.variable || !element.written) continue;
    always &= element.always;
    carried |= element.exposed;
  }
  write_text("elements_first", carried ? "carried" : use.fixed_exposed ? "read" : "write");
  write_flag("always", always);
}

// The body of the function in which it is a local variable declared outside of the loop; else null.
const Stmt* FactsWriter::body_around(const VariableUse& use) const {
  const auto* variable = dyn_cast<VarDecl>(use.variable);
  const auto* function = dyn_cast_or_null<FunctionDecl>(function_around(loop_.context));
  return !use.inside && variable && variable->hasLocalStorage() && function ? function->getBody() : nullptr;
}

void FactsWriter::write_named_behind(const VariableUse& use) {
  const Stmt* body = use.written || use.fixed_written ? body_around(use) : nullptr;
  if (!body) return;
  if (!named_behind_)
    NamesBehind(statement_, context_.getSourceManager()).collect(*body, false, named_behind_.emplace());
  write_flag("used_behind", named_behind_->contains(use.variable));
}

void FactsWriter::write_second_name(const VariableUse& use) {
  const Stmt* body = body_around(use);
  if (!body) return;
  if (!second_names_) SecondNames(statement_, uses_).collect(*body, second_names_.emplace());
  write_flag("aliased", second_names_->contains(use.variable));
}

void FactsWriter::write_callee(const FunctionDecl& callee) {
  write_text("callee", callee.getQualifiedNameAsString());
  write_flag("pure", callee.hasAttr<PureAttr>());
  write_flag("const", callee.hasAttr<ConstAttr>());
  write_flag("noreturn", callee.isNoReturn());
  const auto* type = callee.getType()->getAs<FunctionProtoType>();
  write_flag("noexcept", callee.hasAttr<NoThrowAttr>() ||
                             (type && !isUnresolvedExceptionSpec(type->getExceptionSpecType()) && type->isNothrow()));
}

void FactsWriter::write_call(const Expr& call) {
  const FunctionDecl* callee = nullptr;
  std::string name;
  SourceLocation at = call.getBeginLoc();
  if (const auto* construction = dyn_cast<CXXConstructExpr>(&call)) {
    callee = construction->getConstructor();
    name = callee->getNameInfo().getAsString();
    at = construction->getLocation();
  } else if (const auto* allocation = dyn_cast<CXXNewExpr>(&call)) {
    callee = allocation->getOperatorNew();
    name = "new";
  } else if (const auto* release = dyn_cast<CXXDeleteExpr>(&call)) {
    callee = release->getOperatorDelete();
    name = "delete";
  } else {
    callee = cast<CallExpr>(call).getDirectCallee();
    const auto* operation = dyn_cast<CXXOperatorCallExpr>(&call);
    name = operation && callee ? callee->getNameInfo().getAsString()
                               : name_as_written(*cast<CallExpr>(call).getCallee()->IgnoreParenImpCasts());
    if (operation) at = operation->getOperatorLoc();
  }
  out_.object([&] {
    write_text("name", name);
    write_line_and_column(at);
    if (callee) write_callee(*callee);
  });
}

void FactsWriter::write() {
  out_.object([&] {
    write_extent();
    write_head();
    write_exits();
    write_surroundings();
    out_.attributeArray("variables", [&] {
      for (const VariableUse& use : uses_.variables)
        if (!use.is_element) write_variable(use);
    });
    out_.attributeArray("calls", [&] {
      for (const Expr* call : uses_.calls) write_call(*call);
    });
    write_text_of(statement_.getBeginLoc(), places_.behind(statement_).first);
  });
}

class TextWriter : SyntaxWriter {
public:
  TextWriter(const ASTContext& context, llvm::raw_ostream& out) : SyntaxWriter(context, nullptr, out) {}
  void write(SourceRange expression) {
    out_.object([&] { write_text_of(expression.getBegin(), places_.behind(expression.getEnd()).first); });
  }
};

} // namespace

std::string text_as_json(SourceRange expression, const ASTContext& context) {
  std::string text;
  llvm::raw_string_ostream out(text);
  TextWriter(context, out).write(expression);
  return text;
}

std::string facts_as_json(const LoopStatement& loop, const ASTContext& context) {
  std::string text;
  llvm::raw_string_ostream out(text);
  FactsWriter(loop, context, out).write();
  return text;
}

} // namespace unply
