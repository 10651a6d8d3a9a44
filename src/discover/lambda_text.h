// What the text of a lambda tells: whether it only computes, or reads and leaves nothing behind.
#pragma once
#include "discover/facts.h"
#include "discover/unified_diff.h"

namespace unply {

// Its parameters and variables are of built-in types, it captures nothing, names nothing else, and calls nothing but
// functions of <cmath>: it can take no lock, allocate nothing and throw nothing. False where the text is not
// understood.
bool only_computes(const SourceLines& text, SourceSpot lambda);

// It changes no variable but new ones of its own, keeps no state, and calls nothing but functions that are known to
// read: whatever else it may do is in operators of classes. False where the text is not understood.
bool only_reads(const SourceLines& text, SourceSpot lambda);

} // namespace unply
