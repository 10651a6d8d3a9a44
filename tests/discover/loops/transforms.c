// Tables and transforms: FFT, dynamic programming, all pairs of paths, convolution.
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 64, M = 20 };

static void fft(void) {
  double complex x[N];
  double s = 0;
  for (int i = 0; i < N; i++) x[i] = i % 7 + i % 3 * I; //@ doall
  for (int i = 0; i < N; i++) { //@ doall
    int r = 0;
    for (int bit = 0; bit < 6; bit++) r |= (i >> bit & 1) << (5 - bit); //@ reduction reduction(|:r)
    if (r > i) {
      double complex t = x[i];
      x[i] = x[r];
      x[r] = t;
    }
  }
  for (int half = 1; half < N; half *= 2) //@ serial or doacross
    for (int block = 0; block < N; block += 2 * half) //@ doall
      for (int k = 0; k < half; k++) { //@ doall
        double complex w = cos(M_PI * k / half) - I * sin(M_PI * k / half);
        double complex u = x[block + k], v = w * x[block + k + half];
        x[block + k] = u + v;
        x[block + k + half] = u - v;
      }
  for (int i = 0; i < N; i++) s += round(cabs(x[i]) * 1000); //@ reduction reduction(+:s)
  printf("fft %.5g\n", s);
}

static void discrete_transform(void) {
  double re[M], im[M], s = 0;
  for (int k = 0; k < M; k++) { //@ doall
    re[k] = im[k] = 0;
    for (int j = 0; j < M; j++) { //@ reduction reduction(+:re,im)
      re[k] += j % 5 * cos(2 * M_PI * j * k / M);
      im[k] -= j % 5 * sin(2 * M_PI * j * k / M);
    }
  }
  for (int k = 0; k < M; k++) s += round(100 * re[k]) + round(100 * im[k]); //@ reduction reduction(+:s)
  printf("discrete_transform %.4g\n", s);
}

static void walsh(void) { // additions only
  int x[N];
  long s = 0;
  for (int i = 0; i < N; i++) x[i] = i * i % 13; //@ doall
  for (int half = 1; half < N; half *= 2) //@ serial or doacross
    for (int i = 0; i < N; i++) //@ doall
      if (!(i & half)) {
        int u = x[i], v = x[i + half];
        x[i] = u + v;
        x[i + half] = u - v;
      }
  for (int i = 0; i < N; i++) s += (long)x[i] * i; //@ reduction reduction(+:s)
  printf("walsh %ld\n", s);
}

static int larger(int x, int y) { return x > y ? x : y; }

static void smith_waterman(void) {
  static int h[M + 1][M + 1];
  char p[M], q[M];
  int best = 0;
  for (int i = 0; i < M; i++) { //@ doall
    p[i] = "acgt"[i * 7 % 4];
    q[i] = "acgt"[i * i % 4];
  }
  for (int i = 1; i <= M; i++) { //@ doacross
    for (int j = 1; j <= M; j++) { //@ doacross or serial
      int v = h[i - 1][j - 1] + (p[i - 1] == q[j - 1] ? 3 : -2);
      v = larger(v, larger(h[i - 1][j], h[i][j - 1]) - 1);
      h[i][j] = larger(v, 0);
    }
  }
  for (int i = 1; i <= M; i++) //@ reduction reduction(max:best)
    for (int j = 1; j <= M; j++) best = larger(best, h[i][j]); //@ reduction reduction(max:best)
  printf("smith_waterman %d\n", best);
}

static void smith_waterman_with_best(void) { // the largest on the way
  static int h[M + 1][M + 1];
  int best = 0;
  for (int i = 1; i <= M; i++) { //@ doacross
    for (int j = 1; j <= M; j++) { //@ doacross or serial
      int v = h[i - 1][j - 1] + (i * 7 % 4 == j * j % 4 ? 3 : -2);
      v = larger(v, larger(h[i - 1][j], h[i][j - 1]) - 1);
      h[i][j] = larger(v, 0);
      if (h[i][j] > best) best = h[i][j];
    }
  }
  printf("smith_waterman_with_best %d\n", best);
}

static void edit_distance_two_rows(void) { // one row is enough, and is swapped
  int before[M + 1], now[M + 1], i, j;
  for (j = 0; j <= M; j++) before[j] = j; //@ doall
  for (i = 1; i <= M; i++) { //@ serial or doacross
    now[0] = i;
    for (j = 1; j <= M; j++) { //@ serial or doacross
      int best = before[j - 1] + (i * 5 % 3 != j * j % 3);
      if (before[j] + 1 < best) best = before[j] + 1;
      if (now[j - 1] + 1 < best) best = now[j - 1] + 1;
      now[j] = best;
    }
    memcpy(before, now, sizeof now);
  }
  printf("edit_distance_two_rows %d\n", now[M]);
}

static void knapsack(void) { // each item needs the row of the item before; within the row all are independent
  static int value[M + 1][101];
  for (int i = 1; i <= M; i++) //@ serial or doacross
    for (int w = 0; w <= 100; w++) { //@ doall
      int weight = i * 7 % 19 + 1, worth = i * 11 % 23;
      value[i][w] = value[i - 1][w];
      if (w >= weight) value[i][w] = larger(value[i][w], value[i - 1][w - weight] + worth);
    }
  printf("knapsack %d\n", value[M][100]);
}

static void knapsack_in_place(void) { // backwards, so that each item counts once: anti dependences
  static int value[101];
  for (int i = 1; i <= M; i++) { //@ serial or doacross
    int weight = i * 7 % 19 + 1, worth = i * 11 % 23;
    for (int w = 100; w >= weight; w--) value[w] = larger(value[w], value[w - weight] + worth); //@ serial or doacross
  }
  printf("knapsack_in_place %d\n", value[100]);
}

static void chain_of_matrices(void) { // by length: the intervals of a length are independent
  static long cost[M][M];
  for (int length = 1; length < M; length++) //@ serial or doacross
    for (int i = 0; i + length < M; i++) { //@ doall or serial
      int j = i + length;
      long best = 1L << 40;
      for (int k = i; k < j; k++) { //@ reduction reduction(min:best)
        long c = cost[i][k] + cost[k + 1][j] + (i % 5 + 1) * (k % 7 + 1) * (j % 3 + 1);
        if (c < best) best = c;
      }
      cost[i][j] = best;
    }
  printf("chain_of_matrices %ld\n", cost[0][M - 1]);
}

static int d[M][M];

static void fill_distances(void) {
  for (int i = 0; i < M; i++) //@ doall
    for (int j = 0; j < M; j++) d[i][j] = i == j ? 0 : (i * 13 + j * 29) % 97 + 1; //@ doall
}

static void show_distances(const char* name) {
  long s = 0;
  for (int i = 0; i < M; i++) //@ reduction reduction(+:s)
    for (int j = 0; j < M; j++) s += d[i][j] * (i + 1); //@ reduction reduction(+:s)
  printf("%s %ld\n", name, s);
}

static void floyd_warshall(void) { // row and column k are not stored in step k: they cannot become shorter
  fill_distances();
  for (int k = 0; k < M; k++) //@ serial or doacross
    for (int i = 0; i < M; i++) //@ doall
      for (int j = 0; j < M; j++) //@ doall
        if (d[i][k] + d[k][j] < d[i][j]) d[i][j] = d[i][k] + d[k][j];
  show_distances("floyd_warshall");
}

static void floyd_warshall_always_stored(void) { // stores row and column k again, and other iterations read them
  fill_distances();
  for (int k = 0; k < M; k++) //@ serial or doacross
    for (int i = 0; i < M; i++) //@ serial or doacross
      for (int j = 0; j < M; j++) { //@ serial or doacross
        int through = d[i][k] + d[k][j];
        d[i][j] = through < d[i][j] ? through : d[i][j];
      }
  show_distances("floyd_warshall_always_stored");
}

static void convolution(void) {
  static int image[M][M], out[M][M];
  const int kernel[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};
  long s = 0;
  for (int i = 0; i < M; i++) //@ doall
    for (int j = 0; j < M; j++) image[i][j] = i * j % 31; //@ doall
  for (int i = 1; i < M - 1; i++) //@ doall
    for (int j = 1; j < M - 1; j++) { //@ doall
      int sum = 0;
      for (int k = -1; k <= 1; k++) //@ reduction reduction(+:sum)
        for (int l = -1; l <= 1; l++) sum += kernel[k + 1][l + 1] * image[i + k][j + l]; //@ reduction reduction(+:sum)
      out[i][j] = sum / 16;
    }
  for (int i = 0; i < M; i++) //@ reduction reduction(+:s)
    for (int j = 0; j < M; j++) s += out[i][j] * (j + 1); //@ reduction reduction(+:s)
  printf("convolution %ld\n", s);
}

static void polynomial_product(void) { // the same sum, gathered and scattered
  int p[M], q[M], r[2 * M] = {0}, s[2 * M] = {0};
  long total = 0;
  for (int i = 0; i < M; i++) p[i] = i % 4, q[i] = i % 5 - 2; //@ doall
  for (int k = 0; k < 2 * M - 1; k++) //@ doall
    for (int i = k < M ? 0 : k - M + 1; i <= (k < M ? k : M - 1); i++) r[k] += p[i] * q[k - i]; //@ reduction reduction(+:r[k])
  for (int i = 0; i < M; i++) //@ reduction reduction(+:s)
    for (int j = 0; j < M; j++) s[i + j] += p[i] * q[j]; //@ doall
  for (int k = 0; k < 2 * M; k++) total += (r[k] + 2 * s[k]) * k; //@ reduction reduction(+:total)
  printf("polynomial_product %ld\n", total);
}

static void filter_with_feedback(void) {
  int x[N], y[N];
  for (int i = 0; i < N; i++) x[i] = i % 10, y[i] = 0; //@ doall
  for (int i = 2; i < N; i++) y[i] = (x[i] + x[i - 1] + y[i - 1] + y[i - 2]) / 2; //@ serial or doacross
  printf("filter_with_feedback %d\n", y[N - 1]);
}

static void pascal(void) {
  unsigned c[M] = {1};
  for (int i = 1; i < M; i++) //@ serial or doacross
    for (int j = i; j > 0; j--) c[j] += c[j - 1]; //@ serial or doacross
  printf("pascal %u\n", c[M / 2]);
}

int main(void) {
  fft();
  discrete_transform();
  walsh();
  smith_waterman();
  smith_waterman_with_best();
  edit_distance_two_rows();
  knapsack();
  knapsack_in_place();
  chain_of_matrices();
  floyd_warshall();
  floyd_warshall_always_stored();
  convolution();
  polynomial_product();
  filter_with_feedback();
  pascal();
}
