// Reserving the shadow planes, and ending or moving the history of a range.
#include "runtime/shadow.h"
#include "runtime/mappings.h"
#include "runtime/stream.h"
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace unply::runtime {

namespace {

constexpr uint64_t kOwnBegin = 0x3000'0000'0000, kOwnEnd = 0x5000'0000'0000;
uint64_t next_own_address = kOwnBegin;

// Uses direct system calls: ThreadSanitizer removes the address from mmap's arguments, and the program would then end.
bool map_fixed(uint64_t address, uint64_t bytes) {
  int saved = errno;
  void* p = (void*)syscall(SYS_mmap, address, bytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  bool ok = p == (void*)address;
  if (ok)
    madvise(p, bytes, MADV_DONTDUMP);
  else if (p != MAP_FAILED)
    syscall(SYS_munmap, p, bytes);
  errno = saved;
  return ok;
}

// Untouched pages stay untouched: reading them maps the kernel's zero page, and only non-zero words are written.
void clear_words(uint32_t* begin, uint32_t* end) {
  uint32_t* w = begin;
  for (; w + 4 <= end; w += 4)
    if (w[0] | w[1] | w[2] | w[3]) w[0] = w[1] = w[2] = w[3] = 0;
  for (; w < end; w++)
    if (*w) *w = 0;
}

constexpr uint64_t kPage = 4096, kHugePage = 2 << 20;

// From this size on whole pages are returned to the kernel: scanning 64 KiB of shadow costs 5 us, a system call 1 us.
constexpr uint64_t kReleaseBytes = 64 << 10;

void forget_part(uint64_t address, uint32_t bytes) {
  uint32_t* word = word_shadow(address);
  if (!*word) return;
  uint32_t* plane = byte_shadow(address & ~3ull);
  if (*word != kSplit) {
    for (int i = 0; i < 4; i++) plane[i] = *word;
    *word = kSplit;
  }
  for (uint32_t i = 0; i < bytes; i++) plane[(address & 3) + i] = 0;
  if (!(plane[0] | plane[1] | plane[2] | plane[3])) *word = 0;
}

} // namespace

void* map_memory(size_t bytes) {
  bytes = (bytes + kHugePage - 1) & ~(kHugePage - 1);
  uint64_t address = __atomic_fetch_add(&next_own_address, bytes, __ATOMIC_RELAXED);
  return map_fixed(address, bytes) ? (void*)address : nullptr;
}

bool memory_has_shadow() {
  bool all = true;
  const int fd = open_mappings();
  if (fd < 0) return true; // no descriptor is free
  each_mapping(fd, [&](uint64_t begin, uint64_t end, bool writable) {
    bool own = begin >= kOwnBegin && end <= kOwnEnd;
    if (writable && !own && !has_shadow(begin, end - begin)) all = false;
  });
  close(fd);
  return all;
}

bool map_shadow() {
  for (const Window& w : kWindows) {
    if (!map_fixed(w.begin ^ kWordXor, w.end - w.begin)) return false;
    if (!map_fixed(w.bytes_base, (w.end - w.begin) * 4)) return false;
  }
  shadow_ready = true;
  return true;
}

void forget(uint64_t address, uint64_t bytes) {
  if (!bytes || !shadow_ready || !has_shadow(address, bytes)) return;
  if (mode == Mode::accesses) {
    stream_forget(address, bytes);
    return;
  }
  uint64_t end = address + bytes;
  if (address & 3) {
    uint64_t head = 4 - (address & 3);
    if (head > bytes) head = bytes;
    forget_part(address, (uint32_t)head);
    address += head;
  }
  if (end > address && (end & 3)) {
    uint64_t tail = end & 3;
    forget_part(end - tail, (uint32_t)tail);
    end -= tail;
  }
  if (address >= end) return;
  uint64_t first = (address + kPage - 1) & ~(kPage - 1), last = end & ~(kPage - 1);
  if (end - address < kReleaseBytes || first >= last) return clear_words(word_shadow(address), word_shadow(end));
  clear_words(word_shadow(address), word_shadow(first));
  clear_words(word_shadow(last), word_shadow(end));
  int saved = errno;
  madvise(word_shadow(first), last - first, MADV_DONTNEED);
  madvise(byte_shadow(first), (last - first) * 4, MADV_DONTNEED);
  errno = saved;
}

void move_history(uint64_t from, uint64_t to, uint64_t bytes) {
  if (!shadow_ready || !has_shadow(from, bytes) || !has_shadow(to, bytes)) return;
  if (mode == Mode::accesses) return stream_move(from, to, bytes);
  forget(to, bytes);                                 // also joins split words of the target
  for (uint64_t done = 0; done < bytes; done += 4) { // allocators give 16-byte aligned blocks
    uint32_t id = *word_shadow(from + done);
    if (!id) continue;
    *word_shadow(to + done) = id;
    if (id == kSplit) memcpy(byte_shadow(to + done), byte_shadow(from + done), 16);
  }
  forget(from, bytes);
}

} // namespace unply::runtime
