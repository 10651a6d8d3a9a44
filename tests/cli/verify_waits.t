# The race check knows the order of iterations that wait for others.
$ cat > wave.c <<'END'
+ #include <math.h>
+ #include <stdio.h>
+ enum { kRows = 300, kColumns = 200 };
+ static double a[kRows][kColumns];
+ static double work(double x) { for (int k = 0; k < 60; k++) x = sqrt(x * 1.0001 + k); return x; }
+ int main(void) {
+   for (int i = 0; i < kRows; i++) for (int j = 0; j < kColumns; j++) a[i][j] = (i * 7 + j * 13) % 101;
+   for (int i = 1; i < kRows; i++)
+     for (int j = 1; j < kColumns; j++) {
+       a[i][j] = work(a[i - 1][j] + a[i][j - 1]);
+     }
+   double s = 0;
+   for (int i = 0; i < kRows; i++) s += a[i][kColumns - 1];
+   printf("%.9f\n", s);
+ }
+ END
$ unply cc -O2 -g wave.c -o wave -lm && unply record -q ./wave
> 2511.770295006
$ unply verify wave.trace --suggestion 1 --runs 1 --threads 2 | grep -vE '^   (threads|serial|2) '
> 1. wave.c:8   #pragma omp parallel for default(none) shared(a) ordered(2) schedule(static, 1)
>    outputs    equal to the serial program's with 2 threads: standard output, exit code
>    races      none found by ThreadSanitizer
>    verified
# With another order than the patch has, or with none that ThreadSanitizer sees, there are races. The first one ends the
# program: to write down thousands takes most of the time.
$ unply suggest wave.trace --suggestion 1 | sed -n '/^---/,$p' > wave.patch; patch -s wave.c -o right.c < wave.patch; sed 's/sink: i - 1, j/sink: i - 1, j - 1/' right.c > wrong.c; grep sink wrong.c
>       #pragma omp ordered depend(sink: i - 1, j - 1)
$ lib=$(dirname $(realpath $(command -v unply)))/../lib/unply; wrap=-Wl,--wrap=__kmpc_doacross_init,--wrap=__kmpc_doacross_wait,--wrap=__kmpc_doacross_post; build() { clang-22 -w -O1 -g -fopenmp -fsanitize=thread -I$lib/omp $1.c -o $1 -L$lib/omp -Wl,-rpath,$lib/omp -lm $2 $3; }; races() { OMP_NUM_THREADS=4 OMP_TOOL_LIBRARIES=$lib/omp/libarcher.so TSAN_OPTIONS=ignore_noninstrumented_modules=1:halt_on_error=1:exitcode=0 ./$1 2>&1 | grep -c 'WARNING: ThreadSanitizer: data race' | sed 's/[1-9][0-9]*/races/'; }
$ build right $wrap $lib/libunply_races.a && races right
> 0
$ build wrong $wrap $lib/libunply_races.a && races wrong
> races
$ build right && races right
> races
