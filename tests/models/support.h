// Helpers for the calls of cases.txt. Functions with a va_list are called through one with arguments.
#include "oracle.h"
#include <arpa/inet.h>
#include <complex.h>
#include <dirent.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <glob.h>
#include <libgen.h>
#undef basename
#include <locale.h>
#include <math.h>
#include <netinet/in.h>
#include <poll.h>
#include <regex.h>
#include <sched.h>
#include <search.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#undef C
#define C ((char *)arena + 256)
#undef I

extern FILE *data, *wide_data, *sink, *wide_sink, *spare;
extern int null, file, pair[2];
static const char zeros[256];
static struct timeval no_time;

static uint64_t keep(void *block) { return free(block), 0; }
static uint64_t keep_at(int failed) { return failed ? 1 : (free(*(void **)A), 0); }
static uint64_t keep_int(int length) { return free(*(void **)A), (uint64_t)length; }
static uint64_t keep_file(FILE *opened) { return opened ? (uint64_t)fclose(opened) : 1; }
static uint64_t keep_tree(void *node) { return free(*(void **)A), node != 0; }
static uint64_t ends(int failed, const char *at) {
  for (int i = 0; i < 2 && !failed; i++) close(((const int *)at)[i]);
  return (uint64_t)failed;
}
static uint64_t random_bytes(int result) { return result >= 0; }
static int less(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
static int less_with(const void *a, const void *b, void *with) { return (void)with, less(a, b); }
static int equal(const void *a, const void *b) { return less(a, b); }
static locale_t c_locale(void) {
  static locale_t found;
  return found ? found : (found = newlocale(LC_ALL_MASK, "C", 0));
}
static void strtok_first(char *at, const char *words, const char *delimiters) {
  strcpy(at, words);
  strtok(at, delimiters);
}
static void vector(char *at, char *first, size_t a, char *second, size_t b) {
  struct iovec parts[2] = {{first, a}, {second, b}};
  fixed(at, parts, sizeof parts);
}
static void message(char *at, char *parts, char *to, size_t n) {
  struct iovec part = {to, n};
  fixed(parts, &part, sizeof part);
  struct msghdr header;
  memset(&header, 0, sizeof header);
  header.msg_iov = (struct iovec *)parts;
  header.msg_iovlen = 1;
  fixed(at, &header, sizeof header);
}
static void drain(void) {
  char rest[64];
  while (recv(pair[1], rest, sizeof rest, MSG_DONTWAIT) > 0) {
  }
}
static void send_first(const char *words) {
  drain();
  send(pair[0], words, strlen(words), 0);
}
static uint64_t received(ssize_t sent) { return drain(), (uint64_t)sent; }
static int polled(void) {
  static int set;
  struct epoll_event event = {EPOLLOUT, {0}};
  if (!set) {
    set = epoll_create1(0);
    epoll_ctl(set, EPOLL_CTL_ADD, pair[0], &event);
  }
  return set;
}
static void day(char *at) {
  struct tm tm;
  memset(&tm, 0, sizeof tm);
  tm.tm_year = 99, tm.tm_mday = 2, tm.tm_mon = 3;
  fixed(at, &tm, sizeof tm);
}
static void expression(char *at) {
  regcomp((regex_t *)at, "b", 0);
  fixed(at, at, sizeof(regex_t));
}

#define LISTED(type, name, first, call)                                                                                \
  __attribute__((unused)) static type name {                                                                           \
    va_list list;                                                                                                      \
    va_start(list, first);                                                                                             \
    type result = call;                                                                                                \
    va_end(list);                                                                                                      \
    return result;                                                                                                     \
  }
#define DECLARE(type, name, ...) extern type name(__VA_ARGS__);
DECLARE(void *, __memcpy_chk, void *, const void *, size_t, size_t)
DECLARE(char *, __strcpy_chk, char *, const char *, size_t)
DECLARE(char *, __strcat_chk, char *, const char *, size_t)
DECLARE(size_t, __fread_chk, void *, size_t, size_t, size_t, FILE *)
DECLARE(char *, __fgets_chk, char *, size_t, int, FILE *)
DECLARE(ssize_t, __read_chk, int, void *, size_t, size_t)
DECLARE(int, __sprintf_chk, char *, int, size_t, const char *, ...)
DECLARE(int, __vsprintf_chk, char *, int, size_t, const char *, va_list)
DECLARE(int, __snprintf_chk, char *, size_t, int, size_t, const char *, ...)
DECLARE(int, __vsnprintf_chk, char *, size_t, int, size_t, const char *, va_list)
DECLARE(int, __asprintf_chk, char **, int, const char *, ...)
DECLARE(int, __vasprintf_chk, char **, int, const char *, va_list)
DECLARE(int, __swprintf_chk, wchar_t *, size_t, int, size_t, const wchar_t *, ...)
DECLARE(int, __vswprintf_chk, wchar_t *, size_t, int, size_t, const wchar_t *, va_list)
DECLARE(int, __fprintf_chk, FILE *, int, const char *, ...)
DECLARE(int, __vfprintf_chk, FILE *, int, const char *, va_list)
DECLARE(int, __dprintf_chk, int, int, const char *, ...)
DECLARE(int, __vdprintf_chk, int, int, const char *, va_list)
DECLARE(int, __fwprintf_chk, FILE *, int, const wchar_t *, ...)
DECLARE(long, __strtol_internal, const char *, char **, int, int)
DECLARE(int, __xpg_strerror_r, int, char *, size_t)
DECLARE(char *, basename, const char *)
DECLARE(int, __xstat, int, const char *, struct stat *)
DECLARE(int, __fxstat, int, int, struct stat *)
LISTED(int, my_vsprintf(char *to, const char *f, ...), f, vsprintf(to, f, list))
LISTED(int, my_vsprintf_chk(char *to, const char *f, ...), f, __vsprintf_chk(to, 1, 1024, f, list))
LISTED(int, my_vsnprintf(char *to, size_t n, const char *f, ...), f, vsnprintf(to, n, f, list))
LISTED(int, my_vsnprintf_chk(char *to, size_t n, const char *f, ...), f, __vsnprintf_chk(to, n, 1, 1024, f, list))
LISTED(int, my_vasprintf(char **to, const char *f, ...), f, vasprintf(to, f, list))
LISTED(int, my_vasprintf_chk(char **to, const char *f, ...), f, __vasprintf_chk(to, 1, f, list))
LISTED(int, my_vswprintf(wchar_t *to, size_t n, const wchar_t *f, ...), f, vswprintf(to, n, f, list))
LISTED(int, my_vswprintf_chk(wchar_t *to, size_t n, const wchar_t *f, ...), f, __vswprintf_chk(to, n, 1, 1024, f, list))
LISTED(int, my_vfprintf(FILE *to, const char *f, ...), f, vfprintf(to, f, list))
LISTED(int, my_vfprintf_chk(FILE *to, const char *f, ...), f, __vfprintf_chk(to, 1, f, list))
LISTED(int, my_vdprintf(int to, const char *f, ...), f, vdprintf(to, f, list))
LISTED(int, my_vdprintf_chk(int to, const char *f, ...), f, __vdprintf_chk(to, 1, f, list))
LISTED(int, my_vfwprintf(FILE *to, const wchar_t *f, ...), f, vfwprintf(to, f, list))
LISTED(int, my_vsscanf(const char *from, const char *f, ...), f, vsscanf(from, f, list))
LISTED(int, my_vfscanf(FILE *from, const char *f, ...), f, vfscanf(from, f, list))
LISTED(int, my_vswscanf(const wchar_t *from, const wchar_t *f, ...), f, vswscanf(from, f, list))
// The library's functions, not clang's of the same names.
extern void lib_atomic_load(size_t, void *, void *, int) __asm__("__atomic_load");
extern void lib_atomic_store(size_t, void *, void *, int) __asm__("__atomic_store");
extern void lib_atomic_exchange(size_t, void *, void *, void *, int) __asm__("__atomic_exchange");
extern _Bool lib_atomic_compare_exchange(size_t, void *, void *, void *, int, int) __asm__("__atomic_compare_exchange");
