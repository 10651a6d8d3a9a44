// Reads the tokens of one C or C++ statement from the preprocessor, so that the pragma can wrap them into a block.
// A small grammar over tokens is enough because a statement ends at a ';' or '}' that can be found by counting
// brackets; only `if`, `try` and `do` need to look further. Nested pragmas expand by themselves while we lex.
#ifndef UNPLY_PLUGIN_STATEMENT_TOKENS_H
#define UNPLY_PLUGIN_STATEMENT_TOKENS_H

#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace unply {

enum class StatementShape { kStatement, kDeclaration, kMissing };

class StatementTokens {
public:
  explicit StatementTokens(clang::Preprocessor& preprocessor) : preprocessor_(preprocessor) {}

  /// Reads one statement. For kDeclaration and kMissing the tokens read so far are still to be given back.
  StatementShape read();

  /// Everything read, in order; put it back with IsReinject, whatever the shape.
  llvm::ArrayRef<clang::Token> tokens() const { return tokens_; }

  /// The token after the statement, where one had to be read to know that the statement ended there.
  const std::optional<clang::Token>& lookahead() const { return lookahead_; }

private:
  clang::Token lex();
  const clang::Token& peek();
  const clang::Token& next();
  const clang::Token& last() const { return tokens_.back(); }
  bool balanced();
  bool statement();
  bool if_statement();
  bool head_and_body();
  bool do_statement();
  bool try_statement();
  bool after_case();
  bool expression();

  clang::Preprocessor& preprocessor_;
  llvm::SmallVector<clang::Token, 64> tokens_;
  std::optional<clang::Token> lookahead_;
};

/// True if the tokens start like a declaration (a type, then a name), which a task region cannot precede: the name
/// would be gone after the block.
bool looks_like_declaration(llvm::ArrayRef<clang::Token> tokens);

} // namespace unply

#endif
