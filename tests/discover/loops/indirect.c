// Accesses through indices: gathers, scatters by a permutation and with collisions, histograms, sparse matrices.
#include <stdio.h>
#include <string.h>

enum { N = 210, BINS = 16 };
static int from[N], twice[N];
static double x[N], y[N];

static void fill(void) {
  for (int i = 0; i < N; i++) { //@ doall
    from[i] = (i * 11 + 3) % N; // a permutation
    twice[i] = i * 11 % N / 2;  // each value twice
    x[i] = i % 19;
    y[i] = 0;
  }
}

static void show(const char* name, const double* v) {
  double s = 0;
  for (int i = 0; i < N; i++) s += v[i] * (i % 4 + 1); //@ reduction reduction(+:s)
  printf("%s %.10g\n", name, s);
}

static void gather(void) {
  for (int i = 0; i < N; i++) y[i] = x[from[i]]; //@ doall
  show("gather", y);
}

static void gather_of_gather(void) {
  for (int i = 0; i < N; i++) y[i] = x[from[from[i]]] + x[twice[i]]; //@ doall
  show("gather_of_gather", y);
}

static void scatter(void) { // no two iterations have the same element on this input
  for (int i = 0; i < N; i++) y[from[i]] = x[i]; //@ doall
  show("scatter", y);
}

static void update_by_permutation(void) {
  for (int i = 0; i < N; i++) y[from[i]] += x[i]; //@ doall
  show("update_by_permutation", y);
}

static void scatter_with_collisions(void) { // the last writer counts
  for (int i = 0; i < N; i++) y[twice[i]] = x[i]; //@ serial
  show("scatter_with_collisions", y);
}

static void add_with_collisions(void) {
  for (int i = 0; i < N; i++) y[twice[i]] += x[i]; //@ reduction reduction(+:y)
  show("add_with_collisions", y);
}

static void gather_and_scatter(void) { // reads what earlier iterations wrote
  for (int i = 0; i < N; i++) y[from[i]] = y[i] + 1; //@ serial
  show("gather_and_scatter", y);
}

static void one_collision(void) { // iteration 200 writes the element of iteration 3
  int place[N];
  for (int i = 0; i < N; i++) place[i] = i == 200 ? 3 : i; //@ doall
  for (int i = 0; i < N; i++) y[place[i]] = x[i]; //@ serial or doacross
  show("one_collision", y);
}

static void histogram(void) {
  int count[BINS] = {0};
  long s = 0;
  for (int i = 0; i < N; i++) count[from[i] % BINS]++; //@ reduction reduction(+:count)
  for (int i = 0; i < BINS; i++) s += count[i] * (i + 1); //@ reduction reduction(+:s)
  printf("histogram %ld\n", s);
}

static void weighted_histogram(double* bins, const int* key, const double* weight, int n) {
  for (int i = 0; i < n; i++) bins[key[i] & (BINS - 1)] += weight[i]; //@ reduction reduction(+:bins[0:16])
}

static void histogram_of_rows(void) { // one histogram for each row
  static int count[14][BINS];
  long s = 0;
  for (int r = 0; r < 14; r++) //@ doall
    for (int i = 0; i < 15; i++) count[r][from[r * 15 + i] % BINS]++; //@ reduction reduction(+:count)
  for (int r = 0; r < 14; r++) //@ reduction reduction(+:s)
    for (int k = 0; k < BINS; k++) s += count[r][k] * (r ^ k); //@ reduction reduction(+:s)
  printf("histogram_of_rows %ld\n", s);
}

static void largest_of_each_bin(void) {
  int best[BINS];
  long s = 0;
  memset(best, 0, sizeof best);
  for (int i = 0; i < N; i++) { //@ reduction reduction(max:best)
    int k = twice[i] % BINS;
    if (from[i] > best[k]) best[k] = from[i];
  }
  for (int k = 0; k < BINS; k++) s += best[k] * (k + 1); //@ reduction reduction(+:s)
  printf("largest_of_each_bin %ld\n", s);
}

static void counting_places(void) { // the histogram is read on the way: places within the bins
  int next[BINS] = {0}, place[N];
  long s = 0;
  for (int i = 0; i < N; i++) place[i] = next[from[i] % BINS]++; //@ serial
  for (int i = 0; i < N; i++) s += place[i] * (i % 10); //@ reduction reduction(+:s)
  printf("counting_places %ld\n", s);
}

enum { ROWS = 40, ENTRIES = 5 * ROWS };
static int first[ROWS + 1], column[ENTRIES], row_of[ENTRIES];
static double value[ENTRIES], in[ROWS], out[ROWS];

static void fill_sparse(void) {
  int n = 0;
  for (int r = 0; r < ROWS; r++) { //@ serial
    first[r] = n;
    for (int k = 0; k <= r % 5; k++) { //@ doall ... or serial
      row_of[n] = r;
      column[n] = (r * 3 + k * 7) % ROWS;
      value[n++] = r % 4 + k;
    }
    in[r] = r % 6 + 1;
  }
  first[ROWS] = n;
}

static void compressed_rows(void) {
  for (int r = 0; r < ROWS; r++) { //@ doall
    double sum = 0;
    for (int k = first[r]; k < first[r + 1]; k++) sum += value[k] * in[column[k]]; //@ reduction reduction(+:sum)
    out[r] = sum;
  }
}

static void compressed_rows_transposed(void) { // columns collide
  memset(out, 0, sizeof out);
  for (int r = 0; r < ROWS; r++) //@ reduction reduction(+:out)
    for (int k = first[r]; k < first[r + 1]; k++) out[column[k]] += value[k] * in[r]; //@ doall
}

static void coordinates(int entries) {
  memset(out, 0, sizeof out);
  for (int k = 0; k < entries; k++) out[row_of[k]] += value[k] * in[column[k]]; //@ reduction reduction(+:out)
}

static void show_out(const char* name) {
  double s = 0;
  for (int r = 0; r < ROWS; r++) s += out[r] * (r + 1); //@ reduction reduction(+:s)
  printf("%s %.10g\n", name, s);
}

static void sparse_forward(void) { // a row needs the rows of its columns that lie before it
  double z[ROWS];
  for (int r = 0; r < ROWS; r++) { //@ serial or doacross
    double sum = in[r];
    for (int k = first[r]; k < first[r + 1]; k++) //@ reduction reduction(+:sum)
      if (column[k] < r) sum += z[column[k]];
    z[r] = (int)sum % 50;
  }
  memcpy(out, z, sizeof z);
  show_out("sparse_forward");
}

static void inverse_permutation(void) {
  int back[N];
  long s = 0;
  for (int i = 0; i < N; i++) back[from[i]] = i; //@ doall
  for (int i = 0; i < N; i++) s += (long)back[i] * (i % 3); //@ reduction reduction(+:s)
  printf("inverse_permutation %ld\n", s);
}

static void follow_cycle(void) { // each index comes from the element before
  int at = 0;
  long s = 0;
  for (int i = 0; i < N; i++) { //@ serial or pipeline
    s += at;
    at = from[at];
  }
  printf("follow_cycle %ld\n", s);
}

static void particles_to_cells(void) {
  static double cell[12];
  for (int p = 0; p < N; p++) { //@ reduction reduction(+:cell)
    int c = from[p] % 11;
    cell[c] += x[p] * 3;
    cell[c + 1] += x[p];
  }
  double s = 0;
  for (int c = 0; c < 12; c++) s += cell[c] * c; //@ reduction reduction(+:s)
  printf("particles_to_cells %.10g\n", s);
}

static void bit_set(void) { // 32 iterations share a word
  unsigned words[8] = {0}, s = 0;
  for (int i = 0; i < N; i++) words[from[i] >> 5] |= 1u << (from[i] & 31); //@ reduction reduction(|:words)
  for (int i = 0; i < 8; i++) s += words[i] >> i; //@ reduction reduction(+:s)
  printf("bit_set %u\n", s);
}

int main(void) {
  double bins[BINS] = {0};
  fill();
  gather();
  gather_of_gather();
  scatter();
  update_by_permutation();
  scatter_with_collisions();
  add_with_collisions();
  gather_and_scatter();
  one_collision();
  histogram();
  weighted_histogram(bins, from, x, N);
  printf("weighted_histogram %.10g %.10g\n", bins[0], bins[7]);
  histogram_of_rows();
  largest_of_each_bin();
  counting_places();
  fill_sparse();
  compressed_rows();
  show_out("compressed_rows");
  compressed_rows_transposed();
  show_out("compressed_rows_transposed");
  coordinates(first[ROWS]);
  show_out("coordinates");
  sparse_forward();
  inverse_permutation();
  follow_cycle();
  particles_to_cells();
  bit_set();
}
