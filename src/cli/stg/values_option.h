// --at P=4,n=100 of the verbs of `unply stg`, the words behind `--`, and places of a program for people.
#pragma once
#include "base/result.h"
#include "stg/run/rank_machine.h"

namespace unply {

// ranks is 0 where P is not given. Errors: a word without "=", a value that is no number, P below 1.
Result<stg::Bindings> parse_values(const std::vector<std::string>& words);
// Cuts argv at "--"; what follows it is returned and no longer counted in argc.
std::vector<std::string> take_arguments(int& argc, char** argv);
// Names that --at gives and the program never asks for are likely misspelt: an error with the nearest one. To be called
// when the program has run.
Result<void> check_values_used(const stg::Program& program, const stg::Bindings& bindings,
                               const std::map<std::string, uint64_t>& asked); // as World::asked gives it

std::string quoted_line(const stg::Program& program,
                        const stg::Place& place); // without white space around; may be empty

} // namespace unply
