// See oracle.h. Prints for each case: NAME WRITTEN INFLUENTIAL INPUT FREE, maps of the arena with one digit for a byte.
#include "oracle.h"

unsigned char arena[kRoom] __attribute__((aligned(64)));

enum { kInput = 1, kFixed = 2, kSame = 4, kMore = 8 };
static unsigned char kinds[kRoom];

static void mark(void *at, size_t n, int kind) {
  size_t first = (size_t)((unsigned char *)at - arena);
  for (size_t i = first; i < first + n && i < kRoom; i++) kinds[i] |= kind;
}
void in(void *at, const void *bytes, size_t n) { memcpy(at, bytes, n), mark(at, n, kInput); }
void fixed(void *at, const void *bytes, size_t n) { memcpy(at, bytes, n), mark(at, n, kInput | kFixed); }
void same(void *at, size_t n) { mark(at, n, kSame); }
void more(void *at, size_t n) { mark(at, n, kMore); }
void text(char *at, const char *string) { in(at, string, strlen(string) + 1); }
void wide(wchar_t *at, const wchar_t *string) { in(at, string, (wcslen(string) + 1) * sizeof *string); }
void pointer(void *at, const void *to) { fixed(at, &to, sizeof to); }
void number(void *at, int value) { fixed(at, &value, sizeof value); }

// Behind the arena lies zero, so that a string whose end was changed ends there.
static void prepare(int pattern, void (*set_up)(void)) {
  memset(arena, pattern, kArena);
  memset(arena + kArena, 0, kRoom - kArena);
  memset(kinds, 0, sizeof kinds);
  set_up();
}

static uint64_t execute(int pattern, void (*set_up)(void), Call *call, int changed, unsigned char *written,
                        unsigned char *after) {
  static unsigned char before[kArena];
  prepare(pattern, set_up);
  if (changed >= 0) arena[changed] ^= 5;
  memcpy(before, arena, kArena);
  uint64_t result = call();
  for (int i = 0; i < kArena; i++)
    if (arena[i] != before[i] && !(kinds[i] & kMore)) written[i] = 1;
  memcpy(after, arena, kArena);
  return result;
}

static void print_map(const unsigned char *map) {
  putchar(' ');
  for (int i = 0; i < kArena; i++) putchar(map[i] ? '1' : '0');
}

void run_case(const char *name, void (*set_up)(void), Call *call, void (*task)(void)) {
  static unsigned char written[kArena], ignored[kArena], influential[kArena], input[kArena], free_to[kArena];
  static unsigned char after[kArena], other[kArena];
  memset(written, 0, kArena);
  memset(influential, 0, kArena);
  execute(0xa5, set_up, call, -1, written, after);
  uint64_t result = execute(0x5a, set_up, call, -1, written, after);
  for (int i = 0; i < kArena; i++) input[i] = kinds[i] & kInput, free_to[i] = (kinds[i] & kSame) != 0;
  for (int i = 0; i < kArena; i++) {
    if (!input[i] || kinds[i] & kFixed) continue;
    uint64_t again = execute(0x5a, set_up, call, i, ignored, other);
    other[i] = after[i] = 0; // the changed byte itself
    if (again != result || memcmp(other, after, kArena) != 0) influential[i] = 1;
    execute(0x5a, set_up, call, -1, ignored, after);
  }
  prepare(0x5a, set_up);
  task();
  printf("%s", name);
  print_map(written);
  print_map(influential);
  print_map(input);
  print_map(free_to);
  putchar('\n');
}
