// Builds the program in the copy, natively: serial, with the change under OpenMP, and with ThreadSanitizer.
#pragma once
#include "verify/build_commands.h"
#include "verify/scratch_copy.h"
#include <functional>

namespace unply {

// What one build adds to the commands, by their verb.
struct AddedArguments {
  std::vector<std::string> compile, link;
};
// changed: the command compiles the changed file. Others keep directives of their own switched off.
using AddedByVerb = std::function<AddedArguments(const std::string& verb, bool changed)>;
using CompilerOfVerb = std::function<std::string(const std::string& verb)>; // a path

struct BuildResult {
  bool ok = true;
  std::string output; // of the command that failed
  size_t compiled = 0;
};

class Rebuild {
public:
  Rebuild(const ScratchCopy& copy, std::vector<BuildCommand> commands, CompilerOfVerb compiler)
      : copy_(copy), commands_(std::move(commands)), compiler_(std::move(compiler)) {}

  // changed: absolute path in the user's folder, a source or a header; "": none. all: also the commands that do not
  // compile it. A header may be part of any.
  BuildResult run(const std::string& changed, bool all, const AddedByVerb& added) const;

private:
  std::vector<std::string> words_of(const BuildCommand& command, const AddedArguments& added) const;
  std::vector<std::string> objects_not_named() const; // of archives: the linker takes ours first
  const ScratchCopy& copy_;
  std::vector<BuildCommand> commands_;
  CompilerOfVerb compiler_;
};

} // namespace unply
