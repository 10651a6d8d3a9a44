// See loop_heads.h. Classes: an operator of an iterator is a call in the tree; its arguments are read like operands.
#include "loop_heads.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace unply {

using namespace clang;

const Stmt* body_of(const Stmt& loop) {
  if (const auto* counted = dyn_cast<ForStmt>(&loop)) return counted->getBody();
  if (const auto* top_tested = dyn_cast<WhileStmt>(&loop)) return top_tested->getBody();
  if (const auto* range = dyn_cast<CXXForRangeStmt>(&loop)) return range->getBody();
  return cast<DoStmt>(loop).getBody();
}

namespace {

// An expression without what the compiler puts around it.
const Expr* bare(const Expr* expression) {
  for (const Expr* before = nullptr; expression && expression != before;) {
    before = expression;
    expression = expression->IgnoreParenImpCasts();
    if (const auto* full = dyn_cast<FullExpr>(expression))
      expression = full->getSubExpr();
    else if (const auto* made = dyn_cast<MaterializeTemporaryExpr>(expression))
      expression = made->getSubExpr();
    else if (const auto* bound = dyn_cast<CXXBindTemporaryExpr>(expression))
      expression = bound->getSubExpr();
    else if (const auto* construction = dyn_cast<CXXConstructExpr>(expression);
             construction && construction->getNumArgs() == 1 &&
             construction->getConstructor()->isCopyOrMoveConstructor())
      expression = construction->getArg(0);
  }
  return expression;
}

const VarDecl* variable_of(const Expr* expression) {
  const auto* name = dyn_cast_or_null<DeclRefExpr>(bare(expression));
  return name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
}

bool names(const Stmt* statement, const VarDecl& variable) {
  if (!statement) return false;
  if (const auto* name = dyn_cast<DeclRefExpr>(statement)) return name->getDecl() == &variable;
  return llvm::any_of(statement->children(), [&](const Stmt* part) { return names(part, variable); });
}

// An operator with one or two operands, built in or of a class.
struct Operation {
  OverloadedOperatorKind kind = OO_None;
  const Expr *left = nullptr, *right = nullptr;
};

Operation operation_of(const Expr* expression) {
  expression = bare(expression);
  if (!expression) return {};
  if (const auto* rewritten = dyn_cast<CXXRewrittenBinaryOperator>(expression)) {
    const auto parts = rewritten->getDecomposedForm();
    return {BinaryOperator::getOverloadedOperator(parts.Opcode), parts.LHS, parts.RHS};
  }
  if (const auto* binary = dyn_cast<BinaryOperator>(expression))
    return {BinaryOperator::getOverloadedOperator(binary->getOpcode()), binary->getLHS(), binary->getRHS()};
  if (const auto* unary = dyn_cast<UnaryOperator>(expression))
    return {UnaryOperator::getOverloadedOperator(unary->getOpcode()), unary->getSubExpr(), nullptr};
  if (const auto* call = dyn_cast<CXXOperatorCallExpr>(expression); call && call->getNumArgs() > 0)
    return {call->getOperator(), call->getArg(0), call->getNumArgs() > 1 ? call->getArg(1) : nullptr};
  return {};
}

bool gives_random_access(const CXXRecordDecl& record, ASTContext& context, int depth = 0) {
  if (!record.hasDefinition() || depth > 8) return false;
  for (const NamedDecl* found : record.lookup(&context.Idents.get("iterator_category")))
    if (const auto* name = dyn_cast<TypedefNameDecl>(found)) {
      const CXXRecordDecl* tag = name->getUnderlyingType().getCanonicalType()->getAsCXXRecordDecl();
      for (int i = 0; tag && tag->hasDefinition() && i < 8; ++i) {
        if (tag->getIdentifier() && tag->getName() == "random_access_iterator_tag") return true;
        tag = tag->getNumBases() > 0 ? tag->bases_begin()->getType()->getAsCXXRecordDecl() : nullptr;
      }
      return false;
    }
  return llvm::any_of(record.bases(), [&](const CXXBaseSpecifier& base) {
    const CXXRecordDecl* parent = base.getType()->getAsCXXRecordDecl();
    return parent && gives_random_access(*parent, context, depth + 1);
  });
}

// Empty: OpenMP counts with it.
std::string fault_of_type(QualType type, const ASTContext& context) {
  type = type.getNonReferenceType().getCanonicalType();
  if (type->isIntegerType() || type->isPointerType()) return "";
  if (type->isFloatingType()) return "is a floating-point number";
  if (const CXXRecordDecl* record = type->getAsCXXRecordDecl())
    return gives_random_access(*record, const_cast<ASTContext&>(context)) ? "" : "is no random access iterator";
  return "is neither an integer nor a pointer nor an iterator";
}

class HeadReader {
public:
  HeadReader(const LoopUses& uses, const ASTContext& context) : uses_(uses), context_(context) {}
  LoopHead read(const ForStmt& loop);
  LoopHead read(const CXXForRangeStmt& loop);

private:
  std::string fault_of(const ForStmt& loop);
  std::string read_start(const Stmt* start);
  std::string read_test(const Expr* test);
  std::string read_increment(const Expr* increment);
  std::string read_bound(const Expr* bound, const char* what);
  std::string fault_of_part(const Stmt* part, const char* what);
  void set_step(const Expr* amount, bool negative);
  bool is_index(const Expr* expression) const { return head_.index && variable_of(expression) == head_.index; }
  bool is_shifted_index(const Expr* expression);

  const LoopUses& uses_;
  const ASTContext& context_;
  LoopHead head_;
  OverloadedOperatorKind test_ = OO_None; // with the index on the left
  bool shifted_ = false;                  // in the test something is added to the index
};

std::string name_of(const ValueDecl& variable) { return "'" + variable.getNameAsString() + "'"; }

std::string HeadReader::read_start(const Stmt* start) {
  if (!start) return "the head does not set a loop variable";
  if (const auto* declaration = dyn_cast<DeclStmt>(start)) {
    const auto* variable = dyn_cast<VarDecl>(*declaration->decl_begin());
    head_.index = variable;
    head_.index_inside = variable != nullptr;
    if (!declaration->isSingleDecl()) return "the head declares several variables";
    if (!variable || !variable->hasInit()) return "the head does not set the loop variable";
    return read_bound(variable->getInit(), "start");
  }
  const auto* expression = dyn_cast<Expr>(start);
  const Operation set = operation_of(expression);
  if (set.kind == OO_Comma) {
    head_.index = variable_of(operation_of(set.left).left);
    return "the head sets several variables";
  }
  if (set.kind != OO_Equal) return "the head does not set a loop variable";
  head_.index = variable_of(set.left);
  if (!head_.index) return "what the head sets is not a variable";
  return read_bound(set.right, "start");
}

static OverloadedOperatorKind mirrored(OverloadedOperatorKind kind) {
  switch (kind) {
  case OO_Less:
    return OO_Greater;
  case OO_LessEqual:
    return OO_GreaterEqual;
  case OO_Greater:
    return OO_Less;
  case OO_GreaterEqual:
    return OO_LessEqual;
  default:
    return kind;
  }
}

// i + k or i - k, where no iteration changes k.
bool HeadReader::is_shifted_index(const Expr* expression) {
  if (!expression || !names(expression, *head_.index)) return false;
  if (is_index(expression)) return true;
  const Operation sum = operation_of(expression);
  if (sum.kind != OO_Plus && sum.kind != OO_Minus) return false;
  const bool left = sum.left && names(sum.left, *head_.index);
  const Expr *index = left ? sum.left : sum.right, *other = left ? sum.right : sum.left;
  if (!other || (!left && sum.kind == OO_Minus)) return false;
  shifted_ = is_shifted_index(index) && read_bound(other, "test").empty();
  return shifted_;
}

std::string HeadReader::read_test(const Expr* test) {
  if (!test) return "the head has no test";
  const Operation comparison = operation_of(test);
  const bool orders = llvm::is_contained({OO_Less, OO_LessEqual, OO_Greater, OO_GreaterEqual}, comparison.kind);
  const bool compares = orders || comparison.kind == OO_ExclaimEqual;
  const auto has_index = [&](const Expr* side) { return is_index(side) || (orders && is_shifted_index(side)); };
  const bool left = compares && has_index(comparison.left);
  if (!compares || !(left || has_index(comparison.right)))
    return "the test does not compare " + name_of(*head_.index) + " by <, <=, >, >= or !=";
  test_ = left ? comparison.kind : mirrored(comparison.kind);
  return read_bound(left ? comparison.right : comparison.left, "bound");
}

void HeadReader::set_step(const Expr* amount, bool negative) {
  Expr::EvalResult result;
  if (!amount || amount->isValueDependent() || !amount->EvaluateAsInt(result, context_)) return;
  if (const std::optional<int64_t> value = result.Val.getInt().tryExtValue()) head_.step = negative ? -*value : *value;
}

std::string HeadReader::read_increment(const Expr* increment) {
  const std::string other = "the increment of " + name_of(*head_.index) + " is not one of ++, --, += and -=";
  if (!increment) return "the head does not change " + name_of(*head_.index);
  const Operation change = operation_of(increment);
  if (change.kind == OO_Comma) return "the head changes several variables";
  if (!is_index(change.left)) return other;
  const Expr* amount = change.right;
  bool negative = change.kind == OO_MinusEqual;
  if (change.kind == OO_PlusPlus || change.kind == OO_MinusMinus) { // a postfix operator's second argument is a mark
    head_.step = change.kind == OO_PlusPlus ? 1 : -1;
  } else if (change.kind == OO_PlusEqual || change.kind == OO_MinusEqual) {
    set_step(amount, negative);
  } else if (change.kind == OO_Equal) {
    const Operation sum = operation_of(change.right);
    const bool turned = sum.kind == OO_Plus && is_index(sum.right);
    if ((sum.kind != OO_Plus && sum.kind != OO_Minus) || !(turned || is_index(sum.left))) return other;
    amount = turned ? sum.left : sum.right;
    negative = sum.kind == OO_Minus;
    set_step(amount, negative);
  } else {
    return other;
  }
  if (change.kind != OO_PlusPlus && change.kind != OO_MinusMinus)
    if (std::string fault = read_bound(amount, "step"); !fault.empty()) return fault;
  if (head_.step == 0) return "the step is 0";
  if (test_ == OO_ExclaimEqual && head_.step != 1 && head_.step != -1)
    return "the test is by != and the step is not 1 or -1";
  const bool up = test_ == OO_Less || test_ == OO_LessEqual, down = test_ == OO_Greater || test_ == OO_GreaterEqual;
  if (head_.step && ((up && *head_.step < 0) || (down && *head_.step > 0))) return "the step leads away from the bound";
  return "";
}

std::string HeadReader::read_bound(const Expr* bound, const char* what) {
  if (head_.index && names(bound, *head_.index))
    return "the " + std::string(what) + " depends on " + name_of(*head_.index);
  return fault_of_part(bound, what);
}

// What the body changes by name, of the variables and members that the bound names.
std::string HeadReader::fault_of_part(const Stmt* part, const char* what) {
  if (!part) return "";
  head_.bound_calls |= isa<CallExpr>(part);
  const std::string in_body = std::string(" of the ") + what + " is written in the body";
  if (const auto* member = dyn_cast<MemberExpr>(part)) {
    const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
    if (field && uses_.written_fields.contains(field)) return name_of(*field) + in_body;
    if (!isa<DeclRefExpr>(member->getBase()->IgnoreParenImpCasts())) return fault_of_part(member->getBase(), what);
    return "";
  }
  if (const auto* name = dyn_cast<DeclRefExpr>(part)) {
    const VariableUse* use = uses_.find(name->getDecl()->getCanonicalDecl());
    return use && !use->inside && use->written_in_body ? name_of(*name->getDecl()) + in_body : "";
  }
  for (const Stmt* next : part->children())
    if (std::string fault = fault_of_part(next, what); !fault.empty()) return fault;
  return "";
}

std::string HeadReader::fault_of(const ForStmt& loop) {
  if (std::string fault = read_start(loop.getInit()); !fault.empty() || !head_.index) {
    // `for (; i < n; i++)` has a loop variable too.
    if (!head_.index && loop.getInc()) head_.index = variable_of(operation_of(loop.getInc()).left);
    return fault;
  }
  if (std::string fault = fault_of_type(head_.index->getType(), context_); !fault.empty())
    return name_of(*head_.index) + " " + fault;
  if (loop.getConditionVariable()) return "the test declares a variable";
  if (std::string fault = read_test(loop.getCond()); !fault.empty()) return fault;
  if (std::string fault = read_increment(loop.getInc()); !fault.empty()) return fault;
  const VariableUse* use = uses_.find(head_.index->getCanonicalDecl());
  if (use && use->written_in_body) return name_of(*head_.index) + " is written in the body";
  return shifted_ ? name_of(*head_.index) + " does not stand alone in its comparison" : "";
}

LoopHead HeadReader::read(const ForStmt& loop) {
  head_.not_canonical = fault_of(loop);
  return std::move(head_);
}

LoopHead HeadReader::read(const CXXForRangeStmt& loop) {
  const VarDecl* variable = loop.getLoopVariable();
  if (!isa<DecompositionDecl>(variable)) head_.index = variable;
  head_.index_inside = true;
  const auto* begin = loop.getBeginStmt() ? dyn_cast<VarDecl>(loop.getBeginStmt()->getSingleDecl()) : nullptr;
  const std::string fault = begin ? fault_of_type(begin->getType(), context_) : "is not known";
  if (!fault.empty())
    head_.not_canonical = "the iterator of the range " + fault;
  else if (loop.getInit())
    head_.not_canonical = "the head has a statement before the range";
  return std::move(head_);
}

} // namespace

LoopHead read_head(const Stmt& loop, const LoopUses& uses, const ASTContext& context) {
  HeadReader reader(uses, context);
  if (const auto* counted = dyn_cast<ForStmt>(&loop)) return reader.read(*counted);
  if (const auto* range = dyn_cast<CXXForRangeStmt>(&loop)) return reader.read(*range);
  LoopHead head;
  head.not_canonical = isa<DoStmt>(loop) ? "a do loop has no head" : "a while loop has no loop variable";
  return head;
}

// The parts of a head, without those that the compiler makes of a range.
static bool any_head_part(const Stmt& loop, llvm::function_ref<bool(const Stmt*)> holds) {
  if (const auto* counted = dyn_cast<ForStmt>(&loop))
    return holds(counted->getInit()) || holds(counted->getCond()) || holds(counted->getInc());
  if (const auto* top_tested = dyn_cast<WhileStmt>(&loop)) return holds(top_tested->getCond());
  if (const auto* range = dyn_cast<CXXForRangeStmt>(&loop))
    return holds(range->getInit()) || holds(range->getRangeInit());
  return holds(cast<DoStmt>(loop).getCond());
}

static bool sets(const Stmt* part, const VarDecl& variable) {
  if (!part) return false;
  if (const auto* expression = dyn_cast<Expr>(part)) {
    const Operation change = operation_of(expression);
    const bool assigns = change.kind == OO_PlusPlus || change.kind == OO_MinusMinus || change.kind == OO_Equal ||
                         change.kind == OO_PlusEqual || change.kind == OO_MinusEqual;
    if (assigns && variable_of(change.left) == &variable) return true;
  }
  return llvm::any_of(part->children(), [&](const Stmt* next) { return sets(next, variable); });
}

const Stmt* perfect_inner(const Stmt& loop, const VarDecl* index) {
  const Stmt* body = body_of(loop);
  while (body) {
    if (const auto* block = dyn_cast<CompoundStmt>(body))
      body = block->size() == 1 ? block->body_front() : nullptr;
    else if (const auto* attributed = dyn_cast<AttributedStmt>(body))
      body = attributed->getSubStmt();
    else
      break;
  }
  if (!body || !isa<ForStmt, CXXForRangeStmt, WhileStmt, DoStmt>(body)) return nullptr;
  const bool changes = index && any_head_part(*body, [&](const Stmt* part) { return sets(part, *index); });
  return changes ? nullptr : body;
}

bool is_rectangular(const Stmt& inner, const VarDecl* index) {
  return !index || !any_head_part(inner, [&](const Stmt* part) { return names(part, *index); });
}

} // namespace unply
