# Tasks chosen on the command line, with nothing in the source.
$ cat > chain.c <<'END'
+ static int cell[4];
+ static void step(int i) { cell[i] += cell[i - 1]; }
+ int main(void) {
+   cell[0] = 1;
+   for (int i = 1; i < 4; ++i)
+     step(i);
+   return cell[3];
+ }
+ END
$ unply cc -O2 -g --tasks chain.c:5 chain.c -o chain && unply record -q ./chain
! 1
$ unply graph --kinds flow chain.trace --format json | python3 -c 'import json, sys; g = json.load(sys.stdin); print(len(g["tasks"]), len(g["edges"]))'
> 3 2
$ unply cc -O2 -g --tasks fn:step chain.c -o calls && unply record -q ./calls
! 1
$ unply graph --kinds flow calls.trace --format json | python3 -c 'import json, sys; g = json.load(sys.stdin); print(len(g["tasks"]), len(g["edges"]))'
> 3 2
$ UNPLY_TASKS=fn:step unply cc -O2 -g chain.c -o calls && unply record -q ./calls
! 1
$ unply graph --kinds flow calls.trace --format json | python3 -c 'import json, sys; g = json.load(sys.stdin); print(len(g["tasks"]), len(g["edges"]))'
> 3 2
# each execution of the loop is a trace; with --pool none is
$ cat > sweeps.cpp <<'END'
+ template <class T> struct Grid { T v[5]; void sweep() { for (int i = 1; i < 5; ++i) v[i] += v[i - 1]; } };
+ static Grid<int> grid = {{1, 2, 3, 4, 5}};
+ static Grid<long> other = {{1, 2, 3, 4, 5}};
+ int main() {
+   for (int t = 0; t < 3; ++t) { grid.sweep(); other.sweep(); }
+ }
+ END
$ unply c++ -O1 -g --tasks sweeps.cpp:1 sweeps.cpp -o sweeps && unply record -q ./sweeps; unply report sweeps.trace | sed -n '/^trace/,/chain/p'
> trace 1: sweeps.cpp:1 in sweep, 6 executions, <time> with tracing
>   every task depends on the previous one in each of the 6 executions: 24 tasks over 6 executions,
>     one after the other in a chain; flow dependences through this->v[] from sweeps.cpp:1 to
$ unply whatif sweeps.trace | tr -s '\n ' ' ' | grep -o 'the 6 executions run one after the other: work and span are sums over them'
> the 6 executions run one after the other: work and span are sums over them
$ unply whatif sweeps.trace --execution 2 | tr -s '\n ' ' ' | grep -o 'this is 1 of 6 executions, which run one after the other, with [0-9]* % of their work' | sed 's/[0-9]* %/SHARE/'
> this is 1 of 6 executions, which run one after the other, with SHARE of their work
$ unply c++ -O1 -g --pool --tasks sweeps.cpp:1 sweeps.cpp -o sweeps && unply record -q ./sweeps; unply report sweeps.trace | grep -E '^t(asks|race) '
> tasks outside every trace region
$ UNPLY_POOL=1 UNPLY_TASKS=sweeps.cpp:1 unply c++ -O1 -g sweeps.cpp -o sweeps && unply record -q ./sweeps; unply report sweeps.trace | grep -E '^t(asks|race) '
> tasks outside every trace region
# a loop that OpenMP runs in chunks, and one over several indices, is executed as often as the program gets there
$ cat > chunks.c <<'END'
+ static int a[64];
+ int main(void) {
+   for (int t = 0; t < 3; t++)
+ #pragma omp parallel for schedule(static, 4) num_threads(2)
+     for (int i = 1; i < 17; i++)
+       a[i] += 1;
+   return 0;
+ }
+ END
$ unply cc -fopenmp -O1 -g --tasks chunks.c:5 chunks.c -o chunks && unply record -q ./chunks; unply report chunks.trace | grep -o '^trace.*executions'
> trace 1: chunks.c:5 in main.omp_outlined_debug__, 3 executions
$ cat > indices.f90 <<'END'
+ program p
+   integer :: i, j, t, c(3,2)
+   c = 0
+   do t = 1, 2
+     do concurrent (i = 1:3, j = 1:2)
+       c(i, j) = c(i, j) + i
+     end do
+   end do
+ end program
+ END
$ unply fc -O1 -g --tasks indices.f90:5 indices.f90 -o indices && unply record -q ./indices; unply report indices.trace | grep -o '^trace.*executions'
> trace 1: indices.f90:5 in P, 2 executions
# a function of a template is found by its name without arguments; what matches nothing is named
$ for name in sweep Grid::sweep 'Grid<long>::sweep'; do unply c++ -O1 -g --tasks "fn:$name" sweeps.cpp -o sweeps && unply record ./sweeps; done 2>&1 | grep -o '[0-9]* task instances'
> 6 task instances
> 6 task instances
> 3 task instances
$ unply c++ -O1 -g --tasks fn:sweep --tasks fn:rid::sweep --tasks sweep.cpp:1 sweeps.cpp -o sweeps && unply record -q ./sweeps
> unply: warning: --tasks fn:rid::sweep: no function has this name in any of the files that were compiled with it
> hint: fn:update, fn:Grid::update and fn:ns::Grid::update name every instance of a template, fn:update(int) one of several functions
> unply: warning: --tasks sweep.cpp:1: no loop starts at this line in any of the files that were compiled with it
> hint: give the line of the for, while or do, and compile with -g
$ unply report sweeps.trace --width 1000 | grep -o 'tasks fn:rid.*'
> tasks fn:rid::sweep: no function has this name in any of the files that were compiled with it
$ unply c++ -O1 -g --tasks fn:swep sweeps.cpp -o sweeps && unply record -q ./sweeps
> unply: warning: --tasks fn:swep: no function has this name in any of the files that were compiled with it
> hint: fn:update, fn:Grid::update and fn:ns::Grid::update name every instance of a template, fn:update(int) one of several functions
> unply: warning: ./sweeps: no task instance ran
> hint: correct the choice of --tasks, and compile again
# code between tasks that changes what they use is no task: the report says that dependences may pass through it
$ cat > between.c <<'EOF'
+ static double a[64], b[64];
+ int main(void) {
+   for (int t = 0; t < 4; ++t) {
+     for (int i = 0; i < 64; ++i)
+ #pragma exg task
+       b[i] = a[i] + 1;
+     for (int i = 0; i < 64; ++i)
+       a[i] = b[i];
+   }
+   return (int)a[5];
+ }
+ EOF
$ unply cc -O2 -g between.c -o between && unply record -q ./between; unply report between.trace --width 1000 | grep -o 'code between tasks overwrote values that tasks had used'
> code between tasks overwrote values that tasks had used
$ sed -i 's/a\[i\] = b\[i\];/;/' between.c && unply cc -O2 -g between.c -o between && unply record -q ./between; unply report between.trace --width 1000 | grep -c 'code between tasks'
> 0
! 1
