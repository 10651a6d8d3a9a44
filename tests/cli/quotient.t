# Classes of interchangeable tasks: of a recording, of a graph in JSON, in each form; and errors.
$ cat > heat.c <<'END'
+ #include <stdio.h>
+ double u[5][10];
+ int main(void) {
+   u[0][4] = 1;
+ #pragma exg trace
+   for (int t = 1; t < 5; ++t)
+     for (int x = 1; x < 9; ++x)
+ #pragma exg task
+       u[t][x] = u[t - 1][x] + (u[t - 1][x - 1] - 2 * u[t - 1][x] + u[t - 1][x + 1]) / 4;
+   printf("%g\n", u[4][4]);
+ }
+ END
$ unply cc -O2 -g heat.c -o heat && unply record -q ./heat
> 0.273438
$ unply quotient heat.trace --rounds
> trace 1: heat.c:5 in main
> 32 tasks, 66 edges, 4 levels; counting flow, extension dependences
>
> symmetry 4 classes, 3 edges, a chain after 3 rounds: proven
> tasks of one class are interchangeable, some only after earlier rounds, and independent
> 4 steps one class after the other, the fewest: the longest path has 4 tasks; the premises
> of Lemma 3.14 hold too
> levels 4 classes, 3 edges, a chain
>            tasks of one level are independent, but need not be interchangeable: the fewest steps for
>            any graph
> equitable 16 classes
> tasks of one class have as many neighbours in each other class: an upper bound on what
> one round can merge
> Aut(G) has as many orbits
>
> round vertices edges orbits automorphisms proof
> 1 32 66 16 1 equitable
> 2 16 30 8 1 equitable
> 3 8 12 4 1 equitable
> end 4 3 4 0 equitable
>
> class tasks level region first task line
> 1 8 1 heat.c:8 1 u[t][x] = u[t - 1][x] + (u[t - 1][x - 1] - 2 * u[t - 1][x] + u[t - 1][x + 1]) / 4;
> 2 8 2 heat.c:8 9 u[t][x] = u[t - 1][x] + (u[t - 1][x - 1] - 2 * u[t - 1][x] + u[t - 1][x + 1]) / 4;
> 3 8 3 heat.c:8 17 u[t][x] = u[t - 1][x] + (u[t - 1][x - 1] - 2 * u[t - 1][x] + u[t - 1][x + 1]) / 4;
> 4 8 4 heat.c:8 25 u[t][x] = u[t - 1][x] + (u[t - 1][x - 1] - 2 * u[t - 1][x] + u[t - 1][x + 1]) / 4;
>
> known classes and counts are exact for the recorded execution, and checked again before
> printing
> next: unply quotient heat.trace -o heat_quotient.svg
$ unply quotient heat.trace --once --json | python3 -c 'import json, sys; q = json.load(sys.stdin); print(q["schema"], q["tasks"], q["edges"], q["classes"], q["quotient_edges"], q["is_chain"], q["rounds"], q["finished"], q["proven"], q["execution_time"], q["lower_bound"])'
> 1 32 66 16 30 False 1 False True 16 4
$ unply quotient heat.trace --json --classes | python3 -c 'import json, sys; q = json.load(sys.stdin); print(q["class_of"], q["edge_list"], q["class_list"][1])'
> [1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4] [{'from': 1, 'to': 2, 'multiplicity': 22}, {'from': 2, 'to': 3, 'multiplicity': 22}, {'from': 3, 'to': 4, 'multiplicity': 22}] {'class': 2, 'tasks': 8, 'level': 2, 'first_task': 9, 'region': 'heat.c:8'}
$ unply quotient heat.trace --format dot
> digraph quotient {
> rankdir=TB;
> label="heat.trace: 32 tasks in 4 classes by SYM-Explore";
> node [shape=box, style="rounded,filled", fontname="sans-serif", fontsize=10];
> edge [fontname="sans-serif", fontsize=9, color="#0072b2"];
> 1 [label="class 1: 8 tasks\n" + "heat.c:8", fillcolor="#e8f1fa", tooltip="class 1: 8 tasks on level 1, heat.c:8, first task 1 u[t][x] = u[t - 1][x] + (u[t - 1][x - 1] - 2 * u[t - 1][x] + u[t - 1][x + 1]) / 4;"];
> 2 [label="class 2: 8 tasks\n" + "heat.c:8", fillcolor="#e8f1fa", tooltip="class 2: 8 tasks on level 2, heat.c:8, first task 9 u[t][x] = u[t - 1][x] + (u[t - 1][x - 1] - 2 * u[t - 1][x] + u[t - 1][x + 1]) / 4;"];
> 3 [label="class 3: 8 tasks\n" + "heat.c:8", fillcolor="#e8f1fa", tooltip="class 3: 8 tasks on level 3, heat.c:8, first task 17 u[t][x] = u[t - 1][x] + (u[t - 1][x - 1] - 2 * u[t - 1][x] + u[t - 1][x + 1]) / 4;"];
> 4 [label="class 4: 8 tasks\n" + "heat.c:8", fillcolor="#e8f1fa", tooltip="class 4: 8 tasks on level 4, heat.c:8, first task 25 u[t][x] = u[t - 1][x] + (u[t - 1][x - 1] - 2 * u[t - 1][x] + u[t - 1][x + 1]) / 4;"];
> 1 -> 2 [label="22"];
> 2 -> 3 [label="22"];
> 3 -> 4 [label="22"];
> }
$ unply quotient heat.trace -o heat.svg && grep -o '>class 2: 8 tasks<' heat.svg
> >class 2: 8 tasks<
# The JSON of unply graph is read back, with the same result.
$ unply graph heat.trace -o graph.json && unply quotient heat.trace --json | sed 's/"file":"[^"]*"//; s/"trace":1//' > a && unply quotient graph.json --json | sed 's/"file":"[^"]*"//; s/"trace":0//' > b && cmp a b
# Smith-Waterman is not reduced to a chain by symmetry, but by levels.
$ python3 -c 'import json; json.dump({"tasks": [{"id": i} for i in range(16)], "edges": [{"from": f, "to": i} for i in range(16) for f in ([i - 1] if i % 4 else []) + ([i - 4] if i > 3 else [])]}, open("sw.json", "w"))'
$ unply quotient sw.json
> sw.json
> 16 tasks, 24 edges, 7 levels; counting flow, extension dependences
>
> symmetry 10 classes, 12 edges, no chain after 1 round: proven
>            tasks of one class are interchangeable: exchanging them changes no dependence, and they
>            are independent
>            10 steps one class after the other; the longest path has 7 tasks, so fewer may suffice
>            (see levels)
> levels 7 classes, 6 edges, a chain
>            tasks of one level are independent, but need not be interchangeable: the fewest steps for
>            any graph
> equitable 10 classes
> tasks of one class have as many neighbours in each other class: an upper bound on what
> one round can merge
> Aut(G) has as many orbits
>
> class tasks level region first task line
> 1 1 1 task 0
> 2 2 2 task 1
> 3 2 3 task 2
> 4 2 4 task 3
> 5 1 3 task 5
> 6 2 4 task 6
> 7 2 5 task 7
> 8 1 5 task 10
> 9 2 6 task 11
> 10 1 7 task 15
>
> known classes and counts are exact for this graph, and checked again before printing
> next: unply quotient sw.json -o sw_quotient.svg
$ unply quotient sw.json --by level
> sw.json
> 16 tasks, 24 edges, 7 levels; counting flow, extension dependences
>
> levels 7 classes, 6 edges, a chain
>            tasks of one level are independent, but need not be interchangeable: the fewest steps for
>            any graph
> 7 steps one class after the other, the fewest: the longest path has 7 tasks; the premises
> of Lemma 3.14 hold too
> equitable 10 classes
> tasks of one class have as many neighbours in each other class: an upper bound on what
> one round can merge
>
> class tasks level region first task line
> 1 1 1 task 0
> 2 2 2 task 1
> 3 3 3 task 2
> 4 4 4 task 3
> 5 3 5 task 7
> 6 2 6 task 11
> 7 1 7 task 15
>
> known classes and counts are exact for this graph, and checked again before printing
> next: unply quotient sw.json --by level -o sw_quotient.svg
$ unply quotient sw.json --by equitable --json | grep -o '"classes":10,"quotient_edges":12'
> "classes":10,"quotient_edges":12
# One execution of several.
$ echo '{"tasks":[{"id":1,"trace":1},{"id":2,"trace":2},{"id":3,"trace":2}],"edges":[{"from":2,"to":3}]}' > runs.json
$ unply quotient runs.json | head -n 2
> execution 2 of 2 (--execution N for others)
> 2 tasks, 1 edge, 2 levels; counting flow, extension dependences
$ unply quotient runs.json --execution 1 | head -n 2
> execution 1 of 2 (--execution N for others)
> 1 task, 0 edges, 1 level; counting flow, extension dependences
$ unply quotient runs.json --execution 3
> unply: error: runs.json: there is no execution 3, expected 1 to 2
> hint: without --execution the one with the most tasks is used
! 2
$ unply quotient runs.json --trace 1
> unply: error: runs.json: --trace 1: a graph in JSON does not name the trace region of its tasks
> hint: unply graph --trace N --format json writes one trace region; --execution N chooses an execution
! 2
$ unply quotient heat.trace --trace 2
> unply: error: heat.trace: there is no trace 2, expected 1
> hint: unply report heat.trace
! 2
$ cat > runs.c <<'END'
+ int a[9], b[3];
+ static void sweep(int n) {
+ #pragma exg trace
+   for (int i = 1; i < n; ++i)
+ #pragma exg task
+     a[i] = a[i - 1] + 1;
+ }
+ int main(void) {
+ #pragma exg trace
+   for (int i = 0; i < 3; ++i)
+ #pragma exg task
+     b[i] = i;
+   sweep(3);
+   sweep(8);
+   sweep(4);
+ }
+ END
$ unply cc -O2 -g runs.c -o runs && unply record -q ./runs
$ unply quotient runs.trace | head -n 2
> trace 2: runs.c:3 in sweep, execution 2 of 3 (--execution N for others)
> 7 tasks, 6 edges, 7 levels; counting flow, extension dependences
$ unply quotient runs.trace --execution 3 | head -n 2
> trace 2: runs.c:3 in sweep, execution 3 of 3 (--execution N for others)
> 3 tasks, 2 edges, 3 levels; counting flow, extension dependences
$ unply quotient runs.trace --trace 1 | head -n 2
> trace 1: runs.c:9 in main
> 3 tasks, 0 edges, 1 level; counting flow, extension dependences
# Two strongly regular graphs with equal parameters: without time to search they may be alike or not.
$ cat > hard.py <<'END'
+ import json
+ cells = [(a, b) for a in range(16) for b in range(a + 1, 16)]
+ away = lambda a, b: ((b // 4 - a // 4) % 4, (b % 4 - a % 4) % 4)
+ rook = [(a, b) for a, b in cells if 0 in away(a, b)]
+ shrikhande = [(a + 16, b + 16) for a, b in cells if away(a, b) in ((0, 1), (0, 3), (1, 0), (3, 0), (1, 1), (3, 3))]
+ edges = [{"from": end, "to": 32 + e} for e, ends in enumerate(rook + shrikhande) for end in ends]
+ json.dump({"tasks": [{"id": i} for i in range(32 + len(rook + shrikhande))], "edges": edges}, open("hard.json", "w"))
+ END
$ python3 hard.py; unply quotient hard.json --limit 0 | sed -n '/^symmetry/,/limit/p' | sed 's/[0-9]* classes, [0-9]* edges, no chain after [0-9]* round/.../'
> symmetry ...s: a bound, not proven
> no interchangeable tasks were found
> the search did not end within --limit 0 s: more tasks may be interchangeable
$ unply quotient hard.json --rounds | grep -A 3 -E '^(symmetry|round)'
> symmetry 2 classes, 1 edge, a chain after 2 rounds: proven
> tasks of one class are interchangeable, some only after earlier rounds, and independent
> 2 steps one class after the other, the fewest: the longest path has 2 tasks; Lemma 3.14
>            would need a connected graph, the path does not
> --
> round vertices edges orbits automorphisms proof
> 1 128 192 4 4 searched
> 2 4 2 2 1 equitable
> end 2 1 2 0 equitable
# Colours of unply graph.
$ unply graph heat.trace --color class | grep -c 'tooltip="class'
> 32
$ unply graph heat.trace --color class -o class.svg && grep -o 'colours: .*proven' class.svg
> colours: 16 classes of tasks that can be exchanged without changing a dependence, proven
$ unply graph heat.trace --color level -o level.svg && grep -o 'colours: [^<]*' level.svg
> colours: 4 levels, from light to dark
$ unply graph heat.trace --color region -o region.svg && unply graph heat.trace -o plain.svg && cmp region.svg plain.svg
$ unply graph heat.trace --color class --format json
> unply: error: --color class: json has no colours, expected --format dot or svg
> hint: unply quotient --once --classes --json writes the class of each task
! 2
$ unply graph heat.trace --color clas
> unply: error: --color clas: unknown word 'clas', expected class, level or region
> hint: did you mean class?
! 2
# Words that are none.
$ unply quotient sw.json --by levle
> unply: error: --by levle: unknown word 'levle', expected automorphism, level or equitable
> hint: did you mean level?
! 2
$ unply quotient sw.json --colors regoin
> unply: error: --colors regoin: unknown word 'regoin', expected region or none
> hint: did you mean region?
! 2
$ unply quotient sw.json --format pdf
> unply: error: --format pdf: unknown format 'pdf', expected text, json, dot or svg
> hint: for example --format svg
! 2
$ unply quotient sw.json --format jsno
> unply: error: --format jsno: unknown format 'jsno', expected text, json, dot or svg
> hint: did you mean json?
! 2
$ unply quotient sw.json --json --format svg
> unply: error: --json --format svg: two formats, expected one
> hint: leave one of them out
! 2
$ unply quotient sw.json --by level --rounds
> unply: error: --by level: takes no --rounds, only automorphisms are taken in rounds
> hint: leave it out, or --by automorphism
! 2
$ unply quotient none.json
> unply: error: none.json: cannot open, No such file or directory
> hint: unply record PROGRAM writes PROGRAM.trace in the current directory
! 2
$ unply quotient sw.json --output /no/such/place.svg
> unply: error: /no/such/place.svg: cannot write: No such file or directory
> hint: choose another place with -o
! 2
$ unply quotient
> unply: error: unply quotient: FILE is required
> hint: see unply quotient --help
! 2
