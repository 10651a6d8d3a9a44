// Memory that is released or moved: free, realloc, munmap, mremap and dlclose end or move the history of their bytes,
// so a block that is allocated twice causes no dependence between its two users. All of this happens before the memory
// can get another owner, in whichever thread: see moving.h.
//
// The definitions are weak: a program's own allocator wins. They reach every library of a dynamically linked program,
// libstdc++'s operator delete among them. A static link uses libc's definitions; there the driver wraps free and
// realloc with -Wl,--wrap, which calls __wrap_free and __wrap_realloc.
#include "runtime/moving.h"
#include "runtime/shadow.h"
#include "runtime/transition.h"
#include <errno.h>
#include <link.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define UNPLY_WEAK __attribute__((weak, visibility("default")))

extern "C" {
UNPLY_WEAK void* dlsym(void*, const char*); // weak: absent from static programs
UNPLY_WEAK size_t malloc_usable_size(void*);
UNPLY_WEAK void __real_free(void*);
UNPLY_WEAK void* __real_realloc(void*, size_t);
UNPLY_WEAK void __libc_free(void*);
UNPLY_WEAK void* __libc_realloc(void*, size_t);
extern __attribute__((weak)) char __libc_single_threaded; // of libc since 2.32
UNPLY_WEAK int __dlclose(void*);                          // of static programs, as far as something else asks for it
UNPLY_WEAK int __libc_dlclose(void*);
}

namespace unply::runtime {

namespace {

// In online mode other threads end histories too: their blocks may be reused by the followed thread. In access mode the
// stream belongs to the followed thread.
bool records() {
  return mode == Mode::online || mode == Mode::loops ? !context.busy
                                                     : mode == Mode::accesses && context.followed && !context.busy;
}

uint64_t whole_pages(uint64_t bytes) { return (bytes + 4095) & ~4095ull; }

void end_block(void* p, size_t bytes) {
  if (!records() || !p) return;
  Busy busy;
  if (context.followed)
    forget((uint64_t)p, bytes);
  else
    forget_as_other((uint64_t)p, bytes);
}

void free_block(void* p, void (*real)(void*)) {
  if (p && follows_memory()) {
    int saved = errno;
    end_block(p, malloc_usable_size(p));
    errno = saved;
  }
  real(p);
}

// The old place cannot get another owner before its history has moved if there is no other thread, and that of a
// thread that is not followed does not matter in access mode.
bool moves_afterwards() {
  return mode == Mode::accesses || (&__libc_single_threaded != nullptr && __libc_single_threaded);
}

// call() moves a block, or not, and returns where it lies then; `failed` if it still is where it was, as it was. What
// is left of it behind new_end(its place) ends.
template <class Call, class Bytes>
void* move_block(void* p, uint64_t bytes, void* failed, Call call, Bytes bytes_after) {
  if (!p || !records()) return call();
  const uint64_t from = (uint64_t)p;
  Moving* taken = nullptr;
  const bool afterwards = moves_afterwards();
  if (!afterwards) {
    Busy busy;
    taken = take_history(from, bytes);
  }
  void* q = call();
  if (!afterwards) {
    if (!taken) return q;
    Busy busy;
    put_history(taken, q == failed ? from : (uint64_t)q, q == failed ? bytes : bytes_after(q));
    return q;
  }
  if (q == failed || !records()) return q;
  Busy busy;
  const uint64_t to = (uint64_t)q, after = bytes_after(q);
  if (to != from) move_history(from, to, bytes < after ? bytes : after);
  if (after < bytes) forget(from + after, bytes - after);
  return q;
}

void* resize_block(void* p, size_t bytes, void* (*real)(void*, size_t)) {
  if (!p || !follows_memory()) return real(p, bytes);
  if (!bytes) { // of glibc: free
    free_block(p, [](void*) {});
    return real(p, bytes);
  }
  return move_block(
      p, malloc_usable_size(p), nullptr, [&] { return real(p, bytes); },
      [](void* q) { return (uint64_t)malloc_usable_size(q); });
}

int forget_segments(dl_phdr_info* object, size_t, void* inside) {
  auto each_segment = [&](auto visit) {
    for (int i = 0; i < object->dlpi_phnum; i++)
      if (const ElfW(Phdr) & segment = object->dlpi_phdr[i]; segment.p_type == PT_LOAD)
        visit(object->dlpi_addr + segment.p_vaddr, segment.p_memsz, segment.p_flags);
  };
  bool found = false;
  each_segment([&](uint64_t begin, uint64_t bytes, uint32_t) { found |= (uint64_t)inside - begin < bytes; });
  if (!found) return 0;
  each_segment([&](uint64_t begin, uint64_t bytes, uint32_t flags) {
    if (flags & PF_W) end_block((void*)begin, bytes);
  });
  return 1;
}

// The address ranges of the variables of loaded objects. Objects beyond the first few hundred are not tracked.
struct Variables {
  struct {
    uint64_t begin, bytes;
  } parts[512];
  uint32_t count;
};

template <class Visit> void each_variables(dl_phdr_info* object, Visit visit) {
  for (int i = 0; i < object->dlpi_phnum; i++)
    if (const ElfW(Phdr) & segment = object->dlpi_phdr[i]; segment.p_type == PT_LOAD && segment.p_flags & PF_W)
      visit(object->dlpi_addr + segment.p_vaddr, segment.p_memsz);
}

int collect_variables(dl_phdr_info* object, size_t, void* all) {
  auto& variables = *(Variables*)all;
  each_variables(object, [&](uint64_t begin, uint64_t bytes) {
    if (variables.count < sizeof variables.parts / sizeof *variables.parts)
      variables.parts[variables.count++] = {begin, bytes};
  });
  return 0;
}

int leave_out_variables(dl_phdr_info* object, size_t, void* all) {
  auto& variables = *(Variables*)all;
  each_variables(object, [&](uint64_t begin, uint64_t) {
    for (uint32_t i = 0; i < variables.count; i++)
      if (variables.parts[i].begin == begin) variables.parts[i].bytes = 0;
  });
  return 0;
}

// Of the call of dlclose that this thread is in: the handles (addresses in the object) that were finalized. Beyond the
// first few dozen they are forgotten when they are gone.
struct Closing {
  uint32_t depth, count;
  const void* finalized[32];
};
thread_local Closing closing __attribute__((tls_model("initial-exec")));

bool was_finalized(uint64_t begin, uint64_t bytes) {
  for (uint32_t i = 0; i < closing.count; i++)
    if ((uint64_t)closing.finalized[i] - begin < bytes) return true;
  return false;
}

// An object with hooks announces its unloading itself (forget_object); others call __cxa_finalize as they end, which is
// before they are unmapped. Of objects that do neither the variables end when they are gone.
int close_object(void* handle, int (*real)(void*)) {
  if (!follows_memory()) return real(handle);
  Variables variables;
  variables.count = 0;
  dl_iterate_phdr(collect_variables, &variables);
  if (!closing.depth++) closing.count = 0;
  int result = real(handle);
  closing.depth--;
  int saved = errno;
  dl_iterate_phdr(leave_out_variables, &variables);
  for (uint32_t i = 0; i < variables.count; i++)
    if (variables.parts[i].bytes && !was_finalized(variables.parts[i].begin, variables.parts[i].bytes))
      end_block((void*)variables.parts[i].begin, variables.parts[i].bytes);
  errno = saved;
  return result;
}

// The definitions hidden by the ones here. They are looked up before any constructor runs: dlsym frees an old error
// message itself, so a lookup within free() would free it twice. Memory freed earlier comes from libc.
void (*next_free)(void*) = __libc_free;
void* (*next_realloc)(void*, size_t) = __libc_realloc;
int (*next_dlclose)(void*);
void (*next_finalize)(void*);

void look_up() {
  if (!dlsym) return;      // a static program
  void* next = (void*)-1l; // RTLD_NEXT
  if (void* found = dlsym(next, "free")) next_free = (void (*)(void*))found;
  if (void* found = dlsym(next, "realloc")) next_realloc = (void* (*)(void*, size_t))found;
  if (void* found = dlsym(next, "dlclose")) next_dlclose = (int (*)(void*))found;
  if (void* found = dlsym(next, "__cxa_finalize")) next_finalize = (void (*)(void*))found;
}
__attribute__((section(".preinit_array"), used)) void (*const look_up_early)() = look_up;

} // namespace

// Another object may be mapped to the same addresses with different variables.
void forget_object(const void* inside) {
  if (follows_memory()) dl_iterate_phdr(forget_segments, (void*)inside);
}

} // namespace unply::runtime

using namespace unply::runtime;

extern "C" {

UNPLY_WEAK void free(void* p) { free_block(p, next_free); }
UNPLY_WEAK void* realloc(void* p, size_t bytes) { return resize_block(p, bytes, next_realloc); }
UNPLY_WEAK void __wrap_free(void* p) { free_block(p, __real_free); }
UNPLY_WEAK void* __wrap_realloc(void* p, size_t bytes) { return resize_block(p, bytes, __real_realloc); }

// A static program without the real dlclose keeps its objects loaded, as POSIX allows.
UNPLY_WEAK int dlclose(void* handle) {
  auto* real = next_dlclose ? next_dlclose : __dlclose ? __dlclose : __libc_dlclose;
  return real ? close_object(handle, real) : 0;
}

// Called by each object that ends, with an address in it.
UNPLY_WEAK void __cxa_finalize(void* inside) {
  if (next_finalize) next_finalize(inside);
  if (!inside || !closing.depth || closing.count == sizeof closing.finalized / sizeof *closing.finalized) return;
  int saved = errno;
  closing.finalized[closing.count++] = inside;
  forget_object(inside);
  errno = saved;
}

UNPLY_WEAK int munmap(void* p, size_t bytes) {
  if (follows_memory() && p) end_block(p, whole_pages(bytes));
  return (int)syscall(SYS_munmap, p, bytes);
}

// Mappings outside the windows that have a shadow end the recording: see shadow.h.
UNPLY_WEAK void* mmap(void* p, size_t bytes, int access, int flags, int fd, off_t offset) {
  void* q = (void*)syscall(SYS_mmap, p, bytes, access, flags, fd, offset);
  if (!follows_memory() || q == MAP_FAILED || context.busy) return q;
  if (!has_shadow((uint64_t)q, bytes))
    stop_recording(kStopForeignMemory);
  else if (flags & MAP_FIXED)
    end_block(q, whole_pages(bytes));
  return q;
}

UNPLY_WEAK void* mremap(void* p, size_t before, size_t after, int flags, ...) {
  va_list more;
  va_start(more, flags);
  void* where = flags & MREMAP_FIXED ? va_arg(more, void*) : nullptr;
  va_end(more);
  auto call = [&] { return (void*)syscall(SYS_mremap, p, before, after, flags, where); };
  if (!follows_memory()) return call();
  if (where) end_block(where, whole_pages(after));
  return move_block(p, whole_pages(before), MAP_FAILED, call, [&](void*) { return whole_pages(after); });
}
}
