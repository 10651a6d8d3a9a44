// Places in the source as debug information states them: of tokens from a macro's body the place of the expansion, of
// a macro's argument its own, and lines as #line numbers them.
#ifndef UNPLY_PLUGIN_LOOP_PLACES_H
#define UNPLY_PLUGIN_LOOP_PLACES_H

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

#include <string>
#include <utility>

namespace unply {

using Place = std::pair<unsigned, unsigned>; // line and column; 0: none

class LoopPlaces {
public:
  explicit LoopPlaces(const clang::ASTContext& context)
      : sources_(context.getSourceManager()), options_(context.getLangOpts()) {}

  Place of(clang::SourceLocation at) const;
  std::string file_of(clang::SourceLocation at) const; // as typed

  /// Behind the last character of the token, or of the macro expansion that it comes from.
  Place behind(clang::SourceLocation token) const;
  /// Behind a statement, with the `;` that ends it, which the tree does not hold.
  Place behind(const clang::Stmt& statement) const;

private:
  clang::SourceLocation end_of(clang::SourceLocation token) const;

  const clang::SourceManager& sources_;
  const clang::LangOptions& options_;
};

} // namespace unply

#endif
