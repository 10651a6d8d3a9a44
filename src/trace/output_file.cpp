#include "trace/output_file.h"
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace unply {

// A symbolic link is preserved: its target is replaced, not the link.
static std::string behind_links(const std::string& path) {
  char* resolved = ::realpath(path.c_str(), nullptr);
  if (!resolved) return path;
  std::string result = resolved;
  std::free(resolved);
  return result;
}

Result<std::unique_ptr<OutputFile>> OutputFile::create(const std::string& path) {
  struct stat status{};
  bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode))
    return fail(fmt::format("{}: is a directory", path), "give a file name with -o");
  bool in_place = exists && !S_ISREG(status.st_mode);
  std::string target = in_place ? path : behind_links(path);
  std::string partial = in_place ? "" : fmt::format("{}.partial.{}", target, ::getpid());
  int flags = in_place ? O_WRONLY | O_CLOEXEC : O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC;
  int fd = ::open(in_place ? path.c_str() : partial.c_str(), flags, 0666);
  if (fd < 0) return fail(fmt::format("{}: cannot write, {}", path, std::strerror(errno)), "-o FILE puts it elsewhere");
  return std::unique_ptr<OutputFile>(new OutputFile(target, partial, fd));
}

OutputFile::~OutputFile() {
  ::close(fd_);
  if (!partial_.empty()) ::unlink(partial_.c_str());
}

Result<void> OutputFile::write(ByteView block) {
  for (size_t done = 0; done < block.size();) {
    ssize_t n = ::write(fd_, block.data() + done, block.size() - done);
    if (n > 0) {
      done += static_cast<size_t>(n);
    } else if (n == 0 || errno != EINTR) {
      int error = n == 0 ? ENOSPC : errno;
      cut_at(size_);
      return fail(fmt::format("{}: cannot write, {}", path_, std::strerror(error)),
                  "make room, or put it elsewhere with -o FILE");
    }
  }
  last_block_ = size_;
  size_ += block.size();
  return {};
}

void OutputFile::drop_last_block() { cut_at(last_block_); }

// If this fails (a pipe, a device) the reader detects the damage.
void OutputFile::cut_at(uint64_t size) {
  size_ = size;
  if (::ftruncate(fd_, static_cast<off_t>(size)) == 0) ::lseek(fd_, static_cast<off_t>(size), SEEK_SET);
}

// Where they cannot be set, it has those of a new file.
void OutputFile::keep_mode(unsigned mode) { (void)!::fchmod(fd_, mode & 07777); }

Result<void> OutputFile::publish() {
  if (partial_.empty()) return {};
  if (::rename(partial_.c_str(), path_.c_str()) != 0)
    return fail(fmt::format("{}: cannot rename {} to it, {}", path_, partial_, std::strerror(errno)),
                "-o FILE puts it elsewhere");
  partial_.clear();
  return {};
}

} // namespace unply
