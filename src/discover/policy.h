// Which execution policy of the standard library fits an algorithm, whose loop is in the library.
#pragma once
#include "discover/verdict.h"

namespace unply {

// "std::execution::par_unseq" only where the lambda computes and does nothing else, since it must take no lock and
// allocate nothing: a profile does not tell of locks, as they are known functions that write nothing.
std::string policy_of(const SourceLoops& loops, uint32_t loop);
// Why no policy can be written, "" if one can.
std::string why_no_policy(const SourceLoop& loop, const LoopVerdict& verdict);

} // namespace unply
