// See deferred_loop.h.
#include "runtime/profile/deferred_loop.h"
#include "runtime/profile/access_queue.h"
#include "runtime/profile/columns.h"
#include "runtime/profile/known_words.h"
#include "runtime/profile/loop_stack.h"
#include "runtime/transition.h"

namespace unply::runtime {

UnplyLoop* deferred_loop;
bool queues_loads;

namespace {

constexpr uint32_t kLeastIterations = 16; // of fewer the words keep states of their own, which change in place

// Loops for which it was in vain are tried less and less often.
struct Attempts {
  uint16_t left_out; // executions until the next one
  uint8_t failures;  // of late
  bool irregular;    // its accesses were not affine once
};
Attempts attempts[kRingLoopRows];
constexpr uint32_t kMostFailures = 12;

void note_failure(UnplyLoop& loop) {
  Attempts& of_loop = attempts[loop.id];
  if (of_loop.failures < kMostFailures) of_loop.failures++;
  of_loop.left_out = (uint16_t)((1u << of_loop.failures) - 1);
}

void stop_deferring() {
  deferred_loop = nullptr;
  queues_loads = false;
  context.queue_limit = queued_accesses + kMostQueued;
}

// While conflicts are looked for, words of the shadow say who has touched them: the iteration, and whether it wrote.
constexpr uint32_t kMark = 1u << 31, kSeveral = (1u << 30) - 1; // kSeveral: more than one iteration has read
struct Marked {
  uint64_t* pair; // of words,
  uint64_t words; // which were these
};
Marked marked[kMostDeferred * 2]; // an access of 16 bytes marks two pairs

UNPLY_INLINE constexpr uint64_t twice(uint32_t word) { return (uint64_t)word << 32 | word; }

// False: another iteration has touched the word, and one of both wrote.
UNPLY_INLINE bool mark_word(uint32_t& word, uint32_t mark) {
  const bool write = mark & 1;
  if (!(word & kMark)) {
    word = mark;
  } else if (word >> 1 == mark >> 1) {
    word |= mark;
  } else {
    if (write || word & 1) return false;
    word = kMark | kSeveral << 1;
  }
  return true;
}

bool mark_words(uint64_t address, uint64_t bytes, uint32_t mark, Marked*& end) {
  uint32_t *word = word_shadow(address), *last = word_shadow(address + bytes - 1);
  for (; word <= last; word++) {
    auto* pair = (uint64_t*)((uint64_t)word & ~7ull);
    if (!(*pair & twice(kMark))) *end++ = {pair, *pair};
    if (!mark_word(*word, mark)) return false;
  }
  return true;
}

UNPLY_INLINE bool mark_access(uint64_t address, uint64_t bytes, uint32_t mark, Marked*& end) {
  if (bytes == 8 && !(address & 7)) {
    auto* pair = (uint64_t*)word_shadow(address);
    if (*pair == twice(mark)) return true;
    if (!(*pair & twice(kMark))) {
      *end++ = {pair, *pair};
      *pair = twice(mark);
      return true;
    }
  }
  return mark_words(address, bytes, mark, end);
}

// Whether what an iteration writes is touched by no other. The shadow is as before behind it.
bool iterations_are_apart(const QueuedAccess* begin, const QueuedAccess* end) {
  Marked* last = marked;
  bool apart = true;
  uint32_t mark = kMark;
  for (const QueuedAccess* a = begin; a < end && apart; a++) {
    if (!a->site) {
      mark += 2;
      continue;
    }
    const auto kind = (uint32_t)(a->address_kind >> kKindShift);
    apart = mark_access(a->address_kind & kAddressMask, 1ull << kind / 2, mark | (kind & 1), last);
  }
  for (const Marked* m = marked; m < last; m++) *m->pair = m->words;
  return apart;
}

template <class Words, bool kWrite>
void access_column(const QueuedAccess* begin, const QueuedAccess* end, uint64_t step) {
  KnownWords<Words> known;
  for (const QueuedAccess* a = begin; a < end; a += step)
    access_words<Words, kWrite>(known, a->address_kind & kAddressMask, a->site);
}

// The accesses at `begin` and each `step` further, which are of one site.
void access_column(const QueuedAccess* begin, const QueuedAccess* end, uint64_t step) {
  const auto kind = begin->address_kind >> kKindShift;
  if (kind == kKindOf<8, false>) return access_column<uint64_t, false>(begin, end, step);
  if (kind == kKindOf<8, true>) return access_column<uint64_t, true>(begin, end, step);
  if (kind == kKindOf<4, false>) return access_column<uint32_t, false>(begin, end, step);
  if (kind == kKindOf<4, true>) return access_column<uint32_t, true>(begin, end, step);
  for (const QueuedAccess* a = begin; a < end; a += step) {
    if (UNPLY_UNLIKELY(next_history >= collect_at)) collect_histories();
    touch_bytes(a->address_kind & kAddressMask, 1ull << kind / 2, a->site, kind & 1);
  }
}

void access_at_one_moment(const QueuedAccess* begin, const QueuedAccess* end, uint64_t each) {
  for (uint64_t column = 1; column < each; column++) access_column(begin + column, end, each);
  for (const QueuedAccess* a = begin; !each && a < end; a++)
    if (a->site) access_column(a, a + 1, 1);
}

uint64_t iterations_in(const QueuedAccess* begin, const QueuedAccess* end) {
  uint64_t count = 0;
  for (const QueuedAccess* a = begin; a < end; a++) count += !a->site;
  return count;
}

} // namespace

void defer_loop(UnplyLoop* loop) {
  if (deferred_loop) stop_deferring(); // an exception has left it, and it had not accessed anything
  if (!loop_depth || active_loops[loop_depth - 1].loop != loop || !loop->id || loop->id >= kRingLoopRows) return;
  if (attempts[loop->id].left_out) {
    attempts[loop->id].left_out--;
    return;
  }
  deferred_loop = loop;
  queues_loads = !attempts[loop->id].irregular;
  context.queue_limit = queued_accesses + kMostDeferred;
}

void defer_iteration() {
  __unply_work += deferred_loop->work;
  *context.queue_end++ = {0, nullptr};
  if (context.queue_end == context.queue_limit) drain_queue();
}

namespace {

// From here on it is a loop as any other.
void go_through_deferred() {
  UnplyLoop* loop = deferred_loop;
  note_failure(*loop);
  stop_deferring();
  const QueuedAccess *begin = queued_accesses, *end = context.queue_end;
  context.queue_end = queued_accesses;
  while (begin < end) {
    if (!begin->site) {
      begin_iteration(loop);
      begin++;
    }
    const QueuedAccess* next = begin;
    while (next < end && next->site && next - begin < kMostQueued) next++;
    context.hooks += (uint64_t)(next - begin);
    access_all(begin, next);
    begin = next;
  }
}

// What the loop accesses can be at one moment, which is now.
void end_deferring(uint64_t iterations) {
  if (attempts[deferred_loop->id].failures) attempts[deferred_loop->id].failures--;
  stop_deferring();
  context.hooks += (uint64_t)(context.queue_end - queued_accesses) - iterations;
  context.queue_end = queued_accesses;
  pass_iterations(iterations);
}

} // namespace

void end_deferred_loop() {
  static Columns columns;
  const QueuedAccess *begin = queued_accesses, *end = context.queue_end;
  if (end - begin < (int64_t)kLeastIterations) return go_through_deferred();
  const uint64_t first = entries_of_first(begin, end);
  const bool affine = first && find_columns(begin, end, first, columns);
  const uint64_t each = affine || (first && all_alike(begin, end, first)) ? first : 0; // 0: iterations differ
  const uint64_t iterations = each ? (uint64_t)(end - begin) / each : iterations_in(begin, end);
  if (iterations < kLeastIterations) return go_through_deferred();
  attempts[deferred_loop->id].irregular |= !affine;
  if (affine && are_apart(columns)) {
    end_deferring(iterations);
    touch_columns(columns);
  } else if (affine && note_columns(*deferred_loop, columns)) {
    end_deferring(iterations);
    touch_noted_columns(columns);
  } else if (iterations_are_apart(begin, end)) {
    end_deferring(iterations);
    access_at_one_moment(begin, end, each);
  } else {
    go_through_deferred();
  }
}

void drain_queue() {
  if (deferred_loop) return go_through_deferred();
  const QueuedAccess* end = context.queue_end;
  context.queue_end = queued_accesses;
  context.hooks += (uint64_t)(end - queued_accesses);
  access_all(queued_accesses, end);
}

UNPLY_HOOK void drain_full_queue() { drain_queue(); }

} // namespace unply::runtime
