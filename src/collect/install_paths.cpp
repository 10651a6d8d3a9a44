#include "collect/install_paths.h"
#include <cstdlib>
#include <sstream>
#include <unistd.h>

namespace unply {
namespace fs = std::filesystem;

static constexpr const char* kLlvmFolder = "/usr/lib/llvm-22/bin";

static bool is_program(const fs::path& file) {
  std::error_code ignored;
  return fs::is_regular_file(file, ignored) && access(file.c_str(), X_OK) == 0;
}

fs::path InstallPaths::pragma_plugin() const {
  std::error_code ignored;
  fs::path own = library_dir / "unply_pragma.so";
  return fs::exists(own, ignored) ? own : plugin();
}

InstallPaths install_paths() {
  std::error_code failed;
  InstallPaths paths;
  paths.executable = fs::read_symlink("/proc/self/exe", failed);
  fs::path root = paths.executable.parent_path().parent_path();
  paths.library_dir = root / "lib" / "unply";
  paths.include_dir = root / "include";
  return paths;
}

fs::path find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return is_program(name) ? fs::path(name) : fs::path();
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (fs::path file = fs::path(folder.empty() ? "." : folder) / name; is_program(file)) return file;
  // clang++-22 is called clang++ in LLVM's own folder.
  std::string plain = name.ends_with("-22") ? name.substr(0, name.size() - 3) : name;
  if (fs::path file = fs::path(kLlvmFolder) / plain; is_program(file)) return file;
  return {};
}

} // namespace unply
