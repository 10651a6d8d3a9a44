// `#pragma exg trace|task [label]` and `#pragma unply trace|task [label]` before a statement, on an unmodified clang.
// The statement's tokens are read and put back as
//     { void *__unply_scope_N __attribute__((cleanup(__unply_pragma_task_end))) =
//           __unply_pragma_task("label", "file", line, column); STATEMENT }
// so that break, continue, return, goto and exceptions are clang's own cleanup semantics. The syntax is that of
// execution-graphs-mora-2021, section 3, where it needed a patched compiler.
//
// Traps: `for (once)` around the statement would steal break and continue; `if (declaration; 0) ; else` is C++ only;
// while an in-class body is lexed, Sema's context is the class; longjmp and exit run no cleanup (the runtime
// resynchronises by the frame address).
#include "region_functions.h"
#include "statement_tokens.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/LexDiagnostic.h"
#include "clang/Lex/LiteralSupport.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/StringExtras.h"

namespace unply {
namespace {

using clang::DiagnosticsEngine;
using clang::SourceLocation;
using clang::Token;
namespace tok = clang::tok;

enum class Region { kTrace, kTask };

void report(clang::Preprocessor& preprocessor, SourceLocation at, const std::string& error, const std::string& hint) {
  DiagnosticsEngine& diagnostics = preprocessor.getDiagnostics();
  diagnostics.Report(at, diagnostics.getDiagnosticIDs()->getCustomDiagID(clang::DiagnosticIDs::Error, error));
  diagnostics.Report(at, diagnostics.getDiagnosticIDs()->getCustomDiagID(clang::DiagnosticIDs::Note, "hint: " + hint));
}

// Custom diagnostics take a format string.
std::string escape_percent(llvm::StringRef text) {
  std::string escaped;
  for (const char c : text) escaped += c == '%' ? "%%" : std::string(1, c);
  return escaped;
}

// Builds tokens that look as if they stood at one place in the source.
class TokenBuilder {
public:
  TokenBuilder(clang::Preprocessor& preprocessor, SourceLocation at) : preprocessor_(preprocessor), at_(at) {}

  TokenBuilder& punctuation(std::initializer_list<tok::TokenKind> kinds) {
    for (const tok::TokenKind kind : kinds) {
      Token token = blank();
      token.setKind(kind);
      tokens_.push_back(token);
    }
    return *this;
  }

  TokenBuilder& word(llvm::StringRef name) {
    Token token = blank();
    clang::IdentifierInfo* identifier = preprocessor_.getIdentifierInfo(name);
    token.setIdentifierInfo(identifier);
    token.setKind(identifier->getTokenID());
    token.setLength(name.size());
    tokens_.push_back(token);
    return *this;
  }

  TokenBuilder& string(llvm::StringRef text) {
    std::string quoted = "\"";
    for (const char c : text) {
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += c;
    }
    return literal(tok::string_literal, quoted + "\"");
  }

  TokenBuilder& number(unsigned value) { return literal(tok::numeric_constant, std::to_string(value)); }

  TokenBuilder& append(llvm::ArrayRef<Token> tokens) {
    tokens_.append(tokens.begin(), tokens.end());
    return *this;
  }

  void put_back() {
    auto copy = std::make_unique<Token[]>(tokens_.size());
    for (Token& token : tokens_) token.setFlag(Token::IsReinjected);
    std::copy(tokens_.begin(), tokens_.end(), copy.get());
    preprocessor_.EnterTokenStream(std::move(copy), tokens_.size(), /*DisableMacroExpansion=*/true,
                                   /*IsReinject=*/true);
  }

private:
  Token blank() const {
    Token token;
    token.startToken();
    token.setLocation(at_);
    token.setLength(0);
    return token;
  }

  TokenBuilder& literal(tok::TokenKind kind, const std::string& text) {
    Token token;
    token.startToken();
    token.setKind(kind);
    preprocessor_.CreateString(text, token, at_, at_);
    tokens_.push_back(token);
    return *this;
  }

  clang::Preprocessor& preprocessor_;
  SourceLocation at_;
  llvm::SmallVector<Token, 96> tokens_;
};

class RegionPragma : public clang::PragmaHandler {
public:
  RegionPragma(clang::CompilerInstance& compiler, llvm::StringRef space, Region region)
      : PragmaHandler(region == Region::kTask ? "task" : "trace"), compiler_(compiler), region_(region),
        spelling_(("'#pragma " + space + " " + getName() + "'").str()) {}

  void HandlePragma(clang::Preprocessor& preprocessor, clang::PragmaIntroducer, Token& first) override {
    const SourceLocation at = first.getLocation();
    const std::string label = read_label(preprocessor);
    // While clang skips or only preprocesses there is no Sema; the text is then not compiled here.
    if (!compiler_.hasSema()) return;
    if (!inside_function()) {
      report(preprocessor, at, spelling_ + " is outside of any function, expected before a statement",
             "move it into a function, before the statement or block that is to be a " + getName().str());
      return;
    }
    StatementTokens statement(preprocessor);
    const StatementShape shape = statement.read();
    TokenBuilder out(preprocessor, at);
    if (shape == StatementShape::kStatement) {
      declare_region_functions(compiler_.getSema());
      open_block(preprocessor, out, at, label);
      out.append(statement.tokens()).punctuation({tok::r_brace});
    } else {
      complain(preprocessor, at, shape);
      out.append(statement.tokens());
    }
    if (statement.lookahead()) out.append(*statement.lookahead());
    out.put_back();
  }

private:
  // In-class bodies are lexed while Sema still stands in the class.
  bool inside_function() const {
    const clang::DeclContext* context = compiler_.getSema().CurContext;
    return context->isFunctionOrMethod() || context->isRecord();
  }

  void complain(clang::Preprocessor& preprocessor, SourceLocation at, StatementShape shape) const {
    if (shape == StatementShape::kDeclaration)
      report(preprocessor, at, spelling_ + " must precede a statement, not a declaration",
             "put the declaration and the statements that use it into a block { }, or declare the variable before");
    else
      report(preprocessor, at, spelling_ + " must be followed by a statement",
             "write the statement or a block { } after it");
  }

  static std::string read_label(clang::Preprocessor& preprocessor) {
    std::string label;
    Token token;
    for (preprocessor.LexUnexpandedToken(token); token.isNot(tok::eod); preprocessor.LexUnexpandedToken(token)) {
      if (!label.empty() && token.hasLeadingSpace()) label += ' ';
      const std::string text = preprocessor.getSpelling(token);
      label += token.is(tok::string_literal) ? llvm::StringRef(text).trim('"').str() : text;
    }
    return label;
  }

  void open_block(clang::Preprocessor& preprocessor, TokenBuilder& out, SourceLocation at, llvm::StringRef label) {
    const clang::SourceManager& sources = preprocessor.getSourceManager();
    const clang::PresumedLoc place = sources.getPresumedLoc(sources.getExpansionLoc(at));
    const std::string begin = region_ == Region::kTask ? "__unply_pragma_task" : "__unply_pragma_trace";
    out.punctuation({tok::l_brace}).word("void").punctuation({tok::star});
    out.word("__unply_scope_" + std::to_string(++scopes_));
    out.word("__attribute__").punctuation({tok::l_paren, tok::l_paren}).word("cleanup");
    out.punctuation({tok::l_paren}).word(begin + "_end").punctuation({tok::r_paren, tok::r_paren, tok::r_paren});
    out.punctuation({tok::equal}).word(begin).punctuation({tok::l_paren}).string(label).punctuation({tok::comma});
    out.string(place.isValid() ? place.getFilename() : "").punctuation({tok::comma});
    out.number(place.isValid() ? place.getLine() : 0).punctuation({tok::comma});
    out.number(place.isValid() ? place.getColumn() : 0).punctuation({tok::r_paren, tok::semi});
  }

  clang::CompilerInstance& compiler_;
  Region region_;
  std::string spelling_;
  static inline unsigned scopes_ = 0;
};

// `#pragma exg taks`: a misspelt pragma would silently record nothing, so it is an error.
class UnknownWordPragma : public clang::PragmaHandler {
public:
  explicit UnknownWordPragma(llvm::StringRef space) : space_(space.str()) {}

  void HandlePragma(clang::Preprocessor& preprocessor, clang::PragmaIntroducer, Token& word) override {
    const std::string text = word.is(tok::eod) ? "" : preprocessor.getSpelling(word);
    const SourceLocation at = word.getLocation();
    const std::string pragma = "'#pragma " + space_;
    if (text.empty()) {
      report(preprocessor, at, pragma + "' lacks a word, expected 'trace' or 'task'",
             "write #pragma " + space_ + " task");
    } else {
      const bool task = llvm::StringRef(text).edit_distance_insensitive("task") <=
                        llvm::StringRef(text).edit_distance_insensitive("trace");
      report(preprocessor, at,
             "unknown word '" + escape_percent(text) + "' after " + pragma + "', expected 'trace' or 'task'",
             std::string("did you mean '#pragma ") + space_ + (task ? " task'?" : " trace'?"));
    }
    Token rest = word;
    while (rest.isNot(tok::eod)) preprocessor.LexUnexpandedToken(rest);
  }

private:
  std::string space_;
};

class PragmaAction : public clang::PluginASTAction {
protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
    clang::Preprocessor& preprocessor = compiler.getPreprocessor();
    for (const char* space : {"exg", "unply"}) {
      auto* words = new clang::PragmaNamespace(space); // the preprocessor takes it over
      words->AddPragma(new RegionPragma(compiler, space, Region::kTrace));
      words->AddPragma(new RegionPragma(compiler, space, Region::kTask));
      words->AddPragma(new UnknownWordPragma(space));
      preprocessor.AddPragmaHandler(words);
    }
    preprocessor.setPredefines(preprocessor.getPredefines() + "\n#define __UNPLY__ 1\n");
    clang::CodeGenOptions& code = compiler.getCodeGenOpts();
    // At -O0 clang marks every function optnone, which would switch our own passes off, ...
    code.DisableO0ImplyOptNone = true;
    // ... and leaves out the markers that tell where a block's local variable starts to live; this option (without
    // the sanitizer itself, it has no other effect) asks for them.
    code.SanitizeAddressUseAfterScope = true;
    return std::make_unique<clang::ASTConsumer>();
  }

  bool ParseArgs(const clang::CompilerInstance&, const std::vector<std::string>&) override { return true; }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

const clang::FrontendPluginRegistry::Add<PragmaAction> kRegistration("unply", "#pragma exg and #pragma unply");

} // namespace
} // namespace unply
