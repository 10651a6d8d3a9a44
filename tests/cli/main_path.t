# From source to answer: two functions, each with its region; the program's own output and status come through.
$ cat > pipe.cpp <<'END'
+ #include <cstdio>
+ static int stage[3][4];
+ int main() {
+ #pragma exg trace
+   for (int s = 1; s < 3; ++s)
+     for (int i = 0; i < 4; ++i)
+ #pragma exg task cell
+       stage[s][i] = stage[s - 1][i] + i;
+   std::puts("out");
+   std::fputs("err\n", stderr);
+   return stage[2][3];
+ }
+ END
$ unply c++ -O2 -g pipe.cpp -o pipe
$ unply record ./pipe 2> err
> out
! 6
$ cat err
> err
> unply: pipe.trace: 8 task instances, 4 edges, <measure>; next: unply report pipe.trace
$ unply report pipe.trace | sed -n '/^trace/,/^$/p'
> trace 1: pipe.cpp:4 in main, 1 execution, <time> with tracing
> 8 tasks in 2 levels of 4; flow dependences through stage[] from pipe.cpp:8 to pipe.cpp:8
> pattern: independent chains: 4 chains of 2 tasks; checked on all 4 edges: every task has at most
> one predecessor and at most one successor
> usually run: a parallel loop over the chains, each run by one thread
$ unply report pipe.trace | tail -n 1
> next: unply record --repeat 5 ./pipe # measures the times without tracing
$ unply report --json pipe.trace | python3 -c 'import json, sys; d = json.load(sys.stdin); t = d["traces"][0]; print(d["schema"], d["complete"], t["tasks"], t["edges"], t["levels"], t["width"], t["completely_parallel"], t["completely_serial"])'
> 1 True 8 {'flow': 4, 'anti': 0, 'output': 0, 'extension': 0} 2 4 False False
$ unply graph pipe.trace | grep -c -e '->'
> 4
$ unply graph pipe.trace -o pipe.svg && head -c 4 pipe.svg
> <svg
$ unply graph pipe.trace --format json | python3 -c 'import json, sys; g = json.load(sys.stdin); print(len(g["tasks"]), sorted((e["from"], e["to"], e["kind"], e["variable"]) for e in g["edges"]))'
> 8 [(1, 5, 'flow', 'stage[]'), (2, 6, 'flow', 'stage[]'), (3, 7, 'flow', 'stage[]'), (4, 8, 'flow', 'stage[]')]
$ unply info pipe.trace | grep -E '^(ended|complete|recorded)'
> ended exit status 6, after <time>
> complete yes
> recorded 8 task instances; 4 edges: 4 flow
$ unply record --accesses -q -o stream.trace ./pipe > /dev/null 2>&1
! 6
$ unply graph pipe.trace --kinds flow,anti,output | grep -e '->' > online; unply graph stream.trace --kinds flow,anti,output | grep -e '->' | diff - online && wc -l < online
> 4
# where the program was not built by unply, or has no tasks, or no debug information
$ clang-22 -x c - -o plain <<< 'int main(void) { return 0; }' && unply record ./plain 2> err; echo "exit $?"; sed 's/[0-9]* bytes/few bytes/' err
> exit 0
> unply: warning: ./plain: recorded nothing: it is not built with unply cc or unply c++
> hint: build it with CC=unply-cc CXX=unply-c++; if it was, a limit such as ulimit -v kept it from recording
> unply: plain.trace: 0 task instances, 0 edges, few bytes; next: unply report plain.trace
$ test -e plain.trace && unply report plain.trace
> unply: error: plain.trace: no task instance was recorded
> hint: mark tasks with #pragma exg task or --tasks 'file.c:12', compile with unply cc or unply c++, and record again
! 2
$ unply c++ -O2 pipe.cpp -o nodebug && unply record -q ./nodebug > /dev/null 2>&1; unply report nodebug.trace | grep -i 'debug information'
! 1
# signals and exit statuses are those of the program
$ unply cc -x c - -o dies <<< '#include <signal.h>
+ int main(void) { return raise(SIGKILL); }'
$ (unply record -q ./dies; exit $?) 2> /dev/null
! 137
$ for status in 0 1 2 42 125 255; do unply record -q -o s.trace sh -c "exit $status" 2> /dev/null; echo "$status: $?"; done
> 0: 0
> 1: 1
> 2: 2
> 42: 42
> 125: 125
> 255: 255
