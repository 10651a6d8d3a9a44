# A directive stands before a loop whose body alone comes from a macro; not before one of which a macro makes the head, or
# more than the body.
$ cat > macro.c <<'END'
+ #include <stdio.h>
+ enum { N = 4000 };
+ static int a[N], b[N], c[N], d[N];
+ #define AT(i) a[i]
+ #define SET(i, x) b[i] = (x)
+ #define EACH(i) for (int i = 0; i < N; i++)
+ #define TWO(i) c[i] = i; d[0]++;
+ int main(void) {
+   for (int i = 0; i < N; i++) AT(i) = i * 7 % 31;
+   for (int i = 0; i < N; i++) SET(i, a[i] * 2);
+   EACH(i) a[i] += b[i];
+   for (int i = 0; i < N; i++) TWO(i)
+   printf("%d %d %d %d\n", a[8], b[9], c[10], d[0]);
+ }
+ END
$ unply cc -O2 -g macro.c -o macro && unply record -q ./macro > /dev/null && unply suggest --all macro.trace --machine none --json | grep -E '"(line|no_patch|directive)"'
>       "line": 9,
>       "directive": "#pragma omp parallel for default(none) shared(a)",
>       "no_patch": "",
>       "line": 11,
>       "directive": null,
>       "no_patch": "it comes from a macro",
>       "line": 10,
>       "directive": "#pragma omp parallel for default(none) shared(a, b)",
>       "no_patch": "",
>       "line": 12,
>       "directive": null,
>       "no_patch": "it comes from a macro",
