// Access mode (`unply record --accesses`): accesses, and what happens to memory, are appended to a stream instead.
#pragma once
#include "runtime/runtime.h"

namespace unply::runtime {

// `count` accesses, `stride` apart.
void stream_access(uint64_t address, uint64_t bytes, int64_t stride, uint64_t count, UnplySite* site, bool write);
void stream_forget(uint64_t address, uint64_t bytes);
void stream_move(uint64_t from, uint64_t to, uint64_t bytes);
void stream_copy(uint64_t from, uint64_t to, uint64_t bytes);
void hand_over_stream();
bool map_stream();

} // namespace unply::runtime
