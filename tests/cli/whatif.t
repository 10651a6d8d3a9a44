# Predicted effects of changes: graphs in JSON whose times are known, a recording, and refused input.
#   two rounds: a task of a.c:3 (100) fills tmp, two of a.c:7 (40 each) read it; the next round writes tmp again
$ cat > g.json <<'END'
+ {"tasks":[{"id":1,"region":"a.c:3","self_ns":100},{"id":2,"region":"a.c:7","self_ns":40},{"id":3,"region":"a.c:7","self_ns":40},
+  {"id":4,"region":"a.c:3","self_ns":100},{"id":5,"region":"a.c:7","self_ns":40},{"id":6,"region":"a.c:7","self_ns":40}],
+  "edges":[{"from":1,"to":2,"kind":"flow","variable":"tmp","site_from":"a.c:4:5","site_to":"a.c:8:9"},
+  {"from":1,"to":3,"kind":"flow","variable":"tmp","site_from":"a.c:4:5","site_to":"a.c:8:9"},
+  {"from":2,"to":4,"kind":"anti","variable":"tmp","site_from":"a.c:8:9","site_to":"a.c:4:5"},
+  {"from":3,"to":4,"kind":"anti","variable":"tmp","site_from":"a.c:8:9","site_to":"a.c:4:5"},
+  {"from":1,"to":4,"kind":"output","variable":"tmp","site_from":"a.c:4:5","site_to":"a.c:4:5"},
+  {"from":4,"to":5,"kind":"flow","variable":"tmp","site_from":"a.c:4:5","site_to":"a.c:8:9"},
+  {"from":4,"to":6,"kind":"flow","variable":"tmp","site_from":"a.c:4:5","site_to":"a.c:8:9"}]}
+ END
$ unply whatif g.json -p 2
> base as written: all kinds of dependences count; 6 tasks, 7 dependences in 3 groups
>
> speedup at 2: gain gain
> change work span parallelism hlfet at most at 2 unbounded
> as recorded 360 ns 280 ns 1.29 1.29 1.29
>   1  --remove tmp                         360 ns  100 ns         3.60     2.00     2.00  1.56       2.80
>   2  --remove 'anti,output tmp'           360 ns  140 ns         2.57     2.00     2.00  1.56       2.00
>   3  --scale a.c:3=2                      260 ns  180 ns         1.44     2.00     2.00  1.56       1.56
>   4  --remove 'flow tmp a.c:4:5 a.c:8:9'  360 ns  200 ns         1.80     1.80     1.80  1.40       1.40
>   5  --scale a.c:7=2                      280 ns  240 ns         1.17     1.50     1.50  1.17       1.17
>   6  --remove 'anti tmp a.c:8:9 a.c:4:5'  360 ns  240 ns         1.50     1.50     1.50  1.17       1.17
>
>   7 single changes; 6 shorten the span; the best 6 are shown
>     1  7 dependences: no task waits for another through tmp: a reduction if it only adds up, counts
>        or takes an extreme; a private copy if each task sets it first; else another algorithm
>     2  3 dependences: private copies of tmp (a local variable, one more dimension): tasks then wait
>        only for values they read
>     3  tasks of this region take half the time: a faster algorithm, vector code, or less to do; it
> has 56 % of the work
>     4  4 dependences: a value is passed on: compute it earlier, or again where it is needed; else
>        another algorithm
>     5  as 3; it has 44 % of the work
>     6  2 dependences: a task overwrites what earlier ones read: with a private copy (privatise,
> rename) it need not wait
>
> known work and span are exact for the times measured once; speedups are over the work as
> recorded: 'at most' is the bound max(span, work / P), hlfet a heuristic schedule that was
> checked; costs of parallel execution are not counted
> a change is assumed to have no other effect: a removed flow dependence needs another
> algorithm or a reduction
> next:      unply whatif g.json -p 2 --remove tmp
$ unply whatif g.json -p 2 --remove anti
> base as written: all kinds of dependences count; 6 tasks, 7 dependences in 3 groups
>
> speedup at 2: gain gain
> change work span parallelism hlfet at most at 2 unbounded
> as recorded 360 ns 280 ns 1.29 1.29 1.29
> --remove anti 360 ns 240 ns 1.50 1.50 1.50 1.17 1.17
>
> every schedule that leaves no processor idle while a task is ready reaches at least 1.12 as
> recorded, 1.20 with the change
> --remove anti: 2 dependences in 1 group
> a task overwrites what earlier ones read: with a private copy (privatise, rename) it need not
> wait
>
> known work and span are exact for the times measured once; speedups are over the work as
> recorded: 'at most' is the bound max(span, work / P), hlfet a heuristic schedule that was
> checked; costs of parallel execution are not counted
> a change is assumed to have no other effect: a removed flow dependence needs another
> algorithm or a reduction
> next: unply whatif g.json -p 2
$ unply whatif g.json -p 2 --remove 'dep anti,output tmp a.c:4' --scale a.c:3=4 --grain a.c:7=2
> base as written: all kinds of dependences count; 6 tasks, 7 dependences in 3 groups
>
> speedup at 2: gain gain
> change work span parallelism hlfet at most at 2 unbounded
> as recorded 360 ns 280 ns 1.29 1.29 1.29
> --remove 'dep anti,output tmp a.c:4' 360 ns 140 ns 2.57 2.00 2.00 1.56 2.00
> --scale a.c:3=4 210 ns 130 ns 1.62 2.77 2.77 2.15 2.15
> --grain a.c:7=2 360 ns 360 ns 1.00 1.00 1.00 0.78 0.78
> all of them 210 ns 105 ns 2.00 3.43 3.43 2.67 2.67
>
> every schedule that leaves no processor idle while a task is ready reaches at least 1.12 as
> recorded, 2.29 with all changes
> --remove 'dep anti,output tmp a.c:4': 3 dependences in 2 groups
> --grain a.c:7=2: 6 tasks become 4; coarser tasks save the cost of starting them, which is not
> counted here
>
> known work and span are exact for the times measured once; speedups are over the work as
> recorded: 'at most' is the bound max(span, work / P), hlfet a heuristic schedule that was
> checked; costs of parallel execution are not counted
> a change is assumed to have no other effect: a removed flow dependence needs another
> algorithm or a reduction
> next: unply whatif g.json -p 2
$ unply whatif g.json -p 2 --kinds flow,extension
> base after renaming: flow and extension dependences count; 6 tasks, 4 dependences in 1 group
>
> speedup at 2: gain gain
> change work span parallelism hlfet at most at 2 unbounded
> as recorded 360 ns 140 ns 2.57 2.00 2.00
> 1 --scale a.c:3=2 260 ns 90 ns 2.89 2.77 2.77 1.38 1.56
> 2 --scale a.c:7=2 280 ns 120 ns 2.33 2.57 2.57 1.29 1.17
> 3 --remove 'flow tmp a.c:4:5 a.c:8:9' 360 ns 100 ns 3.60 2.00 2.00 1.00 1.40
>
> 3 single changes; 3 shorten the span; the best 3 are shown
> 1 tasks of this region take half the time: a faster algorithm, vector code, or less to do; it
> has 56 % of the work
> 2 as 1; it has 44 % of the work
>     3  4 dependences: a value is passed on: compute it earlier, or again where it is needed; else
>        another algorithm
>
> known work and span are exact for the times measured once; speedups are over the work as
> recorded: 'at most' is the bound max(span, work / P), hlfet a heuristic schedule that was
> checked; costs of parallel execution are not counted
> a change is assumed to have no other effect: a removed flow dependence needs another
> algorithm or a reduction
> next: unply whatif g.json --kinds flow,extension -p 2 --scale a.c:3=2
# the ranking of JSON is the same; the best change given back as an argument gives the same figures
$ unply whatif g.json -p 2 --json > ranking.json; python3 - <<'END'
+ import json, shlex, subprocess
+ ranking = json.load(open("ranking.json"))["ranking"]
+ print(ranking["changes"], ranking["shorten_span"])
+ for row in ranking["best"]: print(row["does"], row["work"], row["span"], row["time"])
+ for row in ranking["best"]:
+     words = shlex.split(row["change"])
+     again = json.loads(subprocess.run(["unply", "whatif", "g.json", "-p", "2", "--json", *words], capture_output=True, text=True).stdout)
+     if any(again["changed"][key] != row[key] for key in ("work", "span", "time", "speedup", "gain")): print("differs:", row["change"])
+ END
> 7 6
> remove_variable 360 100 {'lower': 180, 'greedy': 230, 'hlfet': 180}
> private_copies 360 140 {'lower': 180, 'greedy': 250, 'hlfet': 180}
> faster 260 180 {'lower': 180, 'greedy': 220, 'hlfet': 180}
> remove 360 200 {'lower': 200, 'greedy': 280, 'hlfet': 200}
> faster 280 240 {'lower': 240, 'greedy': 260, 'hlfet': 240}
> remove 360 240 {'lower': 240, 'greedy': 300, 'hlfet': 240}
> remove 360 280 {'lower': 280, 'greedy': 320, 'hlfet': 280}
# several changes at once: 4 tasks of 25, 80, 25 and 80
$ unply whatif g.json -p 2 --remove anti,output --scale a.c:3=4 --grain a.c:7=2 --json | python3 -c 'import json, sys; changed = json.load(sys.stdin)["changed"]; print(changed["tasks"], changed["edges"], changed["work"], changed["span"], changed["time"])'
> 4 2 210 105 {'lower': 105, 'greedy': 157, 'hlfet': 105}
# without times each task is a step
$ echo '{"tasks":[{"id":7},{"id":9}],"edges":[{"from":7,"to":9}]}' > untimed.json; unply whatif untimed.json --top 2
> base as written: all kinds of dependences count; 2 tasks, 1 dependence in 1 group
> no task has a time: each counts as one step
>
> speedup at 8: gain gain
> change work span parallelism hlfet at most at 8 unbounded
> as recorded 2 2 1.00 1.00 1.00
> 1 --scale task=2 1 1 1.00 2.00 2.00 2.00 2.00
> 2 --remove flow 2 1 2.00 2.00 2.00 2.00 2.00
>
> 2 single changes; 2 shorten the span; the best 2 are shown
> 1 tasks of this region take half the time: a faster algorithm, vector code, or less to do; it
> has 100 % of the work
>     2  1 dependence: a value is passed on: compute it earlier, or again where it is needed; else
>        another algorithm
>
> known work and span in tasks are exact; speedups are over the work as recorded: 'at most' is
> the bound max(span, work / P), hlfet a heuristic schedule that was checked; costs of
> parallel execution are not counted
> a change is assumed to have no other effect: a removed flow dependence needs another
> algorithm or a reduction
> next: unply whatif untimed.json --scale task=2
# nothing helps alone: two critical paths
$ cat > two.json <<'END'
+ {"tasks":[{"id":1,"self_ns":5,"region":"x"},{"id":2,"self_ns":5,"region":"y"},{"id":3,"self_ns":5,"region":"y"},{"id":4,"self_ns":5,"region":"x"}],
+  "edges":[{"from":1,"to":3,"variable":"a"},{"from":2,"to":4,"variable":"b"}]}
+ END
$ unply whatif two.json --remove a
> base as written: all kinds of dependences count; 4 tasks, 2 dependences in 2 groups
>
> speedup at 8: gain gain
> change work span parallelism hlfet at most at 8 unbounded
> as recorded 20 ns 10 ns 2.00 2.00 2.00
> --remove a 20 ns 10 ns 2.00 2.00 2.00 1.00 1.00
>
> every schedule that leaves no processor idle while a task is ready reaches at least 1.82 as
> recorded, 1.82 with the change
> --remove a: 1 dependence in 1 group
> a value is passed on: compute it earlier, or again where it is needed; else another algorithm
>
> known work and span are exact for the times measured once; speedups are over the work as
> recorded: 'at most' is the bound max(span, work / P), hlfet a heuristic schedule that was
> checked; costs of parallel execution are not counted
> a change is assumed to have no other effect: a removed flow dependence needs another
> algorithm or a reduction
> next: unply whatif two.json
$ unply whatif two.json --remove a --remove b -p 64
> base as written: all kinds of dependences count; 4 tasks, 2 dependences in 2 groups
>
> speedup at 64: gain gain
> change work span parallelism hlfet at most at 64 unbounded
> as recorded 20 ns 10 ns 2.00 2.00 2.00
> --remove a 20 ns 10 ns 2.00 2.00 2.00 1.00 1.00
> --remove b 20 ns 10 ns 2.00 2.00 2.00 1.00 1.00
> all of them 20 ns 5 ns 4.00 4.00 4.00 2.00 2.00
>
> every schedule that leaves no processor idle while a task is ready reaches at least 2.00 as
> recorded, 4.00 with all changes
> --remove a: 1 dependence in 1 group
> a value is passed on: compute it earlier, or again where it is needed; else another algorithm
> --remove b: 1 dependence in 1 group
> a value is passed on: compute it earlier, or again where it is needed; else another algorithm
>
> known work and span are exact for the times measured once; speedups are over the work as
> recorded: 'at most' is the bound max(span, work / P), hlfet a heuristic schedule that was
> checked; costs of parallel execution are not counted
> a change is assumed to have no other effect: a removed flow dependence needs another
> algorithm or a reduction
> next: unply whatif two.json -p 64
# a recording: scratch is reused, total is a reduction
$ cat > reuse.c <<'END'
+ static double u[16], total, scratch;
+ static double heavy(double x) {
+   for (int k = 0; k < 20000; ++k) x = x * 1.0000001 + 1e-9;
+   return x;
+ }
+ int main(void) {
+ #pragma exg trace
+   for (int i = 1; i < 16; ++i) {
+ #pragma exg task
+     {
+       scratch = heavy(i);
+       u[i] = heavy(scratch);
+     }
+ #pragma exg task
+     total += u[i];
+   }
+   return total < 0;
+ }
+ END
$ unply cc -O2 -g reuse.c -o reuse && unply record -q ./reuse
$ unply whatif reuse.trace | grep -oEm1 'as recorded +~[0-9.]+ [a-z]+ +~[0-9.]+ [a-z]+'
> as recorded ~<time> ~<time>
$ unply whatif reuse.trace --remove scratch | grep -A 1 -- '--remove scratch:'
> --remove scratch: 28 dependences in 2 groups
$ unply whatif reuse.trace --json | python3 -c 'import json, sys; best = json.load(sys.stdin)["ranking"]["best"]; print([(row["gain_unbounded"] > 1, row["removed"]) for row in best if row["does"] == "private_copies"])'
> [(True, [{'kind': 'anti', 'variable': 'scratch', 'from': 'reuse.c:12:20', 'to': 'reuse.c:11:15', 'edges': 14}, {'kind': 'output', 'variable': 'scratch', 'from': 'reuse.c:11:15', 'to': 'reuse.c:11:15', 'edges': 14}]), (True, [{'kind': 'anti', 'variable': 'scratch', 'from': 'reuse.c:12:20', 'to': 'reuse.c:11:15', 'edges': 14}, {'kind': 'output', 'variable': 'scratch', 'from': 'reuse.c:11:15', 'to': 'reuse.c:11:15', 'edges': 14}, {'kind': 'output', 'variable': 'total', 'from': 'reuse.c:15:11', 'to': 'reuse.c:15:11', 'edges': 14}])]
$ unply whatif reuse.trace --remove 'flow total reuse.c:15:11 reuse.c:15:11' --remove 'dep total -> reuse.c:15' --scale reuse.c:9=1.5 --json | python3 -c 'import json, sys; print([(row["change"], len(row["removed"])) for row in json.load(sys.stdin)["made"]])'
> [("--remove 'flow total reuse.c:15:11 reuse.c:15:11'", 1), ("--remove 'dep total -> reuse.c:15'", 2), ('--scale reuse.c:9=1.5', 0)]
$ unply graph --format json reuse.trace > reuse.json && for file in reuse.json reuse.trace; do unply whatif --json $file | grep -vE '"(file|trace)"' > $file.answer; done; diff reuse.json.answer reuse.trace.answer
# what is refused
$ unply whatif reuse.trace --remove scrach
> unply: error: reuse.trace: --remove 'scrach': no dependence is through 'scrach', expected scratch, total, u[]
> hint: did you mean 'scratch'?
! 2
$ unply whatif reuse.trace --remove 'dep total reuse.c:99'
> unply: error: reuse.trace: --remove 'dep total reuse.c:99': no dependence begins or ends at reuse.c:99, expected reuse.c:11:15, reuse.c:12:12, reuse.c:12:20, reuse.c:15:11, reuse.c:15:14
> hint: unply whatif reuse.trace lists dependences
! 2
$ unply whatif reuse.trace --remove 'anti u[]'
> unply: error: reuse.trace: --remove 'anti u[]': no dependence matches all of this
> hint: unply whatif reuse.trace lists dependences
! 2
$ unply whatif reuse.trace --kinds flow --remove anti
> unply: error: reuse.trace: --remove 'anti': no anti dependence counts here
> hint: --kinds all counts every kind
! 2
$ unply whatif reuse.trace --remove dep
> unply: error: --remove: 'dep' names no dependence, expected a kind, a variable or a place
> hint: for example --remove anti, --remove 'u[]' or --remove 'dep u[] heat.cpp:14'
! 2
$ unply whatif reuse.trace --scale reuse.c:99=2
> unply: error: reuse.trace: --scale: there is no task region 'reuse.c:99', expected reuse.c:14, reuse.c:9
> hint: did you mean 'reuse.c:9'?
! 2
$ unply whatif reuse.trace --scale reuse.c:9=0
> unply: error: --scale: 0 times faster in 'reuse.c:9=0', expected more than 0
> hint: 2 is twice as fast, 0.5 half as fast
! 2
$ unply whatif reuse.trace --scale reuse.c:9=-2
> unply: error: --scale: -2 times faster in 'reuse.c:9=-2', expected more than 0
> hint: 2 is twice as fast, 0.5 half as fast
! 2
$ unply whatif reuse.trace --scale reuse.c:9
> unply: error: --scale: 'reuse.c:9' has no region and factor, expected REGION=TIMES
> hint: --scale 'reuse.c:9=2' is twice as fast
! 2
$ unply whatif reuse.trace --scale reuse.c:9=fast
> unply: error: --scale: 'fast' is not a number in 'reuse.c:9=fast', expected a speedup factor
> hint: for example --scale 'heat.cpp:14=2', or =0.5 for half as fast
! 2
$ unply whatif reuse.trace --scale reuse.c:9=1e-300
> unply: error: --scale reuse.c:9=1e-300: the times of all tasks add up to more than 9223372036854775807
! 2
$ unply whatif reuse.trace --grain 0
> unply: error: --grain: '0' instances in one task, expected a whole number from 1 on
> hint: --grain 8 merges in all regions, --grain 'heat.cpp:14=8' in one
! 2
$ unply whatif reuse.trace --grain reuse.c:9=1.5
> unply: error: --grain: '1.5' instances in one task, expected a whole number from 1 on
> hint: --grain 8 merges in all regions, --grain 'heat.cpp:14=8' in one
! 2
$ unply whatif g.json --grain a.c:3=2
> unply: error: --grain a.c:3=2: merged tasks would have to wait for each other: those that begin with tasks 1 (a.c:3) -> 2 (a.c:7) -> 1 (a.c:3)
> hint: merge fewer instances, or those of another region
! 2
$ unply whatif reuse.trace -p 0
> unply: error: --processors: Value 0 not in range 1 to 1048576
> hint: see unply whatif --help
! 2
$ unply whatif none.trace
> unply: error: none.trace: cannot open, No such file or directory
> hint: unply record PROGRAM writes PROGRAM.trace in the current directory
! 2
$ unply whatif g.json --top 0
> unply: error: --top: Value 0 not in range 1 to 1000000
> hint: see unply whatif --help
! 2
