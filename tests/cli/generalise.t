# Forms from recordings of several sizes, predictions, and input that cannot be generalised.
$ cat > wave.c <<'END'
+ #include <stdlib.h>
+ static long a[64][64];
+ int main(int argc, char** argv) {
+   int n = atoi(argv[1]);
+ #pragma exg trace
+   for (int i = 1; i <= n; ++i)
+     for (int j = 1; j <= n; ++j)
+ #pragma exg task
+       a[i][j] = a[i - 1][j] + a[i][j - 1] + 1;
+   return 0;
+ }
+ END
$ unply cc -O2 -g wave.c -o wave
$ for n in 4 6 8 10 12; do unply record -q -o wave$n.trace ./wave $n; done
$ unply generalise --at arg1=40 wave4.trace wave6.trace wave8.trace wave10.trace wave12.trace
> recordings 5 of ./wave
> sizes arg1 = 4, 6, 8, 10, 12 (argument 1)
> note       the time in work and span is no measured time but comes from one run with access hooks,
>            in which tasks take up to hundreds of times as long: unply record --repeat 5 measures
>            times
> note       arg1 is even in all recordings, so the forms are known for such sizes only; arg1 = 9
>            would show others
>
> trace 1: wave.c:5 in main
> quantity as a function of arg1 how it is known
> tasks = arg1^2 exact on 5 sizes, 4 to spare
> edges flow = 2 arg1^2 - 2 arg1 exact on 5 sizes, 3 to spare
> levels (span in tasks) = 2 arg1 - 1 exact on 5 sizes, 3 to spare
> parallelism ~ arg1/2 tasks / levels, leading terms
> width = arg1 exact on 5 sizes, 4 to spare
> classes = (arg1^2 + arg1)/2 exact on 5 sizes, 3 to spare
> SYM-Explore rounds = 1 exact on 5 sizes, 4 to spare
>~ ^  work +~ .* estimated, residual [0-9.e+]+ %$
>~ ^  span +~ .* estimated, residual [0-9.e+]+ %$
>~ ^  work / span .by time. +~ .* estimated, residual [0-9.e+]+ %$
> parallelism grows with arg1, like arg1/2: larger inputs keep more processors busy
>
> at arg1=40 value how it is known
> tasks 1600 exact form
> edges flow 3120 exact form
> levels (span in tasks) 79 exact form
> parallelism 20.3 tasks / levels
> width 40 exact form
> classes 820 exact form
> SYM-Explore rounds 1 exact form
>~ ^  work .* estimated, .* to .*$
>~ ^  span .* estimated, .* to .*$
>~ ^  work / span .by time. .* estimated, .* to .*$
>
> known exact: a closed form gives every recorded count, also after leaving out any one size;
> observed on these sizes, not proven for others
> estimated: one term fitted to the values; predictions with an interval of 95 %
> next: unply record ./wave 40, to compare
$ unply generalise --no-classes --param n=4,6,8,10,12 --param m=8,12,16,20,24 --param k=3,3,3,3,3 wave4.trace wave6.trace wave8.trace wave10.trace wave12.trace | grep -vE 'work|span'
> recordings 5 of ./wave
> sizes n = 4, 6, 8, 10, 12 (--param)
> note k = 3 in all recordings: left out
> note m = 2n in all recordings: their effects cannot be separated, forms use n
>            in which tasks take up to hundreds of times as long: unply record --repeat 5 measures
>            times
> note       n is even in all recordings, so the forms are known for such sizes only; n = 9 would show
>            others
>
> trace 1: wave.c:5 in main
> quantity as a function of n how it is known
> tasks = n^2 exact on 5 sizes, 4 to spare
> edges flow = 2n^2 - 2n exact on 5 sizes, 3 to spare
> parallelism ~ n/2 tasks / levels, leading terms
> width = n exact on 5 sizes, 4 to spare
> parallelism grows with n, like n/2: larger inputs keep more processors busy
>
> known exact: a closed form gives every recorded count, also after leaving out any one size;
> observed on these sizes, not proven for others
> estimated: one term fitted to the values; predictions with an interval of 95 %
> next: unply generalise --at n=24 --param n=4,6,8,10,12 wave4.trace wave6.trace wave8.trace
> wave10.trace wave12.trace
# The size itself, recorded: what was predicted to the last task.
$ unply record -q -o wave40.trace ./wave 40 && unply report --json wave40.trace | python3 -c 'import json, sys; t = json.load(sys.stdin)["traces"][0]; print(t["tasks"], t["edges"]["flow"], t["levels"], t["width"])'
> 1600 3120 79 40
$ unply generalise --json --at arg1=41 wave4.trace wave6.trace wave8.trace wave10.trace wave12.trace | python3 -c 'import json, sys; t = json.load(sys.stdin)["traces"][0]; print(t["predictions"][0]["values"]["tasks"], t["predictions"][0]["careful"], t["parallelism"]["verdict"])'
> {'value': 1681, 'known': 'exact', 'alternatives': []} ['arg1 is even in all recordings, and not here'] parallelism grows with arg1, like arg1/2: larger inputs keep more processors busy
$ cp wave other && unply record -q -o other6.trace ./other 6 && unply generalise --no-classes wave4.trace other6.trace wave8.trace | grep '^note'
> note       the time in work and span is no measured time but comes from one run with access hooks,
> note only 3 different sizes: more sizes make forms more certain
> note the recordings are of different programs: ./wave and ./other
> note       arg1 is even in all recordings, so the forms are known for such sizes only; arg1 = 7
$ unply generalise --limit 0 --param n=4,6 wave4.trace wave6.trace | grep -E '^note|class|SYM'
> note       the time in work and span is no measured time but comes from one run with access hooks,
> note only 2 different sizes: more sizes make forms more certain
> note       n is even in all recordings, so the forms are known for such sizes only; n = 5 would show
> classes not known, given up in 2 recordings
> SYM-Explore rounds not known, given up in 2 recordings
# What it cannot do.
$ unply generalise wave4.trace
> unply: error: wave4.trace: one recording, expected at least two of different sizes
> hint: five or more sizes distinguish most forms
! 2
$ unply generalise wave4.trace wave4.trace
> unply: error: sizes: no number differs between the command lines of the recordings
> hint: record other sizes, or name them: --param n=16,32,64 in the order of the files
! 2
$ unply generalise wave4.trace missing.trace
> unply: error: missing.trace: cannot open, No such file or directory
> hint: unply record PROGRAM writes PROGRAM.trace in the current directory
! 2
$ unply generalise --param n=4 wave4.trace wave6.trace
> unply: error: --param n=4: 1 value, expected 2, one for each recording in the order given
> hint: for example --param n=16,32,64
! 2
$ unply generalise --param n wave4.trace wave6.trace
> unply: error: --param n: expected a name and a value for each recording
> hint: for example --param n=16,32,64
! 2
$ unply generalise --param n=4,six wave4.trace wave6.trace
> unply: error: wave6.trace: parameter n is 'six', expected a whole number
> hint: name the values: --param n=VALUE,VALUE,... in the order of the files
! 2
$ unply generalise --param n=5,5 wave4.trace wave6.trace
> unply: error: sizes: equal in all recordings, expected at least two different ones
> hint: record other sizes, or name them: --param n=16,32,64 in the order of the files
! 2
$ unply generalise --at n=40 wave4.trace wave6.trace
> unply: error: --at n=40: 'n' is not a size of these recordings, expected arg1
> hint: for example --at arg1=12
! 2
$ unply generalise --at arg1=many wave4.trace wave6.trace
> unply: error: --at arg1=many: expected a whole number for arg1
> hint: for example --at arg1=12
! 2
$ unply generalise --att arg1=40 wave4.trace wave6.trace
> unply: error: --att: unknown option of unply generalise
> hint: did you mean --at? see unply generalise --help
! 2
$ unply record -q --param n=4 -o named.trace ./wave 4 && unply generalise named.trace wave6.trace
> unply: error: wave6.trace: has no parameter n, which other recordings have
> hint: name the values of all: --param n=VALUE,VALUE,... in the order of the files
! 2
$ unply record -q --param mode=slow -o slow.trace ./wave 4 && unply record -q --param mode=fast -o fast.trace ./wave 6 && unply generalise slow.trace fast.trace
> unply: error: slow.trace: parameter mode is 'slow', expected a whole number
> hint: name the values: --param mode=VALUE,VALUE,... in the order of the files
! 2
$ unply graph --format json wave4.trace > graph.json && unply generalise graph.json wave6.trace
> unply: error: graph.json: a graph in JSON, expected a recording
> hint: give the .trace files that unply record wrote: they hold sizes, times and executions
! 2
$ unply record -q -o none.trace ./wave 0
> unply: warning: ./wave: no task instance ran
> hint: put #pragma exg task before the statement or loop body to be a task; where no task is marked, loops are looked at, if the program has any
$ unply generalise none.trace wave4.trace
> unply: error: none.trace: no task instance was recorded
> hint: the program has task regions, but this run entered none of them: try other input
! 2
$ unply record -q -o long.trace ./wave 60 && head -c $(($(stat -c %s long.trace) - 100)) long.trace > ended.trace && unply generalise ended.trace wave4.trace
>~ ^unply: error: ended.trace: incomplete .file is cut after byte .*, so its counts are too small$
> hint: leave it out, or record again
! 2
$ head -c 1000 wave12.trace > cut.trace && unply generalise cut.trace wave4.trace
> unply: error: cut.trace: no task instance was recorded
>~ hint: the recording is incomplete: file is cut after byte 1000, [0-9]+ blocks read(, those from byte [0-9]+ on left out because they are not whole)?; record again$
! 2
