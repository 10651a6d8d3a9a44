// Collects small pieces for a ByteSink, a mebibyte at a time. finish() reports the first failure.
#pragma once
#include "trace/container.h"

namespace unply {

class BufferedSink {
public:
  explicit BufferedSink(ByteSink& sink) : sink_(sink) {}
  Bytes& bytes() { return bytes_; } // to append to; then call room()
  void add(std::string_view text) {
    bytes_.insert(bytes_.end(), text.begin(), text.end());
    room();
  }
  void room() {
    if (bytes_.size() >= kPiece) write();
  }
  bool ok() const { return written_.has_value(); }
  Result<void> finish() {
    write();
    return written_;
  }

private:
  static constexpr size_t kPiece = 1 << 20;
  void write() {
    if (written_ && !bytes_.empty()) written_ = sink_.write(bytes_);
    bytes_.clear();
  }
  ByteSink& sink_;
  Bytes bytes_;
  Result<void> written_;
};

} // namespace unply
