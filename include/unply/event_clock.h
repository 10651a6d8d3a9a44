/* Which event clock a process reads. Processes with the same number read the same clock; others' times can only be
 * compared after an alignment. The time stamp counter belongs to a kernel (all containers on it share it), the system's
 * clock to a time namespace of a kernel as well. */
#ifndef UNPLY_EVENT_CLOCK_H
#define UNPLY_EVENT_CLOCK_H

#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Never 0. FNV-1a of what names the kernel's run and, where it matters, the namespace. */
static inline uint64_t unply_event_clock(int is_tsc) {
  char text[128];
  ssize_t length = 0, more = 0;
  uint64_t hash = 14695981039346656037u;
  int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
  if (file >= 0) {
    length = read(file, text, 48);
    close(file);
  }
  if (length < 0) length = 0;
  if (!is_tsc) more = readlink("/proc/self/ns/time", text + length, sizeof text - (size_t)length);
  if (more > 0) length += more;
  for (ssize_t i = 0; i < length; ++i) hash = (hash ^ (unsigned char)text[i]) * 1099511628211u;
  return hash ? hash : 1;
}

#ifdef __cplusplus
}
#endif
#endif
