#include "trace/ring_buffer.h"
#include <bit>
#include <cerrno>
#include <climits>
#include <fmt/format.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace unply {

namespace {

// The mapping holds the header, the data area twice in a row, and the open part.
size_t mapped_bytes(uint64_t capacity) { return kRingHeaderBytes + 2 * capacity + kRingOpenBytes; }

RingHeader* map_twice(int fd, uint64_t capacity) {
  auto* area = static_cast<char*>(
      ::mmap(nullptr, mapped_bytes(capacity), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  if (area == MAP_FAILED) return nullptr;
  constexpr int kAccess = PROT_READ | PROT_WRITE, kFlags = MAP_SHARED | MAP_FIXED;
  if (::mmap(area, kRingHeaderBytes + capacity, kAccess, kFlags, fd, 0) != MAP_FAILED &&
      ::mmap(area + kRingHeaderBytes + capacity, capacity, kAccess, kFlags, fd, kRingHeaderBytes) != MAP_FAILED &&
      ::mmap(area + kRingHeaderBytes + 2 * capacity, kRingOpenBytes, kAccess, kFlags, fd,
             static_cast<off_t>(kRingHeaderBytes + capacity)) != MAP_FAILED)
    return reinterpret_cast<RingHeader*>(area);
  ::munmap(area, mapped_bytes(capacity));
  return nullptr;
}

} // namespace

Result<RingBuffer> RingBuffer::create(uint64_t capacity, RingMode mode) {
  capacity = std::bit_ceil(std::max<uint64_t>(capacity, 2 * kRingMaxRecordBytes));
  auto refused = [&](const char* call) {
    return fail(fmt::format("ring of {} MiB: {}, {}", capacity >> 20, call, std::strerror(errno)),
                "ulimit -a shows the limits of this shell: -v and -f must leave room for it");
  };
  int fd = ::memfd_create("unply ring", MFD_CLOEXEC);
  if (fd < 0) return refused("memfd_create");
  if (::ftruncate(fd, static_cast<off_t>(kRingHeaderBytes + capacity + kRingOpenBytes)) != 0) {
    auto error = refused("ftruncate");
    ::close(fd);
    return error;
  }
  RingHeader* header = map_twice(fd, capacity);
  if (!header) {
    auto error = refused("mmap");
    ::close(fd);
    return error;
  }
  header->magic = UNPLY_RING_MAGIC;
  header->version = kRingVersion;
  header->mode = mode;
  header->capacity = capacity;
  header->recorder_pid = static_cast<uint32_t>(::getpid());
  return RingBuffer(header, fd, capacity);
}

RingBuffer::~RingBuffer() {
  if (!header_) return;
  ::munmap(header_, mapped_bytes(capacity_));
  ::close(fd_);
}

std::string RingBuffer::path() const { return fmt::format("/proc/{}/fd/{}", ::getpid(), fd_); }

uint32_t RingBuffer::state() const { return __atomic_load_n(&header_->state, __ATOMIC_ACQUIRE); }

Result<ByteView> RingBuffer::readable() const {
  uint64_t head = __atomic_load_n(&header_->head, __ATOMIC_ACQUIRE);
  if (head - tail_ > capacity_ || head % 8 != 0)
    return fail(fmt::format("ring: position {} of the writer is out of range, the reader is at {}", head, tail_));
  const auto* data = reinterpret_cast<const uint8_t*>(header_) + kRingHeaderBytes;
  return ByteView{data + (tail_ & (capacity_ - 1)), head - tail_};
}

ByteView RingBuffer::open() const {
  const auto* area = reinterpret_cast<const uint8_t*>(header_);
  return ByteView{area + kRingHeaderBytes + 2 * capacity_, kRingOpenBytes};
}

ByteView RingBuffer::open_record() const {
  if (__atomic_load_n(&header_->open_at, __ATOMIC_ACQUIRE) != tail_) return {};
  const uint64_t entries = __atomic_load_n(&header_->open_entries, __ATOMIC_ACQUIRE);
  const uint64_t bytes = sizeof(RingRun) + entries * sizeof(RingEntry);
  if (entries == 0 || sizeof(RingRecord) + bytes > kRingMaxRecordBytes) return {};
  const auto* data = reinterpret_cast<const uint8_t*>(header_) + kRingHeaderBytes;
  return ByteView{data + (tail_ & (capacity_ - 1)) + sizeof(RingRecord), bytes};
}

void RingBuffer::consume(size_t bytes) {
  tail_ += bytes;
  __atomic_store_n(&header_->tail, tail_, __ATOMIC_SEQ_CST);
  // Pairs with the writer, which sets writer_waits before its last check of tail.
  if (!__atomic_load_n(&header_->writer_waits, __ATOMIC_SEQ_CST)) return;
  __atomic_store_n(&header_->writer_waits, 0, __ATOMIC_SEQ_CST);
  ::syscall(SYS_futex, &header_->writer_waits, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

void RingBuffer::leave() {
  __atomic_store_n(&header_->recorder_gone, 1, __ATOMIC_SEQ_CST);
  __atomic_store_n(&header_->writer_waits, 0, __ATOMIC_SEQ_CST);
  ::syscall(SYS_futex, &header_->writer_waits, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

} // namespace unply
