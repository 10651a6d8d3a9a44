// Elements of whole words that one site accesses at one moment: it makes the same of all words of one state.
#pragma once
#include "runtime/profile/states.h"
#include "runtime/transition.h"

namespace unply::runtime {

// Of the two states that came last: words of two come in turn where each half of a column was written by one site.
template <class Words> struct KnownWords {
  struct Known {
    Words before = ~(Words)0, after = 0; // ~0: nothing is known
  } last, other;
};

// An element of one or two words: Words is their type.
template <class Words, bool kWrite>
UNPLY_INLINE void access_words(KnownWords<Words>& known, uint64_t address, UnplySite* site) {
  constexpr Words kEach = sizeof(Words) == 8 ? (Words)(1ull << 32 | 1) : 1;
  auto* words = (Words*)word_shadow(address);
  const bool whole = !(address & (sizeof(Words) - 1));
  if (UNPLY_LIKELY(*words == known.last.before && whole)) {
    *words = known.last.after;
    return;
  }
  if (UNPLY_LIKELY(*words == known.other.before && whole)) {
    *words = known.other.after;
    return;
  }
  if (UNPLY_UNLIKELY(next_history >= collect_at)) {
    collect_histories();
    known = {};
  }
  const auto before = (uint32_t)*words;
  if (!whole) return touch_bytes(address, sizeof(Words), site, kWrite);
  if (*words != before * kEach || before & kOwned) return touch_element(address, sizeof(Words), site, kWrite);
  const uint32_t after =
      kWrite ? state_after_store(before, site) : state_after_load_in(confined_at(address), before, site);
  known.other = known.last;
  known.last = {before * kEach, after * kEach};
  *words = known.last.after;
}

} // namespace unply::runtime
