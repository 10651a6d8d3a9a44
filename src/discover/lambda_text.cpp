#include "discover/lambda_text.h"
#include "discover/text_words.h"
#include <algorithm>
#include <cctype>
#include <optional>
#include <span>
#include <utility>

namespace unply {

namespace {

constexpr std::string_view kTypes[] = {"double",  "float",   "int",     "long",     "short",    "unsigned",
                                       "signed",  "char",    "bool",    "size_t",   "int8_t",   "int16_t",
                                       "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t"};
constexpr std::string_view kMath[] = {"abs",  "fabs", "sqrt",  "cbrt", "exp",   "exp2", "log",   "log2", "log10", "sin",
                                      "cos",  "tan",  "asin",  "acos", "atan",  "sinh", "cosh",  "tanh", "atan2", "pow",
                                      "fmin", "fmax", "floor", "ceil", "round", "fma",  "hypot", "trunc"};
constexpr std::string_view kWords[] = {"return", "if", "else", "true", "false", "static_cast"};

bool is_among(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

bool is_word(std::string_view token) { return std::isalpha(static_cast<unsigned char>(token[0])) || token[0] == '_'; }

constexpr std::string_view kLongTokens[] = {"<<=", ">>=", "::", "//", "/*", "->", "==", "!=", "<=", ">=", "&&", "||",
                                            "++",  "--",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>"};

// Words, numbers, operators and brackets.
class Tokens {
public:
  Tokens(const SourceLines& text, SourceSpot at) : text_(text), line_(at.line - 1), column_(at.column - 1) {}
  std::optional<std::string_view> next() { // nothing at the end, or at what is not understood
    while (line_ < text_.lines.size()) {
      const std::string_view rest = text_.lines[line_].substr(std::min(column_, text_.lines[line_].size()));
      const size_t blanks = std::min(rest.find_first_not_of(" \t"), rest.size());
      if (blanks == rest.size()) {
        ++line_, column_ = 0;
        continue;
      }
      const std::string_view token = first(rest.substr(blanks));
      if (token == "\"" || token == "'" || token == "//" || token == "/*" || token == "\\" || token == "#") return {};
      column_ += blanks + token.size();
      return token;
    }
    return {};
  }

private:
  static std::string_view first(std::string_view rest) {
    for (std::string_view token : kLongTokens)
      if (rest.starts_with(token)) return token;
    auto goes_on = [&](char c) {
      return is_name_character(c) || (c == '.' && std::isdigit(static_cast<unsigned char>(rest[0])));
    };
    const auto end = std::ranges::find_if_not(rest, goes_on);
    return rest.substr(0, std::max<size_t>(1, static_cast<size_t>(end - rest.begin())));
  }
  const SourceLines& text_;
  size_t line_, column_;
};

class Lambda {
public:
  Lambda(const SourceLines& text, SourceSpot at) : tokens_(text, at) {}
  bool computes() {
    return take("[") && take("]") && take("(") && names_until(")", false) && take("{") && names_until("}", true);
  }

private:
  bool take(std::string_view wanted) { return tokens_.next() == wanted; }
  // Up to the bracket that closes the one before.
  bool names_until(std::string_view end, bool body) {
    int depth = 0;
    for (auto token = tokens_.next(); token; token = tokens_.next()) {
      if (*token == end && depth == 0) return true;
      if (*token == "(" || *token == "{" || *token == "[") ++depth;
      if (*token == ")" || *token == "}" || *token == "]") --depth;
      if (*token == "::" ? !is_math() : !is_plain(*token, body)) return false;
      before_ = *token;
    }
    return false;
  }
  bool is_math() { // behind "std"
    const auto name = tokens_.next();
    const bool known = before_ == "std" && name && (is_among(kMath, *name) || is_among(kTypes, *name));
    if (known && is_among(kTypes, *name)) declares_ = true;
    return known;
  }
  bool is_plain(std::string_view token, bool body) {
    const bool number = std::isdigit(static_cast<unsigned char>(token[0]));
    if (number) return !token.contains('_'); // a literal of the user's
    if (!is_word(token)) {
      declares_ &= token == "&" || token == "&&" || token == "*";
      return true;
    }
    if (is_among(kTypes, token) || token == "const" || (body && token == "auto")) return declares_ = true;
    if (token == "std") return true; // what follows is looked at
    if (declares_) {
      names_.push_back(token);
      declares_ = false;
      return true;
    }
    return is_among(names_, token) || (body && is_among(kWords, token));
  }
  Tokens tokens_;
  std::string_view before_;
  std::vector<std::string_view> names_;
  bool declares_ = false; // a type stands before
};

// Functions and members that read their arguments and objects, and change nothing.
constexpr std::string_view kReaders[] = {
    "size",        "length",     "empty",     "front",       "back",        "at",         "compare", "begin",
    "end",         "cbegin",     "cend",      "data",        "c_str",       "get",        "tie",     "min",
    "max",         "substr",     "find",      "rfind",       "count",       "contains",   "abs",     "labs",
    "starts_with", "ends_with",  "has_value", "value",       "norm",        "real",       "imag",    "arg",
    "tolower",     "toupper",    "isalpha",   "isdigit",     "isspace",     "isupper",    "islower", "strcmp",
    "strncmp",     "strcasecmp", "memcmp",    "strlen",      "make_pair",   "make_tuple", "isnan",   "isfinite",
    "isinf",       "less",       "greater",   "string_view", "static_cast", "sizeof",     "if",      "return"};
constexpr std::string_view kWriters[] = {"new",
                                         "delete",
                                         "throw",
                                         "static",
                                         "thread_local",
                                         "mutable",
                                         "for",
                                         "while",
                                         "do",
                                         "goto",
                                         "asm",
                                         "operator",
                                         "co_await",
                                         "co_yield",
                                         "co_return",
                                         "const_cast",
                                         "reinterpret_cast",
                                         "dynamic_cast",
                                         "decltype"};
constexpr std::string_view kChanges[] = {
    "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "<<", ">>"};

class ReadingLambda {
public:
  ReadingLambda(const SourceLines& text, SourceSpot at) : tokens_(text, at) {}
  bool reads() { return step() && token_ == "[" && captures() && head() && body(); }

private:
  bool step() {
    before_ = token_;
    const auto next = tokens_.next();
    if (next) token_ = *next;
    return next.has_value();
  }
  bool captures() { // [i = 0] is an object of the lambda's own
    while (step() && token_ != "]")
      if (token_ == "(" || token_ == "{" || (token_ == "=" && before_ != "[")) return false;
    return token_ == "]";
  }
  bool head() { // parameters, and what stands before the body
    while (step() && token_ != "{")
      if (token_ == "mutable" || token_ == "=" || token_ == "[" || token_ == "}") return false;
    return token_ == "{";
  }
  bool body() {
    int depth = 1;
    bool begins = true; // a statement
    while (step()) {
      if (token_ == "{") ++depth;
      if (token_ == "}" && --depth == 0) return true;
      if (begins) declares_ = token_ == "auto" || token_ == "const" || is_among(kTypes, token_);
      begins = token_ == ";" || token_ == "{" || token_ == "}";
      if (!changes_nothing()) return false;
    }
    return false;
  }
  bool changes_nothing() {
    if (token_ == "=") return std::exchange(declares_, false);
    if (token_ == "(") return calls_reader();
    const bool subscripted = (is_word(before_) && !is_among(kWords, before_)) || before_ == ")" || before_ == "]";
    if (token_ == "[") return subscripted; // else a lambda
    if (token_ == "<" && is_word(before_)) template_ = before_;
    return !is_among(kChanges, token_) && !is_among(kWriters, token_);
  }
  bool calls_reader() {
    const std::string_view callee = before_ == ">" ? std::exchange(template_, "") : before_;
    if (before_ == ")" || before_ == "]" || callee.empty()) return false;
    return !is_word(callee) || is_among(kReaders, callee) || is_among(kMath, callee) || is_among(kTypes, callee);
  }
  Tokens tokens_;
  std::string_view token_ = "(", before_ = "(", template_;
  bool declares_ = false; // the statement declares a variable, and has not set it yet
};

} // namespace

bool only_computes(const SourceLines& text, SourceSpot lambda) {
  return lambda.line != 0 && lambda.column != 0 && Lambda(text, lambda).computes();
}

bool only_reads(const SourceLines& text, SourceSpot lambda) {
  return lambda.line != 0 && lambda.column != 0 && ReadingLambda(text, lambda).reads();
}

} // namespace unply
