// Sorting: most loops are chains of exchanges; odd-even and merging in blocks have parallel phases.
#include <stdio.h>
#include <string.h>

enum { N = 64 };
static int x[N], y[N];

static void fill(void) {
  for (int i = 0; i < N; i++) x[i] = (i * 37 + 5) % 71; //@ doall
}

static void show(const char* name) {
  long s = 0;
  for (int i = 0; i < N; i++) s += (long)x[i] * i; //@ reduction reduction(+:s)
  int sorted = 1;
  for (int i = 1; i < N; i++) sorted = sorted && x[i - 1] <= x[i]; //@ reduction reduction(&&:sorted)
  printf("%s %ld %d\n", name, s, sorted);
  fill();
}

static void exchange(int* p, int* q) {
  int t = *p;
  *p = *q;
  *q = t;
}

static void bubble(void) {
  for (int i = 0; i < N - 1; i++) //@ serial or doacross
    for (int j = 0; j < N - 1 - i; j++) //@ serial or doacross
      if (x[j] > x[j + 1]) exchange(&x[j], &x[j + 1]);
  show("bubble");
}

static void bubble_until_done(void) {
  int changed;
  do { //@ serial
    changed = 0;
    for (int j = 0; j < N - 1; j++) //@ serial or doacross
      if (x[j] > x[j + 1]) {
        exchange(&x[j], &x[j + 1]);
        changed = 1;
      }
  } while (changed);
  show("bubble_until_done");
}

static void odd_even(void) {
  for (int phase = 0; phase < N; phase++) //@ serial or doacross
    for (int j = phase % 2; j < N - 1; j += 2) //@ doall
      if (x[j] > x[j + 1]) exchange(&x[j], &x[j + 1]);
  show("odd_even");
}

static void insertion(void) {
  for (int i = 1; i < N; i++) { //@ serial or doacross
    int value = x[i], j = i;
    while (j > 0 && x[j - 1] > value) { //@ serial
      x[j] = x[j - 1];
      j--;
    }
    x[j] = value;
  }
  show("insertion");
}

static void selection(void) {
  for (int i = 0; i < N - 1; i++) { //@ serial or doacross
    int least = i;
    for (int j = i + 1; j < N; j++) //@ reduction ... or serial
      if (x[j] < x[least]) least = j;
    exchange(&x[i], &x[least]);
  }
  show("selection");
}

static void by_rank(void) { // counts the smaller ones of each
  for (int i = 0; i < N; i++) { //@ doall
    int rank = 0;
    for (int j = 0; j < N; j++) rank += x[j] < x[i] || (x[j] == x[i] && j < i); //@ reduction reduction(+:rank)
    y[rank] = x[i];
  }
  for (int i = 0; i < N; i++) x[i] = y[i]; //@ doall
  show("by_rank");
}

static void merge(const int* from, int* to, int low, int middle, int high) {
  int i = low, j = middle;
  for (int k = low; k < high; k++) //@ serial
    to[k] = i < middle && (j >= high || from[i] <= from[j]) ? from[i++] : from[j++];
}

static void merging_in_passes(void) {
  for (int width = 1; width < N; width *= 2) { //@ serial or doacross
    for (int low = 0; low < N; low += 2 * width) merge(x, y, low, low + width, low + 2 * width); //@ doall
    memcpy(x, y, sizeof x);
  }
  show("merging_in_passes");
}

static void bitonic(void) {
  for (int size = 2; size <= N; size *= 2) //@ serial or doacross
    for (int d = size / 2; d > 0; d /= 2) //@ serial or doacross
      for (int i = 0; i < N; i++) { //@ doall
        int j = i ^ d;
        if (j > i && ((i & size) == 0) == (x[i] > x[j])) exchange(&x[i], &x[j]);
      }
  show("bitonic");
}

static void counting(void) {
  int count[72] = {0}, n = 0;
  for (int i = 0; i < N; i++) count[x[i]]++; //@ doall or reduction reduction(+:count)
  for (int v = 0; v < 72; v++) //@ serial
    for (int k = 0; k < count[v]; k++) x[n++] = v; //@ few
  show("counting");
}

static void radix(void) {
  for (int shift = 0; shift < 8; shift += 2) { //@ serial or doacross
    int count[4] = {0}, place[4];
    for (int i = 0; i < N; i++) count[x[i] >> shift & 3]++; //@ reduction reduction(+:count)
    place[0] = 0;
    for (int d = 1; d < 4; d++) place[d] = place[d - 1] + count[d - 1]; //@ serial or doacross
    for (int i = 0; i < N; i++) y[place[x[i] >> shift & 3]++] = x[i]; //@ serial
    memcpy(x, y, sizeof x);
  }
  show("radix");
}

static void shell(void) { // the chains of one gap are independent of each other
  for (int gap = 16; gap > 0; gap /= 4) //@ serial or doacross
    for (int start = 0; start < gap; start++) //@ doall
      for (int i = start + gap; i < N; i += gap) { //@ serial or doacross
        int value = x[i], j;
        for (j = i; j >= gap && x[j - gap] > value; j -= gap) x[j] = x[j - gap]; //@ serial
        x[j] = value;
      }
  show("shell");
}

int main(void) {
  fill();
  bubble();
  bubble_until_done();
  odd_even();
  insertion();
  selection();
  by_rank();
  merging_in_passes();
  bitonic();
  counting();
  radix();
  shell();
}
