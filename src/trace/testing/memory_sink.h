// Test helper: a recording written to memory instead of a file.
#pragma once
#include "trace/container.h"

namespace unply {

struct MemorySink : ByteSink {
  Bytes bytes;
  Result<void> write(ByteView block) override {
    bytes.insert(bytes.end(), block.begin(), block.end());
    return {};
  }
};

} // namespace unply
