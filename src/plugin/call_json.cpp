// See call_json.h.
#include "call_json.h"

#include "call_statements.h"
#include "loop_exits.h"
#include "loop_places.h"
#include "loop_uses.h"
#include "statement_kinds.h"
#include "syntax_json.h"

#include "clang/AST/ASTLambda.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Lex/Lexer.h"
#include <set>

namespace unply {

using namespace clang;

namespace {

// Or begins with a pragma, as `#pragma unroll`, behind the first words of its line.
bool is_from_macro(const Stmt& part) {
  const auto* attributed = dyn_cast<AttributedStmt>(&part);
  auto is_pragma = [](const Attr* attribute) { return attribute->getSyntax() == AttributeCommonInfo::AS_Pragma; };
  return part.getBeginLoc().isMacroID() || part.getEndLoc().isMacroID() ||
         (attributed && llvm::any_of(attributed->getAttrs(), is_pragma));
}

// A variable of the type can be declared first and assigned to later.
bool can_be_assigned(QualType type) {
  const QualType canonical = type.getCanonicalType();
  if (canonical.isConstQualified() || canonical->isReferenceType()) return false;
  return canonical->isArithmeticType() || canonical->isEnumeralType() || canonical->isPointerType();
}

class CallsWriter : SyntaxWriter {
public:
  CallsWriter(const FunctionDecl& function, const CompoundStmt& body, const ASTContext& context, llvm::raw_ostream& out)
      : SyntaxWriter(context, &function, out), definition_(function), body_(body), uses_(body, context),
        found_(read_blocks(body)) {}
  void write();

private:
  void write_function();
  void write_parameters();
  void write_block(const Block& block);
  void write_statement(const BlockStatement& found);
  void write_declaration();
  void write_kind(const StatementKind& kind);
  void write_declared(const Stmt& statement);
  void write_call(const FoundCall& found, const StatementKind& kind);
  const Expr* guard_of(const FoundCall& found) const;
  void write_names(llvm::StringRef key, std::initializer_list<const Expr*> parts);
  void write_variables(const Stmt& statement);
  void write_variable(const VariableUse& use);
  std::string type_of_variable(const VarDecl& variable);
  std::string type_of_call(const FoundCall& found) const;
  std::string spelled(QualType type) const;

  const FunctionDecl& definition_;
  const CompoundStmt& body_;
  LoopUses uses_; // of the whole function
  FunctionBlocks found_;
};

void CallsWriter::write_function() {
  write_text("language", context_.getLangOpts().CPlusPlus ? "c++" : "c");
  write_text("form", "calls");
  write_text("function", definition_.getQualifiedNameAsString());
  write_place("function_range", {places_.of(body_.getBeginLoc()), places_.behind(body_)});
  write_declaration();
  write_flag("no_result", definition_.getReturnType()->isVoidType());
  write_flag("template", is_template());
  write_flag("lambda", isLambdaCallOperator(&definition_));
  write_flag("macro", is_from_macro(body_));
  write_flag("openmp", found_.openmp);
}

// By their names alone calls of another function could be taken for its own.
static bool is_overloaded(const FunctionDecl& written) {
  if (!written.getASTContext().getLangOpts().CPlusPlus) return false;
  const auto found = written.getDeclContext()->getRedeclContext()->lookup(written.getDeclName());
  return std::distance(found.begin(), found.end()) > 1;
}

// Of a function behind which a copy of it with another name can stand.
void CallsWriter::write_declaration() {
  const FunctionDecl* written = definition_.getTemplateInstantiationPattern();
  if (!written) written = &definition_;
  const auto* method = dyn_cast<CXXMethodDecl>(written);
  if (written->isOutOfLine() || written->isMain() || !written->getIdentifier() || written->isOverloadedOperator() ||
      is_overloaded(*written) || (method && method->isVirtual()) ||
      isa<CXXConstructorDecl, CXXDestructorDecl, CXXConversionDecl>(written))
    return;
  const FunctionTemplateDecl* templated = written->getDescribedFunctionTemplate();
  const SourceLocation begin = templated ? templated->getBeginLoc() : written->getBeginLoc();
  if (begin.isMacroID() || written->getLocation().isMacroID()) return;
  write_place("declaration", {places_.of(begin), places_.of(written->getLocation())});
}

void CallsWriter::write_parameters() {
  out_.attributeArray("parameters", [&] {
    for (const ParmVarDecl* parameter : definition_.parameters())
      out_.object([&] {
        const QualType type = parameter->getType();
        const VariableUse* use = uses_.find(parameter->getCanonicalDecl());
        if (!parameter->getName().empty()) write_text("name", parameter->getName());
        write_text("type", written_type(*parameter).getAsString(context_.getPrintingPolicy()));
        write_flag("integer", type->isIntegralOrEnumerationType() && !type->isBooleanType());
        write_flag("changed", use && (use->written || use->address));
      });
  });
}

void CallsWriter::write_block(const Block& block) {
  out_.object([&] {
    write_place("begin", {places_.of(block.statement->getBeginLoc())});
    write_place("end", {places_.behind(*block.statement)});
    out_.attribute("braces", isa<CompoundStmt>(block.statement));
    write_flag("in_loop", block.in_loop);
    if (block.statement != &body_)
      out_.attributeArray("around", [&] {
        out_.value(block.around);
        out_.value(block.statement_around);
      });
    out_.attributeArray("statements", [&] {
      for (const BlockStatement& found : block.statements) write_statement(found);
    });
  });
}

void CallsWriter::write_statement(const BlockStatement& found) {
  const Stmt& statement = *found.statement;
  const StatementKind kind = kind_of(statement, context_);
  const bool is_call = kind.kind == llvm::StringRef("call");
  const bool named =
      !is_call || llvm::any_of(found.calls, [&](const FoundCall& c) { return c.call == kind.only_call; });
  out_.object([&] {
    write_place("begin", {places_.of(statement.getBeginLoc())});
    write_place("end", {places_.behind(statement)});
    write_text("kind", named ? kind.kind : "other");
    write_flag("macro", is_from_macro(statement) ||
                            llvm::any_of(found.calls, [](const FoundCall& call) { return is_from_macro(*call.call); }));
    write_flag("label", found.labelled);
    write_flag("leaves", found.suspends || !exits_of(statement).empty());
    write_kind(kind);
    write_declared(statement);
    if (kind.declared)
      if (const std::string type = type_of_variable(*kind.declared); !type.empty()) write_text("type", type);
    if (kind.extent.isValid())
      write_place("value", {places_.of(kind.extent.getBegin()), places_.behind(kind.extent.getEnd())});
    out_.attributeArray("calls", [&] {
      for (const FoundCall& call : found.calls) write_call(call, kind);
    });
    write_variables(statement);
    const auto* choice = dyn_cast<IfStmt>(&statement);
    write_flag("no_else", choice && !choice->getElse());
    if (choice) write_names("tests", {choice->getCond()});
    write_flag("calls_only", found.calls_only && !found.calls.empty());
  });
}

void CallsWriter::write_kind(const StatementKind& kind) {
  if (kind.declared) write_text("result", kind.declared->getName());
  if (!kind.changed) return;
  if (const std::string name = plain_name_of(*kind.changed); !name.empty()) write_text("result", name);
  if (const std::string name = base_of(*kind.changed); !name.empty()) write_text("result_base", name);
}

void CallsWriter::write_declared(const Stmt& statement) {
  const auto* declarations = dyn_cast<DeclStmt>(&statement);
  if (!declarations) return;
  out_.attributeArray("declares", [&] {
    for (const Decl* declared : declarations->decls()) {
      if (const auto* parts = dyn_cast<DecompositionDecl>(declared))
        for (const BindingDecl* part : parts->bindings()) out_.value(text(part->getName()));
      else if (const auto* named = dyn_cast<NamedDecl>(declared); named && named->getIdentifier())
        out_.value(text(named->getName()));
    }
  });
}

// Empty where the name of the type alone does not declare a variable, or has no name.
std::string CallsWriter::spelled(QualType type) const {
  std::string text = type.getAsString(context_.getPrintingPolicy());
  return llvm::StringRef(text).find_first_of("([") == llvm::StringRef::npos ? text : "";
}

std::string CallsWriter::type_of_variable(const VarDecl& variable) {
  if (!can_be_assigned(variable.getType()) || variable.hasAttrs()) return "";
  const QualType written = written_type(variable);
  if (!written->getContainedDeducedType()) return spelled(written);
  return is_template() ? "" : spelled(variable.getType().getCanonicalType()); // what is deduced may differ elsewhere
}

// A name of a type may mean nothing where the call is: in C++ the canonical type is written. Of a template, only a call
// of itself has the type by the same name.
std::string CallsWriter::type_of_call(const FoundCall& found) const {
  const QualType type = found.call->getType();
  if (found.call->isGLValue() || !can_be_assigned(type.getUnqualifiedType())) return "";
  const FunctionDecl* pattern = is_template() ? found.callee->getTemplateInstantiationPattern() : nullptr;
  if (pattern && pattern->getReturnType()->isDependentType()) {
    const bool itself = found.callee->getCanonicalDecl() == definition_.getCanonicalDecl();
    return itself ? spelled(pattern->getReturnType().getUnqualifiedType()) : "";
  }
  return spelled((context_.getLangOpts().CPlusPlus ? type.getCanonicalType() : type).getUnqualifiedType());
}

void CallsWriter::write_call(const FoundCall& found, const StatementKind& kind) {
  const CallExpr& call = *found.call;
  out_.object([&] {
    write_line_and_column(call.getExprLoc());
    write_text("name", name_as_written(*call.getCallee()->IgnoreParenImpCasts()));
    write_text("callee", found.callee->getQualifiedNameAsString());
    write_place("begin", {places_.of(call.getBeginLoc())});
    write_place("end", {places_.behind(call.getEndLoc())});
    if (const std::string type = type_of_call(found); !type.empty()) write_text("type", type);
    write_flag("always", found.always);
    write_flag("whole", kind.only_call == &call);
    const Expr* guard = guard_of(found);
    if (guard) {
      write_place("guard", {places_.of(guard->getBeginLoc()), places_.behind(guard->getEndLoc())});
      write_flag("unless", found.unless);
    }
    if (kind.only_call != &call) write_names("names", {&call, guard});
  });
}

// Of local variables that nothing but their names changes: calls between two tests of it leave it as it is.
static bool is_of_own_variables(const Stmt& part, const LoopUses& uses) {
  if (const auto* name = dyn_cast<DeclRefExpr>(&part)) {
    if (isa<EnumConstantDecl>(name->getDecl())) return true;
    const auto* variable = dyn_cast<VarDecl>(name->getDecl());
    if (!variable || !variable->hasLocalStorage()) return false;
    const QualType type = variable->getType();
    const VariableUse* use = uses.find(variable->getCanonicalDecl());
    return type->isScalarType() && !type.isVolatileQualified() && use && !use->address && !use->const_reference;
  }
  if (const auto* operation = dyn_cast<UnaryOperator>(&part)) {
    if (operation->isIncrementDecrementOp() || operation->getOpcode() == UO_Deref) return false;
  } else if (const auto* operation = dyn_cast<BinaryOperator>(&part)) {
    if (operation->isAssignmentOp()) return false;
  } else if (!isa<ParenExpr, ImplicitCastExpr, CStyleCastExpr, IntegerLiteral, FloatingLiteral, CharacterLiteral,
                  CXXBoolLiteralExpr, CXXNullPtrLiteralExpr, GNUNullExpr>(part)) {
    return false;
  }
  return llvm::all_of(part.children(), [&](const Stmt* child) { return !child || is_of_own_variables(*child, uses); });
}

// Null also where the test has no text of its own, or its value may change between two tests.
const Expr* CallsWriter::guard_of(const FoundCall& found) const {
  if (!found.guard || !is_of_own_variables(*found.guard, uses_)) return nullptr;
  const auto text = CharSourceRange::getTokenRange(found.guard->getSourceRange());
  const auto range = Lexer::makeFileCharRange(text, context_.getSourceManager(), context_.getLangOpts());
  return range.isInvalid() ? nullptr : found.guard;
}

// The variables that parts of a statement name, which may use others before or behind them.
void CallsWriter::write_names(llvm::StringRef key, std::initializer_list<const Expr*> parts) {
  std::set<std::string> names;
  for (const Expr* part : parts) {
    if (!part) continue;
    const LoopUses uses(*part, context_);
    for (const VariableUse& use : uses.variables)
      if (!use.is_element && !use.inside && !name_of(use).empty()) names.insert(name_of(use));
  }
  out_.attributeArray(key, [&] {
    for (const std::string& name : names) out_.value(text(name));
  });
}

void CallsWriter::write_variables(const Stmt& statement) {
  const LoopUses uses(statement, context_);
  out_.attributeArray("variables", [&] {
    for (const VariableUse& use : uses.variables)
      if (!use.is_element && !use.inside && !name_of(use).empty()) write_variable(use);
  });
}

void CallsWriter::write_variable(const VariableUse& use) {
  out_.object([&] {
    write_text("name", name_of(use));
    if (use.variable) write_place("declared", {places_.of(use.variable->getLocation())});
    write_text("scope", scope_of(use));
    if (use.variable) write_type(*use.variable);
    out_.attribute("read", use.read);
    out_.attribute("written", use.written);
    out_.attribute("address", use.address || use.const_reference);
    write_flag("const_reference", use.const_reference && !use.address);
    write_flag("captured", is_captured(use));
    write_limits(use);
    if (use.variable) write_flag("const", use.variable->getType().getNonReferenceType().isConstQualified());
  });
}

void CallsWriter::write() {
  out_.object([&] {
    write_function();
    write_parameters();
    out_.attributeArray("blocks", [&] {
      for (const Block& block : found_.blocks) write_block(block);
    });
    write_text_of(body_.getBeginLoc(), places_.behind(body_).first);
  });
}

} // namespace

std::string calls_as_json(const FunctionDecl& function, const ASTContext& context) {
  const CompoundStmt* body = block_of(function);
  if (!body) return "";
  std::string text;
  llvm::raw_string_ostream out(text);
  CallsWriter(function, *body, context, out).write();
  return text;
}

} // namespace unply
