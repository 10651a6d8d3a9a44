// Token-level statement grammar behind `#pragma exg|unply`; see statement_tokens.h.
#include "statement_tokens.h"

namespace unply {

using clang::Token;
namespace tok = clang::tok;

StatementShape StatementTokens::read() {
  const bool complete = statement();
  if (looks_like_declaration(tokens_)) return StatementShape::kDeclaration;
  return complete ? StatementShape::kStatement : StatementShape::kMissing;
}

Token StatementTokens::lex() {
  Token token;
  preprocessor_.Lex(token);
  return token;
}

const Token& StatementTokens::peek() {
  if (!lookahead_) lookahead_ = lex();
  return *lookahead_;
}

const Token& StatementTokens::next() {
  Token token = peek();
  // The end of the file and the brace that closes the enclosing block are never ours to take: a caller that stops
  // there leaves them as the lookahead.
  lookahead_.reset();
  tokens_.push_back(token);
  return tokens_.back();
}

// The last token read opens a bracket: reads up to the one that closes it.
bool StatementTokens::balanced() {
  for (int depth = 1; depth > 0;) {
    if (peek().is(tok::eof)) return false;
    next();
    if (last().isOneOf(tok::l_paren, tok::l_brace, tok::l_square)) ++depth;
    if (last().isOneOf(tok::r_paren, tok::r_brace, tok::r_square)) --depth;
  }
  return true;
}

bool StatementTokens::statement() {
  if (peek().isOneOf(tok::eof, tok::r_brace)) return false;
  next();
  switch (last().getKind()) {
  case tok::l_brace:
    return balanced();
  case tok::semi:
    return true;
  case tok::kw_if:
    return if_statement();
  case tok::kw_for:
  case tok::kw_while:
  case tok::kw_switch:
    return head_and_body();
  case tok::kw_do:
    return do_statement();
  case tok::kw_try:
    return try_statement();
  case tok::kw_case:
  case tok::kw_default:
    return after_case();
  case tok::annot_pragma_openmp:
    while (!peek().isOneOf(tok::eof, tok::annot_pragma_openmp_end)) next();
    next();
    return statement();
  case tok::annot_pragma_loop_hint:
    return statement();
  case tok::l_square:
    if (!peek().is(tok::l_square)) return expression();
    return balanced() && statement(); // [[attribute]] before a statement
  case tok::identifier:
    if (!peek().is(tok::colon)) return expression();
    next();
    return statement(); // label
  default:
    return expression();
  }
}

bool StatementTokens::if_statement() {
  if (peek().is(tok::kw_constexpr)) next();
  if (peek().isOneOf(tok::exclaim, tok::kw_consteval)) {
    if (next().is(tok::exclaim)) next();
    if (!statement()) return false;
  } else if (!head_and_body()) {
    return false;
  }
  if (!peek().is(tok::kw_else)) return true;
  next();
  return statement();
}

// `( ... ) statement`, after the keyword.
bool StatementTokens::head_and_body() {
  if (peek().is(tok::kw_co_await)) next();
  if (!peek().is(tok::l_paren)) return false;
  next();
  return balanced() && statement();
}

bool StatementTokens::do_statement() {
  if (!statement() || !peek().is(tok::kw_while)) return false;
  next();
  if (!peek().is(tok::l_paren)) return false;
  next();
  if (!balanced() || !peek().is(tok::semi)) return false;
  next();
  return true;
}

bool StatementTokens::try_statement() {
  if (!statement()) return false;
  while (peek().is(tok::kw_catch)) {
    next();
    if (!head_and_body()) return false;
  }
  return true;
}

bool StatementTokens::after_case() {
  while (!peek().isOneOf(tok::eof, tok::colon, tok::semi, tok::r_brace)) next();
  if (!peek().is(tok::colon)) return false;
  next();
  return statement();
}

// Up to the ';' outside all brackets. The first token has been read already.
bool StatementTokens::expression() {
  while (true) {
    if (last().isOneOf(tok::l_paren, tok::l_brace, tok::l_square) && !balanced()) return false;
    if (last().is(tok::semi)) return true;
    if (peek().isOneOf(tok::eof, tok::r_brace)) return false;
    next();
  }
}

namespace {

bool starts_type(const Token& token) {
  switch (token.getKind()) {
  case tok::kw_void:
  case tok::kw_char:
  case tok::kw_short:
  case tok::kw_int:
  case tok::kw_long:
  case tok::kw_float:
  case tok::kw_double:
  case tok::kw_signed:
  case tok::kw_unsigned:
  case tok::kw_bool:
  case tok::kw__Bool:
  case tok::kw__Complex:
  case tok::kw_wchar_t:
  case tok::kw_char8_t:
  case tok::kw_char16_t:
  case tok::kw_char32_t:
  case tok::kw_auto:
  case tok::kw___auto_type:
  case tok::kw___int128:
  case tok::kw__Float16:
  case tok::kw___float128:
  case tok::kw_decltype:
  case tok::kw_typeof:
  case tok::kw_typename:
    return true;
  default:
    return false;
  }
}

bool only_declares(const Token& token) {
  switch (token.getKind()) {
  case tok::kw_const:
  case tok::kw_volatile:
  case tok::kw_static:
  case tok::kw_extern:
  case tok::kw_register:
  case tok::kw_thread_local:
  case tok::kw__Thread_local:
  case tok::kw___thread:
  case tok::kw_typedef:
  case tok::kw_struct:
  case tok::kw_class:
  case tok::kw_union:
  case tok::kw_enum:
  case tok::kw_using:
  case tok::kw_namespace:
  case tok::kw_template:
  case tok::kw_inline:
  case tok::kw_constexpr:
  case tok::kw_constinit:
  case tok::kw_public:
  case tok::kw_private:
  case tok::kw_protected:
  case tok::kw_friend:
  case tok::kw_virtual:
  case tok::kw_explicit:
  case tok::kw__Alignas:
  case tok::kw_alignas:
    return true;
  default:
    return false;
  }
}

// Skips `a::b<c>::d` from `at`; returns the index after it, or `at` if there is no name.
size_t skip_qualified_name(llvm::ArrayRef<Token> tokens, size_t at) {
  const size_t start = at;
  if (at < tokens.size() && tokens[at].is(tok::coloncolon)) ++at;
  while (at < tokens.size() && tokens[at].is(tok::identifier)) {
    ++at;
    if (at < tokens.size() && tokens[at].is(tok::less)) {
      size_t close = at;
      int depth = 0;
      for (; close < tokens.size(); ++close) {
        if (tokens[close].is(tok::less)) ++depth;
        if (tokens[close].is(tok::greater)) --depth;
        if (tokens[close].is(tok::greatergreater)) depth -= 2;
        if (depth <= 0 || tokens[close].isOneOf(tok::semi, tok::l_brace)) break;
      }
      if (depth > 0 || close >= tokens.size() || tokens[close].isOneOf(tok::semi, tok::l_brace)) return at;
      at = close + 1;
    }
    if (at >= tokens.size() || tokens[at].isNot(tok::coloncolon)) return at;
    ++at;
  }
  return start;
}

} // namespace

bool looks_like_declaration(llvm::ArrayRef<Token> tokens) {
  size_t at = 0;
  if (tokens.size() > at && tokens[at].is(tok::kw___extension__)) ++at;
  if (at + 1 >= tokens.size()) return false;
  if (only_declares(tokens[at])) return true;
  if (starts_type(tokens[at])) return !tokens[at + 1].isOneOf(tok::l_paren, tok::l_brace); // int(x); is a cast
  const size_t type_end = skip_qualified_name(tokens, at);
  if (type_end == at) return false;
  size_t name = type_end;
  while (name < tokens.size() && tokens[name].isOneOf(tok::star, tok::amp, tok::ampamp, tok::kw_const)) ++name;
  if (name + 1 >= tokens.size() || tokens[name].isNot(tok::identifier)) return false;
  // `T x` is a declaration whatever follows; `T * x;` could be a product, but a discarded product is implausible.
  return name == type_end || tokens[name + 1].isOneOf(tok::semi, tok::equal, tok::comma, tok::l_square);
}

} // namespace unply
