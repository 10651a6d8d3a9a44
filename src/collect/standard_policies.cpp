#include "collect/standard_policies.h"
#include "collect/install_paths.h"
#include "collect/scratch_folder.h"
#include "collect/subprocess.h"
#include <fstream>

namespace unply {

static constexpr const char* kProgram = R"(
#if !__has_include(<tbb/tbb.h>)
#error
#endif
extern "C" int TBB_runtime_interface_version();
int main() { return TBB_runtime_interface_version() == 0; }
)";

std::string why_no_policies() {
  const std::filesystem::path compiler = find_program("clang++-22");
  if (compiler.empty()) return "clang++-22 is not here";
  const ScratchFolder scratch("policies");
  const std::filesystem::path source = scratch.path() / "tbb.cpp";
  std::ofstream(source) << kProgram;
  const FinishedProcess built =
      run_program({compiler.string(), source.string(), "-ltbb", "-o", (scratch.path() / "tbb").string()});
  return built.ok() ? ""
                    : "libstdc++ needs oneTBB for policies, which clang++-22 does not find: apt-get install libtbb-dev";
}

} // namespace unply
