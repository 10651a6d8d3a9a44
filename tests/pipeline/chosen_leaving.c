// Chosen loops that are left by break, return, goto and longjmp, with code on the way out: it is part of the task, as with
// pragmas.
// levels: -O0,-O2
// build: $CC $LEVEL $TASKS $SRC -o program
// tasks: --tasks chosen_leaving.c:17 --tasks chosen_leaving.c:35 --tasks chosen_leaving.c:61 --tasks chosen_leaving.c:75
// marked: yes
// traces: 4
#include <setjmp.h>
#include <stdio.h>
int best, found[8], n = 8, log_[64], where;
jmp_buf place;
static void jump(int i) { if (i == 3) longjmp(place, 1); }
static int search(int from) {
#ifdef MARKED
#pragma exg trace
#endif
  for (int i = from; i < n; i++)
#ifdef MARKED
#pragma exg task
#endif
  {
    log_[i] = best;
    if (i == 5) {
      best = i + from;
      found[from] = best;
      return found[from] + 1;
    }
  }
  return 0;
}
static void breaks(int from) {
#ifdef MARKED
#pragma exg trace
#endif
  for (int i = from;; i++)
#ifdef MARKED
#pragma exg task
#endif
  {
    best += i;
    if (i == 6) {
      found[from] = best;
      best = 0;
      break;
    }
    if (i == 4 && from == 2) {
      for (int k = 0; k < 3; k++) found[k] += best;
      goto out;
    }
  }
  where++;
out:
  where++;
  log_[where] = best;
}
static void jumps(int from) {
  if (setjmp(place)) { best += 1; return; }
#ifdef MARKED
#pragma exg trace
#endif
  for (int i = from; i < n; i++)
#ifdef MARKED
#pragma exg task
#endif
  {
    best += 2;
    jump(i);
    found[i] = best;
  }
}
static int spin(int k) {
#ifdef MARKED
#pragma exg trace
#endif
  do
#ifdef MARKED
#pragma exg task
#endif
  {
    best += k;
    if (best > 1000) {
      found[0] = 3;
      return best;
    }
    if (k == 2) continue;
    found[1] = best;
  } while (--k > 0);
  return k;
}
int main(void) {
  int sum = 0;
  for (int t = 0; t < 4; t++) {
    sum += search(t);
    breaks(t);
    jumps(t);
    sum += spin(t + 1);
  }
  for (int i = 0; i < 64; i++) sum += log_[i];
  printf("%d %d %d\n", sum, best, where);
}
