// The C++ text of a skeleton, and the source file with the recursive function replaced by it.
#pragma once
#include "skeleton/split_recursion.h"

namespace unply {

// "struct merge_sort_skeleton { ... };"
std::string skeleton_struct(const SkeletonParts& parts);

// The whole file: the struct, the function as it was under the name NAME_original, and the function by the skeleton,
// which UNPLY_SKELETON=original|sequential|openmp chooses between when the program runs. In C the rest of the file
// keeps C's names for the linker.
std::string skeleton_file(const SyntaxNode& function, const FunctionSource& source, const SkeletonParts& parts,
                          bool is_c, const std::string& command);

} // namespace unply
