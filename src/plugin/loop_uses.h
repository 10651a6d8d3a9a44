// The variables that a loop statement names, and how: a walk over the statement in the order of evaluation, which also
// knows which variables each path has written so far in the iteration.
//
// It is conservative where names do not tell: a variable whose address is known elsewhere, or that a called function
// may reach, may be used without its name.
#ifndef UNPLY_PLUGIN_LOOP_USES_H
#define UNPLY_PLUGIN_LOOP_USES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace unply {

struct VariableUse {
  const clang::ValueDecl* variable = nullptr; // null: `this`
  bool member = false;                        // of `this`
  bool explicit_this = false;
  bool inside = false; // declared in the statement
  bool read = false, written = false, address = false, const_reference = false;
  bool written_in_body = false; // or in the condition, not by the rest of the head
  bool exposed = false;         // some path of an iteration reads it before it writes it
  // Elements at places that are constants, `a[2]` or `*p`. moving: at others as well, or the whole is used.
  bool fixed_written = false, fixed_exposed = false, moving = false;
  unsigned mentions = 0, elements = 0; // of its name, and those as an array or pointer before an element
  bool always = false;                 // every path through the body writes it
  bool macro = false;                  // a macro names it, by a name that the text does not have there
  bool is_element = false;             // not the variable but one of its elements, for which paths are followed
};

enum class Role { mention, read, write, update, address, const_reference };

// The variables written on every path to here.
struct Written {
  llvm::BitVector variables;
  bool dead = false; // no path leads here: all, so to say
  void join(const Written& other);
};

class LoopUses {
public:
  LoopUses(const clang::Stmt& loop, const clang::ASTContext& context);

  llvm::SmallVector<VariableUse, 16> variables;
  llvm::SmallVector<const clang::Expr*, 8> calls;         // calls, constructors that do something, new, delete
  llvm::DenseSet<const clang::FieldDecl*> written_fields; // of any object, in the body
  bool macro = false;                                     // part of the statement comes from a macro
  const VariableUse* find(const clang::Decl* variable) const;

private:
  // loop_uses.cpp: statements
  struct Jumps {
    Written breaks{.variables = {}, .dead = true};
    Written continues{.variables = {}, .dead = true};
    Written* switch_entry = nullptr;
    bool has_default = false;
  };
  void visit(const clang::Stmt* statement);
  bool visit_jump(const clang::Stmt& statement);
  void visit_loop(const clang::Stmt& loop);
  void visit_for(const clang::ForStmt& loop, bool outermost);
  void visit_range(const clang::CXXForRangeStmt& loop, bool outermost);
  void visit_while(const clang::Expr* condition, const clang::Stmt* declaration, const clang::Stmt* body);
  void visit_do(const clang::DoStmt& loop);
  void visit_body(const clang::Stmt* body, Jumps& jumps);
  void end_iteration();
  void visit_if(const clang::IfStmt& choice);
  void visit_switch(const clang::SwitchStmt& choice);
  void visit_try(const clang::CXXTryStmt& statement);
  void visit_declarations(const clang::DeclStmt& statement);
  void visit_asm(const clang::GCCAsmStmt& statement);
  void declare(const clang::ValueDecl& variable);
  void initialise(const clang::VarDecl& variable);

  // loop_expressions.cpp: expressions
  void use(const clang::Expr* expression, Role role = Role::read);
  bool use_wrapped(const clang::Expr& expression, Role role);
  void use_cast(const clang::CastExpr& cast, Role role);
  void use_unary(const clang::UnaryOperator& operation, Role role);
  void use_binary(const clang::BinaryOperator& operation, Role role);
  void use_element(const clang::Expr& pointer, const clang::Expr* subscript, Role role);
  void note_element(const clang::ValueDecl& variable, const clang::Expr* subscript, Role role);
  void use_member(const clang::MemberExpr& member, Role role);
  void use_call(const clang::CallExpr& call, Role role);
  void use_object(const clang::Expr& object, const clang::CXXMethodDecl* method, Role role);
  void use_arguments(llvm::ArrayRef<const clang::Expr*> arguments, const clang::FunctionProtoType* type);
  void use_constructor(const clang::CXXConstructExpr& construction);
  void use_lambda(const clang::LambdaExpr& lambda);
  void use_children(const clang::Stmt& statement);
  bool is_named_by_macro(const clang::DeclRefExpr& name) const;
  VariableUse& entry(const clang::ValueDecl* variable, unsigned& number);
  void note(const clang::ValueDecl* variable, Role role);

  llvm::DenseMap<const clang::Decl*, unsigned> numbers_;
  llvm::DenseMap<std::pair<const clang::Decl*, int64_t>, unsigned> elements_;
  const clang::ASTContext& context_;
  llvm::DenseSet<const clang::Decl*> copied_; // by the lambda around
  Written written_;
  llvm::SmallVector<Jumps*, 8> jumps_; // of loops and switches around
  const clang::Stmt* loop_;
  bool in_iteration_ = false; // not in the part of the head that runs once, nor in the increment
  bool in_head_ = false;
  bool unevaluated_ = false;
};

} // namespace unply

#endif
