// A recording as the verbs read it. One that was made with --later has its dependences found by whoever reads it first,
// and is replaced by what they read; where it cannot be replaced, they work from memory.
#pragma once
#include "base/mapped_file.h"
#include "trace/read_options.h"
#include "trace/trace.h"
#include <functional>
#include <optional>

namespace unply {

class RecordingFile {
public:
  static Result<RecordingFile> open(const std::string& path);
  ByteView bytes() const { return file_ ? file_->bytes() : ByteView(expanded_); }

private:
  std::optional<MappedFile> file_; // none: what was found is in memory
  Bytes expanded_;
};

// Reads such a file into memory.
Result<Trace> read_recording(const std::string& path, const ReadOptions& options = {});

// Told of what may take long, and of what the user should know; libraries do not print.
struct ExpansionListener {
  std::function<void(const std::string& path)> begins;
  std::function<void()> ends;
  std::function<void(const std::string& sentence)> note;
};
void listen_to_expansions(ExpansionListener listener);

} // namespace unply
