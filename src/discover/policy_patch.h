// The execution policy of the standard library for an algorithm whose iterations are independent, as a patch: the first
// argument of the call, and the header of policies.
#pragma once
#include "discover/patch.h"

namespace unply {

// As make_patch().
Result<LoopPatch> make_policy_patch(const SourceLoops& loops, uint32_t loop, const SourceLines& text,
                                    const std::string& path);

// The name without std:: of the call in whose arguments the lambda stands; "" where the text is not understood.
std::string called_with(const SourceLines& text, SourceSpot lambda);

} // namespace unply
