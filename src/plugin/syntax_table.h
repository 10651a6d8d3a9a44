// What clang's syntax tree of the source holds, by place: the loops and the functions. The passes of the same process
// ask for the facts about one of them (loop_facts.h, call_facts.h) while the tree still lives.
//
// Nothing is computed before the first question: a compilation without any, of a precompiled header, or of syntax only
// pays for a list of its declarations. Then one walk finds the loops and functions, and each question reads one of
// them.
#ifndef UNPLY_PLUGIN_SYNTAX_TABLE_H
#define UNPLY_PLUGIN_SYNTAX_TABLE_H

#include "loop_index.h"

#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/DenseMap.h"

#include <string>

namespace unply {

class SyntaxTable {
public:
  explicit SyntaxTable(const clang::CompilerInstance& compiler) : compiler_(compiler) {}

  void add(const clang::Decl* declaration) { declarations_.push_back(declaration); }

  /// As loop_facts(), lambda_facts() and call_facts() specify them.
  std::string facts_of_loop(llvm::StringRef file, unsigned line, unsigned column);
  std::string facts_of_lambda(llvm::StringRef file, unsigned line, unsigned column);
  std::string facts_of_function(llvm::StringRef file, unsigned line, llvm::StringRef name);

private:
  struct Entry {
    LoopStatement loop;
    const clang::FunctionDecl* function = nullptr; // else a loop, or a lambda
    clang::SourceRange expression;                 // around the lambda
    std::string file;
    unsigned column = 0;
    std::string json;
  };
  using Entries = llvm::SmallVector<Entry, 1>; // of one line
  using Table = llvm::DenseMap<unsigned, Entries>;

  void find_all();
  void add_to(Table& table, Entry entry, clang::SourceLocation at);
  std::string name_of(std::string typed) const;

  const clang::CompilerInstance& compiler_;
  llvm::SmallVector<const clang::Decl*, 0> declarations_;
  Table loops_, functions_, lambdas_;
};

/// Of the source that is being compiled; null: nothing is known.
SyntaxTable* syntax_table();

} // namespace unply

#endif
