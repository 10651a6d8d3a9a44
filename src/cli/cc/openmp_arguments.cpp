#include "cli/cc/openmp_arguments.h"
#include "collect/subprocess.h"

namespace unply {
namespace fs = std::filesystem;
using Words = std::vector<std::string>;

Words openmp_arguments(const InstallPaths& paths) {
  std::error_code ignored;
  if (!fs::exists(paths.openmp() / "omp.h", ignored)) return {};
  return {"--start-no-unused-arguments", "-idirafter", paths.openmp(), "--end-no-unused-arguments"};
}

Words openmp_link_arguments(const InstallPaths& paths, Words compiler) {
  std::error_code ignored;
  compiler.push_back("-print-file-name=libomp.so"); // the name alone where it finds none
  const std::string found = run_program(compiler).output;
  if (found.starts_with("/") || !fs::exists(paths.openmp() / "libomp.so", ignored)) return {};
  return {"-L" + paths.openmp().string(), "-Wl,-rpath," + paths.openmp().string()};
}

} // namespace unply
