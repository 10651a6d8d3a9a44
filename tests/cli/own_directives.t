# Directives that a program has already were off where it was compiled without -fopenmp, which the patch needs: that is said.
$ cat > own.c <<'END'
+ #include <stdio.h>
+ #include <stdlib.h>
+ enum { N = 400 };
+ static double a[N][N], b[N][N], c[N][N];
+ int main(void) {
+   double s = 0;
+   #pragma omp parallel for
+   for (int i = 0; i < N; i++)
+     for (int j = 0; j < N; j++) a[i][j] = i * 3 + j, b[i][j] = i - j;
+   for (int i = 0; i < N; i++)
+     for (int j = 0; j < N; j++) {
+       double t = 0;
+       for (int k = 0; k < N; k++) t += a[i][k] * b[k][j];
+       c[i][j] = t;
+     }
+ #pragma omp parallel for
+   for (int i = 0; i < N; i++) s += c[i][i];
+   printf("%.0f\n", s);
+ }
+ END
$ unply cc -O2 -g own.c -o own && unply record -q ./own > /dev/null && unply suggest own.trace --suggestion 1 --machine none | grep -A 1 note
>    note: own.c has 2 directives of OpenMP already: if they were off in this run, -fopenmp turns them
>    on as well
$ unply suggest own.trace --suggestion 1 --machine none --json | grep '"note"'
>       "note": "own.c has 2 directives of OpenMP already: if they were off in this run, -fopenmp turns them on as well",
$ unply verify own.trace --suggestion 1 --machine none --runs 1 --threads 1 --no-races 2>&1 | grep -A 1 note
>    note       own.c has 2 directives of OpenMP already: if they were off in this run, -fopenmp turns
>               them on as well

# No word about them where there are none.
$ grep -v pragma own.c > plain.c && unply cc -O2 -g plain.c -o plain && unply record -q ./plain > /dev/null && unply suggest plain.trace --suggestion 1 --machine none | grep note
! 1

# Loops that the directive of a loop around has taken, or in which it allows none. The third one of the nest may have one.
$ cat > around.c <<'END'
+ #include <stdio.h>
+ enum { N = 60 };
+ static double a[N][N][N], b[N][N];
+ int main(void) {
+ #pragma omp parallel for collapse(2)
+   for (int i = 0; i < N; i++)
+     for (int j = 0; j < N; j++)
+       for (int k = 0; k < N; k++) a[i][j][k] = i * 3 + j - k;
+ #pragma omp simd
+   for (int i = 0; i < N; i++)
+     for (int j = 0; j < N; j++) b[i][j] = a[i][j][j] * i;
+   printf("%.0f\n", b[7][8]);
+ }
+ END
$ unply cc -O2 -g around.c -o around && unply record -q ./around > /dev/null && unply suggest --all around.trace --machine none --json | grep -E '"(line|no_patch)"'
>       "line": 6,
>       "no_patch": "it has a directive already",
>       "line": 10,
>       "no_patch": "it has a directive already",
>       "line": 7,
>       "no_patch": "it belongs to a directive already, at line 5",
>       "line": 11,
>       "no_patch": "the directive at line 9, simd, allows none inside",
>       "line": 8,
>       "no_patch": "",
