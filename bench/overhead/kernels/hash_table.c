/* Counting keys in a hash table with chains: a coarse task inserts 512 keys, a fine one a single key. */
#include "kernel.h"
#include <string.h>
enum { kBuckets = 1 << 16, kKeys = 500000, kDistinct = 200000, kBatch = 512 };
struct Entry {
  struct Entry* next;
  unsigned key, count;
};
static struct Entry *bucket[kBuckets], entry[kDistinct];
static unsigned key[kKeys], used;

static void prepare(void) {
  random_state = 88172645463325252ul;
  used = 0;
  memset(bucket, 0, sizeof bucket);
  for (int i = 0; i < kKeys; i++) key[i] = next_random() % kDistinct;
}

static void insert(unsigned k) {
  struct Entry** head = &bucket[k * 2654435769u >> 16];
  for (struct Entry* e = *head; e; e = e->next)
    if (e->key == k) {
      e->count++;
      return;
    }
  struct Entry* e = &entry[used++];
  e->key = k;
  e->count = 1;
  e->next = *head;
  *head = e;
}

__attribute__((noinline)) static void kernel(void) {
  TRACE
  for (int batch = 0; batch < kKeys; batch += kBatch) COARSE {
      const int end = batch + kBatch < kKeys ? batch + kBatch : kKeys;
      for (int i = batch; i < end; i++) FINE insert(key[i]);
    }
}

static double digest(void) {
  double sum = used;
  for (unsigned i = 0; i < used; i++) sum += (double)entry[i].count * (entry[i].key & 7);
  return sum;
}
static size_t touched_bytes(void) { return sizeof bucket + sizeof key + used * sizeof *entry; }
