// A folder of one's own below the temporary directory that goes with everything in it, unless it is to be kept.
#pragma once
#include <cstdlib>
#include <filesystem>
#include <string>

namespace unply {

class ScratchFolder {
public:
  explicit ScratchFolder(const char* purpose) { // the folder is called unply-PURPOSE-XXXXXX
    std::error_code failed;
    std::filesystem::path temporary = std::filesystem::temp_directory_path(failed);
    std::string pattern = (temporary / (std::string("unply-") + purpose + "-XXXXXX")).string();
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
