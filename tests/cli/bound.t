# Speedup bounds and schedules: from files of several forms and from recordings, and refused input.
#   figure 1 of idra-ideal-speedups-1994
$ cat > a.stg <<'END'
+ 9
+ 0 2 0
+ 1 1 1 0
+ 2 3 1 1
+ 3 4 1 1
+ 4 2 1 1
+ 5 1 3 2 3 4
+ 6 6 1 0
+ 7 1 2 5 6
+ 8 2 1 7
+ END
$ unply bound a.stg
> a.stg (Standard Task Graph Set)
>
> work 22 all 9 tasks, one after the other
> span 11 the heaviest path: no schedule is shorter
> parallelism 2.00 work / span: the maximum speedup, and the average of tasks at once
> width 4 most tasks at the same time if each starts as early as it can
> processors 4 the fewest that reach the span: optimal, fewer are refuted
>
> P at least at most hlfet takes speedup efficiency
> 1 22 22 22 1.00= 100 %
> 2 14 16 14 1.57= 79 %
> 4 11 13 11 2.00= 50 %
>   at least: for every schedule; at most: for every schedule without needless idling; = optimal: a
>   bound or an exact search shows that no schedule is shorter
>
> recommended hlfet: 4 processors, speedup 2.00 at 50 % efficiency, knee at 4
>             knee: from there on, doubling the processors saves less than 10 %; recommended: the most
>             up to the knee with an efficiency of at least 50 %
> known exact for these lengths and dependences
>
> next: unply bound a.stg -p 4 --emit a-4.trace
$ unply bound a.stg --profile | sed -n '/tasks at once  *for/,/^$/p'
> tasks at once for of the span
> 1 5 45 %
> 2 3 27 %
> 3 to 4 3 27 %
$ unply bound a.stg --profile --json | python3 -c 'import json, sys; d = json.load(sys.stdin); p = d["profile"]; print([(s["time"], s["running"]) for s in p], sum(a["running"] * (b["time"] - a["time"]) for a, b in zip(p, p[1:])) == d["work"], d["burdened_span"])'
> [(0, 1), (2, 2), (3, 4), (5, 3), (6, 2), (8, 1), (11, 0)] True 11
$ unply bound a.stg -p 2,3 --scheduler hlfet,subsets,andp --json | tr -d ' \n'
> {"schema":1,"file":"a.stg","form":"StandardTaskGraphSet","trace":null,"execution":null,"executions":1,"kinds":"flow,extension","region":null,"unit":"units","tasks":9,"edges":11,"work":22,"span":11,"maximum_speedup":2.0,"width":4,"burdened_span":11,"min_processors":{"lower":4,"upper":4},"first_solution":false,"results":[{"p":2,"scheduler":"hlfet","machine":null,"makespan":14,"speedup":1.5714285714285714,"efficiency":0.7857142857142857,"known":"optimal"},{"p":3,"scheduler":"hlfet","machine":null,"makespan":12,"speedup":1.8333333333333333,"efficiency":0.611111111111111,"known":"optimal"},{"p":2,"scheduler":"subsets","machine":null,"makespan":14,"speedup":1.5714285714285714,"efficiency":0.7857142857142857,"known":"optimal"},{"p":3,"scheduler":"subsets","machine":null,"makespan":12,"speedup":1.8333333333333333,"efficiency":0.611111111111111,"known":"optimal"},{"p":2,"scheduler":"andp","machine":null,"makespan":14,"speedup":1.5714285714285714,"efficiency":0.7857142857142857,"known":"optimal"},{"p":3,"scheduler":"andp","machine":null,"makespan":12,"speedup":1.8333333333333333,"efficiency":0.611111111111111,"known":"optimal"}],"bounds":[{"p":2,"lower":14,"upper":16},{"p":3,"lower":12,"upper":14}],"curves":[{"scheduler":"hlfet","machine":null,"knee":null,"recommended":3},{"scheduler":"subsets","machine":null,"knee":null,"recommended":3},{"scheduler":"andp","machine":null,"knee":null,"recommended":3}]}
$ unply bound a.stg -p 1..3 --format csv
> p,scheduler,machine,makespan,speedup,efficiency,known,lower,upper
> 1,hlfet,,22,1,1,optimal,22,22
> 2,hlfet,,14,1.57143,0.785714,optimal,14,16
> 3,hlfet,,12,1.83333,0.611111,optimal,12,14
$ unply bound a.stg -p 1..6 -o a.svg && python3 -c 'import xml.etree.ElementTree as e; print(e.parse("a.svg").getroot().tag)'
> {http://www.w3.org/2000/svg}svg
# the run that was simulated
$ unply bound a.stg -p 2 --emit a-2.trace > /dev/null && unply dump --table tasks a-2.trace | awk '{print $2, "on", $9, "from", $11, "to", $14}'
> 1 on 0 from 0 to 2
> 2 on 0 from 2 to 3
> 3 on 0 from 7 to 10
> 4 on 0 from 3 to 7
> 5 on 1 from 8 to 10
> 6 on 0 from 10 to 11
> 7 on 1 from 2 to 8
> 8 on 0 from 11 to 12
> 9 on 0 from 12 to 14
$ unply dump a-2.trace | grep -v '^task'
> meta format 2.3
> meta unply 0.1.0
> meta program a.stg
> meta mode simulated
> meta complete yes
> meta exit 0
> meta duration 14 ns
> meta cores 0
> region 0 trace api :0:0 "simulated"
> region 1 task api :0:0 "task"
> trace 1 region 0 simulated begin 0 ns end 14 ns
> note simulated: hlfet on 2 processors, from a.stg
> note times are in units of the file, written as ns
> cost hook 0.00 ns
> cost transition 0.00 ns
> cost task 0.00 ns
$ unply graph a-2.trace | grep -c '>'
> 11
$ unply report --json a-2.trace | python3 -c 'import json, sys; t = json.load(sys.stdin)["traces"][0]; print(t["work_ns"], t["span_ns"])'
> 22 11
# an optimum that idles on purpose
$ printf '5\n0 2 0\n1 2 0\n2 1 0\n3 3 1 2\n4 3 1 2\n' > e.stg
$ unply bound e.stg -p 2,3 --scheduler hlfet,exact
> e.stg (Standard Task Graph Set)
>
> work 11 all 5 tasks, one after the other
> span 4 the heaviest path: no schedule is shorter
> parallelism 2.75 work / span: the maximum speedup, and the average of tasks at once
> width 4 most tasks at the same time if each starts as early as it can
> processors 3 the fewest that reach the span: optimal, fewer are refuted
>
> P at least at most hlfet exact efficiency
> 2 6 7 1.83= 1.83= 92 %
> 3 4 6 2.20 2.75= 73 %
>   at least: for every schedule; at most: for every schedule without needless idling; = optimal: a
>   bound or an exact search shows that no schedule is shorter; no mark: heuristic, a better schedule
>   may exist; efficiency is for hlfet
>
> recommended hlfet: 3 processors, speedup 2.20 at 73 % efficiency, no knee up to here
> exact: 3 processors, speedup 2.75 at 92 % efficiency, knee at 3
>             knee: from there on, doubling the processors saves less than 10 %; recommended: the most
>             up to the knee with an efficiency of at least 50 %
> known exact for these lengths and dependences
>
> next: unply bound e.stg -p 3 --emit e-3.trace
# fork-join events: waiting is no work
$ cat > fib.events <<'END'
+ unit us
+ 1 START_EXECUTION 0 main
+ 2 FORK 20 main
+ 3 START_GOAL 20 fib/1 2
+ 4 FINISH_GOAL 60 fib/1
+ 5 START_GOAL 60 fib/2 2
+ 6 SUSPEND 70 fib/2
+ 7 RESTART 95 fib/2
+ 8 FINISH_GOAL 100 fib/2
+ 9 JOIN 100 main
+ 10 END_EXECUTION 110 main
+ END
$ unply bound --machine none fib.events
> fib.events (fork-join events)
>
> work 85.0 us all 5 tasks, one after the other
> span 70.0 us the heaviest path: no schedule is shorter
> parallelism 1.21 work / span: the maximum speedup, and the average of tasks at once
> width 2 most tasks at the same time if each starts as early as it can
> processors 2 the fewest that reach the span: optimal, fewer are refuted
>
> P at least at most hlfet takes speedup efficiency
> 1 85.0 us 85.0 us 85.0 us 1.00= 100 %
> 2 70.0 us 77.5 us 70.0 us 1.21= 61 %
>   at least: for every schedule; at most: for every schedule without needless idling; = optimal: a
>   bound or an exact search shows that no schedule is shorter
>
> recommended hlfet: 2 processors, speedup 1.21 at 61 % efficiency, knee at 2
>             knee: from there on, doubling the processors saves less than 10 %; recommended: the most
>             up to the knee with an efficiency of at least 50 %
> known exact for these lengths and dependences
>
> next: unply bound fib.events -p 2 --emit fib-2.trace
$ unply bound fib.events --region fib --machine none --format csv
> p,scheduler,machine,makespan,speedup,efficiency,known,lower,upper
> 1,hlfet,,55000,1,1,optimal,55000,55000
> 2,hlfet,,40000,1.375,0.6875,optimal,40000,47500
# or-parallel: the second branch has the solution, which two processors find sooner than twice as fast
$ cat > tree.events <<'END'
+ first-solution
+ 1 START_EXECUTION 0 main
+ 2 FORK 0 main
+ 3 START_GOAL 0 left 2
+ 4 FINISH_GOAL 90 left
+ 5 START_GOAL 90 right 2
+ 6 FINISH_GOAL 100 right success
+ 7 END_EXECUTION 100 main
+ END
$ unply bound tree.events -p 1,2 --scheduler fifo
> tree.events (fork-join events)
>
> work 100 all 3 tasks, one after the other
> span 90 the heaviest path to any solution
> parallelism 1.11 work / span: the maximum speedup if all solutions are wanted
> width 2 most tasks at the same time if each starts as early as it can
>
> P at least at most fifo takes speedup efficiency
> 1 - - 100 1.00 100 %
> 2 - - 10 10.00 500 %
>   no mark: heuristic, a better schedule may exist; the execution ends with the first solution, so
>   work depends on the schedule and a speedup may exceed P
>
> recommended fifo: 2 processors, speedup 10.00 at 500 % efficiency, no knee up to here
>             knee: from there on, doubling the processors saves less than 10 %; recommended: the most
>             up to the knee with an efficiency of at least 50 %
> known exact for these lengths and dependences
>
> next: unply bound tree.events --scheduler fifo -p 2 --emit tree-2.trace
$ unply bound tree.events -p 2 --scheduler fifo --emit tree.trace > /dev/null && unply dump --table tasks tree.trace
> task 1 region 1 main trace 1 processor 0 begin 0 ns end 0 ns self 0 ns overhead 0 ns
> task 2 region 2 left trace 1 processor 0 begin 0 ns end 10 ns self 10 ns overhead 0 ns
> task 3 region 3 right trace 1 processor 1 begin 0 ns end 10 ns self 10 ns overhead 0 ns
# a workflow, and a graph
$ echo '{"workflow":{"tasks":[{"name":"a","runtime":1,"children":["b","c"]},{"name":"b","runtime":2},{"name":"c","runtime":3}]}}' > w.json
$ unply bound w.json --machine none --format csv
> p,scheduler,machine,makespan,speedup,efficiency,known,lower,upper
> 1,hlfet,,6000000000,1,1,optimal,6000000000,6000000000
> 2,hlfet,,4000000000,1.5,0.75,optimal,4000000000,5000000000
$ echo '{"schema":1,"name":"lab","costs_ns":{"task":100000000,"steal":1000000000}}' > lab.json
$ unply bound w.json --machine lab.json --scheduler steal -p 1,2
> w.json (WfCommons)
>
> work 6.00 s all 3 tasks, one after the other
> span 4.00 s the heaviest path: no schedule is shorter
> parallelism 1.50 work / span: the maximum speedup, and the average of tasks at once
> width 2 most tasks at the same time if each starts as early as it can
> processors 2 the fewest that reach the span: optimal, fewer are refuted
> burdened span 5.00 s the heaviest path with 1.00 s for each task that another processor may
> take
>
> P at least at most steal steal on lab efficiency
> 1 6.00 s 6.00 s 1.00= 0.95 100 %
> 2 4.00 s 5.00 s 1.50= 1.43 75 %
>   at least: for every schedule; at most: for every schedule without needless idling; = optimal: a
>   bound or an exact search shows that no schedule is shorter; on a machine: an estimate with its
>   median costs; efficiency is for steal
>
> recommended steal: 2 processors, speedup 1.50 at 75 % efficiency, knee at 2
> steal on lab: 2 processors, speedup 1.43 at 71 % efficiency, no knee up to here
>             knee: from there on, doubling the processors saves less than 10 %; recommended: the most
>             up to the knee with an efficiency of at least 50 %
> known exact for these lengths and dependences
>
> next: unply bound w.json --scheduler steal -p 2 --emit w-2.trace
$ unply bound w.json --machine lab.json --scheduler steal -p 2 --format csv --emit w.trace && unply dump --table notes w.trace
> p,scheduler,machine,makespan,speedup,efficiency,known,lower,upper
> 2,steal,,4000000000,1.5,0.75,optimal,4000000000,5000000000
> 2,steal,"lab",4200000000,1.42857,0.714286,heuristic,4000000000,
> note simulated: steal on 2 processors of lab, from w.json
$ echo '{"tasks":[{"id":1},{"id":2},{"id":3}],"edges":[{"from":1,"to":2}]}' > g.json
$ unply bound g.json
> unply: error: g.json: 3 of 3 tasks without a duration, expected "self_ns" in each
> hint: --unit-lengths counts each task as 1
! 2
$ unply bound g.json --unit-lengths --format csv
> p,scheduler,machine,makespan,speedup,efficiency,known,lower,upper
> 1,hlfet,,3,1,1,optimal,3,3
> 2,hlfet,,2,1.5,0.75,optimal,2,2
# a recording: executions in series, one of them, and costs of a machine
$ cat > pipe.c <<'END'
+ static int stage[3][4];
+ int main(void) {
+   for (int execution = 0; execution < 2; ++execution) {
+ #pragma exg trace
+     for (int s = 1; s < 3; ++s)
+       for (int i = 0; i < 4 - execution; ++i)
+ #pragma exg task
+         stage[s][i] = stage[s - 1][i] + i;
+   }
+   return 0;
+ }
+ END
$ unply cc -O2 -g pipe.c -o pipe && unply record -q ./pipe
$ unply bound pipe.trace --unit-lengths --kinds flow
> pipe.trace, trace 1: pipe.c:4, 2 executions in series
>
> work 14 all 14 tasks, one after the other
> span 4 the heaviest paths of the executions: no schedule is shorter
> parallelism 3.50 work / span: the maximum speedup, and the average of tasks at once
> width 4 most tasks at the same time if each starts as early as it can
> processors 4 the fewest that reach the span: optimal, fewer are refuted
>
> P at least at most hlfet takes speedup efficiency
> 1 14 14 14 1.00= 100 %
> 2 7 9 7 2.00= 100 %
> 4 4 6 4 3.50= 88 %
>   at least: for every schedule; at most: for every schedule without needless idling; = optimal: a
>   bound or an exact search shows that no schedule is shorter
>
> recommended hlfet: 4 processors, speedup 3.50 at 88 % efficiency, knee at 4
>             knee: from there on, doubling the processors saves less than 10 %; recommended: the most
>             up to the knee with an efficiency of at least 50 %
> known exact for tasks of the same length, which was assumed
>
> next: unply bound pipe.trace --kinds flow --unit-lengths -p 4 --emit pipe-4.trace
$ unply bound pipe.trace --unit-lengths --kinds flow --execution 2 --format csv
> p,scheduler,machine,makespan,speedup,efficiency,known,lower,upper
> 1,hlfet,,6,1,1,optimal,6,6
> 2,hlfet,,3,2,1,optimal,3,4
> 3,hlfet,,2,3,1,optimal,2,3
$ unply bound pipe.trace --unit-lengths --region pipe.c:7 --format csv -p 2
> p,scheduler,machine,makespan,speedup,efficiency,known,lower,upper
> 2,hlfet,,7,2,1,optimal,7,9
$ unply bound pipe.trace --unit-lengths -p 2 --emit pipe-2.trace > /dev/null && unply report pipe-2.trace | grep 'executions\|pipe.c:7'
> pipe.c:7 1 14 14 ns 100 % 0 ns
> trace 1: simulated, 2 executions, 7 ns
> 14 tasks over 2 executions, one after the other in 4 levels, at most 4 wide; flow dependences from
> pattern of the largest of 2 executions, number 1, and of 0 others: independent chains: 4 chains of
> pipe.c:7, 1 ns
>     pipe.c:7, 1 ns: it waits on a flow dependence
# what is refused
$ unply bound a.stg -p 0
> unply: error: -p 0: 0 processors, expected at least 1
> hint: for example -p 8, -p 1,2,4,8 or -p 1..64
! 2
$ unply bound a.stg -p 4..2
> unply: error: -p 4..2: 4..2 is not an ascending range
> hint: for example -p 8, -p 1,2,4,8 or -p 1..64
! 2
$ unply bound a.stg -p two
> unply: error: -p two: 'two' is not a number of processors
> hint: for example -p 8, -p 1,2,4,8 or -p 1..64
! 2
$ unply bound a.stg -p 1..99999
> unply: error: -p 1..99999: at most 4096 numbers fit
> hint: for example -p 8, -p 1,2,4,8 or -p 1..64
! 2
$ unply bound a.stg --scheduler hlft
> unply: error: --scheduler: unknown scheduler 'hlft', expected hlfet, fifo, subsets, subsets+, andp, andp-fifo, steal, static, dynamic, dynamic-gomp, guided, guided-gomp, best or exact
> hint: did you mean hlfet?
! 2
$ unply bound a.stg --emit b.trace
> unply: error: --emit b.trace: writes one run, expected one number of processors and one scheduler
> hint: for example -p 8 --scheduler hlfet
! 2
$ unply bound a.stg --machine m.json
> unply: error: --machine m.json: its costs are in ns, but the lengths in a.stg have no known unit
> hint: omit --machine
! 2
$ unply bound a.stg --region heat.cpp:3
> unply: error: a.stg: no task ran in the region 'heat.cpp:3', expected task
> hint: unply report lists the task regions
! 2
$ unply bound a.stg --execution 1
> unply: error: a.stg: --execution: a file of this form (Standard Task Graph Set) holds one graph
> hint: recordings have trace regions and executions
! 2
$ unply bound a.stg --format png
> unply: error: --format png: unknown format 'png', expected text, json, csv or svg
> hint: for example --format svg
! 2
$ unply bound pipe.trace --execution 3
> unply: error: pipe.trace: no task instance ran in execution 3 of 2
> hint: without --execution all of them are used, one after the other
! 2
$ unply bound pipe.trace --trace 2
> unply: error: pipe.trace: there is no trace 2, expected 1
> hint: unply report pipe.trace
! 2
$ printf '2\n1 1 1 2\n2 1 1 1\n' > cycle.stg && unply bound cycle.stg
> unply: error: cycle.stg: tasks 1 -> 2 -> 1 wait for each other in a cycle
> hint: a job graph has none: take one of these edges out
! 2
$ printf '0\n' > none.stg && unply bound none.stg
> unply: error: none.stg: has no tasks, expected at least one
> hint: expected a recording, JSON of unply graph, JSON of WfCommons, a .stg file, or fork-join events
! 2
$ printf '1\n1 0 0\n' > zero.stg && unply bound zero.stg
> unply: error: zero.stg: all tasks have the duration 0
> hint: --unit-lengths counts each task as 1
! 2
$ unply bound pipe.c
> unply: error: pipe.c: is neither JSON nor numbers and events, in no form that holds tasks
> hint: expected a recording, JSON of unply graph, JSON of WfCommons, a .stg file, or fork-join events
! 2
