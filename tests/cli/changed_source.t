# Patches hold for the lines that were compiled: a loop or function whose lines have changed or moved has none.
$ cat > app.c <<'EOF'
+ #include <stdio.h>
+ static double a[100000], b[100000];
+ int main(void) {
+   for (int i = 1; i < 100000; i++) a[i] = a[i - 1] * 0.5 + i;
+   for (int i = 0; i < 100000; i++) b[i] = a[i] * a[i];
+   printf("%g %g\n", a[77], b[77]);
+ }
+ EOF
$ cp app.c kept.c && unply cc -O2 -g app.c -o app && unply record -q ./app && unply suggest --all app.trace | grep -A1 '^+'
> 152 23104
> +++ b/app.c
> @@ -2,6 +2,7 @@
> --
> +  #pragma omp parallel for default(none) shared(a, b)
>    for (int i = 0; i < 100000; i++) b[i] = a[i] * a[i];
# Before the loop: the other one is on its line now.
$ sed -i '3i /* a new line */' app.c && unply suggest --all app.trace --width 100 | head -2
>~ ^1\. app\.c:5   loop over i, .* of the time: doall, .*$
>    no patch: app.c has changed here since it was compiled: build and record again
$ unply suggest --all app.trace --patch patches && ls patches
>~ ^1\. .*$
>    no patch: app.c has changed here since it was compiled: build and record again
> next: unply report app.trace
! 2
$ unply suggest --all --json app.trace | python3 -c 'import json, sys; print([row["changed"] for row in json.load(sys.stdin)["suggestions"]])'
> [True]
$ unply suggest app.trace --suggestion 1 > one.patch
! 2
$ unply verify app.trace --suggestion 1
> unply: error: --suggestion 1: has no patch: app.c has changed here since it was compiled: build and record again
! 2
$ unply why app.trace app.c:5 | grep '^no patch'
> no patch   app.c has changed here since it was compiled: build and record again
# Behind it, and its line ends; within it.
$ sed '7i /* a new line */' kept.c | sed 's/$/\r/' > app.c && unply suggest --all app.trace | grep -c '^+  #pragma omp parallel for'
> 1
$ sed '5s/a\[i\]/a[0]/' kept.c > app.c && unply suggest --all app.trace | sed -n 2p
>    no patch: app.c has changed here since it was compiled: build and record again
$ head -4 kept.c > app.c && unply suggest --all app.trace | sed -n 2p
>    no patch: app.c has changed here since it was compiled: build and record again
# Fortran.
$ cat > app.f90 <<'EOF'
+ program p
+   implicit none
+   integer, parameter :: n = 100000
+   integer :: i
+   double precision :: a(n), b(n)
+   do i = 1, n
+     a(i) = i * 0.5d0
+   end do
+   do i = 1, n
+     b(i) = a(i) * a(i)
+   end do
+   print '(f6.1)', b(20)
+ end program
+ EOF
$ cp app.f90 kept.f90 && unply fc -O2 -g app.f90 -o app && unply record -q ./app && unply suggest --all app.trace | grep -c '^+  !$omp parallel do'
>  100.0
> 2
$ sed -i '9i !' app.f90 && unply suggest --all app.trace --width 100 | grep -E '^[12]|no patch|^.  !.omp parallel'
>~ ^[12]\. app\.f90:.*$
>~ .*
>~ .*
>~ .*
$ sed '10s/\*/+/' kept.f90 > app.f90 && unply why app.trace app.f90:9 | grep '^no patch'
> no patch   app.f90 has changed here since it was compiled: build and record again
# A function whose calls become tasks.
$ cat > fib.c <<'EOF'
+ #include <stdio.h>
+ static long fib(int n) {
+   if (n < 2) return n;
+   return fib(n - 1) + fib(n - 2);
+ }
+ int main(void) {
+   printf("%ld\n", fib(22));
+ }
+ EOF
$ unply cc -O2 -g fib.c -o fib && unply record -q ./fib && unply suggest --all fib.trace | grep -c 'omp task '
> 17711
> 1
$ sed -i '4s/n - 2/n - 1/' fib.c && unply suggest --all fib.trace | grep 'no patch'
>    no patch: fib.c has changed here since it was compiled: build and record again
$ unply why fib.trace fib.c:4 | grep '^no patch'
> no patch   fib.c has changed here since it was compiled: build and record again
# A call of the library whose lambda stands in another line: a policy.
$ cat > policy.cpp <<'EOF'
+ #include <algorithm>
+ #include <cmath>
+ #include <cstdio>
+ #include <vector>
+ int main() {
+   std::vector<double> a(20000, 2.0);
+   std::for_each(a.begin(), a.end(),
+                 [](double& x) {
+                   x = std::sqrt(x);
+                 });
+   std::printf("%g\n", a[7]);
+ }
+ EOF
$ cp policy.cpp kept.cpp && unply c++ -O2 -g policy.cpp -o policy && unply record -q ./policy && unply suggest --all policy.trace | grep -c '^+.*execution::par'
> 1.41421
> 1
$ sed -i '9s/sqrt/cbrt/' policy.cpp && unply suggest --all policy.trace | grep 'no patch'
>    no patch: policy.cpp has changed here since it was compiled: build and record again
$ sed '7s/begin()/begin() + 1/' kept.cpp > policy.cpp && unply suggest --all policy.trace | grep 'no patch'
>    no patch: policy.cpp has changed here since it was compiled: build and record again
$ sed '11s/7/8/' kept.cpp > policy.cpp && unply suggest --all policy.trace | grep -c '^+.*execution::par'
> 1
