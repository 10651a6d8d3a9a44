/* A program whose threads record a known number of events: each counts in a shared file how many it has recorded, after
 * each one, so that the file is right whenever and however the program ends. It paces itself, so that no event lacks
 * room. Words: FILE THREADS EVENTS THEN, where FILE holds one count for each thread, and THEN says what comes after the
 * events (0: as many as there are before it is killed):
 *   exit       it ends
 *   kill, segv, abort   it dies by that signal
 *   wait       it goes on without an event
 *   leave      it starts `sleep` in the background, says its number once it is that program, and ends
 *   daemon     before the first event, it goes to the background as daemons do: its parent ends, and so does the parent
 *              of what goes on
 *   daemon-wait   both
 *   exec N     it starts itself again N times, each time with so many events more */
#define _GNU_SOURCE
#include "unply/annotate.h"
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static volatile unsigned long* counts;
static unsigned long events;

static void* record(void* number) {
  volatile unsigned long* own = counts + (unsigned long)number;
  for (unsigned long i = 0; events == 0 || i < events; ++i) {
    unply_event("counted");
    ++*own;
    if (i % 64 == 63) usleep(200);
  }
  return 0;
}

static void become_daemon(void) {
  pid_t before = getpid();
  if (fork()) _exit(3);
  setsid();
  if (fork()) _exit(0);
  while (kill(before, 0) == 0) usleep(1000); /* so that nothing is recorded before the program has ended */
}

static const char* const kLeaveSleep = "sleep 100 </dev/null >/dev/null 2>&1 & "
                                       "until read name </proc/$!/comm && [ $name = sleep ]; do :; done; echo $!";

static int then(const char* what, char** words) {
  if (!strcmp(what, "kill")) kill(getpid(), SIGKILL);
  if (!strcmp(what, "segv")) raise(SIGSEGV);
  if (!strcmp(what, "abort")) abort();
  if (strstr(what, "wait"))
    for (;;) pause();
  if (!strcmp(what, "leave")) system(kLeaveSleep);
  if (strcmp(what, "exec") || !atoi(words[5])) return 0;
  char left[16];
  snprintf(left, sizeof left, "%d", atoi(words[5]) - 1);
  execl(words[0], words[0], words[1], words[2], words[3], what, left, (char*)0);
  return 1;
}

int main(int count, char** words) {
  if (count < 5) return 2;
  unsigned long threads = strtoul(words[2], 0, 10);
  int file = open(words[1], O_RDWR | O_CREAT, 0600);
  if (file < 0 || ftruncate(file, 4096) != 0) return 2;
  counts = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  events = strtoul(words[3], 0, 10);
  if (strstr(words[4], "daemon")) become_daemon();
  counts[100] = (unsigned long)getpid();
  pthread_t others[16];
  for (unsigned long i = 1; i < threads; ++i) pthread_create(&others[i], 0, record, (void*)i);
  record(0);
  for (unsigned long i = 1; i < threads; ++i) pthread_join(others[i], 0);
  counts[101] = 1;
  return then(words[4], words);
}
