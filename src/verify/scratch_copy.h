// A copy of the folder in which a program is built and run. Nothing in the user's folder is changed.
#pragma once
#include "base/result.h"
#include "collect/scratch_folder.h"
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace unply {

// The innermost folder that holds all of these absolute paths.
std::string common_folder(const std::vector<std::string>& paths);

class ScratchCopy {
public:
  // root: absolute. Version control's folders are left out. Fails above most_bytes, or if it cannot be copied.
  static Result<ScratchCopy> make(const std::string& root, uint64_t most_bytes);

  std::string inside(const std::string& path) const;      // of the copy, for an absolute path in or outside the folder
  std::string outside(const std::string& text) const;     // paths of the copy in a text are those of the folder again
  std::string word_inside(const std::string& word) const; // paths in an argument: "-I/home/u/app/include"

  // Files as they are now: name below the folder, with size and time of change.
  using State = std::map<std::string, std::pair<uint64_t, int64_t>>;
  State state() const;
  std::vector<std::string> changed_since(const State& before) const; // new and changed ones; ascend
  // Removes new files, and puts those of the user's folder back that were changed or are gone.
  void restore(const State& before) const;
  const std::string& folder() const { return folder_; }
  void keep() { scratch_->keep(); }

private:
  std::string root_, folder_;
  std::unique_ptr<ScratchFolder> scratch_;
};

} // namespace unply
