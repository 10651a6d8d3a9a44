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
# The loops that flang makes of maxval and minval, where it is to optimise.
$ cat > values.f90 <<'END'
+ program values
+   implicit none
+   real(8) :: a(5000), x, y
+   integer :: k(5000), i
+   do i = 1, 5000
+     k(i) = mod(i * 131, 4999)
+     a(i) = k(i) * 0.5d0
+   end do
+   x = maxval(a)
+   y = minval(a)
+   i = maxval(k)
+   print *, x, y, i
+ end program
+ END
$ unply fc -O2 -g values.f90 -o values && unply record -q ./values && unply report --json values.trace | python3 -c 'import json, sys; [print(l["line"], l["verdict"], [r["operator"] for r in l["clauses"]["reduction"]]) for l in json.load(sys.stdin)["loops"]]'
>  2499. 0. 4998
> 5 doall []
> 9 reduction ['max']
> 10 reduction ['min']
> 11 reduction ['max']
