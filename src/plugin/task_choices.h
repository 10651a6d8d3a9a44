// The selections of --tasks, as passed by the driver: the function or file of each, and those found in this module.
#ifndef UNPLY_PLUGIN_TASK_CHOICES_H
#define UNPLY_PLUGIN_TASK_CHOICES_H

#include "llvm/IR/Module.h"

#include <string>
#include <vector>

namespace unply {

struct TaskChoice {
  std::string text;  // as given
  std::string name;  // of a function or a file
  unsigned line = 0; // 0: a function
  bool found = false;
  bool is_loop() const { return line > 0; }
};

/// The selections in UNPLY_TASKS, separated by newlines or ';'. Malformed ones are ignored: the driver has checked
/// them.
std::vector<TaskChoice> read_task_choices();

/// One trace for all executions of the chosen loops: UNPLY_POOL, which the driver sets for --pool.
bool executions_are_pooled();

/// 'heat.cpp' means .../heat.cpp and not .../wheat.cpp.
bool same_file(llvm::StringRef path, llvm::StringRef suffix);

/// `update_row` is a function of this name in any scope, with any parameters and any template arguments; `Grid::update`
/// is also `ns::Grid<int>::update`. With its parameters or its arguments, as in `update(int)`, it is that one.
bool is_named(const llvm::Function& function, llvm::StringRef name);

/// Keeps with the module which choices were found; those that an earlier call has found stay so. take_task_choices: one
/// line for each choice there is, '1' if it was found here and '0' if not, and its text.
void keep_found_choices(llvm::Module& module, const std::vector<TaskChoice>& choices);
std::string take_task_choices(llvm::Module& module);

} // namespace unply

#endif
