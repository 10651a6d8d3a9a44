// Tells whether a function has hooks, by the mark that the plugin puts before its first instruction
// (UNPLY_INSTRUMENTED).
#pragma once
#include "runtime/runtime.h"
#include <string.h>
#include <sys/mman.h>

namespace unply::runtime {

inline constexpr uint64_t kMarkBytes = 16, kCodePage = 4096;

// The bytes before the code may not be mapped if a page begins there.
UNPLY_INLINE bool may_read_mark(const void* function) { return (uint64_t)function % kCodePage >= kMarkBytes + 8; }

UNPLY_INLINE bool is_marked(const void* function) {
  uint64_t words[2];
  memcpy(words, (const char*)function - kMarkBytes, sizeof words);
  return words[0] == UNPLY_INSTRUMENTED && words[1] == UNPLY_INSTRUMENTED;
}

// -fsanitize=function puts a signature and a hash of the type between the mark and the code.
inline bool has_mark(const void* function) {
  unsigned char resident;
  const uint64_t page = (uint64_t)function & ~(kCodePage - 1);
  if (!may_read_mark(function) && mincore((void*)(page - kCodePage), 1, &resident)) return false;
  constexpr uint32_t kSignature = 0xc105cafe;
  const char* type = (const char*)function - 8;
  return is_marked(function) || (!memcmp(type, &kSignature, sizeof kSignature) && is_marked(type));
}

// Follows a jump that the linker or a trampoline put in front of a function; returns null if its target is not known
// yet, the function itself if there is no jump.
inline const void* behind_jump(const void* function) {
  static constexpr unsigned char kLanding[] = {0xf3, 0x0f, 0x1e, 0xfa}; // endbr64
  auto* code = (const unsigned char*)function;
  if (code[0] == 0x49 && code[1] == 0xbb && code[10] == 0x49 && code[11] == 0xba) { // nested function: r11, r10
    memcpy(&function, code + 2, sizeof function);
    return function;
  }
  if (!memcmp(code, kLanding, sizeof kLanding)) code += sizeof kLanding;
  if (*code == 0xf2) code++;           // bnd
  if (code[0] == 0x68) return nullptr; // push number; jmp resolver
  if (code[0] != 0xff || code[1] != 0x25) return function;
  int32_t distance; // jmp *distance(%rip)
  memcpy(&distance, code + 2, sizeof distance);
  const unsigned char* target;
  memcpy(&target, code + 6 + distance, sizeof target);
  if (!target) return nullptr;
  const unsigned char* first = memcmp(target, kLanding, sizeof kLanding) ? target : target + sizeof kLanding;
  return *first == 0x68 ? nullptr : target;
}

} // namespace unply::runtime
