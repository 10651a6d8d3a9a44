// A private folder below the temporary directory, or below another one, that is deleted with its contents, unless it is
// to be kept.
#pragma once
#include <cstdlib>
#include <filesystem>
#include <string>

namespace unply {

class ScratchFolder {
public:
  // The folder is called unply-PURPOSE-XXXXXX. below: "" is the temporary directory.
  explicit ScratchFolder(const char* purpose, const std::filesystem::path& below = {}) {
    std::error_code failed;
    std::filesystem::path parent = below.empty() ? std::filesystem::temp_directory_path(failed) : below;
    std::string pattern = (parent / (std::string("unply-") + purpose + "-XXXXXX")).string();
    if (!failed && mkdtemp(pattern.data())) path_ = pattern;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty() && !kept_) std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; } // empty if it could not be made
  void keep() { kept_ = true; }

private:
  std::filesystem::path path_;
  bool kept_ = false;
};

} // namespace unply
