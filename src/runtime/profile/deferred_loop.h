// An innermost loop is *deferred*: its accesses wait until it ends. If by then no iteration has touched what another
// one has written, the loop carries nothing, and for the loops around it all of it can be one moment: the bytes that a
// site finds in one state get one state, and the accesses of one site are gone through together. That takes 6 ns for
// each, where a time for each iteration, and so a state for each element, takes 20. Else, and where anything else
// happens in between (a loop inside, a call that the runtime has to look at), the loop is gone through as any other.
//
// How far dependences on such a moment reach in this loop, as one inside another, is not known (inner_distance()).
#pragma once
#include "runtime/runtime.h"

namespace unply::runtime {

extern UnplyLoop* deferred_loop; // the innermost active one; null: none is deferred
extern bool queues_loads;        // also those that no active loop could have written: they may be affine

void defer_loop(UnplyLoop* loop); // which has just begun
// Precondition of these: one is deferred.
void defer_iteration();   // of it begins
void end_deferred_loop(); // it has ended, in its usual way

} // namespace unply::runtime
