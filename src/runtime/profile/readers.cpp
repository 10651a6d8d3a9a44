// See readers.h.
#include "runtime/profile/readers.h"
#include <string.h>

namespace unply::runtime {

namespace {

constexpr uint32_t kMostSets = 1 << 22, kMostEntries = 1 << 26, kMostInSet = 256;
struct Set {
  uint32_t first, count;
};
Set* sets; // 0: nobody
Reader* entries;
uint32_t set_count = 1, entry_count;
uint32_t* index_of; // by hash: a set
constexpr uint32_t kIndexSize = kMostSets * 2;

// Joins that were made before: the number of different ones is small, that of reads is not.
struct Known {
  uint32_t set, site, relation, joined;
};
constexpr uint32_t kKnown = 1 << 18; // 4 MB; in 4,096 a solver of NPB spends a fifth of the time with misses
Known known[kKnown];

uint32_t key_of(Reader r) { return (uint32_t)r.level << 25 | (uint32_t)r.same << 24 | r.site; }

uint32_t intern(const Reader* readers, uint32_t count) {
  uint64_t h = count;
  for (uint32_t i = 0; i < count; i++) h = (h ^ (key_of(readers[i]))) * 0x9e3779b97f4a7c15ull;
  uint32_t at = (uint32_t)(h >> 32) & (kIndexSize - 1);
  for (; index_of[at]; at = (at + 1) & (kIndexSize - 1)) {
    const Set& set = sets[index_of[at]];
    if (set.count == count && !memcmp(entries + set.first, readers, count * sizeof(Reader))) return index_of[at];
  }
  if (set_count == kMostSets || entry_count + count > kMostEntries) {
    count_event(kCountLoopsLost);
    return 0;
  }
  memcpy(entries + entry_count, readers, count * sizeof(Reader));
  sets[set_count] = {entry_count, count};
  entry_count += count;
  return index_of[at] = set_count++;
}

// Where a reader is in the sorted set, or would be: most often at its end, since sets are gone through in order.
uint32_t place_of(const Reader* readers, uint32_t count, uint32_t key) {
  if (!count || key_of(readers[count - 1]) < key) return count;
  const Reader* begin = readers;
  for (uint32_t left = count; left > 1;) {
    const uint32_t half = left / 2;
    begin = key_of(begin[half - 1]) < key ? begin + half : begin;
    left -= half;
  }
  return (uint32_t)(begin - readers);
}

// Sorted, each once.
uint32_t add(Reader* readers, uint32_t count, Reader reader) {
  uint32_t at = place_of(readers, count, key_of(reader));
  if (at < count && key_of(readers[at]) == key_of(reader)) return count;
  if (count >= kMostInSet - 1) { // the last place is for the mark
    if (!readers[0].site) return count;
    reader = kLeftOut, at = 0;
  }
  memmove(readers + at + 1, readers + at, (count - at) * sizeof(Reader));
  readers[at] = reader;
  return count + 1;
}

uint32_t join(uint32_t set, Relation then, bool further_in, uint32_t site) {
  Reader joined[kMostInSet];
  uint32_t count = 0;
  const Readers before = readers_of(then.loop < 0 ? 0 : set);
  const auto level = (uint32_t)(then.loop < (int32_t)kInnermost ? then.loop : kInnermost - 1);
  for (uint32_t i = 0; i < before.count; i++) {
    Reader reader = before.begin[i];
    if (reader.site && reader.level >= level) { // else of a loop further out that is still active
      const bool same = !then.carried && (reader.same || reader.level > level);
      reader.same = same;
      reader.level = same && !further_in ? kInnermost : level;
    }
    count = add(joined, count, reader);
  }
  count = add(joined, count, {site, kInnermost, true});
  return intern(joined, count);
}

} // namespace

bool map_readers() {
  sets = (Set*)map_memory(kMostSets * sizeof(Set));
  entries = (Reader*)map_memory((uint64_t)kMostEntries * sizeof(Reader));
  index_of = (uint32_t*)map_memory(kIndexSize * sizeof(uint32_t));
  return sets && entries && index_of;
}

Readers readers_of(uint32_t set) { return {entries + sets[set].first, sets[set].count}; }

uint32_t set_of_reader(uint32_t site) {
  const Reader alone = {site, kInnermost, true};
  return intern(&alone, 1);
}

uint32_t join_readers(uint32_t set, Relation then, bool further_in, uint32_t site) {
  const uint32_t relation = (uint32_t)then.loop << 2 | (uint32_t)then.carried << 1 | further_in;
  Known& k = known[((set * 0x9e3779b1u) ^ (site * 0x85ebca6bu) ^ (relation * 0xc2b2ae35u)) >> 14];
  if (k.joined && k.set == set && k.site == site && k.relation == relation) return k.joined;
  k = {set, site, relation, join(set, then, further_in, site)};
  return k.joined;
}

} // namespace unply::runtime
