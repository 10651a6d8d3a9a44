// What the facts about loops and about calls have in common as JSON: places, names, and the types and scopes of
// variables. Keys with the value false are left out, except where docs/design/discovery.md says otherwise.
#ifndef UNPLY_PLUGIN_SYNTAX_JSON_H
#define UNPLY_PLUGIN_SYNTAX_JSON_H

#include "loop_places.h"
#include "loop_uses.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/JSON.h"

#include <string>

namespace unply {

// The variables of templates, by the place that they share with those of their instantiations.
class TemplatePatterns {
public:
  const clang::DeclaratorDecl* of(const clang::DeclaratorDecl& made);

private:
  void add_members(const clang::DeclContext* members);

  llvm::DenseMap<clang::SourceLocation, const clang::DeclaratorDecl*> by_place_;
  llvm::SmallPtrSet<const clang::DeclContext*, 4> seen_;
};

class SyntaxWriter {
protected:
  /// `function`: around all that is written; null outside of functions.
  SyntaxWriter(const clang::ASTContext& context, const clang::DeclContext* function, llvm::raw_ostream& out)
      : context_(context), function_(function), places_(context), out_(out) {}

  void write_place(llvm::StringRef key, std::initializer_list<Place> places);
  void write_line_and_column(clang::SourceLocation at);
  void write_flag(llvm::StringRef key, bool value) {
    if (value) out_.attribute(key, true);
  }
  void write_text(llvm::StringRef key, llvm::StringRef value) { out_.attribute(key, text(value)); }
  // Names of identifiers are UTF-8 in clang; text of macros and paths need not be.
  static llvm::json::Value text(llvm::StringRef value) {
    return llvm::json::isUTF8(value) ? llvm::json::Value(value) : llvm::json::Value(llvm::json::fixUTF8(value));
  }
  void write_type(const clang::ValueDecl& variable);
  void write_limits(const VariableUse& use);
  void write_text_of(clang::SourceLocation begin, unsigned last_line);
  clang::QualType written_type(const clang::ValueDecl& variable);
  llvm::StringRef scope_of(const VariableUse& use) const;
  bool is_captured(const VariableUse& use) const; // of a function around the lambda that uses it
  bool is_template() const;

  const clang::ASTContext& context_;
  const clang::DeclContext* function_;
  LoopPlaces places_;
  llvm::json::OStream out_;

private:
  TemplatePatterns patterns_;
};

/// `this`, or the name of the variable; empty for those of anonymous unions and parameters.
std::string name_of(const VariableUse& use);

/// scalar, pointer, array, class or reference.
const char* shape_of(clang::QualType type);

/// The function in whose source the context is; null: in none.
const clang::DeclContext* function_around(const clang::DeclContext* context);

/// As written where that is short; what a call is made on may be a whole program.
std::string name_as_written(const clang::Expr& callee);

} // namespace unply

#endif
