// The file that a recording is written to. It has a temporary name until it is complete, so a recording that fails
// early does not overwrite an earlier one, and it always ends at a block boundary, also on a full disk.
#pragma once
#include "trace/container.h"

namespace unply {

class OutputFile : public ByteSink {
public:
  // Creates PATH.partial.PID beside PATH; a path that is not a regular file (/dev/null, a pipe) is written directly.
  static Result<std::unique_ptr<OutputFile>> create(const std::string& path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile() override; // removes a file that was not published

  Result<void> write(ByteView block) override; // whole or not at all
  void drop_last_block(); // the last one that was written whole: makes room for the closing blocks on a full disk
  void mark() override { mark_ = size_; }
  void back_to_mark() override { cut_at(mark_); }
  void keep_mode(unsigned mode); // the permissions of the file that it replaces
  Result<void> publish();        // gives the file its name

private:
  OutputFile(std::string path, std::string partial, int fd)
      : path_(std::move(path)), partial_(std::move(partial)), fd_(fd) {}
  void cut_at(uint64_t size);
  std::string path_, partial_; // partial_: empty when written in place
  int fd_;
  uint64_t size_ = 0, last_block_ = 0, mark_ = 0;
};

} // namespace unply
