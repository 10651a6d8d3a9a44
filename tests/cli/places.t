# The place of a maximum, kept alone: what is compared stands there, so that no clause reduces it; the reason says so.
$ cat > places.cpp <<'END'
+ #include <cstdio>
+ #include <vector>
+ struct P { double x, y; };
+ static double a[5000]; static P v[5000];
+ int main() {
+   for (int i = 0; i < 5000; i++) a[i] = (i * 131) % 4999, v[i] = {a[i] / 3, 1};
+   int m = 0, k = 0, q = 0, w = 0;
+   for (int i = 1; i < 5000; i++) if (a[i] > a[m]) m = i;
+   for (int i = 1; i < 5000; i++) if (v[k].x < v[i].x) k = i;
+   const double* best = a;
+   for (const double* p = a; p != a + 5000; ++p) if (*p > *best) best = p;
+   std::vector<double> u(a, a + 5000);
+   for (size_t i = 1; i < u.size(); i++) if (u[i] <= u[q]) q = (int)i;
+   for (int i = 1; i < 5000; i++) w = a[i] > a[w] ? i : w;
+   std::printf("%d %d %d %d %d\n", m, k, (int)(best - a), q, w);
+ }
+ END
$ unply c++ -O2 -g places.cpp -o places && unply record -q ./places && for l in 8 9 11 13 14; do unply why places.trace places.cpp:$l | grep -c 'is the place of the largest or smallest value'; done
> 954 954 954 4999 954
> 1
> 1
> 1
> 1
> 1
$ unply c++ -O0 -g places.cpp -o places && unply record -q ./places && for l in 8 9 11 13 14; do unply why places.trace places.cpp:$l | grep -c 'is the place of the largest or smallest value'; done
> 954 954 954 4999 954
> 1
> 1
> 1
> 1
> 1
