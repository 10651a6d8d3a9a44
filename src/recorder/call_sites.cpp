#include "recorder/call_sites.h"
#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <unwind.h>

// glibc >= 2.35: takes no lock, so it cannot deadlock with locks of the program.
extern "C" int _dl_find_object(void*, dl_find_object*) __attribute__((weak));

namespace unply::recorder {

uint64_t site_cache[1 << kSiteCacheBits];

namespace {

constexpr int kMostFrames = 8;
// Name prefixes of libraries whose calls are attributed to their caller in the program.
constexpr const char* kHelpers[] = {"libstdc++.",    "libc++.",    "libmpi_mpifh",
                                    "libmpi_usempi", "libmpi_cxx", "libgfortran."};

// The runtimes that call functions of the program.
constexpr const char* kCallers[] = {"libc.so", "libunply_recorder.", "libomp", "libiomp5", "libgomp", "libtbb"};

template <size_t N> bool begins_with_one_of(const char* const (&names)[N], const char* path) {
  const char* slash = strrchr(path, '/');
  const char* file = slash ? slash + 1 : path;
  for (const char* name : names)
    if (strncmp(file, name, strlen(name)) == 0) return true;
  return false;
}

// Tells whether the library itself made the call that returns here. Otherwise the library called user code through a
// pointer, and this code made a tail call of the interposed function: the call belongs to the user.
bool is_own_call(const void* code, const dl_find_object& object) {
#if defined __x86_64__
  auto* end = (const uint8_t*)code;
  if (end < (const uint8_t*)object.dlfo_map_start + 6) return true;
  int32_t distance;
  memcpy(&distance, end - 4, sizeof distance);
  const uint8_t* target = end + distance;
  bool direct = end[-5] == 0xe8 && target >= object.dlfo_map_start && target < object.dlfo_map_end;
  bool imported = end[-6] == 0xff && end[-5] == 0x15; // through the table of imported functions
  return direct || imported;
#else
  return true;
#endif
}

struct Distance {
  const void* from; // return address whose frame is looked for
  uintptr_t frame;  // its stack pointer, 0 until found
  uintptr_t bytes;  // to that of the frame around it
};

_Unwind_Reason_Code visit_frame(_Unwind_Context* context, void* argument) {
  auto& distance = *(Distance*)argument;
  uintptr_t address = _Unwind_GetIP(context), frame = _Unwind_GetCFA(context);
  if (distance.frame) {
    bool plausible = frame > distance.frame && *(uintptr_t*)(frame - sizeof(void*)) == address;
    distance.bytes = plausible ? frame - distance.frame : 0;
    return _URC_NORMAL_STOP;
  }
  if (address == (uintptr_t)distance.from) distance.frame = frame;
  return _URC_NO_REASON;
}

uint64_t make_entry(const void* address, CallerKind kind, uintptr_t bytes) {
  return (uint64_t)address | (uint64_t)kind << 48 | (bytes < (8 << 14) ? bytes / 8 : 0) << 50;
}

} // namespace

// By the name of the file: loaded objects are recorded later.
CallerKind kind_of_caller(const void* address) {
  dl_find_object object;
  if (!_dl_find_object || _dl_find_object(const_cast<void*>(address), &object) != 0)
    return is_runtime_code(address) ? CallerKind::runtime : CallerKind::user;
  const char* path = object.dlfo_link_map->l_name; // empty for the program itself
  if (!path) return CallerKind::user;
  bool helper = begins_with_one_of(kHelpers, path);
  if (!helper && !is_runtime_file(path)) return CallerKind::user;
  bool calls_back = helper || begins_with_one_of(kCallers, path);
  if (calls_back && !is_own_call(address, object)) return CallerKind::user;
  return helper ? CallerKind::helper : CallerKind::runtime;
}

namespace {

bool is_in_libc(const void* address) {
  dl_find_object object;
  if (!_dl_find_object || _dl_find_object(const_cast<void*>(address), &object) != 0) return false;
  const char* path = object.dlfo_link_map->l_name;
  return path && strstr(path, "/libc.so");
}

// `inner`: another library function is between this call and the one examined. Then a frame of libc is in between as
// well (pthread_once() of std::call_once) and is not the caller of user code.
uint64_t learn(const void* address, bool outer, bool inner) {
  Quiet quiet;
  CallerKind kind = outer || (inner && is_in_libc(address)) ? CallerKind::helper : kind_of_caller(address);
  Distance distance = {address, 0, 0};
  if (kind == CallerKind::helper) _Unwind_Backtrace(visit_frame, &distance);
  return make_entry(address, kind, distance.bytes);
}

const void* walk(const void* address, const void* frame, bool outer) {
  constexpr uint64_t kInner = uint64_t(1) << 47; // addresses of user space are below
  for (int depth = 0; depth < kMostFrames; ++depth) {
    uint64_t key = (uint64_t)address | (depth ? kInner : 0);
    uint64_t& slot = site_entry((const void*)key);
    uint64_t entry = __atomic_load_n(&slot, __ATOMIC_RELAXED);
    if ((entry & kAddressMask) != key) {
      entry = learn(address, outer && depth == 0, depth != 0) | key;
      __atomic_store_n(&slot, entry, __ATOMIC_RELAXED);
    }
    auto kind = (CallerKind)(entry >> 48 & 3);
    if (kind == CallerKind::runtime) return nullptr;
    uintptr_t bytes = (entry >> 50) * 8;
    if (kind != CallerKind::helper || !bytes) return address;
    frame = (const char*)frame + bytes;
    address = ((const void* const*)frame)[-1];
  }
  return address;
}

_Unwind_Reason_Code visit_code(_Unwind_Context* context, void* found) {
  auto code = (const void*)_Unwind_GetIP(context);
  if (!code || is_runtime_code(code)) return _URC_NO_REASON;
  *(const void**)found = code;
  return _URC_NORMAL_STOP;
}

} // namespace

const void* unwind_to_user() {
  Quiet quiet;
  const void* found = nullptr;
  _Unwind_Backtrace(visit_code, &found);
  return found;
}

const void* find_user_site(const void* return_address, const void* frame) { return walk(return_address, frame, false); }
const void* first_user_site(const void* return_address, const void* frame) {
  if (!recording()) return nullptr;
  const void* site = user_site(return_address, frame);
  if (site && thread_log.state == LogState::closed) next_record();
  return site;
}
const void* find_outer_site(const void* return_address, const void* frame) { return walk(return_address, frame, true); }

} // namespace unply::recorder
