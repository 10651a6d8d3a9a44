// See loop_text.h.
#include "loop_text.h"

#include "file_names.h"
#include "text_checksum.h"

#include "llvm/Support/MemoryBuffer.h"

#include <map>

namespace unply {

using namespace llvm;

namespace {

// A file of the compilation, and where its lines begin.
class SourceFile {
public:
  explicit SourceFile(const std::string& path) {
    if (auto read = MemoryBuffer::getFile(path)) buffer_ = std::move(*read);
    if (!buffer_) return;
    begins_.push_back(0);
    const StringRef text = buffer_->getBuffer();
    for (size_t at = text.find('\n'); at != StringRef::npos; at = text.find('\n', at + 1)) begins_.push_back(at + 1);
  }
  StringRef from_line(unsigned line) const {
    return line == 0 || line > begins_.size() ? StringRef() : buffer_->getBuffer().substr(begins_[line - 1]);
  }

private:
  std::unique_ptr<MemoryBuffer> buffer_;
  std::vector<size_t> begins_;
};

const SourceFile& source_file(const std::string& path) {
  static std::map<std::string, SourceFile> files; // of one compilation
  return files.try_emplace(path, path).first->second;
}

unsigned last_line_of(const Loop& loop, const DILocation& start) {
  unsigned last = start.getLine();
  for (const BasicBlock* block : loop.blocks())
    for (const Instruction& instruction : *block) {
      const DILocation* at = instruction.getDebugLoc().get();
      while (at && at->getInlinedAt() != start.getInlinedAt()) at = at->getInlinedAt();
      if (at && at->getFilename() == start.getFilename()) last = std::max(last, at->getLine());
    }
  return last;
}

} // namespace

void add_text(json::Object& facts, const Loop& loop, const DILocation& start) {
  const unsigned first = start.getLine();
  if (first == 0) return;
  const unsigned last = last_line_of(loop, start);
  const StringRef text = source_file(full_path(*start.getScope())).from_line(first);
  if (const auto sum = checksum_of_lines(text, last + 1 - first)) facts["text"] = json::Array{first, last, *sum};
}

} // namespace unply
