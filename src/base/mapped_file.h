// A whole file, read-only in memory. The file must not shrink while it is mapped; the recorder only appends.
#pragma once
#include "base/result.h"
#include "base/varint.h"

namespace unply {

class MappedFile {
public:
  static Result<MappedFile> open(const std::string& path); // a regular file; an empty one gives no bytes
  MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(MappedFile) = delete;
  ~MappedFile();
  ByteView bytes() const { return bytes_; }

private:
  explicit MappedFile(ByteView bytes) : bytes_(bytes) {}
  ByteView bytes_;
};

} // namespace unply
