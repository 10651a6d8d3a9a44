# Which tasks could run at the same time, from JSON and from a recording, and what is refused.
#   1 -> 2 -> 4    5 waits for 1, nothing waits for 3 and 5
$ cat > g.json <<'END'
+ {"tasks":[{"id":1,"region":"a.c:3"},{"id":2,"region":"a.c:3"},{"id":3,"region":"a.c:9"},{"id":4,"region":"a.c:3"},
+  {"id":5,"region":"a.c:9"}],
+  "edges":[{"from":1,"to":2},{"from":2,"to":4},{"from":1,"to":5}]}
+ END
$ unply independent g.json
> largest independent set: 3 of 5 tasks
> known proven: 3 chains of dependences cover all tasks, and no two tasks of one chain can
> run at the same time
> widest level 2, of the earliest levels
>
> task region tasks ids
> a.c:3 1 2
> a.c:9 2 3,5
>
> next: unply independent g.json --of 2
$ unply independent g.json --of 5
> task 5 (a.c:9): 3 of 4 other tasks can run at the same time
> before it 1 task
> after it 0 tasks
> known exact for this graph: no path leads from one to the other
>
> task region tasks ids
> a.c:3 2 2,4
> a.c:9 1 3
>
> next: unply independent g.json --set 5,2
$ unply independent g.json --of 1
> task 1 (a.c:3): 1 of 4 other tasks can run at the same time
> before it 0 tasks
> after it 3 tasks
> known exact for this graph: no path leads from one to the other
>
> task region tasks ids
> a.c:9 1 3
>
> next: unply independent g.json --set 1,3
$ unply independent g.json --set 2-3,5
> tasks 2-3,5: independent, all of them can run at the same time
> maximal yes: no other task is independent of all of them
>
> next: unply independent g.json
$ unply independent g.json --set 3
> task 3: independent, as every single task is
> maximal no: task 1 (a.c:3) could be added
>
> next: unply independent g.json
$ unply independent g.json --set 1,3-4
> tasks 1,3-4: not independent, task 4 has to wait for task 1
> path 1 (a.c:3) -> 2 (a.c:3) -> 4 (a.c:3)
>
> next: unply independent g.json --of 1
! 1
$ unply independent g.json --json | tr -d ' \n'
> {"schema":1,"file":"g.json","trace":null,"execution":1,"kinds":"flow,extension","tasks":5,"edges":3,"query":"maximum","lower":3,"upper":3,"known":"proven","widest_level":2,"regions":[{"region":"a.c:3","tasks":1},{"region":"a.c:9","tasks":2}],"members":[2,3,5]}
$ unply independent g.json --of 5 --json | tr -d ' \n'
> {"schema":1,"file":"g.json","trace":null,"execution":1,"kinds":"flow,extension","tasks":5,"edges":3,"query":"of","task":5,"independent":3,"before":1,"after":0,"regions":[{"region":"a.c:3","tasks":2},{"region":"a.c:9","tasks":1}],"members":[2,3,4]}
$ unply independent g.json --set 1,4 --json | tr -d ' \n'
> {"schema":1,"file":"g.json","trace":null,"execution":1,"kinds":"flow,extension","tasks":5,"edges":3,"query":"set","set":[1,4],"independent":false,"path":[1,2,4],"maximal":false,"could_add":null}
# a set over several levels, and a search that is not allowed to begin
$ python3 - > comb.json <<'END'
+ import json
+ ids = range(1, 3001)
+ edges = [(i, 1000) for i in range(1, 1000)] + [(i, i + 1) for i in range(1000, 2000)] + [(2000, i) for i in range(2001, 3001)]
+ print(json.dumps({"tasks": [{"id": i} for i in ids], "edges": [{"from": a, "to": b} for a, b in edges]}))
+ END
$ unply independent comb.json --limit 0
> largest independent set: at least 1000 and at most 1998 of 3000 tasks
> known bounds: the tasks below are independent, and 1998 chains of dependences cover all
> tasks; the search ended at its limit, --limit 60 lets it go on
> widest level 1000, of the earliest levels
>
> task region tasks ids
> task 1000 2001-3000
>
> next: unply independent comb.json --of 2001
$ unply independent comb.json --set 1-999
> tasks 1-999: independent, all of them can run at the same time
> maximal yes: no other task is independent of all of them
>
> next: unply independent comb.json
$ unply independent comb.json --set 1-9,2500
> tasks 1-9,2500: not independent, task 2500 has to wait for task 1
> path 1 (task) -> 1000 (task) -> 1001 (task) -> 1002 (task) -> ... 995 more -> 1998
> (task) -> 1999 (task) -> 2000 (task) -> 2500 (task)
>
> next: unply independent comb.json --of 1
! 1
# a recording
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
$ unply independent pipe.trace
> trace 1: pipe.c:4 in main, execution 1 of 2 (--execution N for others)
> largest independent set: 4 of 8 tasks
> known proven: 4 chains of dependences cover all tasks, and no two tasks of one chain can
> run at the same time
> widest level 4, of the earliest levels
>
> task region tasks ids
> pipe.c:7 4 1-4
>
> next: unply independent pipe.trace --of 1
$ unply independent pipe.trace --execution 2 --of 9
> trace 1: pipe.c:4 in main, execution 2 of 2 (--execution N for others)
> task 9 (pipe.c:7): 4 of 5 other tasks can run at the same time
> before it 0 tasks
> after it 1 task
> known exact for this graph: no path leads from one to the other
>
> task region tasks ids
> pipe.c:7 4 10-11,13-14
>
> next: unply independent pipe.trace --execution 2 --set 9,10
$ unply independent pipe.trace --execution 2 --of 1
> unply: error: pipe.trace: there is no task 1, expected 9 to 14
> hint: --trace and --execution choose the graph
! 2
$ unply graph --format json pipe.trace > pipe.json && for file in pipe.json pipe.trace; do unply independent $file --json | grep -vE '"(file|trace)"' > $file.answer; done; diff pipe.json.answer pipe.trace.answer
$ unply report --json pipe.trace | python3 -c 'import json, sys; print(json.load(sys.stdin)["traces"][0]["independent"])'
> {'lower': 4, 'upper': 4, 'known': 'proven'}
# what is refused
$ unply independent g.json --of 6
> unply: error: g.json: there is no task 6, expected 1 to 5
> hint: unply independent g.json
! 2
$ unply independent g.json --set 1-4000000000
> unply: error: g.json: there is no task 6, expected 1 to 5
> hint: unply independent g.json
! 2
$ unply independent g.json --set 3-
> unply: error: --set: '3-': not a task id or an ascending range of ids
> hint: for example 3,5-9,20-100:4
! 2
$ unply independent g.json --set 1 --of 2
> unply: error: --of excludes --set
> hint: see unply independent --help
! 2
$ unply independent g.json --kinds flwo
> unply: error: --kinds: unknown kind of dependence 'flwo', expected flow, anti, output, extension or all
> hint: did you mean flow?
! 2
$ unply independent pipe.trace --trace 7
> unply: error: pipe.trace: there is no trace 7, expected 1
> hint: unply report pipe.trace
! 2
$ unply independent none.trace
> unply: error: none.trace: cannot open, No such file or directory
> hint: unply record PROGRAM writes PROGRAM.trace in the current directory
! 2
