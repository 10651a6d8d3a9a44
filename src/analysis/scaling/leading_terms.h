// How the parallelism of a region grows with its sizes: tasks / levels, from the terms of both that no other term
// outgrows.
#pragma once
#include "analysis/scaling/scaling.h"
#include "model/forms/size_estimate.h"
#include "model/forms/size_function.h"

namespace unply {

Scaling scaling_of(const SizeFunction& tasks, const SizeFunction& levels, std::span<const std::string> names);
Scaling scaling_of(const PowerModel& ratio, std::span<const std::string> names);

// Without the terms that another one outgrows, whichever way the sizes grow.
SizeFunction leading_terms(const SizeFunction& function, size_t parameters);
std::string ratio_text(const SizeFunction& above, const SizeFunction& below, std::span<const std::string> names);

} // namespace unply
