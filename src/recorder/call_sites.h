// Finds the place in user code from which a call comes. A call from libstdc++ (std::condition_variable::wait) or from
// Open MPI's Fortran library is attributed to user code one or two frames further out; a call from a parallel runtime
// is not recorded. Each return address has a fixed distance to the return address of the calling function if that
// function has a frame of fixed size, as in the libraries concerned. Unwinding is therefore done once for each.
#pragma once
#include "recorder/recorder.h"

namespace unply::recorder {

enum class CallerKind : uint64_t { unknown, user, runtime, helper };

inline constexpr unsigned kSiteCacheBits = 12;
// Return address in the low 48 bits, CallerKind in 2 bits, distance / 8 in 14 bits.
extern uint64_t site_cache[1 << kSiteCacheBits];

UNPLY_INLINE uint64_t& site_entry(const void* address) {
  return site_cache[(uint64_t)address * 0x9e3779b97f4a7c15u >> (64 - kSiteCacheBits)];
}
CallerKind kind_of_caller(const void* return_address); // not remembered
const void* find_user_site(const void* return_address, const void* frame);
// The same for calls through one library function of unknown name, such as the procedures of unply.f90.
const void* find_outer_site(const void* return_address, const void* frame);

// frame: the caller's stack pointer after the call. Null: a runtime made the call.
UNPLY_INLINE const void* user_site(const void* return_address, const void* frame) {
  uint64_t entry = __atomic_load_n(&site_entry(return_address), __ATOMIC_RELAXED);
  if (UNPLY_LIKELY(entry == ((uint64_t)return_address | (uint64_t)CallerKind::user << 48))) return return_address;
  return find_user_site(return_address, frame);
}

// The innermost call from user code on this thread's stack, null if there is none: unwinds, which takes microseconds.
const void* unwind_to_user();

// As user_site where the thread's log is not open: opens it, before the clock of the event is read.
const void* first_user_site(const void* return_address, const void* frame);

// For an interposed function: the call in user code that it serves, null if it must not be recorded.
#define UNPLY_USER_SITE()                                                                                              \
  (UNPLY_LIKELY(thread_log.next != nullptr) ? user_site(__builtin_return_address(0), __builtin_dwarf_cfa())            \
                                            : first_user_site(__builtin_return_address(0), __builtin_dwarf_cfa()))

} // namespace unply::recorder
