// See statement_kinds.h.
#include "statement_kinds.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"

namespace unply {

using namespace clang;

namespace {

// Without what the source does not show, and without parentheses around the whole.
const Expr* as_spelled(const Expr* expression) {
  for (const Expr* before = nullptr; before != expression;) {
    before = expression;
    expression = expression->IgnoreUnlessSpelledInSource()->IgnoreParenImpCasts();
  }
  return expression;
}

// A variable, a member or an element.
bool is_place(const Expr& expression) {
  const Expr& place = *expression.IgnoreParenImpCasts();
  if (const auto* name = dyn_cast<DeclRefExpr>(&place)) return isa<VarDecl, BindingDecl>(name->getDecl());
  const auto* operation = dyn_cast<UnaryOperator>(&place);
  return isa<MemberExpr, ArraySubscriptExpr>(place) || (operation && operation->getOpcode() == UO_Deref);
}

void read_value(const Expr& value, StatementKind& found) {
  found.value = &value;
  found.extent = value.getSourceRange();
  found.only_call = dyn_cast<CallExpr>(as_spelled(&value));
}

StatementKind kind_of_expression(const Expr& statement, const ASTContext& context) {
  StatementKind found;
  const Expr* expression = as_spelled(&statement);
  if (const auto* assignment = dyn_cast<BinaryOperator>(expression);
      assignment && assignment->getOpcode() == BO_Assign) {
    if (!is_place(*assignment->getLHS()) || assignment->getLHS()->HasSideEffects(context)) return found;
    found.kind = "assign";
    found.changed = assignment->getLHS();
    read_value(*assignment->getRHS(), found);
    return found;
  }
  if (const auto* cast = dyn_cast<ExplicitCastExpr>(expression); cast && cast->getType()->isVoidType())
    expression = as_spelled(cast->getSubExpr());
  found.only_call = dyn_cast<CallExpr>(expression);
  if (found.only_call) found.kind = "call";
  return found;
}

// What a variable is initialised with, without the parentheses or braces that belong to the initialisation.
bool read_initialiser(const VarDecl& variable, const ASTContext& context, StatementKind& found) {
  const Expr* value = variable.getInit();
  if (const auto* full = dyn_cast<FullExpr>(value)) value = full->getSubExpr();
  llvm::ArrayRef<const Expr*> parts(value);
  llvm::SmallVector<const Expr*, 4> arguments;
  const auto* construction = dyn_cast<CXXConstructExpr>(value);
  if (construction && variable.getInitStyle() != VarDecl::CInit) {
    for (const Expr* argument : construction->arguments())
      if (!isa<CXXDefaultArgExpr>(argument)) arguments.push_back(argument);
    parts = arguments;
  } else if (const auto* list = dyn_cast<InitListExpr>(value)) {
    if (list->getSyntacticForm()) list = list->getSyntacticForm();
    arguments.append(list->inits().begin(), list->inits().end());
    parts = arguments;
  }
  if (parts.empty()) return false;
  if (parts.size() == 1) {
    read_value(*parts.front(), found);
  } else {
    found.extent = {parts.front()->getBeginLoc(), parts.back()->getEndLoc()};
  }
  // Not so where a constructor runs that the source does not show: of `Node n;`.
  const SourceManager& sources = context.getSourceManager();
  return sources.isBeforeInTranslationUnit(variable.getLocation(), found.extent.getBegin());
}

StatementKind kind_of_declaration(const DeclStmt& statement, const ASTContext& context) {
  StatementKind found;
  const auto* variable = statement.isSingleDecl() ? dyn_cast<VarDecl>(statement.getSingleDecl()) : nullptr;
  if (!variable || isa<DecompositionDecl>(variable) || !variable->hasInit()) return found;
  if (variable->isConstexpr() || !variable->hasLocalStorage()) return found;
  if (!read_initialiser(*variable, context, found)) return {};
  found.kind = "declare";
  found.declared = variable;
  return found;
}

// The expression whose name says which variable a place belongs to.
const Expr* base_expression(const Expr& changed) {
  const Expr* base = &changed;
  for (;;) {
    base = base->IgnoreParenCasts();
    if (const auto* element = dyn_cast<ArraySubscriptExpr>(base)) {
      base = element->getBase();
    } else if (const auto* operation = dyn_cast<UnaryOperator>(base)) {
      base = operation->getSubExpr();
    } else if (const auto* sum = dyn_cast<BinaryOperator>(base); sum && sum->isAdditiveOp()) {
      base = sum->getLHS()->getType()->isPointerType() ? sum->getLHS() : sum->getRHS();
    } else if (const auto* member = dyn_cast<MemberExpr>(base);
               member && isa<FieldDecl>(member->getMemberDecl()) &&
               !isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts())) {
      base = member->getBase();
    } else {
      return base;
    }
  }
}

} // namespace

StatementKind kind_of(const Stmt& statement, const ASTContext& context) {
  StatementKind found;
  if (const auto* expression = dyn_cast<Expr>(&statement)) return kind_of_expression(*expression, context);
  if (const auto* declarations = dyn_cast<DeclStmt>(&statement)) return kind_of_declaration(*declarations, context);
  if (const auto* result = dyn_cast<ReturnStmt>(&statement); result && result->getRetValue()) {
    found.kind = "return";
    read_value(*result->getRetValue(), found);
  } else if (const auto* choice = dyn_cast<IfStmt>(&statement); choice && !choice->getInit() &&
                                                                !choice->getConditionVariable() &&
                                                                !choice->isConstexpr() && !choice->isConsteval()) {
    found.kind = "if";
    read_value(*choice->getCond(), found);
  }
  return found;
}

// As the list of variables names them: a member of `this` is a variable there.
std::string base_of(const Expr& changed) {
  const Expr* base = base_expression(changed);
  if (const auto* name = dyn_cast<DeclRefExpr>(base)) return name->getDecl()->getNameAsString();
  if (const auto* member = dyn_cast<MemberExpr>(base)) {
    const auto* own = dyn_cast<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts());
    const std::string name = member->getMemberDecl()->getNameAsString();
    return own && !own->isImplicit() ? "this->" + name : name;
  }
  return isa<CXXThisExpr>(base) ? "this" : "";
}

std::string plain_name_of(const Expr& changed) {
  const Expr* place = changed.IgnoreParens();
  if (const auto* name = dyn_cast<DeclRefExpr>(place)) return name->getDecl()->getNameAsString();
  const auto* member = dyn_cast<MemberExpr>(place);
  const auto* own = member ? dyn_cast<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()) : nullptr;
  return own && own->isImplicit() ? member->getMemberDecl()->getNameAsString() : "";
}

} // namespace unply
