/* What an event costs elsewhere: the library of OTF2 as EZTrace and Score-P use it (a writer for each thread, no attributes,
 * its own sizes of chunks, which it keeps in memory until the writer is closed), against unply_region_begin and end in
 * the same loop.
 *
 * anchor unply|monotonic|counter EVENTS FOLDER prints the CPU seconds of the loop. unply: annotations, for unply record;
 * monotonic: clock_gettime, EZTrace's clock; counter: the time stamp counter, Score-P's on this processor. */
#include <otf2/otf2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unply/annotate.h>
#include <x86intrin.h>

static double cpu_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static OTF2_TimeStamp monotonic(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (OTF2_TimeStamp)now.tv_sec * 1000000000 + (OTF2_TimeStamp)now.tv_nsec;
}
static OTF2_TimeStamp counter(void) { return __rdtsc(); }

static void check(OTF2_ErrorCode code) {
  if (code == OTF2_SUCCESS) return;
  fprintf(stderr, "anchor: %s\n", OTF2_Error_GetDescription(code));
  exit(2);
}

static OTF2_FlushType flush(void *data, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool final) { return OTF2_FLUSH; }

static inline __attribute__((always_inline)) void write_pairs(OTF2_EvtWriter *writer, long pairs, OTF2_TimeStamp (*now)(void)) {
  for (long i = 0; i < pairs; ++i) {
    check(OTF2_EvtWriter_Enter(writer, NULL, now(), 0));
    check(OTF2_EvtWriter_Leave(writer, NULL, now(), 0));
  }
}

static double write_archive(long pairs, int by_counter, const char *folder) {
  const OTF2_FlushCallbacks flushes = {flush, NULL};
  OTF2_Archive *archive = OTF2_Archive_Open(folder, "traces", OTF2_FILEMODE_WRITE, OTF2_CHUNK_SIZE_EVENTS_DEFAULT,
                                            OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  check(OTF2_Archive_SetFlushCallbacks(archive, &flushes, NULL));
  check(OTF2_Archive_SetSerialCollectiveCallbacks(archive));
  check(OTF2_Archive_OpenEvtFiles(archive));
  OTF2_EvtWriter *writer = OTF2_Archive_GetEvtWriter(archive, 0);
  double begun = cpu_seconds();
  if (by_counter)
    write_pairs(writer, pairs, counter);
  else
    write_pairs(writer, pairs, monotonic);
  double loop = cpu_seconds() - begun;
  check(OTF2_Archive_CloseEvtWriter(archive, writer));
  check(OTF2_Archive_CloseEvtFiles(archive));
  check(OTF2_Archive_Close(archive));
  return loop;
}

static double annotate(long pairs) {
  double begun = cpu_seconds();
  for (long i = 0; i < pairs; ++i) {
    unply_region_begin("work");
    unply_region_end();
  }
  return cpu_seconds() - begun;
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  long pairs = atol(argv[2]) / 2;
  double loop = strcmp(argv[1], "unply") == 0 ? annotate(pairs) : write_archive(pairs, strcmp(argv[1], "counter") == 0, argv[3]);
  printf("%.9f\n", loop);
  return 0;
}
