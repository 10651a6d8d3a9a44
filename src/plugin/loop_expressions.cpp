// LoopUses: expressions. A name's role follows from what stands around it: `a` is written in `a[i] = x` where it is an
// array, and read where it is a pointer.
#include "loop_uses.h"

#include "clang/AST/ExprConcepts.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

namespace unply {

using namespace clang;

VariableUse& LoopUses::entry(const ValueDecl* variable, unsigned& number) {
  const Decl* key = variable ? variable->getCanonicalDecl() : nullptr;
  const auto [found, is_new] = numbers_.try_emplace(key, variables.size());
  number = found->second;
  if (is_new) variables.push_back({.variable = variable});
  return variables[number];
}

void LoopUses::note(const ValueDecl* variable, Role role) {
  unsigned number = 0;
  VariableUse& use = entry(variable, number);
  if (unevaluated_) return;
  const bool reads = role == Role::read || role == Role::update || role == Role::const_reference;
  const bool writes = role == Role::write || role == Role::update;
  use.read |= reads;
  use.written |= writes;
  use.address |= role == Role::address;
  use.const_reference |= role == Role::const_reference;
  use.written_in_body |= writes && !in_head_;
  if (!in_iteration_) return;
  const bool known = written_.dead || (number < written_.variables.size() && written_.variables[number]);
  use.exposed |= reads && !known;
  if (!writes) return;
  if (number >= written_.variables.size()) written_.variables.resize(number + 1);
  written_.variables.set(number);
}

// By its body; the names in a macro's arguments are in the text.
bool LoopUses::is_named_by_macro(const DeclRefExpr& name) const {
  if (!name.getLocation().isMacroID()) return false;
  const SourceManager& sources = context_.getSourceManager();
  const SourceLocation at = sources.getFileLoc(name.getLocation());
  return Lexer::getSourceText(CharSourceRange::getTokenRange(at), sources, context_.getLangOpts()) !=
         name.getNameInfo().getAsString();
}

void LoopUses::use_children(const Stmt& statement) {
  for (const Stmt* part : statement.children()) visit(part);
}

// Layers that only pass on what they hold.
bool LoopUses::use_wrapped(const Expr& expression, Role role) {
  const Expr* held = nullptr;
  if (const auto* full = dyn_cast<FullExpr>(&expression))
    held = full->getSubExpr();
  else if (const auto* made = dyn_cast<MaterializeTemporaryExpr>(&expression))
    held = made->getSubExpr();
  else if (const auto* bound = dyn_cast<CXXBindTemporaryExpr>(&expression))
    held = bound->getSubExpr();
  else if (const auto* chosen = dyn_cast<GenericSelectionExpr>(&expression); chosen && !chosen->isResultDependent())
    held = chosen->getResultExpr();
  else if (const auto* await = dyn_cast<CoroutineSuspendExpr>(&expression))
    held = await->getOperand();
  else if (const auto* rewritten = dyn_cast<CXXRewrittenBinaryOperator>(&expression))
    held = rewritten->getSemanticForm();
  else
    return false;
  if (held) use(held, role);
  return true;
}

void LoopUses::use(const Expr* expression, Role role) {
  if (!expression) return;
  expression = expression->IgnoreParens();
  if (use_wrapped(*expression, role)) return;
  if (const auto* name = dyn_cast<DeclRefExpr>(expression)) {
    macro |= name->getLocation().isMacroID();
    const ValueDecl* named = name->getDecl();
    const bool anonymous = isa<VarDecl>(named) && named->getDeclName().isEmpty() && named->getType()->isUnionType();
    if (!isa<VarDecl, BindingDecl>(named) || (named->isImplicit() && !anonymous)) return;
    if (copied_.contains(named)) role = Role::read; // the lambda's own copy
    note(named, role);
    unsigned number = 0;
    VariableUse& use = entry(named, number);
    use.macro |= is_named_by_macro(*name);
    if (!unevaluated_) ++use.mentions;
  } else if (isa<CXXThisExpr>(expression)) {
    note(nullptr, Role::read);
  } else if (const auto* member = dyn_cast<MemberExpr>(expression)) {
    use_member(*member, role);
  } else if (const auto* element = dyn_cast<ArraySubscriptExpr>(expression)) {
    use(element->getIdx());
    use_element(*element->getBase(), element->getIdx(), role);
  } else if (const auto* conversion = dyn_cast<CastExpr>(expression)) {
    use_cast(*conversion, role);
  } else if (const auto* unary = dyn_cast<UnaryOperator>(expression)) {
    use_unary(*unary, role);
  } else if (const auto* binary = dyn_cast<BinaryOperator>(expression)) {
    use_binary(*binary, role);
  } else if (const auto* choice = dyn_cast<AbstractConditionalOperator>(expression)) {
    use(isa<BinaryConditionalOperator>(choice) ? cast<BinaryConditionalOperator>(choice)->getCommon()
                                               : choice->getCond());
    const Written entry = written_;
    if (!isa<BinaryConditionalOperator>(choice)) use(choice->getTrueExpr(), role);
    Written chosen = entry;
    std::swap(chosen, written_);
    use(choice->getFalseExpr(), role);
    written_.join(chosen);
  } else if (const auto* call = dyn_cast<CallExpr>(expression)) {
    use_call(*call, role);
  } else if (const auto* construction = dyn_cast<CXXConstructExpr>(expression)) {
    use_constructor(*construction);
  } else if (const auto* lambda = dyn_cast<LambdaExpr>(expression)) {
    use_lambda(*lambda);
  } else if (isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr, RequiresExpr>(expression)) {
    const llvm::SaveAndRestore<bool> inside(unevaluated_, true);
    use_children(*expression);
  } else if (!isa<OpaqueValueExpr>(expression)) {
    if (isa<CXXNewExpr, CXXDeleteExpr>(expression)) calls.push_back(expression);
    macro |= expression->child_begin() == expression->child_end() && expression->getExprLoc().isMacroID();
    use_children(*expression);
    if (isa<CXXThrowExpr>(expression)) written_.dead = true;
  }
}

void LoopUses::use_cast(const CastExpr& cast, Role role) {
  switch (cast.getCastKind()) {
  case CK_LValueToRValue:
    return use(cast.getSubExpr());
  case CK_ArrayToPointerDecay:
    return use(cast.getSubExpr(), Role::address);
  default:
    return use(cast.getSubExpr(), cast.getSubExpr()->isGLValue() ? role : Role::read);
  }
}

// `pointer[i]` and `*pointer`: an array there stands for its elements.
void LoopUses::use_element(const Expr& pointer, const Expr* subscript, Role role) {
  const auto* conversion = dyn_cast<ImplicitCastExpr>(pointer.IgnoreParens());
  if (conversion && conversion->getCastKind() == CK_ArrayToPointerDecay)
    use(conversion->getSubExpr(), role);
  else
    use(&pointer);
  const auto* name = conversion ? dyn_cast<DeclRefExpr>(conversion->getSubExpr()->IgnoreParens()) : nullptr;
  const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  if (variable && !unevaluated_) note_element(*variable, subscript, role);
}

// No subscript: the first one.
void LoopUses::note_element(const ValueDecl& variable, const Expr* subscript, Role role) {
  std::optional<llvm::APSInt> place;
  if (subscript && !subscript->isValueDependent()) place = subscript->getIntegerConstantExpr(context_);
  unsigned number = 0;
  VariableUse& whole = entry(&variable, number);
  ++whole.elements;
  const QualType type = variable.getType();
  const ArrayType* array = context_.getAsArrayType(type);
  const QualType held = array ? array->getElementType() : type->getPointeeType();
  const bool whole_element = !held.isNull() && held->isScalarType(); // else a row or a member may be meant
  if (!whole_element || (subscript && (!place || place->getSignificantBits() > 63))) {
    whole.moving = true;
    return;
  }
  const bool reads = role == Role::read || role == Role::update || role == Role::const_reference;
  const bool writes = role == Role::write || role == Role::update;
  whole.moving |= !reads && !writes;
  const std::pair<const Decl*, int64_t> key(variable.getCanonicalDecl(), place ? place->getExtValue() : 0);
  const auto [found, is_new] = elements_.try_emplace(key, variables.size());
  const unsigned element = found->second;
  const bool known = written_.dead || (element < written_.variables.size() && written_.variables[element]);
  whole.fixed_written |= writes;
  whole.fixed_exposed |= reads && !known;
  if (is_new) variables.push_back({.variable = &variable, .is_element = true}); // `whole` is no longer valid
  variables[element].written |= writes;
  variables[element].exposed |= reads && !known;
  if (!writes || !in_iteration_) return;
  if (element >= written_.variables.size()) written_.variables.resize(element + 1);
  written_.variables.set(element);
}

void LoopUses::use_unary(const UnaryOperator& operation, Role role) {
  const Expr* operand = operation.getSubExpr();
  macro |= operation.getOperatorLoc().isMacroID();
  if (operation.isIncrementDecrementOp())
    use(operand, Role::update);
  else if (operation.getOpcode() == UO_AddrOf)
    use(operand, Role::address);
  else if (operation.getOpcode() == UO_Deref)
    use_element(*operand, nullptr, role);
  else
    use(operand, operand->isGLValue() ? role : Role::read);
}

void LoopUses::use_binary(const BinaryOperator& operation, Role role) {
  macro |= operation.getOperatorLoc().isMacroID();
  if (operation.isAssignmentOp()) {
    use(operation.getRHS());
    use(operation.getLHS(), operation.isCompoundAssignmentOp() ? Role::update : Role::write);
    if (role != Role::read && operation.isGLValue()) use(operation.getLHS(), role); // (a = b) += c
    return;
  }
  use(operation.getLHS());
  const Written entry = written_;
  use(operation.getRHS(), operation.isCommaOp() ? role : Role::read);
  if (operation.isLogicalOp()) written_.join(entry);
}

void LoopUses::use_member(const MemberExpr& member, Role role) {
  macro |= member.getMemberLoc().isMacroID();
  const auto* field = dyn_cast<FieldDecl>(member.getMemberDecl());
  if (field && (role == Role::write || role == Role::update) && !in_head_) written_fields.insert(field);
  const Expr* base = member.getBase()->IgnoreParenImpCasts();
  if (const auto* variable = dyn_cast<VarDecl>(member.getMemberDecl())) {
    use(member.getBase(), Role::mention);
    note(variable, role);
  } else if (field && isa<CXXThisExpr>(base)) {
    note(field, role);
    unsigned number = 0;
    VariableUse& own = entry(field, number);
    own.explicit_this |= !own.member && !cast<CXXThisExpr>(base)->isImplicit();
    own.member = true;
  } else if (member.isArrow()) {
    use_element(*member.getBase(), nullptr, role);
  } else {
    use(member.getBase(), role);
  }
}

static Role role_of_argument(QualType parameter) {
  if (parameter.isNull() || !parameter->isReferenceType()) return Role::read;
  return parameter->getPointeeType().isConstQualified() ? Role::const_reference : Role::address;
}

void LoopUses::use_arguments(llvm::ArrayRef<const Expr*> arguments, const FunctionProtoType* type) {
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    if (isa<CXXDefaultArgExpr>(argument)) continue;
    use(argument, type && i < type->getNumParams() ? role_of_argument(type->getParamType(i)) : Role::read);
  }
}

// Functions of a container that give a part of it, to be used as the program goes on to, or only a way to it.
static std::optional<Role> role_by_name(const CXXMethodDecl& method, Role role) {
  const OverloadedOperatorKind kind = method.getOverloadedOperator();
  if (kind == OO_Subscript || kind == OO_Star || kind == OO_Arrow || kind == OO_Call) return role;
  if (!method.getIdentifier()) return std::nullopt;
  const int known = llvm::StringSwitch<int>(method.getName())
                        .Cases({"at", "front", "back", "value"}, 1)
                        .Cases({"begin", "end", "rbegin", "rend", "data", "find", "get", "lower_bound"}, 2)
                        .Default(0);
  if (known == 0) return std::nullopt;
  return known == 1 ? role : Role::read;
}

void LoopUses::use_object(const Expr& object, const CXXMethodDecl* method, Role role) {
  if (!method || method->isConst() || method->isStatic()) return use(&object);
  if (const std::optional<Role> known = role_by_name(*method, role)) return use(&object, *known);
  const bool only_writes = method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator();
  use(&object, only_writes ? Role::write : Role::update);
}

void LoopUses::use_call(const CallExpr& call, Role role) {
  calls.push_back(&call);
  macro |= call.getRParenLoc().isMacroID();
  const FunctionDecl* function = call.getDirectCallee();
  const auto* type = function ? function->getType()->getAs<FunctionProtoType>() : nullptr;
  llvm::SmallVector<const Expr*, 8> arguments(call.arguments());
  const auto* method = dyn_cast_or_null<CXXMethodDecl>(function);
  if (const auto* operation = dyn_cast<CXXOperatorCallExpr>(&call)) {
    if (method && method->isInstance() && !arguments.empty()) {
      use_arguments(llvm::ArrayRef(arguments).drop_front(), type);
      return use_object(*arguments[0], method, role);
    }
    macro |= operation->getOperatorLoc().isMacroID();
    return use_arguments(arguments, type);
  }
  const auto* member = dyn_cast<MemberExpr>(call.getCallee()->IgnoreParens());
  if (function && function->isInStdNamespace() && function->getIdentifier() &&
      (function->getName() == "move" || function->getName() == "forward") && arguments.size() == 1)
    return use(arguments[0], Role::update);
  if (!member || !method) {
    if (!function) {
      use(call.getCallee());
      const QualType callee = call.getCallee()->getType();
      const auto* pointer = callee->getAs<PointerType>();
      type = pointer ? pointer->getPointeeType()->getAs<FunctionProtoType>() : nullptr;
    }
    return use_arguments(arguments, type);
  }
  use_arguments(arguments, type);
  if (isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()) || member->isArrow())
    use(member->getBase());
  else
    use_object(*member->getBase(), method, role);
}

void LoopUses::use_constructor(const CXXConstructExpr& construction) {
  const CXXConstructorDecl* constructor = construction.getConstructor();
  llvm::SmallVector<const Expr*, 8> arguments(construction.arguments());
  if (!constructor->isTrivial()) calls.push_back(&construction);
  if (constructor->isCopyConstructor() && !arguments.empty()) return use(arguments[0]);
  use_arguments(arguments, constructor->getType()->getAs<FunctionProtoType>());
}

// The body runs when it is called, which may be never: what it writes is not written here.
void LoopUses::use_lambda(const LambdaExpr& lambda) {
  const auto copied_before = copied_;
  for (auto [capture, value] : llvm::zip(lambda.captures(), lambda.capture_inits())) {
    if (capture.capturesThis()) {
      note(nullptr, Role::read);
    } else if (capture.capturesVariable()) {
      const ValueDecl& variable = *capture.getCapturedVar();
      if (variable.isInitCapture()) {
        declare(variable);
        use(value);
        note(&variable, Role::write);
      } else if (capture.getCaptureKind() == LCK_ByCopy) {
        note(&variable, Role::read);
        copied_.insert(&variable);
      } else {
        note(&variable, Role::address);
      }
    }
  }
  const CXXMethodDecl* call = lambda.getCallOperator();
  if (call)
    for (const ParmVarDecl* parameter : call->parameters()) declare(*parameter);
  const Written entry = written_;
  llvm::SmallVector<Jumps*, 8> outside;
  outside.swap(jumps_);
  visit(lambda.getBody());
  outside.swap(jumps_);
  written_ = entry;
  copied_ = copied_before;
}

} // namespace unply
