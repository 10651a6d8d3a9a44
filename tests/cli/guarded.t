# A loop whose iterations were independent only because a distance was long enough gets a directive with a test.
$ cat > ahead.c <<'END'
+ #include <stdio.h>
+ #include <stdlib.h>
+ #include <math.h>
+ static double a[900000];
+ static void ahead(int n, int k) {
+   for (int i = 0; i < n; i++) a[i + k] = sqrt(a[i] * 1.5) + exp(-a[i]) + cos(a[i]);
+ }
+ static void within(int n, unsigned k) {
+   for (int i = 0; i + k < n; i++) a[i + k] = sqrt(a[i] * 1.5) + exp(-a[i]) + cos(a[i]);
+ }
+ int main(int argc, char** argv) {
+   const int k = argc > 1 ? atoi(argv[1]) : 400000;
+   for (int r = 0; r < 3; r++) ahead(400000, k);
+   within(800000, k);
+   printf("%.9f %.9f\n", a[k + 7], a[399999]);
+ }
+ END
$ unply cc -O2 -g ahead.c -o ahead -lm && unply record -q ./ahead > /dev/null && unply report ahead.trace --machine none | grep -A 2 -E '^1|^guarded'
> 1. ahead.c:6   loop over i, 75 % of the time     parallel for, 2.9x on 8 threads (2.9 to 2.9)
>      if(k >= n): carried: none in this run   executed 3 times, 400,000 iterations
> not parallel: ahead.c:13   loop over r, 75 %     output through a[] from line 6 to line 6, distance
> --
> guarded: ahead.c:9   loop over i, 25 %     independent in this run: the distance through a[] was
>    never shorter than the loop
$ unply suggest ahead.trace --suggestion 1 --machine none | grep pragma
> +  #pragma omp parallel for if(k >= n) default(none) shared(a, k, n)
$ unply report ahead.trace --json | grep '"test"'
>       "test": "k >= n",
>       "test": "",
>       "test": "",
$ unply verify ahead.trace --suggestion 1 --machine none --runs 1 --threads 4 | grep -E 'outputs|races|verified'
>    outputs    equal to the serial program's with 4 threads: standard output, exit code
>    races      none found by ThreadSanitizer
>    verified

# With a short distance, and with one that goes backwards, the patched program runs this loop on one thread.
$ unply verify ahead.trace --suggestion 1 --machine none --runs 1 --threads 4 -- ./ahead 3 | grep -E 'outputs|races|verified'
>    outputs    equal to the serial program's with 4 threads: standard output, exit code
>    races      none found by ThreadSanitizer
>    verified
