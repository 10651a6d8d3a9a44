// The table of verbs: main.cpp fills it, help and completion print it.
#pragma once
#include "base/result.h"
#include <cstdint>
#include <span>
#include <string>

namespace unply {

// The question that a verb answers, in the order in which a user asks them.
enum class VerbGroup : uint8_t { build, parallelism, gain, delivery, tools };

struct Verb {
  const char* name;
  const char* purpose;
  int (*run)(int argc, char** argv); // argv[0] is the verb
  VerbGroup group;
};

std::span<const Verb> verbs();
Error unknown_verb(const std::string& word); // with the nearest one as a hint
int cmd_help(int argc, char** argv);
int cmd_completion(int argc, char** argv);

} // namespace unply
