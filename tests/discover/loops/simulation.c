// Simulations: particles, cellular automata, random numbers, fractals, graphs.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 36, W = 24 };

static uint32_t next_of(uint32_t x) { return x * 1103515245u + 12345u; }

static void life(void) {
  static unsigned char now[W][W], then[W][W];
  int alive = 0;
  for (int y = 0; y < W; y++) //@ doall
    for (int x = 0; x < W; x++) now[y][x] = (x * x + y * 3) % 5 < 2; //@ doall
  for (int generation = 0; generation < 4; generation++) { //@ serial or doacross
    for (int y = 0; y < W; y++) //@ doall
      for (int x = 0; x < W; x++) { //@ doall
        int count = 0;
        for (int dy = -1; dy <= 1; dy++) //@ reduction reduction(+:count)
          for (int dx = -1; dx <= 1; dx++) //@ reduction reduction(+:count)
            if (dx || dy) count += now[(y + dy + W) % W][(x + dx + W) % W];
        then[y][x] = count == 3 || (count == 2 && now[y][x]);
      }
    memcpy(now, then, sizeof now);
  }
  for (int y = 0; y < W; y++) //@ reduction reduction(+:alive)
    for (int x = 0; x < W; x++) alive += now[y][x]; //@ reduction reduction(+:alive)
  printf("life %d\n", alive);
}

static void life_in_place(void) { // a wrong program, and a wavefront
  static unsigned char cell[W][W];
  int alive = 0;
  for (int y = 0; y < W; y++) //@ doall
    for (int x = 0; x < W; x++) cell[y][x] = (x + y * y) % 3 == 0; //@ doall
  for (int y = 1; y < W - 1; y++) //@ doacross or serial
    for (int x = 1; x < W - 1; x++) //@ doacross or serial
      cell[y][x] = cell[y - 1][x] + cell[y + 1][x] + cell[y][x - 1] + cell[y][x + 1] == 2;
  for (int y = 0; y < W; y++) //@ reduction reduction(+:alive)
    for (int x = 0; x < W; x++) alive += cell[y][x]; //@ reduction reduction(+:alive)
  printf("life_in_place %d\n", alive);
}

static void rule_110(void) {
  static char row[41][82];
  int s = 0;
  row[0][80] = 1;
  for (int t = 0; t < 40; t++) //@ serial or doacross
    for (int i = 1; i < 81; i++) row[t + 1][i] = 110 >> (row[t][i - 1] * 4 + row[t][i] * 2 + row[t][i + 1]) & 1; //@ doall
  for (int i = 0; i < 82; i++) s += row[40][i] * i; //@ reduction reduction(+:s)
  printf("rule_110 %d\n", s);
}

static void monte_carlo_shared_state(void) {
  uint32_t state = 7;
  int inside = 0;
  for (int i = 0; i < 200; i++) { //@ serial or pipeline
    state = next_of(state);
    uint32_t x = state >> 16;
    state = next_of(state);
    uint32_t y = state >> 16;
    if ((uint64_t)x * x + (uint64_t)y * y < (uint64_t)1 << 32) inside++;
  }
  printf("monte_carlo_shared_state %d\n", inside);
}

static void monte_carlo_own_state(void) {
  int inside = 0;
  for (int i = 0; i < 200; i++) { //@ reduction reduction(+:inside)
    uint32_t state = next_of(i * 2654435761u), x, y;
    x = state >> 16;
    state = next_of(state);
    y = state >> 16;
    if ((uint64_t)x * x + (uint64_t)y * y < (uint64_t)1 << 32) inside++;
  }
  printf("monte_carlo_own_state %d\n", inside);
}

static void states_of_walkers(void) { // each walker keeps a state
  uint32_t state[N];
  int place[N], s = 0;
  for (int w = 0; w < N; w++) { //@ doall
    state[w] = w * 77 + 1;
    place[w] = 0;
  }
  for (int t = 0; t < 20; t++) //@ serial or doacross
    for (int w = 0; w < N; w++) { //@ doall
      state[w] = next_of(state[w]);
      place[w] += state[w] >> 30 & 1 ? 1 : -1;
    }
  for (int w = 0; w < N; w++) //@ doall
    for (int t = 0; t < 20; t++) { //@ serial
      state[w] = next_of(state[w]);
      place[w] += state[w] >> 29 & 1;
    }
  for (int w = 0; w < N; w++) s += place[w] * (w % 5); //@ reduction reduction(+:s)
  printf("states_of_walkers %d\n", s);
}

typedef struct {
  double x, y, vx, vy;
} Body;
static Body body[N];

static void start(void) {
  for (int i = 0; i < N; i++) { //@ doall
    body[i].x = i % 6;
    body[i].y = i / 6 + 0.25 * (i % 3);
    body[i].vx = body[i].vy = 0;
  }
}

static void show(const char* name) {
  double s = 0;
  for (int i = 0; i < N; i++) s += body[i].x * 3 + body[i].y + body[i].vx; //@ reduction reduction(+:s)
  printf("%s %.5g\n", name, s);
}

static void gravity(void) {
  start();
  for (int t = 0; t < 3; t++) { //@ serial or doacross or pipeline
    for (int i = 0; i < N; i++) { //@ doall
      double fx = 0, fy = 0;
      for (int j = 0; j < N; j++) { //@ reduction reduction(+:fx,fy)
        double dx = body[j].x - body[i].x, dy = body[j].y - body[i].y;
        double r = dx * dx + dy * dy + 0.5;
        fx += dx / (r * sqrt(r));
        fy += dy / (r * sqrt(r));
      }
      body[i].vx += 0.01 * fx;
      body[i].vy += 0.01 * fy;
    }
    for (int i = 0; i < N; i++) { //@ doall
      body[i].x += body[i].vx;
      body[i].y += body[i].vy;
    }
  }
  show("gravity");
}

static void gravity_in_pairs(void) { // each pair once: both bodies' forces
  double fx[N] = {0}, fy[N] = {0};
  start();
  for (int i = 0; i < N; i++) //@ reduction reduction(+:fx,fy)
    for (int j = i + 1; j < N; j++) { //@ reduction reduction(+:fx,fy)
      double dx = body[j].x - body[i].x, dy = body[j].y - body[i].y, r = dx * dx + dy * dy + 1;
      fx[i] += dx / r;
      fx[j] -= dx / r;
      fy[i] += dy / r;
      fy[j] -= dy / r;
    }
  for (int i = 0; i < N; i++) { //@ doall
    body[i].vx += fx[i];
    body[i].x += fy[i];
  }
  show("gravity_in_pairs");
}

static void moved_in_place(void) { // reads bodies that were moved already
  start();
  for (int i = 0; i < N; i++) { //@ serial or doacross
    double fx = 0;
    for (int j = 0; j < N; j++) fx += body[j].x - body[i].x; //@ reduction reduction(+:fx)
    body[i].x += fx / 64;
  }
  show("moved_in_place");
}

static void energy(void) {
  double kinetic = 0, fastest = 0, v;
  int i;
  start();
  for (i = 0; i < N; i++) { //@ reduction private(v) reduction(+:kinetic) reduction(max:fastest)
    v = body[i].x * body[i].x + body[i].y * body[i].y;
    kinetic += v / 2;
    if (fastest < v) fastest = v;
  }
  printf("energy %.6g %.6g\n", kinetic, fastest);
}

static void mandelbrot(void) {
  static int image[W][W];
  long s = 0;
  for (int y = 0; y < W; y++) //@ doall
    for (int x = 0; x < W; x++) { //@ doall
      double re = x * 3.0 / W - 2, im = y * 2.0 / W - 1, a = 0, b = 0;
      int n = 0;
      while (n < 40 && a * a + b * b < 4) { //@ serial
        double t = a * a - b * b + re;
        b = 2 * a * b + im;
        a = t;
        n++;
      }
      image[y][x] = n;
    }
  for (int y = 0; y < W; y++) //@ reduction reduction(+:s)
    for (int x = 0; x < W; x++) s += image[y][x] * (x + y); //@ reduction reduction(+:s)
  printf("mandelbrot %ld\n", s);
}

static void mandelbrot_declared_before(void) {
  static int image[W][W];
  int x, y, n;
  double re, im, a, b, t;
  long s = 0;
  for (y = 0; y < W; y++) { //@ doall private(x,n,re,im,a,b,t)
    for (x = 0; x < W; x++) { //@ doall private(n,re,im,a,b,t)
      re = x * 3.0 / W - 2;
      im = y * 2.0 / W - 1;
      a = b = 0;
      for (n = 0; n < 30 && a * a + b * b < 4; n++) { //@ serial
        t = a * a - b * b + re;
        b = 2 * a * b + im;
        a = t;
      }
      image[y][x] = n;
    }
  }
  for (y = 0; y < W; y++) //@ reduction private(x) reduction(+:s)
    for (x = 0; x < W; x++) s += image[y][x] * (x + 2 * y); //@ reduction reduction(+:s)
  printf("mandelbrot_declared_before %ld\n", s);
}

static void logistic(void) { // a parameter each, a chain of steps within
  int s = 0;
  for (int k = 0; k < N; k++) { //@ reduction reduction(+:s)
    double x = 0.25, r = 2 + k / 36.0;
    for (int t = 0; t < 30; t++) x = r * x * (1 - x); //@ serial
    s += (int)(x * 1000);
  }
  printf("logistic %d\n", s);
}

static void integral(void) {
  double sum = 0;
  const int steps = 256;
  for (int i = 0; i < steps; i++) { //@ reduction reduction(+:sum)
    double x = (i + 0.5) / steps;
    sum += 4 / (1 + x * x);
  }
  printf("integral %.8g\n", sum / steps);
}

static void integral_with_running_place(void) { // x is stepped, and rounds
  double sum = 0, x = 0;
  for (int i = 0; i < 256; i++) { //@ serial or pipeline
    sum += x * x;
    x += 1.0 / 300;
  }
  printf("integral_with_running_place %.6g\n", sum);
}

enum { V = 60, DEGREE = 4 };
static int neighbour[V][DEGREE], level[V], parent[V];

static void make_graph(void) {
  for (int v = 0; v < V; v++) { //@ doall
    for (int e = 0; e < DEGREE; e++) neighbour[v][e] = (v * (e % 2 ? 1 : 7) + 11 * e + 1) % V; //@ doall
    level[v] = -1;
    parent[v] = v;
  }
}

static void show_levels(const char* name) {
  long s = 0;
  for (int v = 0; v < V; v++) s += level[v] * (v + 1); //@ reduction reduction(+:s)
  printf("%s %ld\n", name, s);
}

static void levels_by_queue(void) {
  int queue[V], head = 0, tail = 0;
  make_graph();
  level[0] = 0;
  queue[tail++] = 0;
  while (head < tail) { //@ serial
    int v = queue[head++];
    for (int e = 0; e < DEGREE; e++) { //@ serial
      int u = neighbour[v][e];
      if (level[u] < 0) {
        level[u] = level[v] + 1;
        queue[tail++] = u;
      }
    }
  }
  show_levels("levels_by_queue");
}

static void levels_by_sweeps(void) { // a sweep marks in an array of its own
  static char now[V], then[V];
  int changed = 1;
  make_graph();
  level[0] = 0;
  now[0] = 1;
  for (int depth = 1; changed; depth++) { //@ serial
    changed = 0;
    for (int v = 0; v < V; v++) { //@ reduction reduction(|:changed) or reduction ... or serial
      then[v] = 0;
      if (level[v] >= 0) continue;
      int reached = 0;
      for (int e = 0; e < DEGREE; e++) reached |= now[neighbour[v][e]]; //@ reduction reduction(|:reached)
      if (reached) {
        level[v] = depth;
        then[v] = 1;
        changed |= 1;
      }
    }
    for (int v = 0; v < V; v++) now[v] = then[v]; //@ doall
  }
  show_levels("levels_by_sweeps");
}

static void shortest_paths(void) { // Bellman and Ford in place: sweeps read what they wrote
  static int distance[V];
  long s = 0;
  make_graph();
  for (int v = 1; v < V; v++) distance[v] = 10000; //@ doall
  for (int sweep = 0; sweep < 8; sweep++) //@ serial or doacross
    for (int v = 0; v < V; v++) //@ serial or doacross
      for (int e = 0; e < DEGREE; e++) { //@ reduction ... or serial
        int through = distance[neighbour[v][e]] + (v + e) % 9 + 1;
        if (through < distance[v]) distance[v] = through;
      }
  for (int v = 0; v < V; v++) s += distance[v]; //@ reduction reduction(+:s)
  printf("shortest_paths %ld\n", s);
}

static void page_rank(void) {
  static double rank[V], before[V];
  double s = 0;
  make_graph();
  for (int v = 0; v < V; v++) rank[v] = 1; //@ doall
  for (int t = 0; t < 5; t++) { //@ serial or doacross
    for (int v = 0; v < V; v++) before[v] = rank[v] / DEGREE; //@ doall
    for (int v = 0; v < V; v++) { //@ doall
      double sum = 0;
      for (int e = 0; e < DEGREE; e++) sum += before[neighbour[v][e]]; //@ reduction reduction(+:sum)
      rank[v] = 0.15 + 0.85 * sum;
    }
  }
  for (int v = 0; v < V; v++) s += rank[v] * (v % 3 + 1); //@ reduction reduction(+:s)
  printf("page_rank %.6g\n", s);
}

static void push_rank(void) { // the same, pushed: targets collide
  static long rank[V], next[V];
  long s = 0;
  make_graph();
  for (int v = 0; v < V; v++) rank[v] = v; //@ doall
  for (int v = 0; v < V; v++) //@ reduction reduction(+:next)
    for (int e = 0; e < DEGREE; e++) next[neighbour[v][e]] += rank[v]; //@ doall or reduction reduction(+:next)
  for (int v = 0; v < V; v++) s += next[v] * (v % 7); //@ reduction reduction(+:s)
  printf("push_rank %ld\n", s);
}

static int find(int v) {
  while (parent[v] != v) { //@ serial
    parent[v] = parent[parent[v]];
    v = parent[v];
  }
  return v;
}

static void components(void) {
  int sets = 0;
  make_graph();
  for (int v = 0; v < V; v += 3) { //@ serial
    int u = find(neighbour[v][1]), w = find(v);
    if (u != w) parent[u] = w;
  }
  for (int v = 0; v < V; v++) sets += parent[v] == v; //@ reduction reduction(+:sets)
  printf("components %d\n", sets);
}

static void degrees(void) {
  int in[V] = {0}, largest = 0;
  make_graph();
  for (int v = 0; v < V; v++) //@ reduction reduction(+:in)
    for (int e = 0; e < DEGREE; e++) in[neighbour[v][e]]++; //@ doall or reduction reduction(+:in)
  for (int v = 0; v < V; v++) largest = in[v] > largest ? in[v] : largest; //@ reduction reduction(max:largest)
  printf("degrees %d\n", largest);
}

static void colours(void) { // greedy: a vertex looks at those before it
  int colour[V], largest = 0;
  make_graph();
  for (int v = 0; v < V; v++) { //@ serial or doacross
    unsigned used = 0;
    for (int e = 0; e < DEGREE; e++) //@ reduction reduction(|:used)
      if (neighbour[v][e] < v) used |= 1u << colour[neighbour[v][e]];
    colour[v] = __builtin_ctz(~used);
    if (colour[v] > largest) largest = colour[v];
  }
  printf("colours %d\n", largest);
}

int main(void) {
  life();
  life_in_place();
  rule_110();
  monte_carlo_shared_state();
  monte_carlo_own_state();
  states_of_walkers();
  gravity();
  gravity_in_pairs();
  moved_in_place();
  energy();
  mandelbrot();
  mandelbrot_declared_before();
  logistic();
  integral();
  integral_with_running_place();
  levels_by_queue();
  levels_by_sweeps();
  shortest_paths();
  page_rank();
  push_rank();
  components();
  degrees();
  colours();
}
