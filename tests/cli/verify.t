# unply verify: a patch is compiled, run, compared and checked for races, in a copy.
$ cat > mark.c <<'END'
+ #include <stdio.h>
+ #include <stdlib.h>
+ enum { n = 2000 };
+ static int mark[n];
+ static int from[n];
+ static double value[n];
+ int main(int argc, char **argv) {
+   int m = argc > 1 ? atoi(argv[1]) : n, back = argc > 2 ? atoi(argv[2]) : 0, count = 0;
+   for (int i = 1; i < n; i++) from[i] = i - back;
+   for (int i = 1; i < n; i++) {
+     double v = value[from[i]] + i;
+     for (int k = 0; k < 500; k++) v = v * 0.75 + 0.25;
+     value[i] = v;
+     mark[i % m] = 1;
+   }
+   for (int i = 0; i < n; i++) count += mark[i];
+   FILE *out = fopen("values.txt", "w");
+   fprintf(out, "%.17g\n", value[n - 1]);
+   fclose(out);
+   printf("%d marks\n", count);
+ }
+ END
$ unply cc -O2 -g mark.c -o mark && unply record -q ./mark && rm values.txt && unply report mark.trace | head -1
> 1999 marks
>~ 1\. mark\.c:10   loop over i, \d+ % of the time     parallel for, .*
$ unply verify mark.trace --suggestion 1 --threads 1,2 --runs 2
> 1. mark.c:10   #pragma omp parallel for default(none) shared(from, m, mark, value)
>    outputs    equal to the serial program's with 1 and 2 threads: standard output, exit code, 1 file
>    races      none found by ThreadSanitizer
>    threads  seconds  speedup  expected
>~    serial +[0-9.]+
>~    1 +[0-9.]+ +[0-9.]+
>~    2 +[0-9.]+ +[0-9.]+ .*
>    verified
# The user's folder is as before.
$ ls; grep -c omp mark.c
> mark
> mark.c
> mark.trace
> 0
! 1
# With another input iterations store the same value at the same place: the outputs are equal, and it is a data race.
$ unply verify mark.trace --suggestion 1 --threads 2 --runs 1 -- ./mark 16
> 1. mark.c:10   #pragma omp parallel for default(none) shared(from, m, mark, value)
>    outputs    equal to the serial program's with 2 threads: standard output, exit code, 1 file
>~    race       write of 4 bytes at .*/mark\.c:14 in main, and write of 4 bytes at
>~               .*/mark\.c:14 in main
>    threads  seconds  speedup  expected
> ...
>    NOT verified: the parallel program has data races
! 1
# With this one each iteration needs the one before: the race or its effect is found, whichever comes first.
$ unply verify mark.trace --suggestion 1 --threads 1,2,4 --runs 2 -- ./mark 2000 1 > found.txt; echo $?; grep -c 'NOT verified' found.txt
> 1
> 1
# Iterations that need the one before race only where the parts of threads meet, which ThreadSanitizer may miss: in its
# build neighbours are on different threads.
$ cat > shift.c <<'END'
+ #include <stdio.h>
+ #include <stdlib.h>
+ static double a[1000001], b[1000001];
+ int main(int argc, char **argv) {
+   int last = argc > 1 ? atoi(argv[1]) : 0;
+   for (int i = 1; i < 1000000; i++) {
+     a[i] = i * 0.5;
+     b[i] = i < last ? a[i - 1] + 1 : a[i];
+   }
+   printf("%g %g\n", a[77], b[77]);
+ }
+ END
$ unply cc -O2 -g shift.c -o shift && unply record -q ./shift && unply verify shift.trace --threads 2 --runs 1 -- ./shift 1000000 > found.txt; echo $?; tail -1 found.txt
> 38.5 38.5
> 1
>    NOT verified: the parallel program has data races
# A line with the time differs as soon as a second has passed: the serial program runs again before it is judged.
$ cat > clock.c <<'END'
+ #include <stdio.h>
+ #include <time.h>
+ static double a[400000];
+ int main(void) {
+   FILE *count = fopen("/tmp/unply_clock_COUNT", "a+");
+   fseek(count, 0, SEEK_END);
+   printf("run %ld\n", ftell(count) / 3);
+   fputc('x', count);
+   fclose(count);
+   for (int i = 0; i < 400000; i++) a[i] = i * 0.5;
+   printf("%g\n", a[77]);
+ }
+ END
$ sed -i "s|/tmp/unply_clock_COUNT|$PWD.count|" clock.c && unply cc -O2 -g clock.c -o clock && unply record -q ./clock && unply verify clock.trace --suggestion 1 --threads 2 --runs 2 --no-races > found.txt; sed -n 2,3p found.txt; tail -1 found.txt; rm -f "$PWD.count"
> run 0
> 38.5
>    outputs    equal to the serial program's with 2 threads: standard output, exit code
>    left out   line 1 of the output, where runs of the serial program differ
>    outputs verified, races not looked for
# A function in an object of another compiler is not seen: what is verified holds unless it has side effects.
$ echo 'static double last; double ext(double x) { double r = last * 0 + x; last = x; return r; }' > ext.c && clang-22 -O2 -c ext.c -o ext.o && cat > unseen.c <<'END'
+ #include <stdio.h>
+ double a[1000000];
+ double ext(double x);
+ int main(void) {
+   for (int i = 0; i < 1000000; i++) a[i] = ext(i);
+   printf("%g\n", a[5]);
+ }
+ END
$ unply cc -O2 -g unseen.c ext.o -o unseen && unply record -q ./unseen && unply verify unseen.trace --suggestion 1 --threads 2 --runs 1 | tail -1
> 5
>    verified, unless ext has side effects
$ unply suggest unseen.trace --suggestion 1 | grep -c exception # which C does not have
> 0
! 1
$ unply verify unseen.trace --suggestion 1 --threads 2 --runs 1 --no-races --json | grep -A 2 unless
>       "unless_side_effects": [
>         "ext"
>       ],
# A sum may be taken in another order, but a tolerance of 0 is kept to.
$ unply verify mark.trace --suggestion 2 --threads 2 --runs 1 --json | grep -E 'outcome|tolerance|races_checked'
>       "outcome": "verified",
>       "tolerance": 1e-06,
>       "races_checked": true,
$ unply verify mark.trace --suggestion 2 --threads 2 --runs 1 --no-races --tolerance 0 | tail -1
>    outputs verified, races not looked for
# A command for the build; its second build, of the patched program, fails.
$ unply verify mark.trace --suggestion 1 --threads 2 --runs 1 --no-races --build '$CC -O2 mark.c -o mark' -- ./mark | tail -1
>    outputs verified, races not looked for
$ unply verify mark.trace --suggestion 1 --build '! test -e built && touch built && $CC -O2 mark.c -o mark' -- ./mark
> 1. mark.c:10   #pragma omp parallel for default(none) shared(from, m, mark, value)
>    compiler   refuses the patched program
! 3
# A command that does not run the program of the copy proves nothing, and is noticed.
$ unply verify mark.trace --suggestion 1 --threads 2 --runs 1 -- /bin/echo mark | grep -E 'races|verified'
>    races      not looked for: the command did not run the parallel program in the copy
>    outputs verified, races not looked for
# One that filters what the program prints does.
$ unply verify mark.trace --suggestion 1 --threads 2 --runs 1 -- sh -c './mark | tail -c 4' | grep -E 'races|verified'
>    races      none found by ThreadSanitizer
>    verified
# Errors.
$ head -c 600 mark.trace > cut.trace && unply verify cut.trace --suggestion 1
>~ ^unply: error: cut.trace: there is no loop( profile)? in this recording$
>~ ^  hint: it is incomplete: file is cut after byte 600, [0-9]+ blocks read; record again$
! 2
$ unply verify mark.trace --suggestion 9
> unply: error: --suggestion 9: there are 3
>   hint: unply report mark.trace lists them
! 2
$ unply verify mark.trace --suggestion 0
> unply: error: --suggestion: "0" is not the number of a suggestion, which unply report shows
>   hint: see unply verify --help
! 2
$ unply suggest mark.trace --suggestion x
> unply: error: --suggestion: "x" is not the number of a suggestion, which unply report shows
>   hint: see unply suggest --help
! 2
$ unply verify mark.trace --suggestion 1 -- ./nowhere
>~ unply: error: \./nowhere: cannot be run in .*
>   hint: give the command that runs the program behind --
! 2
$ unply verify mark.trace --suggestion 1 --build 'echo no compiler; false'
> unply: error: the serial program cannot be built in a copy:
> no compiler
>
>   hint: give the command that builds it with --build
! 2
$ unply record -q --embed-sources -o text.trace ./mark && cp mark.c kept.c && echo '// changed' >> mark.c && unply verify text.trace --suggestion 1
> 1999 marks
>~ unply: error: .*/mark\.c: is not the text that was recorded
>   hint: build, record and report again
! 2
$ unply verify mark.trace --suggestion 1 --threads 2 --runs 1 --no-races | sed -n 2p
>    outputs    equal to the serial program's with 2 threads: standard output, exit code, 1 file
$ cp kept.c mark.c && clang-22 -O2 mark.c -o mark && unply verify mark.trace --suggestion 1
>~ unply: error: .*/mark: keeps no compiler commands
>   hint: build it with unply cc, c++ or fc, or give the command that builds it with --build
! 2
# Several files, an archive, and a loop in a header.
$ mkdir -p src include obj && cat > include/scale.h <<'END'
+ static inline void scale(double *x, int n, double f) {
+   for (int i = 0; i < n; ++i)
+     x[i] = x[i] * f + 1;
+ }
+ END
$ cat > src/sum.c <<'END'
+ double sum(const double *x, int n) {
+   double s = 0;
+   for (int i = 0; i < n; ++i) s += x[i];
+   return s;
+ }
+ END
$ cat > src/app.c <<'END'
+ #include "scale.h"
+ #include <stdio.h>
+ double sum(const double *x, int n);
+ static double x[100000];
+ int main(void) {
+   for (int r = 0; r < 10; ++r) scale(x, 100000, 0.99);
+   printf("%.10f\n", sum(x, 100000));
+ }
+ END
$ cd obj && for f in app sum; do unply cc -O2 -g -I../include -c ../src/$f.c -o $f.o; done && ar rc libsum.a sum.o && rm sum.o && unply cc app.o libsum.a -o ../app && cd ..
$ unply record -q ./app && unply verify app.trace --threads 2 --runs 1 | grep -E '^[0-9]|verified'
>~ [0-9.]+
> 1. scale.h:2   #pragma omp parallel for default(none) shared(f, n, x)
>    verified
> 2. sum.c:3   #pragma omp parallel for default(none) shared(n, x) reduction(+: s)
>    verified
