// The program's memory mappings, read from /proc into a fixed buffer: nothing here allocates.
#pragma once
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

namespace unply::runtime {

inline uint64_t parse_hex(const char*& p) {
  uint64_t value = 0;
  for (;; p++) {
    if (*p >= '0' && *p <= '9')
      value = value << 4 | (uint64_t)(*p - '0');
    else if (*p >= 'a' && *p <= 'f')
      value = value << 4 | (uint64_t)(*p - 'a' + 10);
    else
      return value;
  }
}

inline int open_mappings() { return open("/proc/self/maps", O_RDONLY | O_CLOEXEC); }

// visit(begin, end, writable) for each mapping, in order of address. Keeps errno to the caller.
template <class Visit> void each_mapping(int fd, Visit visit) {
  lseek(fd, 0, SEEK_SET);
  static char buffer[1 << 16]; // a line is at most PATH_MAX and some
  size_t kept = 0;
  for (;;) {
    ssize_t got = read(fd, buffer + kept, sizeof buffer - kept);
    if (got <= 0) break;
    char* end_of_data = buffer + kept + got;
    char* line = buffer;
    while (char* newline = (char*)memchr(line, '\n', (size_t)(end_of_data - line))) {
      const char* p = line;
      uint64_t begin = parse_hex(p);
      uint64_t end = *p++ == '-' ? parse_hex(p) : begin;
      if (begin < end) visit(begin, end, p[2] == 'w');
      line = newline + 1;
    }
    kept = (size_t)(end_of_data - line);
    memmove(buffer, line, kept);
  }
}

} // namespace unply::runtime
