// What the names in a Fortran file stand for: its program units and blocks with what they declare, and the modules that
// they use. Only the forms of free source are known, and only modules of the same file and intrinsic ones.
//
// Invariant: a name is said to be a variable, or to be none, only if no other declaration can change that. This needs
// `implicit none`: with it, what nothing declares is no variable.
#pragma once
#include "discover/fortran_statements.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace unply {

// What is declared later in this list wins over what is before it: `real :: f` and `external f`.
enum class FortranName : uint8_t { none, scalar, array, constant, procedure, unsettled };

struct FortranUse {
  std::string module;
  bool only = false, intrinsic = false;
  std::map<std::string, std::string> names; // here, there: of `only`, or renamed
};

struct FortranScope {
  enum class Kind : uint8_t { file, unit, module, interface, type, block } kind = Kind::file;
  std::string name;
  size_t parent = 0; // itself: the file
  std::map<std::string, FortranName> names;
  std::vector<FortranUse> uses;
  std::optional<bool> implicit_none; // nothing: as the scope around it
  bool unclear = false;              // may have names that the text does not show
  bool hides = false;                // a module with names that its users do not see
};

class FortranScopes {
public:
  // line: from 0. Nothing if the file was not understood.
  static std::optional<FortranScopes> at(const std::vector<FortranStatement>& statements, size_t line);
  // Whether each variable at the line is declared.
  bool is_complete() const;
  // In lower case.
  FortranName find(const std::string& name) const;

private:
  FortranName find_used(size_t scope, const std::string& name) const;
  FortranName find_exported(size_t module, const std::string& name) const;
  std::vector<FortranScope> scopes_;
  size_t here_ = 0;
};

} // namespace unply
