# Laws of the paper's tables, what looks wrong in them, other tools' files, and what cannot be fitted.
$ cp "$TESTS"/../data/divide-and-conquer/*.csv .
$ unply fit --linear --halve M --words N table1-corrected.csv table2-corrected.csv -o paper.model
> model      divide and conquer on a hypercube of elapsed time
> from       2 files, 32 rows
> sizes      N = 100 to 32000; the same after a division, given
>            M = 100 to 32000; halved by a division, given
>
> phase       seconds                                           R2  left out  imbalance  how it is known
> divide      2.2572e-06 + 1.94016e-08 M                  0.999987    7.18 %             estimated, residual 14 %
> sequential  -0.00074437 + 4.21217e-08 N + 2.8462e-07 M  0.989372    15.1 %             estimated, residual 16 %
> combine     0.000232643 + 2.19416e-07 N                 0.985078    50.9 %             estimated, residual 2.8e+02 %
>
> coefficients  of       value   95 % from          to
> divide        1    2.257e-06   1.346e-06   3.168e-06
>               M     1.94e-08   1.933e-08   1.947e-08
> sequential    1   -0.0007444   -0.001169  -0.0003197
>               N    4.212e-08   2.426e-08   5.999e-08
>               M    2.846e-07   2.668e-07   3.025e-07
> combine       1    0.0002326  -0.0001198   0.0005851
>               N    2.194e-07   1.924e-07   2.464e-07
>
> exchange   N words of 32 bits (given)
>
> known      left out: mean error with which each configuration is predicted from the others;
>            coefficients and predictions with intervals of 95 %
> next:      unply predict paper.model -p 2..64 --at N=64000,M=64000
$ unply fit --linear --halve M --words N table1-printed.csv table2-printed.csv --drop-outliers | grep -A 3 -E '^phase|^outlier'
> phase       seconds                                             R2  left out  imbalance  how it is known
> divide      2.32411e-06 + 1.94016e-08 M                   0.999988    8.48 %             estimated, residual 16 %
> sequential  -0.000769853 + 4.28498e-08 N + 2.85083e-07 M  0.989033    16.7 %             estimated, residual 17 %
> combine     0.000232643 + 2.19416e-07 N                   0.985078    50.9 %             estimated, residual 2.8e+02 %
> --
> outlier    table1-printed.csv:7: divide at M=8000 took 15.7 us, where the other rows say 162.3 us
> outlier    table2-printed.csv:3: sequential at N=4000, M=8000 took 18.04 ms, where the other rows
>            say 2.004 ms
>
> known      left out: mean error with which each configuration is predicted from the others;
$ unply fit --linear --halve M --words N table1-printed.csv table2-printed.csv --json | python3 -c 'import json, sys; m = json.load(sys.stdin)["model"]; print([(p["name"], round(p["law"]["r2"], 6), ["%.3e" % t["coefficient"] for t in p["law"]["terms"]]) for p in m["phases"]])'
> [('divide', 0.948355, ['-1.534e-05', '1.939e-08']), ('sequential', 0.298544, ['2.653e-03', '-5.494e-08', '2.229e-07']), ('combine', 0.985078, ['2.326e-04', '2.194e-07'])]
$ unply fit --halve M --words N table1-corrected.csv table2-corrected.csv | grep -A 6 '^phase'
> phase       seconds                                              R2  left out  imbalance  how it is known
> divide      1.09446e-06 + 2.00329e-08 M                    0.998561    10.1 %             estimated, residual 5.6 %
>   linear    2.2572e-06 + 1.94016e-08 M                     0.999987    7.18 %             estimated, residual 14 %
> sequential  0.000287684 + 9.88006e-11 log2(N)^2 M log2(M)  0.989864    3.83 %             estimated, residual 4.5 %
>   linear    -0.00074437 + 4.21217e-08 N + 2.8462e-07 M     0.989372    15.1 %             estimated, residual 16 %
> combine     2.70449e-07 N                                  0.926085    10.8 %             estimated, residual 12 %
>   linear    0.000232643 + 2.19416e-07 N                    0.985078    50.9 %             estimated, residual 2.8e+02 %
# Terms of one's own, coefficients at least 0, and another machine with the same terms.
$ unply fit --terms 'sequential=1,N,M' --terms divide=M --terms combine=N --non-negative --halve M --words N table1-corrected.csv table2-corrected.csv -o own.model | grep -A 4 '^phase'
> phase       seconds                                  R2  left out  imbalance  how it is known
> divide      1.95068e-08 M                      0.999908    11.2 %             estimated, residual 16 %
> sequential  0 + 2.23597e-08 N + 2.64858e-07 M  0.977652    15.1 %             estimated, residual 14 %
> combine     2.30254e-07 N                      0.978589    22.4 %             estimated, residual 19 %
$ awk -F, -v OFS=, 'NR > 1 { $4 *= 2 } { print }' table1-corrected.csv > slow1.csv; awk -F, -v OFS=, 'NR > 1 { $4 *= 2 } { print }' table2-corrected.csv > slow2.csv
$ unply fit --form paper.model --words N slow1.csv slow2.csv | grep -A 4 '^phase'
> phase       seconds                                            R2  left out  imbalance  how it is known
> divide      4.5144e-06 + 3.88032e-08 M                   0.999987    7.18 %             estimated, residual 14 %
> sequential  -0.00148874 + 8.42435e-08 N + 5.69239e-07 M  0.989372    15.1 %             estimated, residual 16 %
> combine     0.000465287 + 4.38832e-07 N                  0.985078    50.9 %             estimated, residual 2.8e+02 %
# Parts of any program; counts of work; Extra-P both ways.
$ cat > sort.csv <<'END'
+ phase,n,work:compares,seconds
+ sort,1024,10240,0.010240
+ sort,2048,22528,0.022528
+ sort,4096,49152,0.049152
+ sort,8192,106496,0.106496
+ sort,16384,229376,0.229376
+ END
$ unply fit sort.csv -o sort.model
> model      parts of a program of elapsed time
> from       1 file, 5 rows
> sizes      n = 1024 to 16384
>
> part      seconds                          R2    left out  imbalance  how it is known
> sort      1e-06 n log2(n)            1.000000       0 %             exact on 5 sizes, 4 to spare
>   linear  -0.007424 + 1.43306e-05 n  0.999067      16.2 %             estimated, residual 13 %
>
> coefficients  of         value  95 % from     to
> sort          n log2(n)  1e-06      1e-06  1e-06
>
> work       sort: work:compares = n log2(n) (exact on 5 sizes, 4 to spare), seconds = 1e-06
>            work:compares (exact on 5 sizes, 3 to spare)
>
> known      left out: mean error with which each configuration is predicted from the others;
>            coefficients and predictions with intervals of 95 %
> next:      unply predict sort.model --at n=32768
$ unply fit sort.csv --residuals | grep -A 5 '^residuals'
> residuals  at       measured    fitted   error  row
> sort       n=1024   10.24 ms  10.24 ms  0.0 %  sort.csv:2
> sort       n=2048   22.53 ms  22.53 ms  0.0 %  sort.csv:3
> sort       n=4096   49.15 ms  49.15 ms  0.0 %  sort.csv:4
> sort       n=8192   106.5 ms  106.5 ms  0.0 %  sort.csv:5
> sort       n=16384  229.4 ms  229.4 ms  0.0 %  sort.csv:6
$ unply fit sort.csv --to extrap -o sort.jsonl && head -2 sort.jsonl && unply fit sort.jsonl | grep -A 1 '^part'
> {"params":{"n":1024.0},"callpath":"sort","metric":"time","value":0.01024}
> {"params":{"n":2048.0},"callpath":"sort","metric":"time","value":0.022528}
> part      seconds                          R2    left out  imbalance  how it is known
> sort      1e-06 n log2(n)            1.000000       0 %             exact on 5 sizes, 4 to spare
# Task regions by the size of the program.
$ cat > wave.c <<'END'
+ #include <stdlib.h>
+ static volatile long a[300][300];
+ int main(int argc, char** argv) {
+   int n = atoi(argv[1]);
+ #pragma exg trace
+   for (int i = 1; i <= n; ++i)
+     for (int j = 1; j <= n; ++j)
+ #pragma exg task
+       for (int k = 0; k < 300; ++k) a[i][j] += a[i - 1][j] + a[i][j - 1];
+   return 0;
+ }
+ END
$ unply cc -O2 -g wave.c -o wave
$ for n in 20 40 80 160 240; do unply record -q -o wave$n.trace ./wave $n; done
$ unply fit --terms wave.c:8=arg1^2 wave20.trace wave40.trace wave80.trace wave160.trace wave240.trace -o wave.model | grep -E '^(model|from|sizes|wave)'
> model      parts of a program of elapsed time
> from       5 files, 5 rows
> sizes      arg1 = 20 to 240
>~ ^wave.c:8 +[0-9.e-]+ arg1.2 +[0-9.]+ +[0-9.]+ % +estimated, residual [0-9.e+]+ %$
>~ ^wave.c:8 +arg1.2 +[0-9.e-]+ +[0-9.e-]+ +[0-9.e-]+$
$ unply predict wave.model --at arg1=480 | grep -E '^(model|at|careful)'
> model      wave.model, parts of a program
> at         arg1=480
> careful: arg1 of wave.c:8 is 2 times the largest that was fitted: caches and memory may behave
# What cannot be fitted.
$ unply fit missing.csv
> unply: error: missing.csv: cannot open, No such file or directory
>   hint: unply fit reads recordings of unply record, tables (.csv) and JSON Lines of Extra-P (.jsonl)
! 2
$ unply fit
> unply: error: unply fit: FILE is required
>   hint: see unply fit --help
! 2
$ printf 'phase,n,seconds\nsort,1,0.1\nsort,2,2\nsort,3,0.1\nsort,4,2\nsort,5,0.1\nsort,6,2\nsort,7,0.1\nsort,8,2\n' > wild.csv; unply fit wild.csv
> unply: error: sort: no form predicts configurations that it has not seen better than a constant, which misses by 93 % (SMAPE)
>   hint: measure more sizes and repeats on free processors, or name what the time depends on as a feature
! 2
$ unply fit --linear wild.csv
> unply: error: sort: the linear law predicts configurations that it has not seen no better than a constant, which misses by 122 % (SMAPE)
>   hint: measure more sizes and repeats on free processors, or name what the time depends on as a feature
! 2
$ head -3 sort.csv > few.csv; unply fit few.csv
> unply: error: sort: 2 configurations, expected at least 3
>   hint: measure more sizes; five or more tell most forms apart
! 2
$ printf 'phase,n,seconds\nsort,1,fast\n' > word.csv; unply fit word.csv
> unply: error: word.csv:2: seconds is 'fast', expected a number
! 2
$ printf 'phase,n\nsort,1\n' > timeless.csv; unply fit timeless.csv
> unply: error: timeless.csv:1: no column has the time
>   hint: columns are phase, seconds (or begin_ns and end_ns), rank, call, level, bytes, and one for each feature
! 2
$ printf 'phase,n,seconds\ncombine,1,1\ncombine,2,2\ncombine,3,3\n' > leafless.csv; unply fit leafless.csv
> unply: error: phases: no sequential phase was measured, so nothing is known of the leaves
>   hint: record whole calls, or add rows of the phase sequential
! 2
$ unply fit --terms sort=k sort.csv
> unply: error: term 'k': no feature is named 'k'
>   hint: terms are 1, N, N^2, N log2(N), N*M, min(N, M), max(0, N - 1000)
! 2
$ unply fit --terms sort sort.csv
> unply: error: --terms sort: expected a phase and its terms
>   hint: for example --terms divide=1,M
! 2
$ unply fit --terms merge=n sort.csv
> unply: error: --terms merge: no phase has this name, expected sort
! 2
$ unply fit --halve k sort.csv
> unply: error: --halve k: no feature has this name
! 2
$ unply fit --words '2 K' --halve M table1-corrected.csv table2-corrected.csv
> unply: error: --words: '2 K': no feature is named 'K'
>   hint: terms are 1, N, N^2, N log2(N), N*M, min(N, M), max(0, N - 1000)
! 2
$ unply fit --form sort.csv sort.csv
> unply: error: sort.csv: is not a JSON object
>   hint: unply fit writes such files; unply help fit says how to write one by hand
! 2
$ unply fit --weights heavy sort.csv
> unply: error: --weights: heavy not in {ordinary,relative}
>   hint: see unply fit --help
! 2
$ unply fit --form paper.model --linear sort.csv
> unply: error: --form and --linear: the terms are those of the model
>   hint: give one of them
! 2
$ unply fit sort.csv -o missing/sort.model
> unply: error: missing/sort.model: cannot write, No such file or directory
! 2
$ unply fit --param n=1 sort.csv
> unply: error: --param n=1: the input names its sizes itself
! 2
$ unply fit wave20.trace
> unply: error: sizes: no number differs between the command lines of the recordings
>   hint: record other sizes, or name them: --param n=16,32,64 in the order of the files
! 2
$ head -c 100 wave20.trace > cut.trace; unply fit cut.trace
> unply: error: cut.trace: incomplete (file is cut after byte 100, 1 blocks read), and has no task instances
>   hint: leave it out, or record again
! 2
$ printf '{"params":{"n":1},"value":"x"}\n' > bad.jsonl; unply fit bad.jsonl
> unply: error: bad.jsonl:1: needs "params", an object, and "value", a number
>   hint: a line is {"params": {"p": 4}, "callpath": "main", "metric": "time", "value": 1.5}
! 2
