# Programs without annotation: the report on loops, why, suggest. The profile is made by tests/events/write_profile.cpp, so that
# every figure is known.
$ cat > solver.c <<'END'
+ double u[1000], v[1000], err;
+ void sweep(int n) {
+   double t;
+   for (int i = 1; i < n - 1; i++) {
+     t = u[i - 1] + u[i + 1];
+     v[i] = t / 2;
+     err += t;
+   }
+   for (int i = 1; i < n; i++) u[i] = u[i - 1] + v[i];
+ }
+ int main(void) {
+   for (int step = 0; step < 240; step++) sweep(1000);
+ }
+ END
$ cat > profile.txt <<'END'
+ meta program ./solver
+ meta argument 1000
+ meta complete yes
+ work 100000000
+ site solver.c 5 9 sweep u[] read
+ site solver.c 6 10 sweep v[] write
+ site solver.c 7 9 sweep err read sum
+ site solver.c 7 9 sweep err write sum
+ site solver.c 9 38 sweep u[] read
+ site solver.c 9 36 sweep u[] write
+ site solver.c 9 49 sweep v[] read
+ loop solver.c 12 3 main 1 240 240 240 99000000 - {"language":"c","form":"for","index":"step","index_declared":"inside","canonical":true,"begin":[12,3],"end":[12,54],"body":[12,42,12,54],"variables":[],"calls":[{"name":"sweep","line":12,"column":42}],"scalars":[{"name":"step","kind":"induction"}]}
+ loop solver.c 4 3 sweep 240 239520 998 998 61000000 0 {"language":"c","form":"for","index":"i","index_declared":"inside","canonical":true,"begin":[4,3],"end":[8,4],"body":[4,35,8,4],"variables":[{"name":"n","scope":"parameter","shape":"scalar","read":true},{"name":"t","scope":"local","shape":"scalar","read":true,"written":true},{"name":"u","scope":"global","shape":"array","read":true},{"name":"v","scope":"global","shape":"array","written":true},{"name":"err","scope":"global","shape":"scalar","read":true,"written":true}],"scalars":[{"name":"i","kind":"induction"}]}
+ loop solver.c 9 3 sweep 240 239760 999 999 38000000 0 {"language":"c","form":"for","index":"i","index_declared":"inside","canonical":true,"begin":[9,3],"end":[9,54],"body":[9,31,9,54],"variables":[{"name":"n","scope":"parameter","shape":"scalar","read":true},{"name":"u","scope":"global","shape":"array","read":true,"written":true},{"name":"v","scope":"global","shape":"array","read":true}],"scalars":[{"name":"i","kind":"induction"}]}
+ carried 0 flow 6 1 1 1 238522 0 1
+ carried 0 flow 4 3 1 1 239 0 1
+ carried 0 anti 7 2 1 1 238522 0 1
+ carried 1 flow 4 3 1 1 239280 0 1
+ carried 1 output 4 4 1 1 239280 0 1
+ within 1 anti 3 4
+ carried 2 flow 6 5 1 1 239520 0 1
+ END
$ $UNPLY_BUILD/tests/write_profile solver.trace < profile.txt
$ unply report solver.trace
> 1. solver.c:4   loop over i, 61 % of the time     parallel for, 2.1x on 8 threads (1.9 to 2.1)
>      private(t)  reduction(+: err)   carried: none after that   executed 240 times, 998 iterations
> not parallel: solver.c:12   loop over step, 99 %     flow through err from line 7 to line 7,
>    distance 1; and 2 more reasons
> not parallel: solver.c:9   loop over i, 38 %     flow through u[] from line 9 to line 9, distance 1
>
> loops      3: 1 reduction, 2 serial
> program    ./solver 1000
> known      dependences as observed on 1 input, unless proven: another input may have others;
>            speedups are estimates from counted work, without memory bandwidth
> costs      of threads: assumed; unply machine --calibrate measures them
> next: unply suggest solver.trace --patch patches/
$ unply report --no-source solver.trace | tail -1
> next: unply suggest solver.trace --patch patches/
$ unply why solver.trace solver.c:9
> solver.c:9   loop over i, 38 % of the time: serial
>              solver.c:9  for (int i = 1; i < n; i++) u[i] = u[i - 1] + v[i];
> function   sweep
> ran        executed 240 times, 999 iterations
> known      observed on 1 input, 239760 iterations
> stopped by 1. flow through u[] from line 9 to line 9, distance 1
>               fix: none by clauses: iterations need values of u[] from earlier ones
> carried    flow through u[] from line 9 to line 9, distance 1; 239520 times, first from iteration 0
>            to 1: keeps iterations in order
>              solver.c:9  for (int i = 1; i < n; i++) u[i] = u[i - 1] + v[i];
> next: unply report solver.trace
$ unply why solver.trace solver.c:4
> solver.c:4   loop over i, 61 % of the time: reduction
>              solver.c:4  for (int i = 1; i < n - 1; i++) {
> function   sweep
> ran        executed 240 times, 998 iterations
> known      observed on 1 input, 239520 iterations
> clauses    private(t)  reduction(+: err)
> carried    flow through err from line 7 to line 7, distance 1; 239280 times, first from iteration 0
>            to 1: reduction
>              solver.c:7  err += t;
>            output through err from line 7 to line 7, distance 1; 239280 times, first from iteration
>            0 to 1: reduction
>              solver.c:7  err += t;
> gain       1.4x on 2 (1.4 to 1.4), 1.8x on 4 (1.7 to 1.8), 2.1x on 8 (1.9 to 2.1), 2.2x on 16 (1.9
>            to 2.3), 2.2x on 32 (1.8 to 2.4), 2.1x on 64 (1.5 to 2.4) threads, estimated for the
>            whole program
> limit      the rest of the program allows at most 2.6x
> costs      of threads: assumed; unply machine --calibrate measures them
> grain      iterations take about 102 ns, one execution of the loop about 102 us
> next: unply suggest solver.trace --suggestion 1
$ unply why solver.trace solver.c:12 | head -3
> solver.c:12   loop over step, 99 % of the time: serial
>              solver.c:12  for (int step = 0; step < 240; step++) sweep(1000);
> function   main
$ unply suggest solver.trace
> 1. solver.c:4   loop over i, 61 % of the time: reduction, 2.1x on 8 threads (1.9 to 2.1)
> --- a/solver.c
> +++ b/solver.c
> @@ -1,6 +1,7 @@
>  double u[1000], v[1000], err;
>  void sweep(int n) {
>    double t;
> +  #pragma omp parallel for default(none) shared(n, u, v) private(t) reduction(+: err)
>    for (int i = 1; i < n - 1; i++) {
>      t = u[i - 1] + u[i + 1];
>      v[i] = t / 2;
> next: unply verify solver.trace --suggestion 1
$ unply suggest solver.trace --patch patches
> 1. solver.c:4   loop over i, 61 % of the time: reduction, 2.1x on 8 threads (1.9 to 2.1)
>    #pragma omp parallel for default(none) shared(n, u, v) private(t) reduction(+: err)
>    1-solver.c-4.patch
> next: unply verify solver.trace --suggestion 1 && patch -p1 < patches/1-solver.c-4.patch
$ patch -p1 < patches/1-solver.c-4.patch && clang-22 -fopenmp -Wall -Werror -fsyntax-only solver.c && sed -n 4,5p solver.c
> patching file solver.c
>   #pragma omp parallel for default(none) shared(n, u, v) private(t) reduction(+: err)
>   for (int i = 1; i < n - 1; i++) {
$ unply suggest solver.trace
> 1. solver.c:4   loop over i, 61 % of the time: reduction, 2.1x on 8 threads (1.9 to 2.1)
>    the source is newer than the recording: check that it is still the same there
>    no patch: there is no for statement at its place: the source has changed
> next: unply report solver.trace
! 2
$ unply report --json solver.trace | python3 -c 'import json, sys; [print(l["line"], l["verdict"], l["clauses"]["private"], l["clauses"]["reduction"], l["coverage"], l["expected_speedup"].get("8")) for l in json.load(sys.stdin)["loops"]]'
> 4 reduction ['t'] [{'operator': '+', 'names': ['err']}] 0.61 2.0618
> 9 serial [] [] 0.38 None
> 12 serial [] [] 0.99 None
$ unply report --format sarif solver.trace | python3 -c 'import json, sys; [print(r["ruleId"], r["locations"][0]["physicalLocation"]["region"], r["message"]["text"]) for r in json.load(sys.stdin)["runs"][0]["results"]]'
> unply/reduction {'startLine': 4, 'startColumn': 3} loop over i: reduction with private(t)  reduction(+: err); program 2.1x on 8 threads (1.9 to 2.1) expected; observed on 1 input, 239520 iterations
> unply/serial {'startLine': 9, 'startColumn': 3} loop over i: serial; flow through u[] from line 9 to line 9, distance 1 (none by clauses: iterations need values of u[] from earlier ones); observed on 1 input, 239760 iterations
> unply/serial {'startLine': 12, 'startColumn': 3} loop over step: serial; flow through err from line 7 to line 7, distance 1 (make the update of err atomic where it is); flow through u[] from line 9 to line 5, distance 1 (none by clauses: iterations need values of u[] from earlier ones); anti through v[] from line 9 to line 6, distance 1 (privatise: give each iteration its own v[], also in the functions that it calls); observed on 1 input, 240 iterations
$ unply suggest --json solver.trace --suggestion 1 | python3 -c 'import json, sys; print([s["no_patch"] for s in json.load(sys.stdin)["suggestions"]])'
> ['there is no for statement at its place: the source has changed']
$ unply dump --table loop_dependences solver.trace
> loop solver.c:12:3 carried flow err count 239 distance 1 to 1 exact first 0 -> 1 solver.c:7 -> solver.c:7
> loop solver.c:12:3 carried flow u[] count 238522 distance 1 to 1 exact first 0 -> 1 solver.c:9 -> solver.c:5
> loop solver.c:12:3 carried anti v[] count 238522 distance 1 to 1 exact first 0 -> 1 solver.c:9 -> solver.c:6
> loop solver.c:4:3 within anti err count 1 solver.c:7 -> solver.c:7
> loop solver.c:4:3 carried flow err count 239280 distance 1 to 1 exact first 0 -> 1 solver.c:7 -> solver.c:7
> loop solver.c:4:3 carried output err count 239280 distance 1 to 1 exact first 0 -> 1 solver.c:7 -> solver.c:7
> loop solver.c:9:3 carried flow u[] count 239520 distance 1 to 1 exact first 0 -> 1 solver.c:9 -> solver.c:9
$ unply info solver.trace | sed -n '/^recorded/p; /^next/p'
> recorded    loop profile: 3 loops, 7 dependences
> next: unply report solver.trace

# costs of threads: measured ones from a machine file, asked for or saved; a file without some of them; none
$ echo '{"schema":2,"name":"big","date":"2026-11-27T10:00:00Z","costs_ns":{"fork":{"median":100000,"low":50000,"high":200000},"fork_thread":{"median":1000,"low":500,"high":2000},"spawn":60,"task":300,"steal":100,"wait":90,"instruction":{"median":1,"low":0.5,"high":2}}}' > big.json
$ unply report --machine big.json solver.trace
> 1. solver.c:4   loop over i, 61 % of the time     parallel for, 1.4x on 8 threads (0.7 to 1.9)
>      private(t)  reduction(+: err)   carried: none after that   executed 240 times, 998 iterations
> not parallel: solver.c:12   loop over step, 99 %     flow through err from line 7 to line 7,
>    distance 1; and 2 more reasons
> not parallel: solver.c:9   loop over i, 38 %     flow through u[] from line 9 to line 9, distance 1
>
> loops      3: 1 reduction, 2 serial
> program    ./solver 1000
> known      dependences as observed on 1 input, unless proven: another input may have others;
>            speedups are estimates from counted work, without memory bandwidth
> costs      of threads: measured on big 2026-11-27
> next: unply suggest solver.trace --patch patches/ --machine big.json
$ unply why --machine big.json solver.trace solver.c:4 | sed -n '/^gain/,$p'
> gain       1.1x on 2 (0.6 to 1.3), 1.3x on 4 (0.7 to 1.7), 1.4x on 8 (0.7 to 1.9), 1.4x on 16 (0.7
>            to 2.0), 1.4x on 32 (0.6 to 2.1), 1.3x on 64 (0.5 to 2.0) threads, estimated for the
>            whole program
> limit      the rest of the program allows at most 2.6x
> costs      of threads: measured on big 2026-11-27
> grain      iterations take about 255 ns, one execution of the loop about 254 us
> note: solver.c is newer than the recording, its lines may have moved
> next: unply suggest solver.trace --suggestion 1 --machine big.json
$ unply suggest --machine big.json solver.trace | tail -1
> next: unply report solver.trace --machine big.json
$ unply report --machine big.json --json solver.trace | python3 -c 'import json, sys; d = json.load(sys.stdin); l = d["loops"][0]; print(d["thread_costs"]); print(l["expected_speedup"]["8"], l["expected_speedup_interval"]["8"], l["limit"])'
> {'measured': True, 'file': 'big.json', 'machine': 'big', 'date': '2026-11-27', 'inconclusive': '', 'assumed': [], 'fork_ns': [48000.0, 98000.0, 198000.0], 'fork_thread_ns': [500.0, 1000.0, 2000.0], 'wait_ns': [90.0, 90.0, 90.0], 'task_ns': [360.0, 360.0, 460.0], 'instruction_ns': [0.5, 1.0, 2.0]}
> 1.3873 [0.6695, 1.8911] the rest of the program allows at most 2.6x
$ mkdir -p config/unply; sed 's/,"wait":90//' big.json > config/unply/machine.json
$ XDG_CONFIG_HOME=$PWD/config unply report solver.trace | sed -n '/^costs/,$p'
> costs      of threads: measured on big 2026-11-27; assumed: waiting for an iteration
> next: unply suggest solver.trace --patch patches/
$ XDG_CONFIG_HOME=$PWD/config unply report --machine none solver.trace | sed -n '1p; /^costs/,$p'
> 1. solver.c:4   loop over i, 61 % of the time     parallel for, 2.1x on 8 threads (1.9 to 2.1)
> costs      of threads: assumed
> next: unply suggest solver.trace --patch patches/ --machine none
# Of a busy machine: not used unless it is asked for.
$ sed 's/"date"/"threads":2,"free_processors":{"before":1.1,"after":2},"date"/' big.json > config/unply/machine.json
$ XDG_CONFIG_HOME=$PWD/config unply report solver.trace | sed -n '1p; /^costs/,$p'
> 1. solver.c:4   loop over i, 61 % of the time     parallel for, 2.1x on 8 threads (1.9 to 2.1)
> costs      of threads: assumed, since the saved ones are inconclusive; unply machine --calibrate
>            when nothing else runs
> next: unply suggest solver.trace --patch patches/
$ unply report --machine config/unply/machine.json solver.trace | sed -n '1p; /^costs/,$p'
> 1. solver.c:4   loop over i, 61 % of the time     parallel for, 1.4x on 8 threads (0.7 to 1.9)
> costs      of threads: measured on big 2026-11-27; inconclusive, since processors were not free
> next: unply suggest solver.trace --patch patches/ --machine config/unply/machine.json
$ unply report --machine nothing.json solver.trace
> unply: error: nothing.json: cannot open, No such file or directory
>   hint: unply machine --calibrate measures this machine and writes such a file
! 2

# a call that is not seen, one that prints, a loop that did not run, one that ran once, a while loop
$ cat > calls.txt <<'END'
+ meta program ./app
+ meta complete yes
+ work 1000000
+ loop a.c 10 3 f 1 100 100 100 400000 - {"language":"c","form":"for","index":"i","canonical":true,"variables":[]}
+ loop a.c 20 3 f 1 100 100 100 300000 - {"language":"c","form":"for","index":"i","canonical":true,"variables":[]}
+ loop a.c 30 3 f 0 0 0 0 0 - {}
+ loop a.c 40 3 f 5 5 1 1 10 - {}
+ loop a.c 50 3 f 1 100 100 100 200000 - {"language":"c","form":"while","canonical":false,"variables":[]}
+ loop a.c 50 40 f 1 100 100 100 100 - {"language":"c","form":"for","index":"j","canonical":true,"variables":[]}
+ call 0 mystery 100
+ call 1 printf 100
+ END
$ $UNPLY_BUILD/tests/write_profile calls.trace < calls.txt && unply report calls.trace
> 1. a.c:10   loop over i, 40 % of the time     parallel for, 1.5x on 8 threads (1.5 to 1.5)
>      carried: none after that   executed once, 100 iterations
>      unless mystery has side effects
> independent, but too short to gain: a.c:50:40
> not parallel: a.c:20   loop over i, 30 %     calls of printf read or write in the order of the
>    iterations
> not parallel: a.c:50:3   while loop, 20 %     how often it runs is known only when it ends
> unseen: 100 calls of mystery in the loop at a.c:10
> unseen: 100 calls of printf in the loop at a.c:20
>
> loops      6: 2 doall, 2 serial, 1 few, 1 never
> program    ./app
> known      dependences as observed on 1 input, unless proven: another input may have others;
>            speedups are estimates from counted work, without memory bandwidth
> costs      of threads: assumed; unply machine --calibrate measures them
> next: unply suggest calls.trace --patch patches/
$ unply suggest calls.trace
> 1. a.c:10   loop over i, 40 % of the time: doall, 1.5x on 8 threads (1.5 to 1.5)
>    unless mystery has side effects
>    no patch: the text of a.c was not found: record with --embed-sources
> next: unply report calls.trace
$ unply why calls.trace a.c:50 | grep -e : -e directive | head -5
> a.c:50:3   while loop, 20 % of the time: serial
>               fix: find the number of iterations first, and count them in the head of a for loop
> a.c:50:40   loop over j, <1 % of the time: doall
> costs      of threads: assumed; unply machine --calibrate measures them
> grain      iterations take less than 1 ns, one execution of the loop about 40 ns: less than starting
$ unply why calls.trace a.c:30
> a.c:30   loop, 0 % of the time: never
> function   f
> ran        never executed
> known      never executed
> next: unply report calls.trace

# errors
$ unply why solver.trace solver.c:7
> unply: error: solver.c:7: no loop begins there
>   hint: loops near it: solver.c:9, solver.c:4, solver.c:12
! 2
$ unply why solver.trace solver.c
> unply: error: solver.c: not a place
>   hint: FILE:LINE or FILE:LINE:COLUMN, such as heat.c:12
! 2
$ unply why solver.trace other.c:7
> unply: error: other.c:7: no loop begins there
>   hint: unply report solver.trace lists the loops
! 2
$ unply suggest solver.trace --suggestion 9
> unply: error: --suggestion 9: there are 1
>   hint: unply report solver.trace lists them
! 2
$ printf 'meta complete yes\n' | $UNPLY_BUILD/tests/write_profile empty.trace; unply suggest empty.trace
> unply: error: empty.trace: there is no loop profile in this recording
>   hint: compile with unply cc, unply c++ or unply fc, and record again
! 2
$ printf 'meta complete yes\nwork 5\n' | $UNPLY_BUILD/tests/write_profile none.trace; unply report none.trace
> unply: error: none.trace: the program executed no loop that was compiled with unply
>   hint: compile the files with the loops with unply cc, unply c++ or unply fc, and record again
! 2
$ unply suggest solver.trace --patch solver.c/patches
> unply: error: --patch solver.c/patches: cannot make the folder, Not a directory
! 2
# In another folder than the program's the command names that of the sources.
$ mkdir -p made other && printf 'double a[1000000];\nint main(void) { for (int i = 0; i < 1000000; i++) a[i] = i * 0.5; return a[9] > 9; }\n' > made/fill.c && cd made && unply cc -O2 -g fill.c -o fill && unply record -q ./fill; cd ../other && unply suggest ../made/fill.trace --all --patch p | tail -1; cd ..
> next: unply verify ../made/fill.trace --suggestion 1 && patch -p1 -d ../made < p/1-fill.c-2.patch
$ cd other && unply report --top 0 ../made/fill.trace | grep -c 'nothing in this run gains'; cd ..
> 0
