// Chosen functions of all kinds: values in integer, floating-point and vector registers, in memory, as variable
// arguments; virtual calls, templates, exceptions, recursion, tail calls. Results are used in branches, switches,
// expressions and as arguments. The program prints the same, and both ways of recording agree.
// build: $CC $LEVEL $TASKS $SRC -o program
// tasks: --tasks fn:flag --tasks fn:big --tasks fn:pair --tasks fn:vec --tasks fn:ch --tasks fn:va --tasks fn:ptr --tasks fn:str --tasks fn:fl --tasks fn:tmpl --tasks fn:ack --tasks fn:tail --tasks fn:step --tasks fn:G::m
// kinds: none
// report: results of selected functions used by code outside tasks
// report: calls of selected functions from code that was not seen
// graph:
//   tasks 92
#include <cstdarg>
#include <cstdio>
#include <immintrin.h>
#include <string>
#include <vector>
struct Big { long a, b, c; };
struct P { int x; double y; };
struct G { virtual long m(long x) { return x + k; } long k = 2; ~G() { std::puts("g"); } };
bool flag(int x) { return x & 1; }
Big big(Big b) { b.a++; return b; }
P pair(P p) { return {p.x + 1, p.y * 2}; }
__m128 vec(__m128 v) { return v; }
char ch(char c) { if (c > 100) throw 1; return c + 1; }
int va(int n, ...) { va_list l; va_start(l, n); int s = n; while (n--) s += va_arg(l, int); va_end(l); return s; }
int* ptr(int* p) { return p + 1; }
std::string str(std::string s) { return s + "x"; }
float fl(float f) { return f * 2; }
template <class T> T tmpl(T x) { return x + 1; }
long ack(long m, long n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
static int tail(int n) { if (n <= 0) return 0; [[clang::musttail]] return tail(n - 1); }
int data[8];
struct Node { Node* next; int v; } nodes[3];
Node* step(Node* n) { n->v++; return n->next; }
int main(int argc, char**) {
  G g; Big b{1, 2, 3}; P p{1, 2}; __m128 v = _mm_set1_ps(1); char c = 1;
  for (int i = 0; i < 3; i++) {
    if (flag(i)) b = big(b); else p = pair(p);
    v = vec(v);
    try { c = ch(c); c += ch(c); ch(101); } catch (int e) { c = 2; }
    data[i] = va(argc, i, c, 3) ? va(2, c, c) : 7;
    switch (va(1, 2)) { case 3: data[4]++; }
  }
  int* q = data; q = ptr(ptr(q)); *ptr(q) = *ptr(data);
  std::string s = str("a"); s = str(s); s = str(std::move(s));
  std::vector<float> fs; for (int i = 0; i < 3; i++) fs.push_back(fl(fs.empty() ? 1 : fs.back()));
  volatile long w = g.m(3); w = tmpl(w); w = tmpl<long>(w) + tmpl<int>(2);
  nodes[0].next = nodes + 1; nodes[1].next = nodes + 2;
  for (Node* n = nodes; n; n = step(n)) ;
  auto l = [&](long x) { return x + w; }; w = l(l(w));
  std::printf("%ld %d %g %d %s %g %ld %ld %d %d\n", b.a, p.x, p.y, c, s.c_str(), fs.back(), (long)w, ack(2, 2), tail(5), data[2]);
}
