// The counts of calls of code that is not seen, by the slot of their names (unseen.cpp, indirect.cpp).
#pragma once
#include <stdint.h>

namespace unply::runtime {

extern uint64_t* unseen_counts; // slot 0 has no name: its count is not reported

// Returns a separate slot for the name, which is recorded; if no slot is left, the last one, shared by all further
// names.
uint32_t new_unseen_slot(const char* name);

} // namespace unply::runtime
