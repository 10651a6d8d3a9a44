#include "base/mapped_file.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace unply {

static std::unexpected<Error> cannot_open(const std::string& path, int error) {
  return fail(fmt::format("{}: cannot open, {}", path, std::strerror(error)),
              error == ENOENT ? "unply record PROGRAM writes PROGRAM.trace in the current directory"
                              : "ls -l shows who may read it");
}

Result<MappedFile> MappedFile::open(const std::string& path) {
  // Non-blocking: a named pipe without a writer must not hang.
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return cannot_open(path, errno);
  struct stat status{};
  if (::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(fd);
    const char* kind = S_ISDIR(status.st_mode) ? "is a directory" : "is not a regular file";
    return fail(fmt::format("{}: {}", path, kind), "give the name of a trace file");
  }
  auto size = static_cast<size_t>(status.st_size);
  void* address = size ? ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0) : nullptr;
  int error = errno;
  ::close(fd);
  if (address == MAP_FAILED)
    return fail(fmt::format("{}: cannot map {} bytes, {}", path, size, std::strerror(error)),
                "ulimit -v shows the limit of this shell");
  return MappedFile(ByteView{static_cast<const uint8_t*>(address), size});
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<uint8_t*>(bytes_.data()), bytes_.size());
}

} // namespace unply
