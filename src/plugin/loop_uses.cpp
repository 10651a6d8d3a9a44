// Statements; loop_expressions.cpp has the expressions.
#include "loop_uses.h"

#include "loop_index.h"

#include "clang/AST/StmtOpenMP.h"
#include "llvm/Support/SaveAndRestore.h"

namespace unply {

using namespace clang;

void Written::join(const Written& other) {
  if (other.dead) return;
  if (dead) {
    *this = other;
    return;
  }
  // Of two lengths: what lies behind the end of one is not written there.
  const unsigned size = std::min(variables.size(), other.variables.size());
  variables.resize(size);
  llvm::BitVector others = other.variables;
  others.resize(size);
  variables &= others;
}

LoopUses::LoopUses(const Stmt& loop, const ASTContext& context) : context_(context), loop_(&loop) { visit(&loop); }

const VariableUse* LoopUses::find(const Decl* variable) const {
  const auto found = numbers_.find(variable);
  return found == numbers_.end() ? nullptr : &variables[found->second];
}

void LoopUses::visit(const Stmt* statement) {
  if (!statement) return;
  if (const auto* expression = dyn_cast<Expr>(statement)) return use(expression);
  macro |= statement->getBeginLoc().isMacroID() || statement->getEndLoc().isMacroID();
  if (is_loop(*statement)) return visit_loop(*statement);
  if (const auto* choice = dyn_cast<IfStmt>(statement)) return visit_if(*choice);
  if (const auto* choice = dyn_cast<SwitchStmt>(statement)) return visit_switch(*choice);
  if (const auto* declarations = dyn_cast<DeclStmt>(statement)) return visit_declarations(*declarations);
  if (const auto* attempt = dyn_cast<CXXTryStmt>(statement)) return visit_try(*attempt);
  if (const auto* assembly = dyn_cast<GCCAsmStmt>(statement)) return visit_asm(*assembly);
  if (const auto* captured = dyn_cast<CapturedStmt>(statement)) return visit(captured->getCapturedStmt());
  if (visit_jump(*statement)) return;
  for (const Stmt* part : statement->children()) visit(part);
}

bool LoopUses::visit_jump(const Stmt& statement) {
  if (isa<BreakStmt, ContinueStmt>(statement)) {
    const bool labelled = cast<LoopControlStmt>(statement).hasLabelTarget();
    // With a label, the place where it goes on is joined with nothing: all that is written by then counts as unwritten.
    const Written here = labelled ? Written{} : written_;
    for (Jumps* around : llvm::reverse(jumps_)) {
      if (isa<ContinueStmt>(statement) && around->switch_entry) continue;
      (isa<BreakStmt>(statement) ? around->breaks : around->continues).join(here);
      if (!labelled) break;
    }
    written_.dead = true;
  } else if (isa<ReturnStmt>(statement) || isa<GotoStmt>(statement) || isa<IndirectGotoStmt>(statement)) {
    for (const Stmt* part : statement.children()) visit(part);
    written_.dead = true;
  } else if (const auto* result = dyn_cast<CoreturnStmt>(&statement)) {
    if (result->getOperand()) use(result->getOperand());
    written_.dead = true;
  } else if (const auto* label = dyn_cast<LabelStmt>(&statement)) {
    written_ = {}; // reached from anywhere
    visit(label->getSubStmt());
  } else if (const auto* label = dyn_cast<SwitchCase>(&statement)) {
    for (Jumps* around : llvm::reverse(jumps_))
      if (around->switch_entry) {
        written_.join(*around->switch_entry);
        around->has_default |= isa<DefaultStmt>(label);
        break;
      }
    visit(label->getSubStmt());
  } else {
    return false;
  }
  return true;
}

void LoopUses::visit_loop(const Stmt& loop) {
  const bool outermost = &loop == loop_;
  if (const auto* counted = dyn_cast<ForStmt>(&loop)) return visit_for(*counted, outermost);
  if (const auto* range = dyn_cast<CXXForRangeStmt>(&loop)) return visit_range(*range, outermost);
  if (outermost) in_iteration_ = true;
  if (const auto* bottom_tested = dyn_cast<DoStmt>(&loop)) return visit_do(*bottom_tested);
  const auto& top_tested = cast<WhileStmt>(loop);
  visit_while(top_tested.getCond(), top_tested.getConditionVariableDeclStmt(), top_tested.getBody());
}

void LoopUses::visit_body(const Stmt* body, Jumps& jumps) {
  jumps_.push_back(&jumps);
  visit(body);
  jumps_.pop_back();
  written_.join(jumps.continues);
}

void LoopUses::end_iteration() {
  for (auto [number, use] : llvm::enumerate(variables))
    use.always = !written_.dead && number < written_.variables.size() && written_.variables[number];
}

void LoopUses::visit_for(const ForStmt& loop, bool outermost) {
  {
    const llvm::SaveAndRestore<bool> head(in_head_, outermost || in_head_);
    visit(loop.getInit());
  }
  if (outermost) {
    in_iteration_ = true;
    written_ = {};
  }
  if (loop.getConditionVariableDeclStmt()) visit(loop.getConditionVariableDeclStmt());
  if (loop.getCond()) use(loop.getCond());
  Written behind = written_;
  behind.dead = !loop.getCond();
  Jumps jumps;
  visit_body(loop.getBody(), jumps);
  if (outermost) end_iteration();
  {
    const llvm::SaveAndRestore<bool> head(in_head_, outermost || in_head_);
    if (loop.getInc()) use(loop.getInc());
  }
  behind.join(jumps.breaks);
  written_ = behind;
}

// The variables that the standard defines a range-for by are nobody's: the range is read, and the elements with the
// type of the variable.
void LoopUses::visit_range(const CXXForRangeStmt& loop, bool outermost) {
  visit(loop.getInit());
  const VarDecl* variable = loop.getLoopVariable();
  const QualType type = variable->getType();
  const bool changes = type->isReferenceType() && !type->getPointeeType().isConstQualified();
  if (loop.getRangeInit()) use(loop.getRangeInit(), changes ? Role::update : Role::read);
  if (outermost) {
    in_iteration_ = true;
    written_ = {};
  }
  Written behind = written_;
  declare(*variable);
  const llvm::SaveAndRestore<bool> head(in_head_, outermost || in_head_);
  note(variable, Role::write);
  if (const auto* parts = dyn_cast<DecompositionDecl>(variable))
    for (const BindingDecl* part : parts->bindings()) note(part, Role::write);
  in_head_ = false;
  Jumps jumps;
  visit_body(loop.getBody(), jumps);
  if (outermost) end_iteration();
  behind.join(jumps.breaks);
  written_ = behind;
}

void LoopUses::visit_while(const Expr* condition, const Stmt* declaration, const Stmt* body) {
  visit(declaration);
  use(condition);
  Written behind = written_;
  Jumps jumps;
  visit_body(body, jumps);
  behind.join(jumps.breaks);
  written_ = behind;
}

void LoopUses::visit_do(const DoStmt& loop) {
  Jumps jumps;
  visit_body(loop.getBody(), jumps);
  use(loop.getCond());
  written_.join(jumps.breaks);
}

void LoopUses::visit_if(const IfStmt& choice) {
  visit(choice.getInit());
  visit(choice.getConditionVariableDeclStmt());
  if (choice.getCond()) use(choice.getCond());
  const Written entry = written_;
  visit(choice.getThen());
  Written then = entry;
  std::swap(then, written_);
  visit(choice.getElse());
  written_.join(then);
}

void LoopUses::visit_switch(const SwitchStmt& choice) {
  visit(choice.getInit());
  visit(choice.getConditionVariableDeclStmt());
  use(choice.getCond());
  Written entry = written_;
  Jumps jumps{.switch_entry = &entry};
  written_.dead = true;
  jumps_.push_back(&jumps);
  visit(choice.getBody());
  jumps_.pop_back();
  written_.join(jumps.breaks);
  if (!jumps.has_default) written_.join(entry);
}

void LoopUses::visit_try(const CXXTryStmt& statement) {
  const Written entry = written_;
  visit(statement.getTryBlock());
  Written behind = written_;
  for (unsigned i = 0; i < statement.getNumHandlers(); ++i) {
    const CXXCatchStmt& handler = *statement.getHandler(i);
    written_ = entry;
    if (const VarDecl* caught = handler.getExceptionDecl()) declare(*caught);
    visit(handler.getHandlerBlock());
    behind.join(written_);
  }
  written_ = behind;
}

void LoopUses::declare(const ValueDecl& variable) {
  if (variable.isImplicit() && !isa<DecompositionDecl>(variable)) return;
  unsigned number = 0;
  if (const auto* parts = dyn_cast<DecompositionDecl>(&variable))
    for (const BindingDecl* part : parts->bindings()) entry(part, number).inside = true;
  else
    entry(&variable, number).inside = true;
}

void LoopUses::initialise(const VarDecl& variable) {
  if (!variable.hasInit()) return;
  const QualType type = variable.getType();
  const Role role = !type->isReferenceType()                    ? Role::read
                    : type->getPointeeType().isConstQualified() ? Role::const_reference
                                                                : Role::address;
  use(variable.getInit(), role);
  // `Node n;` has a constructor as its initialiser, that of `int n;` is nothing.
  if (variable.isStaticLocal()) return;
  if (const auto* parts = dyn_cast<DecompositionDecl>(&variable))
    for (const BindingDecl* part : parts->bindings()) note(part, Role::write);
  else
    note(&variable, Role::write);
}

void LoopUses::visit_declarations(const DeclStmt& statement) {
  for (const Decl* declared : statement.decls()) {
    const auto* variable = dyn_cast<VarDecl>(declared);
    if (!variable) continue;
    declare(*variable);
    for (QualType type = variable->getType(); const auto* array = dyn_cast_or_null<ArrayType>(type.getTypePtrOrNull());
         type = array->getElementType())
      if (const auto* sized = dyn_cast<VariableArrayType>(array); sized && sized->getSizeExpr())
        use(sized->getSizeExpr());
    initialise(*variable);
  }
}

void LoopUses::visit_asm(const GCCAsmStmt& statement) {
  for (unsigned i = 0; i < statement.getNumInputs(); ++i) use(statement.getInputExpr(i));
  for (unsigned i = 0; i < statement.getNumOutputs(); ++i)
    use(statement.getOutputExpr(i), statement.isOutputPlusConstraint(i) ? Role::update : Role::write);
  if (statement.getNumLabels() > 0) written_ = {};
}

} // namespace unply
