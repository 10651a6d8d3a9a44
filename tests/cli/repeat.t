# Times of repeated runs: the least of each task, in one recording, as long as the graphs are the same.
$ cat > sum.c <<'END'
+ #include <stdio.h>
+ #include <stdlib.h>
+ int main(int argc, char** argv) {
+   static long a[100000], s;
+   FILE* runs = fopen("runs", "a");
+   fputs("x", runs);
+   long run = ftell(runs);
+   fclose(runs);
+   int tasks = argc > 1 && argv[1][0] == 'm' ? (int)run : 4;
+   for (int t = 0; t < tasks; t++)
+ #pragma exg task
+     for (int i = 0; i < 100000; i++) a[i] += t, s += a[i];
+   printf("%ld\n", s);
+   return argc > 1 && argv[1][0] == 'f' && run == 2;
+ }
+ END
# Without copies of the functions, all runs have hooks.
$ unply cc --no-copies -O1 -g sum.c -o sum && unply record --repeat 3 ./sum
> 1000000
> 1000000
> 1000000
>~ ^unply: sum.trace: times of 3 runs with access hooks, known to \d+\.\d %; next: unply report sum.trace$
$ unply dump sum.trace | grep -c '^task .* region'; unply dump sum.trace | grep ^note
> 4
>~ ^note the time of each task is the mean near the median of 3 runs with access hooks, begin and end are of run [123]; the median
> ...
$ unply report sum.trace > report && grep -A1 'followed' report | head -1
>~ ^followed +the time of each task is the mean near the median of 3 runs
# Each run one task more: nothing to combine.
$ rm runs; unply record --repeat 3 -o more.trace ./sum more > /dev/null
> unply: warning: more.trace: the fastest of 3 runs, whose graphs differ: run 2 has 2 instead of 1 vertices
>   hint: times of different graphs cannot be combined
$ unply dump more.trace | grep -E '^note' | cut -c1-70
> note times come from one run instead of repeated runs: the fastest of
# With copies, the first run gives the graph and the others the times.
$ rm runs; unply cc -O1 -g sum.c -o sum && unply record --repeat 3 -o copies.trace ./sum > /dev/null
>~ ^unply: copies.trace: times of 2 runs without access hooks, known to \d+\.\d %(, their sum corrected by [-+]\d+\.\d %)?; next: unply report copies.trace$
$ unply dump copies.trace | grep -c '^task .* region'; unply dump copies.trace | grep ^note
> 4
>~ ^note the time of each task is the mean near the median of 2 runs without access hooks, begin and end are of run 1; the median
> ...
$ rm runs; unply record --repeat 3 -o more.trace ./sum more > /dev/null
> unply: warning: more.trace: the fastest of 3 runs, whose graphs differ: run 2 has 2 instead of 1 task instances
>   hint: times of different graphs cannot be combined
$ unply report more.trace | grep -A1 followed
>~ ^followed +times come from one run instead of repeated runs
> ...
# A run that fails ends it, with its exit code; what was recorded before is kept.
$ rm runs; unply record --repeat 3 -o fails.trace ./sum fail
> 1000000
> 1000000
> unply: fails.trace: recorded once: run 2 did not end well; next: unply report fails.trace
! 1
$ mkdir scratch; (TMPDIR=$PWD/scratch unply record --repeat 3 -o killed.trace sh -c 'kill -TERM $$') 2> /dev/null; echo $?; ls scratch
> ...
> 143
$ unply record --repeat 0 ./sum
> unply: error: --repeat: Value 0 not in range 1 to 1000
>   hint: see unply record --help
! 2
$ unply record --repeat 2 --accesses ./sum
> unply: error: --accesses excludes --repeat
>   hint: see unply record --help
! 2
