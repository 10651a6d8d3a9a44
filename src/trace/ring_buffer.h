// The reader's side of the ring that the recorded program writes into (include/unply/ring_format.h).
//
// The writer is an arbitrary program, which may overwrite any memory it has mapped: no data from the ring is trusted,
// and readable() never spans more than the capacity.
#pragma once
#include "base/result.h"
#include "base/varint.h"
#include "unply/ring_format.h"

namespace unply {

class RingBuffer {
public:
  // capacity: rounded up to a power of two, at least 2 MiB (the largest record is 1 MiB).
  static Result<RingBuffer> create(uint64_t capacity, RingMode mode);
  RingBuffer(RingBuffer&& other) noexcept
      : header_(std::exchange(other.header_, nullptr)), fd_(std::exchange(other.fd_, -1)), capacity_(other.capacity_),
        tail_(other.tail_) {}
  RingBuffer(const RingBuffer&) = delete;
  RingBuffer& operator=(RingBuffer) = delete;
  ~RingBuffer();

  RingHeader& header() const { return *header_; }
  std::string path() const; // for the writer to open: a descriptor that it inherited would be among the program's own
  uint32_t state() const;
  Result<ByteView> readable() const; // whole records, written and not yet consumed
  ByteView open() const;             // RingOpen: tasks that the writer has not finished
  ByteView open_record() const;      // RingRun and entries that a writer which died had not published yet, or nothing
  void consume(size_t bytes);        // makes room and wakes the writer
  void leave();                      // the writer stops recording and never waits again

private:
  RingBuffer(RingHeader* header, int fd, uint64_t capacity) : header_(header), fd_(fd), capacity_(capacity) {}
  RingHeader* header_;
  int fd_;
  uint64_t capacity_, tail_ = 0;
};

} // namespace unply
