// The compiler commands that made a program, as `unply cc` kept them in it (include/unply/command_section.h).
#pragma once
#include "base/result.h"
#include <string>
#include <vector>

namespace unply {

struct BuildCommand {
  std::string directory;              // absolute
  std::string verb;                   // "cc", "c++", "fc"
  std::vector<std::string> arguments; // of the user, files of arguments written out
  bool links = false;                 // it makes the program, perhaps from sources
  auto operator<=>(const BuildCommand&) const = default;
};

// In the order of the program's objects, each once, those that link last. Fails if the program keeps none.
Result<std::vector<BuildCommand>> read_build_commands(const std::string& program);
// The text of the section.
Result<std::vector<BuildCommand>> parse_build_commands(const std::string& text);

std::string absolute_in(const std::string& directory, const std::string& path); // without . and ..
// Absolute paths of the sources that the command compiles, and of the objects and archives that it links.
std::vector<std::string> sources_of(const BuildCommand& command);
std::vector<std::string> linked_inputs(const BuildCommand& command);
// What a command that does not link makes: the value of -o, or the source's name with the ending .o. Empty: several, or
// not known.
std::string object_of(const BuildCommand& command);

} // namespace unply
