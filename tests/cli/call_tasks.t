# Calls as tasks: recursion with a cut-off, and what keeps calls in order.
$ cat > tree.c <<'END'
+ #include <stdio.h>
+ #include <stdlib.h>
+ static long paths(int n, int m) {
+   if (n == 0 || m == 0) return 1;
+   return paths(n - 1, m) + paths(n, m - 1);
+ }
+ static long seen;
+ static long count(int n) {
+   seen++;
+   if (n < 2) return 1;
+   long left = count(n - 1);
+   long right = count(n - 2);
+   return left + right;
+ }
+ int main(int argc, char **argv) {
+   int n = argc > 1 ? atoi(argv[1]) : 10;
+   printf("%ld\n", paths(n, n));
+   printf("%ld %ld\n", count(2 * n + 4), seen);
+ }
+ END
$ unply cc -O2 -g tree.c -o tree && unply record -q ./tree && unply report tree.trace | grep -vE '^(program|known|next)' | grep -A4 -E 'calls|program'
> 184756
> 75025 150049
> 1. tree.c:3   calls in paths(), 62 % of the time     tasks, 2.1x on 8 threads (2.0 to 2.1)
>      calls of paths on line 5 at once, until line 5 (its value is used there)
>      tasks only if n >= 9: shorter calls are not worth one; observed on 1 input, 369511 executions
> not parallel: tree.c:8   calls in count(), 38 %     the call on line 11 has to be done before line
>    12: flow through seen from line 9 to line 9
>
> loops      0:
>            speedups are estimates from counted work, without memory bandwidth
# Suggestions of calls have patches as those of loops have.
$ unply suggest tree.trace --json | grep -E '"(verdict|directive)": "(tasks|#pragma omp task)'
>       "verdict": "tasks",
>       "directive": "#pragma omp task default(none) firstprivate(n, m) shared(paths_1)",
$ unply suggest tree.trace 
> 1. tree.c:3   calls in paths(), 62 % of the time: tasks, 2.1x on 8 threads (2.0 to 2.1)
> --- a/tree.c
> +++ b/tree.c
> @@ -4,6 +4,19 @@
>    if (n == 0 || m == 0) return 1;
>    return paths(n - 1, m) + paths(n, m - 1);
>  }
> +
> +static long paths_tasks(int n, int m) {
> +  if (n < 9) return paths(n, m);
> +  if (n == 0 || m == 0) return 1;
> +  long paths_1;
> +  long paths_2;
> +  #pragma omp task default(none) firstprivate(n, m) shared(paths_1)
> +  paths_1 = paths_tasks(n - 1, m);
> +  paths_2 = paths_tasks(n, m - 1);
> +  #pragma omp taskwait
> +  return paths_1 + paths_2;
> +}
> +
>  static long seen;
>  static long count(int n) {
>    seen++;
> @@ -14,6 +27,8 @@
>  }
>  int main(int argc, char **argv) {
>    int n = argc > 1 ? atoi(argv[1]) : 10;
> -  printf("%ld\n", paths(n, n));
> +  #pragma omp parallel
> +  #pragma omp single
> +  printf("%ld\n", paths_tasks(n, n));
>    printf("%ld %ld\n", count(2 * n + 4), seen);
>  }
> next: unply verify tree.trace --suggestion 1
# Why, by a line of the function.
$ unply why tree.trace tree.c:8
> tree.c:8   calls in count(): in order
>              tree.c:8  static long count(int n) {
> known      observed on 1 input, 150049 executions
> calls      line 11, recursive: 75024 times, 295 instructions each on average
>            line 12, recursive: 75024 times, 180 instructions each on average
> in order   line 11 has to be done before line 12: flow through seen from line 9 to line 9
> needs      line 11 before line 12: flow through seen from line 9 to line 9
>            line 11 before line 12: output through seen from line 9 to line 9
> next: unply report tree.trace
$ unply why tree.trace tree.c:5 --no-source | grep -vE '^calls'
> tree.c:3   calls in paths(): tasks
> known      observed on 1 input, 369511 executions
>            line 5, recursive: 184755 times, 171 instructions each on average
> tasks      calls of paths on line 5 at once, until line 5 (its value is used there)
> gain       1.4x on 2 (1.3 to 1.4), 1.8x on 4 (1.7 to 1.8), 2.1x on 8 (2.0 to 2.1), 2.3x on 16 (2.2
>            to 2.3), 2.4x on 32 (2.3 to 2.4), 2.4x on 64 (2.3 to 2.5) threads, estimated for the
>            whole program
> limit      the rest of the program allows at most 2.6x
> costs      of threads: assumed; unply machine --calibrate measures them
> cut-off    tasks only if n >= 9: shorter calls are not worth one
> next: unply suggest tree.trace --suggestion 1
$ unply why tree.trace tree.c:30
> unply: error: tree.c:30: no loop begins there
>   hint: unply report tree.trace lists the loops
! 2
$ unply report tree.trace --format sarif | grep -E '"(ruleId|text)": "(unply/tasks|calls in)' | cut -c1-120
>           "ruleId": "unply/tasks",
>             "text": "calls in paths(): tasks; calls of paths on line 5 at once, until line 5 (its value is used there);
# Two inputs.
$ unply record -q -o small.trace ./tree 6 && unply merge tree.trace small.trace -o both.trace && unply report both.trace --json | grep -E '"(evidence|executions)": .*exec|"cut_off"'
> 924
> 1597 3193
> both.trace: 2 inputs, 0 loops, 5 dependences
> next: unply report both.trace
>       "evidence": "observed on 2 inputs, 371358 executions",
>       "cut_off": "n >= 9",
>       "evidence": "observed on 2 inputs, 153242 executions",
>       "evidence": "observed on 2 inputs, 2 executions",
# The rows behind it.
$ unply dump --table functions tree.trace | sed 's/ {.*//'
> function 0 tree.c:15 main instances 1 work 5945964
> function 1 tree.c:3 paths instances 369511 work 3695110
> function 2 tree.c:8 count instances 150049 work 2250735
$ unply dump --table part_dependences tree.trace | grep seen
> function 0 part 3 -> 3 anti seen count 1 tree.c:9 -> tree.c:9
> function 0 part 3 -> 4 flow seen count 1 tree.c:9 -> tree.c:18
> function 2 part 0 -> 0 anti seen count 1 tree.c:9 -> tree.c:9
> function 2 part 0 -> 1 flow seen count 75024 tree.c:9 -> tree.c:9
> function 2 part 0 -> 1 output seen count 75024 tree.c:9 -> tree.c:9
> function 2 part 1 -> 1 anti seen count 1 tree.c:9 -> tree.c:9
> function 2 part 1 -> 3 flow seen count 75024 tree.c:9 -> tree.c:9
> function 2 part 1 -> 3 output seen count 75024 tree.c:9 -> tree.c:9
> function 2 part 3 -> 3 anti seen count 1 tree.c:9 -> tree.c:9
$ unply dump --table part_works tree.trace | head -4
> function 0 work 0 of 1 count 1 sum 3695110
> function 0 work 0 of 3 count 1 sum 2250735
> function 0 work 1 of 0 count 1 sum 679
> function 0 work 1 of 1 count 1 sum 679
