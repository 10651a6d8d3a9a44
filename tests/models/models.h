// Cases of library calls with an oracle that knows nothing of the list of models. What a call writes: the bytes that
// differ after it from one of two patterns that stood there. What it reads at least: input bytes whose change alone
// changes what it returns or writes. What it reads at most: the input bytes; all others hold the pattern.
#pragma once
#define _GNU_SOURCE 1
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kArena = 512, kRoom = 2048 };
extern unsigned char arena[kRoom];
#define A ((char *)arena)         // usually what is written,
#define B ((char *)arena + 128)   // what is read,
#define C ((char *)arena + 256)   // and one more
#define D ((char *)arena + 384)
#define WA ((wchar_t *)A)
#define WB ((wchar_t *)B)
#define WC ((wchar_t *)C)

void in(void *at, const void *bytes, size_t n);    // input
void fixed(void *at, const void *bytes, size_t n); // input that the oracle must not change: pointers, formats
void touched(void *at, size_t n); // may be written with what is there, or without need: not held against the model
static inline void text(char *at, const char *string) { in(at, string, strlen(string) + 1); }
static inline void pointer(void *at, const void *to) { fixed(at, &to, sizeof to); }
static inline void number(void *at, int value) { fixed(at, &value, sizeof value); }
void wide(wchar_t *at, const wchar_t *string);

typedef uint64_t Call(void);
void run_case(const char *name, void (*set_up)(void), Call *call, Call *task);

// One case of a function; the call is an expression.
#define CASE(name, setup, expression)                                                                                  \
  {                                                                                                                    \
    struct local_##name {                                                                                              \
      int unused;                                                                                                      \
    };                                                                                                                 \
    run_case(#name, ({                                                                                                 \
               void set_up(void) { setup; }                                                                            \
               set_up;                                                                                                 \
             }),                                                                                                       \
             0, 0);                                                                                                    \
  }
