// See loop_index.h. A walk over Stmt::children() by hand: a RecursiveASTVisitor also visits types and every name, which
// hold no loops.
#include "loop_index.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ASTLambda.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/SaveAndRestore.h"

namespace unply {

using namespace clang;

bool is_loop(const Stmt& statement) { return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(statement); }

namespace {

class Finder {
public:
  void find_in(const Decl& declaration);
  LoopsAndFunctions take() { return std::move(found_); }

private:
  void find_in_function(const FunctionDecl& function);
  void find_in_members(const DeclContext& members);
  void walk(const Stmt* statement);
  void walk_lambda(const LambdaExpr& lambda);
  void walk_function(const Stmt* body, const DeclContext* context, SourceRange range);
  void add(const Stmt& loop);

  LoopStatement around_;                     // the function's part of it
  llvm::SmallVector<const Stmt*, 64> above_; // statements only
  const Stmt* whole_ = nullptr;              // the outermost expression around what is walked through
  LoopsAndFunctions found_;
};

void Finder::find_in_members(const DeclContext& members) {
  for (const Decl* member : members.noload_decls()) find_in(*member);
}

void Finder::find_in(const Decl& declaration) {
  const ASTContext& context = declaration.getASTContext();
  if (context.getSourceManager().isInSystemHeader(declaration.getLocation())) return;
  if (const auto* function = dyn_cast<FunctionDecl>(&declaration)) {
    find_in_function(*function);
  } else if (const auto* record = dyn_cast<RecordDecl>(&declaration)) {
    if (!record->isDependentContext()) find_in_members(*record);
  } else if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(declaration)) {
    find_in_members(*cast<DeclContext>(&declaration));
  } else if (const auto* variable = dyn_cast<VarDecl>(&declaration)) {
    if (!variable->getDeclContext()->isDependentContext() && variable->hasInit() && !variable->isParameterPack())
      walk_function(variable->getInit(), nullptr, {});
  } else if (const auto* field = dyn_cast<FieldDecl>(&declaration)) {
    if (!field->getDeclContext()->isDependentContext() && field->hasInClassInitializer())
      walk_function(field->getInClassInitializer(), nullptr, {});
  } else if (const auto* own = dyn_cast<FriendDecl>(&declaration)) {
    if (const Decl* named = own->getFriendDecl()) find_in(*named);
  }
}

void Finder::find_in_function(const FunctionDecl& function) {
  if (function.isDependentContext()) return;
  for (const ParmVarDecl* parameter : function.parameters())
    if (parameter->hasDefaultArg() && !parameter->hasUnparsedDefaultArg() && !parameter->hasUninstantiatedDefaultArg())
      walk_function(parameter->getDefaultArg(), nullptr, {});
  if (!function.doesThisDeclarationHaveABody()) return;
  found_.functions.push_back(&function);
  if (const auto* constructor = dyn_cast<CXXConstructorDecl>(&function))
    for (const CXXCtorInitializer* member : constructor->inits())
      if (member->isWritten()) walk_function(member->getInit(), constructor, constructor->getSourceRange());
  const llvm::SaveAndRestore<bool> lambda(around_.lambda, isLambdaCallOperator(&function)); // of a generic lambda
  walk_function(function.getBody(), &function, function.getSourceRange());
}

void Finder::walk_function(const Stmt* body, const DeclContext* context, SourceRange range) {
  const llvm::SaveAndRestore<LoopStatement> saved(around_);
  around_.context = context;
  around_.function = range;
  const size_t depth = above_.size();
  above_.push_back(nullptr); // no statement outside is a parent of one within
  const llvm::SaveAndRestore<const Stmt*> whole(whole_, nullptr);
  walk(body);
  above_.truncate(depth);
}

void Finder::walk_lambda(const LambdaExpr& lambda) {
  found_.lambdas.push_back({lambda.getBeginLoc(), (whole_ ? whole_ : &lambda)->getSourceRange()});
  for (const Expr* capture : lambda.capture_inits()) walk(capture);
  const CXXMethodDecl* call = lambda.getCallOperator();
  if (!call || call->isDependentContext()) return; // its instantiations come as functions of their own
  found_.functions.push_back(call);
  const llvm::SaveAndRestore<LoopStatement> saved(around_);
  around_.lambda = true;
  walk_function(lambda.getBody(), call, lambda.getSourceRange());
}

void Finder::walk(const Stmt* statement) {
  if (!statement) return;
  const llvm::SaveAndRestore<const Stmt*> whole(whole_, !isa<Expr>(statement) ? nullptr : whole_ ? whole_ : statement);
  if (const auto* lambda = dyn_cast<LambdaExpr>(statement)) return walk_lambda(*lambda);
  if (const auto* block = dyn_cast<BlockExpr>(statement))
    return walk_function(block->getBody(), block->getBlockDecl(), block->getSourceRange());
  if (const auto* captured = dyn_cast<CapturedStmt>(statement)) return walk(captured->getCapturedStmt());
  const bool is_expression = isa<Expr>(statement);
  if (!is_expression) {
    if (is_loop(*statement)) add(*statement);
    if (const auto* declarations = dyn_cast<DeclStmt>(statement))
      for (const Decl* declared : declarations->decls())
        if (isa<RecordDecl>(declared)) find_in(*declared);
    above_.push_back(statement);
  }
  for (const Stmt* part : statement->children()) walk(part);
  if (!is_expression) above_.pop_back();
}

const char* name_of_parent(const Stmt& above, const Stmt& child) {
  if (isa<IfStmt>(above)) return cast<IfStmt>(above).getElse() == &child ? "else" : "if";
  if (isa<ForStmt>(above)) return "for";
  if (isa<CXXForRangeStmt>(above)) return "range";
  if (isa<WhileStmt>(above)) return "while";
  if (isa<DoStmt>(above)) return "do";
  if (isa<SwitchStmt>(above)) return "switch";
  if (isa<SwitchCase>(above)) return "case";
  return nullptr;
}

void Finder::add(const Stmt& loop) {
  LoopStatement found = around_;
  found.statement = &loop;
  const Stmt* child = &loop;
  for (const Stmt* above : llvm::reverse(above_)) {
    if (const auto* label = above ? dyn_cast<LabelStmt>(above) : nullptr) {
      found.label = label->getDecl()->getName();
    } else if (above && isa<AttributedStmt>(above)) {
      // `#pragma unroll` is an attribute to clang, but none in the source.
      for (const Attr* attribute : cast<AttributedStmt>(above)->getAttrs())
        (attribute->getSyntax() == AttributeCommonInfo::AS_Pragma ? found.hinted : found.attributed) = true;
    } else if (const auto* directive = above ? dyn_cast<OMPExecutableDirective>(above) : nullptr) {
      found.directive = directive->getBeginLoc();
      found.directive_name = llvm::omp::getOpenMPDirectiveName(directive->getDirectiveKind()).str();
    } else {
      if (above) found.parent = name_of_parent(*above, *child);
      break;
    }
    child = above;
  }
  found_.loops.push_back(std::move(found));
}

} // namespace

LoopsAndFunctions find_loops_and_functions(llvm::ArrayRef<const Decl*> declarations) {
  Finder finder;
  for (const Decl* declaration : declarations) finder.find_in(*declaration);
  return finder.take();
}

} // namespace unply
