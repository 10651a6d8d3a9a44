// The shadow planes hold the history of each byte of the program's memory. The word plane has one 32-bit history id for
// each aligned 4 bytes, at address ^ kWordXor: as much memory as the program accesses. The byte plane has one id for
// each byte, used only if the four bytes of a word differ; the word then holds kSplit. Measured alternatives: {last
// writer, last reader} in 8 bytes per word costs twice the memory and still needs a list of the other readers; one id a
// byte everywhere costs 5x for doubles.
//
// Only the windows of the address space have a shadow in which Linux places non-PIE programs, PIE programs with their
// heap, and mmap, libraries and stacks. mmap may grow down to 0x7e00'0000'0000, which leaves 2 TiB.
#pragma once
#include "runtime/runtime.h"

namespace unply::runtime {

inline constexpr uint64_t kTiB = 1ull << 40;
inline constexpr uint64_t kWordXor = 0x5000'0000'0000;
inline constexpr uint32_t kSplit = 1; // no history has this id: index 0 is never given out
// In the loop profile: the state of this id is that of the two words of one aligned pair alone, or of one of them.
inline constexpr uint32_t kOwned = 1;

struct Window {
  uint64_t begin, end; // addresses of the program
  uint64_t bytes_base; // its part of the byte plane
};
inline constexpr Window kWindows[] = {
    {0x0000'0000'0000, 1 * kTiB, 0x1000'0000'0000},
    {0x5500'0000'0000, 0x5500'0000'0000 + 3 * kTiB, 0x1400'0000'0000},
    {0x7e00'0000'0000, 0x7e00'0000'0000 + 2 * kTiB, 0x2000'0000'0000},
};

UNPLY_INLINE uint32_t* word_shadow(uint64_t address) { return (uint32_t*)((address & ~3ull) ^ kWordXor); }

UNPLY_INLINE uint32_t* byte_shadow(uint64_t address) {
  const Window& w = address >= kWindows[2].begin   ? kWindows[2]
                    : address >= kWindows[1].begin ? kWindows[1]
                                                   : kWindows[0];
  return (uint32_t*)(w.bytes_base + ((address - w.begin) << 2));
}

UNPLY_INLINE bool has_shadow(uint64_t address, uint64_t bytes) {
  for (const Window& w : kWindows)
    if (address >= w.begin && address < w.end) return bytes <= w.end - address;
  return false;
}

bool map_shadow();        // reserves all planes; false when the address space is limited
bool memory_has_shadow(); // all writable mappings lie in the windows

// Ends the history of [address, address + bytes); releases whole pages of large ranges.
void forget(uint64_t address, uint64_t bytes);
// The object at `from` now lives at `to` (realloc, mremap): its history moves along.
void move_history(uint64_t from, uint64_t to, uint64_t bytes);

} // namespace unply::runtime
