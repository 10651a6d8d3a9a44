// Debian's clang-22 comes without omp.h and libomp: where unply was given them for its own use, they come last in the
// compiler's search, so that a compiler with its own takes those.
#pragma once
#include "collect/install_paths.h"
#include <string>
#include <vector>

namespace unply {

std::vector<std::string> openmp_arguments(const InstallPaths& paths);
std::vector<std::string> openmp_link_arguments(const InstallPaths& paths, std::vector<std::string> compiler);

} // namespace unply
