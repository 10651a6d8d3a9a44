// Cases of library calls with an oracle that does not know the list of models. The written bytes are those that differ
// after the call from one of two initial patterns. The call reads at least the input bytes whose change alone changes
// its result or writes. It reads at most the input bytes; all others hold the pattern.
#pragma once
#define _GNU_SOURCE 1
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { kArena = 512, kRoom = 2048 };
extern unsigned char arena[kRoom];
#define A ((char *)arena)       // usually what is written,
#define B ((char *)arena + 128) // what is read,
#define C ((char *)arena + 256) // and more
#define D ((char *)arena + 384)
#define WA ((wchar_t *)A)
#define WB ((wchar_t *)B)
#define WC ((wchar_t *)C)

void in(void *at, const void *bytes, size_t n);    // input
void fixed(void *at, const void *bytes, size_t n); // input that the oracle must not change: pointers, formats
void same(void *at, size_t n); // the call may write what is there already: the model may say so
void more(void *at, size_t n); // the library may write here beyond what it says; not held against the model either
void text(char *at, const char *string);
void wide(wchar_t *at, const wchar_t *string);
void pointer(void *at, const void *to);
void number(void *at, int value);

typedef uint64_t Call(void);
void run_case(const char *name, void (*set_up)(void), Call *oracle, void (*task)(void));
