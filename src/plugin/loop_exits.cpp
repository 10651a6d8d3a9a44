// See loop_exits.h. Bodies of lambdas and blocks are functions of their own, which nothing leaves but by their return.
#include "loop_exits.h"

#include "loop_index.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace unply {

using namespace clang;

namespace {

class ExitFinder {
public:
  explicit ExitFinder(const Stmt& root) : root_(root), loops_of_root_(is_loop(root) ? 1 : 0) { walk(&root, {}); }
  llvm::SmallVector<LoopExit, 4> take();

private:
  struct Around {
    unsigned loops = 0;     // of the statement itself and those inside it, around the place
    bool in_switch = false; // inside the innermost of those loops
  };
  void walk(const Stmt* statement, Around around);
  void walk_try(const CXXTryStmt& statement, Around around);
  void add_jump(const Stmt& statement, const Around& around);
  bool is_caught(const CXXThrowExpr& thrown) const;

  struct Jump {
    const LabelDecl* target; // null: unknown
    SourceLocation at;
  };
  const Stmt& root_;
  unsigned loops_of_root_;
  llvm::SmallVector<LoopExit, 4> exits_;
  llvm::SmallVector<Jump, 4> jumps_;
  llvm::SmallPtrSet<const LabelDecl*, 8> labels_;
  llvm::SmallPtrSet<const Stmt*, 8> loops_; // and switches
  llvm::SmallVector<const CXXTryStmt*, 4> attempts_;
};

void ExitFinder::add_jump(const Stmt& statement, const Around& around) {
  const SourceLocation at = statement.getBeginLoc();
  if (isa<ReturnStmt, CoreturnStmt>(statement)) {
    exits_.push_back({"return", at});
  } else if (const auto* jump = dyn_cast<GotoStmt>(&statement)) {
    jumps_.push_back({jump->getLabel(), at});
  } else if (isa<IndirectGotoStmt>(statement)) {
    jumps_.push_back({nullptr, at});
  } else if (const auto* assembly = dyn_cast<GCCAsmStmt>(&statement)) {
    for (const AddrLabelExpr* label : assembly->labels()) jumps_.push_back({label->getLabel(), at});
  } else if (const auto* control = dyn_cast<LoopControlStmt>(&statement)) {
    const bool leaves = isa<BreakStmt>(control);
    if (control->hasLabelTarget()) {
      const Stmt* target = control->getNamedLoopOrSwitch();
      if (target == &root_ ? leaves : !loops_.contains(target)) exits_.push_back({leaves ? "break" : "goto", at});
    } else if (leaves && around.loops == loops_of_root_ && !around.in_switch) {
      exits_.push_back({"break", at});
    } else if (!leaves && around.loops == 0) {
      exits_.push_back({"continue", at});
    }
  }
}

// By a handler for everything, for the type itself, or for a base of it.
bool ExitFinder::is_caught(const CXXThrowExpr& thrown) const {
  const QualType type = thrown.getSubExpr() ? thrown.getSubExpr()->getType().getCanonicalType() : QualType();
  for (const CXXTryStmt* attempt : attempts_)
    for (unsigned i = 0; i < attempt->getNumHandlers(); ++i) {
      QualType caught = attempt->getHandler(i)->getCaughtType();
      if (caught.isNull()) return true;
      if (type.isNull()) continue;
      caught = caught.getNonReferenceType().getCanonicalType();
      if (caught.getUnqualifiedType() == type.getUnqualifiedType()) return true;
      const CXXRecordDecl *base = caught->getAsCXXRecordDecl(), *derived = type->getAsCXXRecordDecl();
      if (base && derived && derived->hasDefinition() && derived->isDerivedFrom(base)) return true;
    }
  return false;
}

// By any of its names; the C library's headers make it a macro.
bool is_longjmp(const CallExpr& call) {
  const FunctionDecl* callee = call.getDirectCallee();
  return callee && callee->getIdentifier() && callee->getName().ends_with("longjmp");
}

void ExitFinder::walk_try(const CXXTryStmt& statement, Around around) {
  attempts_.push_back(&statement);
  walk(statement.getTryBlock(), around);
  attempts_.pop_back();
  for (unsigned i = 0; i < statement.getNumHandlers(); ++i) walk(statement.getHandler(i)->getHandlerBlock(), around);
}

void ExitFinder::walk(const Stmt* statement, Around around) {
  if (!statement || isa<BlockExpr>(statement)) return;
  if (const auto* lambda = dyn_cast<LambdaExpr>(statement)) {
    for (const Expr* capture : lambda->capture_inits()) walk(capture, around);
    return;
  }
  if (const auto* captured = dyn_cast<CapturedStmt>(statement)) return walk(captured->getCapturedStmt(), around);
  if (const auto* attempt = dyn_cast<CXXTryStmt>(statement)) return walk_try(*attempt, around);
  if (const auto* range = dyn_cast<CXXForRangeStmt>(statement)) {
    walk(range->getInit(), around);
    walk(range->getRangeInit(), around);
    loops_.insert(range);
    return walk(range->getBody(), {around.loops + 1, false});
  }
  if (is_loop(*statement)) {
    loops_.insert(statement);
    around = {around.loops + 1, false};
  } else if (isa<SwitchStmt>(statement)) {
    loops_.insert(statement);
    around.in_switch = true;
  } else if (const auto* label = dyn_cast<LabelStmt>(statement)) {
    labels_.insert(label->getDecl());
  } else if (const auto* thrown = dyn_cast<CXXThrowExpr>(statement)) {
    if (!is_caught(*thrown)) exits_.push_back({"throw", thrown->getThrowLoc()});
  } else if (const auto* call = dyn_cast<CallExpr>(statement); call && is_longjmp(*call)) {
    exits_.push_back({"longjmp", call->getBeginLoc()});
  } else if (!isa<Expr>(statement)) {
    add_jump(*statement, around);
  }
  for (const Stmt* part : statement->children()) walk(part, around);
}

llvm::SmallVector<LoopExit, 4> ExitFinder::take() {
  for (const Jump& jump : jumps_)
    if (!jump.target || !labels_.contains(jump.target)) exits_.push_back({"goto", jump.at});
  return std::move(exits_);
}

} // namespace

llvm::SmallVector<LoopExit, 4> exits_of(const Stmt& statement) { return ExitFinder(statement).take(); }

} // namespace unply
