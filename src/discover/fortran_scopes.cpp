#include "discover/fortran_scopes.h"
#include <algorithm>

namespace unply {

namespace {

using Kind = FortranScope::Kind;

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

// Behind "real(8)", "character*10", "double precision", "type(t)"; nothing if the text does not begin so.
std::optional<std::string_view> behind_type(std::string_view text) {
  const std::string_view word = first_word(text);
  std::string_view rest = behind_word(text);
  if (is_one_of(word, {"type", "class"})) {
    if (!rest.starts_with('(')) return std::nullopt;
    return behind_parentheses(rest);
  }
  if (word == "double" && is_one_of(first_word(rest), {"precision", "complex"})) return behind_word(rest);
  if (!is_one_of(word, {"integer", "real", "complex", "logical", "character", "doubleprecision"})) return std::nullopt;
  if (rest.starts_with('*')) {
    rest = trim_left(rest.substr(1));
    if (!rest.starts_with('(')) return behind_word(rest);
  }
  return rest.starts_with('(') ? behind_parentheses(rest) : rest;
}

bool is_name(std::string_view text) { return !text.empty() && first_word(text).size() == text.size(); }

// The module's names are constants, types and procedures.
bool is_intrinsic(std::string_view module) {
  return is_one_of(
      module, {"iso_fortran_env", "iso_c_binding", "ieee_arithmetic", "ieee_exceptions", "ieee_features", "omp_lib"});
}

class Reader {
public:
  std::vector<FortranScope> scopes{1};
  size_t here = 0;

  // False: it was not understood.
  bool read(std::string_view text) {
    text = without_name(text);
    const std::string_view word = first_word(text), rest = behind_word(text);
    if (rest.starts_with('=') || word.empty()) return true; // a variable of that name
    if (word.starts_with("end")) return read_end(text);
    if (begin_procedure(text) || begin_other(text, word, rest)) return true;
    return declare(text, word, rest);
  }

private:
  void open(Kind kind, std::string_view name = "") {
    scopes.push_back(
        {.kind = kind, .name = std::string(name), .parent = here, .names = {}, .uses = {}, .implicit_none = {}});
    here = scopes.size() - 1;
  }

  static void add(FortranScope& scope, std::string_view name, FortranName what) {
    FortranName& known = scope.names[std::string(name)];
    known = std::max(known, what);
  }

  // Where an interface stands: it has no names of its own.
  FortranScope& around() {
    size_t scope = here;
    while (scopes[scope].kind == Kind::interface) scope = scopes[scope].parent;
    return scopes[scope];
  }

  bool read_end(std::string_view text) {
    std::string_view rest = trim_left(text.substr(3));
    std::string_view what = first_word(rest);
    rest = behind_word(rest);
    if (what == "block" && rest == "data") what = "blockdata", rest = "";
    if (!rest.empty() && !is_name(rest) && !rest.starts_with("operator") && !rest.starts_with("assignment"))
      return true; // an element of an array: end(1) = 2
    const Kind kind = scopes[here].kind;
    const bool unit = kind == Kind::unit || kind == Kind::module;
    if (is_one_of(what, {"", "program", "module", "submodule", "subroutine", "function", "procedure", "blockdata"}))
      return unit && close();
    if (what == "interface") return kind == Kind::interface && close();
    if (what == "type") return kind == Kind::type && close();
    if (what == "block") return kind == Kind::block && close();
    return true;
  }

  bool close() {
    here = scopes[here].parent;
    return true;
  }

  // "pure integer function f(x) result(r)", "subroutine s", "module procedure s" of a submodule.
  bool begin_procedure(std::string_view text) {
    std::optional<std::string_view> type;
    while (true) {
      if (auto rest = behind_type(text)) {
        type = text;
        text = *rest;
      } else if (is_one_of(first_word(text), {"recursive", "non_recursive", "pure", "impure", "elemental", "module"})) {
        text = behind_word(text);
      } else {
        break;
      }
    }
    const std::string_view what = first_word(text), rest = behind_word(text), name = first_word(rest);
    const bool function = what == "function";
    if ((!function && !is_one_of(what, {"subroutine", "procedure"})) || name.empty()) return false;
    if (what == "procedure" && scopes[here].kind != Kind::module) return false;
    add(around(), name, FortranName::procedure);
    open(Kind::unit, name);
    if (what == "procedure") scopes[here].unclear = true; // its arguments are declared elsewhere
    if (!function) return true;
    const std::string_view clauses = behind_parentheses(behind_word(rest));
    const size_t result = clauses.find("result");
    const std::string_view variable =
        result == clauses.npos
            ? name
            : first_word(trim_left(clauses.substr(std::min(clauses.find('(', result) + 1, clauses.size()))));
    add(scopes[here], variable, type ? FortranName::scalar : FortranName::none);
    return true;
  }

  bool begin_other(std::string_view text, std::string_view word, std::string_view rest) {
    const std::string_view name = first_word(rest);
    if (word == "module" && is_name(rest)) {
      open(Kind::module, rest);
    } else if (word == "submodule" && rest.starts_with('(')) {
      open(Kind::module, first_word(behind_parentheses(rest)));
      scopes[here].unclear = true; // what its module declares
    } else if ((word == "program" && is_name(rest)) || (word == "block" && name == "data")) {
      open(Kind::unit, rest);
    } else if (text == "block") {
      open(Kind::block);
    } else if (text == "abstract interface" || (word == "interface" && (rest.empty() || !name.empty()))) {
      if (is_name(rest) && word == "interface") add(around(), rest, FortranName::procedure);
      open(Kind::interface);
    } else if (word == "type" && (rest.starts_with(',') || rest.starts_with("::") || is_name(rest))) {
      open(Kind::type);
    } else {
      return false;
    }
    return true;
  }

  bool declare(std::string_view text, std::string_view word, std::string_view rest) {
    FortranScope& scope = scopes[here];
    if (auto list = behind_type(text)) {
      if (!list->starts_with('=') && !list->starts_with('%')) declare_list(*list, FortranName::scalar);
    } else if (word == "procedure" && rest.starts_with('(')) {
      const bool pointer = text.substr(0, text.find("::")).contains("pointer");
      declare_list(behind_parentheses(rest), pointer ? FortranName::unsettled : FortranName::procedure);
    } else if (is_one_of(word, {"external", "intrinsic"})) {
      declare_list(rest, FortranName::procedure);
    } else if (word == "enumerator") {
      declare_list(rest, FortranName::constant);
    } else if (word == "parameter" && rest.starts_with('(')) {
      declare_list(rest.substr(1, rest.size() - 2), FortranName::constant);
    } else if (is_one_of(word, {"namelist", "entry"}) || (word == "pointer" && rest.starts_with('('))) {
      scope.unclear = true; // more names for a variable; the last is Cray's
    } else if (word == "implicit") {
      const std::string_view what = behind_word(rest);
      scope.implicit_none = first_word(rest) == "none" && (what.empty() || what.contains("type"));
    } else if (word == "use") {
      use(rest);
    } else if (word == "private") {
      scope.hides = true;
    }
    return true;
  }

  // ", allocatable :: a(:), n = 3" or "a, b(2)".
  void declare_list(std::string_view text, FortranName what) {
    FortranScope& scope = around();
    const size_t colons = text.find("::");
    if (colons == text.npos && text.contains('/')) scope.unclear = true; // values of the old form
    if (colons != text.npos) {
      for (const std::string_view attribute : split_list(text.substr(0, colons))) {
        const std::string_view word = first_word(attribute);
        if (word == "parameter") what = FortranName::constant;
        if (is_one_of(word, {"external", "intrinsic"})) what = FortranName::procedure;
        if (word == "dimension" && what == FortranName::scalar) what = FortranName::array;
        if (word == "private") scope.hides = true;
      }
      text.remove_prefix(colons + 2);
    }
    for (const std::string_view entity : split_list(text)) {
      const bool array = what == FortranName::scalar && behind_word(entity).starts_with('(');
      if (!first_word(entity).empty()) add(scope, first_word(entity), array ? FortranName::array : what);
    }
  }

  // "m", ", intrinsic :: m", "m, only: a, b => c".
  void use(std::string_view text) {
    const size_t colons = text.find("::");
    FortranUse& used = scopes[here].uses.emplace_back();
    if (colons != text.npos) {
      used.intrinsic = text.substr(0, colons).contains("intrinsic");
      text = trim_left(text.substr(colons + 2));
    }
    used.module = first_word(text);
    used.intrinsic |= is_intrinsic(used.module);
    text = behind_word(text);
    if (text.starts_with(',')) text = trim_left(text.substr(1));
    if (first_word(text) == "only" && behind_word(text).starts_with(':')) {
      used.only = true;
      text = behind_word(text).substr(1);
    }
    for (const std::string_view item : split_list(text)) {
      const std::string_view name = first_word(item), other = behind_word(item);
      if (!name.empty())
        used.names[std::string(name)] = other.starts_with("=>") ? first_word(trim_left(other.substr(2))) : name;
    }
  }
};

} // namespace

std::optional<FortranScopes> FortranScopes::at(const std::vector<FortranStatement>& statements, size_t line) {
  Reader reader;
  FortranScopes scopes;
  bool reached = false;
  for (const FortranStatement& statement : statements) {
    if (!reached && statement.line >= line) {
      scopes.here_ = reader.here;
      reached = true;
    }
    if (!reader.read(statement.text)) return std::nullopt;
  }
  if (reader.here != 0 || !reached) return std::nullopt; // an end is missing
  scopes.scopes_ = std::move(reader.scopes);
  return scopes;
}

bool FortranScopes::is_complete() const {
  std::optional<bool> none;
  for (size_t scope = here_; scope != 0; scope = scopes_[scope].parent) {
    if (scopes_[scope].unclear) return false;
    if (!none) none = scopes_[scope].implicit_none;
  }
  return none == true;
}

FortranName FortranScopes::find(const std::string& name) const {
  for (size_t scope = here_; scope != 0; scope = scopes_[scope].parent) {
    if (auto own = scopes_[scope].names.find(name); own != scopes_[scope].names.end()) return own->second;
    if (const FortranName used = find_used(scope, name); used != FortranName::none) return used;
  }
  return FortranName::none;
}

FortranName FortranScopes::find_used(size_t scope, const std::string& name) const {
  for (const FortranUse& use : scopes_[scope].uses) {
    if (use.intrinsic) continue;
    const auto named = use.names.find(name);
    const bool is_named = named != use.names.end();
    if (use.only && !is_named) continue;
    auto is_it = [&](const FortranScope& other) { return other.kind == Kind::module && other.name == use.module; };
    const size_t module = static_cast<size_t>(std::ranges::find_if(scopes_, is_it) - scopes_.begin());
    if (module >= scope) return FortranName::unsettled; // of another file
    // A renamed one may be seen by its own name through another module.
    for (const auto& [here, there] : use.names)
      if (!is_named && there == name) return FortranName::unsettled;
    if (const FortranName found = find_exported(module, is_named ? named->second : name); found != FortranName::none)
      return found;
  }
  return FortranName::none;
}

FortranName FortranScopes::find_exported(size_t module, const std::string& name) const {
  const FortranScope& scope = scopes_[module];
  if (scope.unclear) return FortranName::unsettled;
  const auto own = scope.names.find(name);
  const FortranName found = own != scope.names.end() ? own->second : find_used(module, name);
  return found != FortranName::none && scope.hides ? FortranName::unsettled : found;
}

} // namespace unply
