#include "graph/recording_file.h"
#include "graph/expand_records.h"
#include "graph/expander_threads.h"
#include "trace/output_file.h"
#include "trace/trace_reader.h"
#include <fmt/format.h>
#include <sys/stat.h>

namespace unply {

static ExpansionListener& listener() {
  static ExpansionListener one;
  return one;
}

void listen_to_expansions(ExpansionListener given) { listener() = std::move(given); }

// With the permissions that it had.
static Result<void> replace_file(const std::string& path, ByteView bytes) {
  struct stat before{};
  if (::stat(path.c_str(), &before) != 0 || !S_ISREG(before.st_mode)) return fail(path + ": is no regular file");
  auto file = OutputFile::create(path);
  if (!file) return error_of(file);
  TRY((*file)->write(bytes));
  (*file)->keep_mode(before.st_mode);
  return (*file)->publish();
}

// A file that is cut may still be written, and one that is damaged may be wanted as it is: only a whole one is
// replaced.
Result<RecordingFile> RecordingFile::open(const std::string& path) {
  auto file = MappedFile::open(path);
  if (!file) return error_of(file);
  RecordingFile recording;
  if (!holds_records(file->bytes())) {
    recording.file_.emplace(std::move(*file));
    return recording;
  }
  if (listener().begins) listener().begins(path);
  auto expanded = expand_records(file->bytes(), path, threads_for_expansion());
  if (listener().ends) listener().ends();
  if (!expanded) return error_of(expanded);
  recording.expanded_ = std::move(expanded->file);
  std::string why = "it is not whole";
  if (expanded->whole) {
    auto replaced = replace_file(path, recording.expanded_);
    why = replaced ? "" : replaced.error().what;
  }
  if (!why.empty() && listener().note)
    listener().note(fmt::format("{}: its dependences were found in memory, and will be again: {}", path, why));
  return recording;
}

Result<Trace> read_recording(const std::string& path, const ReadOptions& options) {
  auto file = RecordingFile::open(path);
  if (!file) return error_of(file);
  return read_trace(file->bytes(), path, options);
}

} // namespace unply
