// What the loop profile finds, in memory shared with `unply record`: rows of loops, dependences and unseen calls. It is
// complete at any moment, so a program that is killed loses nothing but the iterations of the loops that it was in.
#pragma once
#include "runtime/runtime.h"

namespace unply::runtime {

bool map_loop_tables();
// Null: there are more loops than rows.
RingLoop* loop_row(uint32_t id);

// The row of a dependence, made at its first sight; null when there is no more room.
RingLoopDependence* dependence_row(uint32_t loop, bool carried, RingEdgeKind kind, uint32_t from, uint32_t to);

// Of a dependence between two parts of one execution of a function.
RingLoopDependence* part_dependence_row(uint32_t function, RingEdgeKind kind, uint32_t from, uint32_t to,
                                        uint32_t part_from, uint32_t part_to);
void add_part_work(uint32_t function, uint32_t kind, uint32_t number, uint64_t work);

// Of calls of unseen code; slot: of its RingUnseen. Null when there is no more room.
RingLoopCall* loop_call_row(uint32_t loop, uint32_t slot);

} // namespace unply::runtime
