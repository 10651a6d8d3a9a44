// The places of accesses that a function's own calls and its end have in the source: `return` and the brace that closes
// it, and calls of the function by name. Results pass through memory there.
#pragma once
#include "analysis/recursion/recursion.h"
#include <filesystem>

namespace unply {

// Without the source text every place is SiteRole::other. The trace must outlive the result.
SiteRoles site_roles(const Trace& trace, const std::filesystem::path& trace_path);

// "merge_sort" of "ns::merge_sort<int>(int*)".
std::string bare_name(std::string_view function);

} // namespace unply
