// See call_statements.h. Calls come in the order of evaluation: operands before what is made of them.
#include "call_statements.h"

#include "loop_index.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/ExprConcepts.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/Builtins.h"

namespace unply {

using namespace clang;

namespace {

bool runs_only_named_calls(const Stmt& part);

class BlockReader {
public:
  explicit BlockReader(const CompoundStmt& body) { add_block(body, {}); }
  FunctionBlocks take();

private:
  // Where the walk is: in which statement of which block, and whether that is executed as a whole.
  struct Position {
    unsigned block = 0, statement = 0;
    bool always = true;
    bool in_loop = false;
    bool in_expression = false;  // blocks there are no blocks of the function
    const Expr* guard = nullptr; // executed as a whole if this is true, or with `unless` is not
    bool unless = false;
    Position sometimes() const {
      Position there = *this;
      there.always = false;
      there.guard = nullptr;
      return there;
    }
    Position guarded(const Expr& condition, bool otherwise) const {
      Position there = sometimes();
      if (always) there.guard = &condition;
      there.unless = otherwise;
      return there;
    }
  };
  void add_block(const Stmt& block, Position around);
  void walk(const Stmt* part, Position at);
  void walk_children(const Stmt& parent, Position at);
  void walk_statement(const Stmt& statement, Position at);
  void walk_branch(const Stmt* branch, Position at);
  void walk_loop(const Stmt& loop, Position at);
  void walk_switch(const SwitchStmt& choice, Position at);
  void walk_declarations(const DeclStmt& declarations, Position at);
  void walk_expression(const Expr& expression, Position at);
  void walk_lambda(const LambdaExpr& lambda, Position at);
  void walk_call(const CallExpr& call, Position at);

  FunctionBlocks found_;
};

void BlockReader::add_block(const Stmt& block, Position around) {
  const unsigned number = found_.blocks.size();
  found_.blocks.push_back({.statement = &block,
                           .in_loop = around.in_loop,
                           .around = around.block,
                           .statement_around = around.statement,
                           .statements = {}});
  const auto* compound = dyn_cast<CompoundStmt>(&block);
  const Stmt* only = &block;
  for (const Stmt* statement :
       compound ? llvm::ArrayRef(compound->body_begin(), compound->size()) : llvm::ArrayRef(only)) {
    BlockStatement found{.statement = statement, .calls = {}};
    for (;;) {
      if (const auto* label = dyn_cast<LabelStmt>(found.statement))
        found.statement = label->getSubStmt();
      else if (const auto* label = dyn_cast<SwitchCase>(found.statement))
        found.statement = label->getSubStmt();
      else
        break;
      found.labelled = true;
    }
    const unsigned place = found_.blocks[number].statements.size();
    found_.blocks[number].statements.push_back(found);
    found_.blocks[number].statements[place].calls_only = runs_only_named_calls(*found.statement);
    walk(found.statement, {.block = number, .statement = place, .in_loop = around.in_loop});
  }
}

void BlockReader::walk(const Stmt* part, Position at) {
  if (!part) return;
  if (const auto* expression = dyn_cast<Expr>(part))
    walk_expression(*expression, at);
  else
    walk_statement(*part, at);
}

void BlockReader::walk_children(const Stmt& parent, Position at) {
  for (const Stmt* part : parent.children()) walk(part, at);
}

void BlockReader::walk_statement(const Stmt& statement, Position at) {
  if (isa<CompoundStmt>(statement) && !at.in_expression) return add_block(statement, at);
  if (is_loop(statement)) return walk_loop(statement, at);
  if (const auto* choice = dyn_cast<SwitchStmt>(&statement)) return walk_switch(*choice, at);
  if (const auto* declarations = dyn_cast<DeclStmt>(&statement)) return walk_declarations(*declarations, at);
  if (const auto* captured = dyn_cast<CapturedStmt>(&statement)) return walk(captured->getCapturedStmt(), at);
  if (const auto* result = dyn_cast<CoreturnStmt>(&statement)) return walk(result->getOperand(), at);
  if (const auto* choice = dyn_cast<IfStmt>(&statement)) {
    walk(choice->getInit(), at);
    walk(choice->getConditionVariableDeclStmt(), at);
    if (!choice->getConditionVariable()) walk(choice->getCond(), choice->isConstexpr() ? at.sometimes() : at);
    walk_branch(choice->getThen(), at);
    return walk_branch(choice->getElse(), at);
  }
  // An exception must not leave a task, and a handler waits for one here: no call of it may become one.
  at.in_expression |= isa<CXXTryStmt>(statement);
  found_.openmp |= isa<OMPExecutableDirective>(statement);
  const bool as_a_whole = isa<ReturnStmt, AttributedStmt>(statement);
  walk_children(statement, as_a_whole ? at : at.sometimes());
}

// A statement alone is a block too, to which braces can be given.
void BlockReader::walk_branch(const Stmt* branch, Position at) {
  if (!branch) return;
  if (at.in_expression) return walk(branch, at.sometimes());
  if (const auto* attributed = dyn_cast<AttributedStmt>(branch);
      attributed && isa<CompoundStmt>(attributed->getSubStmt()))
    branch = attributed->getSubStmt();
  add_block(*branch, at);
}

void BlockReader::walk_loop(const Stmt& loop, Position at) {
  const Position head = at.sometimes();
  at.in_loop = true;
  if (const auto* range = dyn_cast<CXXForRangeStmt>(&loop)) { // its other children are nobody's source
    walk(range->getInit(), head);
    walk(range->getRangeInit(), head);
    return walk_branch(range->getBody(), at);
  }
  const Stmt* body = nullptr;
  if (const auto* counted = dyn_cast<ForStmt>(&loop))
    body = counted->getBody();
  else if (const auto* top_tested = dyn_cast<WhileStmt>(&loop))
    body = top_tested->getBody();
  else
    body = cast<DoStmt>(loop).getBody();
  for (const Stmt* part : loop.children())
    if (part == body)
      walk_branch(body, at);
    else
      walk(part, head);
}

void BlockReader::walk_switch(const SwitchStmt& choice, Position at) {
  walk(choice.getInit(), at);
  walk(choice.getConditionVariableDeclStmt(), at);
  if (!choice.getConditionVariable()) walk(choice.getCond(), at);
  walk(choice.getBody(), at.sometimes());
}

// A static variable is initialised once for all, a constant by the compiler.
void BlockReader::walk_declarations(const DeclStmt& declarations, Position at) {
  for (const Decl* declared : declarations.decls())
    if (const auto* variable = dyn_cast<VarDecl>(declared);
        variable && (variable->isConstexpr() || !variable->hasLocalStorage()))
      at = at.sometimes();
  walk_children(declarations, at);
}

void BlockReader::walk_lambda(const LambdaExpr& lambda, Position at) {
  for (const Expr* capture : lambda.capture_inits()) walk(capture, at);
  at.in_expression = true;
  walk(lambda.getBody(), at.sometimes());
}

bool is_unevaluated(const Expr& expression) {
  return isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr, RequiresExpr, ConstantExpr>(expression);
}

void BlockReader::walk_expression(const Expr& expression, Position at) {
  if (const auto* call = dyn_cast<CallExpr>(&expression)) return walk_call(*call, at);
  if (const auto* lambda = dyn_cast<LambdaExpr>(&expression)) return walk_lambda(*lambda, at);
  if (const auto* logical = dyn_cast<BinaryOperator>(&expression); logical && logical->isLogicalOp()) {
    walk(logical->getLHS(), at);
    return walk(logical->getRHS(), at.sometimes());
  }
  if (const auto* choice = dyn_cast<BinaryConditionalOperator>(&expression)) {
    walk(choice->getCommon(), at);
    return walk(choice->getFalseExpr(), at.sometimes());
  }
  if (const auto* choice = dyn_cast<ConditionalOperator>(&expression)) {
    walk(choice->getCond(), at);
    walk(choice->getTrueExpr(), at.guarded(*choice->getCond(), false));
    return walk(choice->getFalseExpr(), at.guarded(*choice->getCond(), true));
  }
  if (const auto* chosen = dyn_cast<GenericSelectionExpr>(&expression)) return walk(chosen->getResultExpr(), at);
  if (const auto* rewritten = dyn_cast<CXXRewrittenBinaryOperator>(&expression))
    return walk(rewritten->getSemanticForm(), at);
  if (const auto* wait = dyn_cast<CoroutineSuspendExpr>(&expression)) {
    found_.blocks[at.block].statements[at.statement].suspends = true;
    const auto* yielded = isa<CoyieldExpr>(wait) ? dyn_cast<CallExpr>(wait->getOperand()) : nullptr;
    if (!yielded) return walk(wait->getOperand(), at);
    for (const Expr* argument : yielded->arguments()) walk(argument, at); // of a function of the promise
    return;
  }
  if (const auto* block = dyn_cast<BlockExpr>(&expression)) {
    at.in_expression = true;
    return walk(block->getBody(), at.sometimes());
  }
  at.in_expression |= isa<StmtExpr>(expression);
  walk_children(expression, isa<StmtExpr>(expression) || is_unevaluated(expression) ? at.sometimes() : at);
}

// Null for operators and for what the compiler makes itself, which are no calls of a function with a name.
const FunctionDecl* named_callee(const CallExpr& call) {
  const FunctionDecl* callee = call.getDirectCallee();
  if (!callee || isa<CXXOperatorCallExpr, UserDefinedLiteral>(call) || callee->isOverloadedOperator()) return nullptr;
  if (isa<CXXConversionDecl, CXXDestructorDecl>(callee)) return nullptr;
  const unsigned builtin = callee->getBuiltinID();
  const Builtin::Context& known = callee->getASTContext().BuiltinInfo;
  const bool own = builtin != 0 && (!known.isPredefinedLibFunction(builtin) || known.isInStdNamespace(builtin)); // move
  return own ? nullptr : callee;
}

// Of a statement: whether code of other functions is executed with it only in calls of functions with a name. All kinds
// of expressions that are not known to be so may call an operator, a constructor or a destructor.
bool runs_only_named_calls(const Stmt& part) {
  if (const auto* call = dyn_cast<CallExpr>(&part)) {
    if (!named_callee(*call)) return false;
  } else if (const auto* made = dyn_cast<CXXConstructExpr>(&part)) {
    if (!made->getConstructor()->isTrivial()) return false;
  } else if (const auto* declarations = dyn_cast<DeclStmt>(&part)) {
    const auto is_local = [](const Decl* declared) {
      const auto* variable = dyn_cast<VarDecl>(declared);
      return variable && variable->hasLocalStorage();
    };
    if (!llvm::all_of(declarations->decls(), is_local)) return false;
  } else if (const auto* cast = dyn_cast<CastExpr>(&part)) {
    if (cast->getCastKind() == CK_UserDefinedConversion || isa<CXXDynamicCastExpr>(cast)) return false;
  } else if (!isa<ReturnStmt, DeclRefExpr, MemberExpr, CXXThisExpr, IntegerLiteral, FloatingLiteral, CharacterLiteral,
                  StringLiteral, CXXBoolLiteralExpr, CXXNullPtrLiteralExpr, ParenExpr, UnaryOperator, BinaryOperator,
                  ConditionalOperator, ArraySubscriptExpr, MaterializeTemporaryExpr, ExprWithCleanups>(part)) {
    return false;
  }
  return llvm::all_of(part.children(), [](const Stmt* child) { return !child || runs_only_named_calls(*child); });
}

void BlockReader::walk_call(const CallExpr& call, Position at) {
  const FunctionDecl* callee = named_callee(call);
  walk_children(call, callee ? at.sometimes() : at);
  if (!callee) return;
  found_.blocks[at.block].statements[at.statement].calls.push_back(
      {.call = &call, .callee = callee, .always = at.always, .guard = at.guard, .unless = at.unless});
}

// Numbers of blocks are those among the kept ones.
FunctionBlocks BlockReader::take() {
  for (Block& block : llvm::reverse(found_.blocks)) { // those inside come behind
    block.kept |= llvm::any_of(block.statements, [](const BlockStatement& found) { return !found.calls.empty(); });
    found_.blocks[block.around].kept |= block.kept;
  }
  FunctionBlocks kept{.blocks = {}, .openmp = found_.openmp};
  llvm::SmallVector<unsigned, 8> numbers;
  for (Block& block : found_.blocks) {
    numbers.push_back(kept.blocks.size());
    block.around = numbers[block.around];
    if (block.kept) kept.blocks.push_back(std::move(block));
  }
  return kept;
}

} // namespace

const CompoundStmt* block_of(const FunctionDecl& function) {
  if (function.isDefaulted() || function.isImplicit()) return nullptr;
  const Stmt* body = function.getBody();
  if (const auto* coroutine = dyn_cast_or_null<CoroutineBodyStmt>(body)) body = coroutine->getBody();
  return dyn_cast_or_null<CompoundStmt>(body);
}

FunctionBlocks read_blocks(const CompoundStmt& body) { return BlockReader(body).take(); }

} // namespace unply
