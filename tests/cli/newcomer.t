# Output that newcomers read: sums, repeated paths, the next command, places of sources.
$ mkdir -p src elsewhere && cat > src/sum.c <<'END'
+ #include <stdio.h>
+ static double a[64];
+ double hist[4];
+ int main(void) {
+   double s = 0, last = 0;
+   for (int i = 0; i < 64; i++) a[i] = i;
+   for (int i = 0; i < 64; i++)
+ #pragma exg task
+   {
+ #ifdef HIST
+     hist[0] = hist[0] + a[i];
+ #elif defined LAST
+     s += a[i];
+     last = 0.5 * last + s;
+ #elif defined MOST
+     s = __builtin_fmax(s, a[i]);
+ #else
+     s += a[i] * a[i];
+ #endif
+   }
+   printf("%g %g %g\n", s, last, hist[0]);
+ }
+ END
$ for level in 0 2; do (cd src && unply cc -O$level -g sum.c -o ../sum) && unply record -q ./sum && unply report sum.trace --width 1000 | grep -E '^  (every|usually|reduction)|^next'; done
> 85344 0 0
>   every task depends on the previous one, but only to add to s: 64 tasks in a chain; flow dependences through s from sum.c:18 to sum.c:18
>   usually run: a parallel loop with a reduction of s
>   reduction: s is only added to (sum.c:18): as a reduction, such as OpenMP's reduction(+:s), it leaves all 64 tasks independent
> next:      unply whatif sum.trace
> 85344 0 0
>   every task depends on the previous one, but only to add to s: 64 tasks in a chain; flow dependences through s from sum.c:18 to sum.c:18
>   usually run: a parallel loop with a reduction of s
>   reduction: s is only added to (sum.c:18): as a reduction, such as OpenMP's reduction(+:s), it leaves all 64 tasks independent
> next:      unply whatif sum.trace
$ for macro in HIST LAST MOST; do (cd src && unply cc -O2 -g -D$macro sum.c -o ../$macro) && unply record -q ./$macro && unply report $macro.trace --width 1000 | grep -E '^  (every|usually|reduction)'; done
> 0 0 2016
>   every task depends on the previous one: 64 tasks in a chain; flow dependences through hist[] from sum.c:11 to sum.c:11
>   usually run: one after the other; a sum becomes a reduction, a linear recurrence a scan
>   reduction: hist[] is added to (sum.c:11); if the tasks use hist[] for nothing else, a reduction leaves all 64 tasks independent
> 2016 3908 0
>   every task depends on the previous one: 64 tasks in a chain; flow dependences through last and s, most from sum.c:13 to sum.c:13
>   usually run: one after the other; a sum becomes a reduction, a linear recurrence a scan
> 63 0 0
>   every task depends on the previous one, but only to update s: 64 tasks in a chain; flow dependences through s from sum.c:16 to sum.c:16
>   usually run: a parallel loop with a reduction of s
>   reduction: s is only raised to a maximum (sum.c:16): as a reduction, such as OpenMP's reduction(max:s), it leaves all 64 tasks independent
$ unply report --json sum.trace | python3 -c 'import json, sys; print(json.load(sys.stdin)["traces"][0]["reductions"])'
> {'variables': [{'variable': 's', 'operation': 'sum', 'known': True, 'site': 'sum.c:18:7', 'edges': 63}], 'levels': 1, 'independent': True}
# compiled in src, run and read elsewhere: lines are quoted and kept all the same
$ cd elsewhere && unply record -q --embed-sources ../sum > /dev/null && unply report sum.trace | grep -c 's += a\[i\] \* a\[i\];' && unply dump --table sources sum.trace | head -1 | sed 's/, [0-9]* bytes.*//' && cd ..
> 4
> source sum.c 430 bytes
$ cd elsewhere && unply record -q ../LAST > /dev/null && unply report LAST.trace | grep 'last = 0.5' | head -1 && cd ..
>       written sum.c:14:10 | last = 0.5 * last + s;
# a path that repeats itself is told once
$ cat > turns.c <<'END'
+ static int x, y;
+ int main(void) {
+   for (int t = 0; t < 6; t++) {
+ #pragma exg task
+     { x = y + t; }
+ #pragma exg task
+     { y = 2 * x; }
+   }
+   return y == 7;
+ }
+ END
$ unply cc -O1 -g turns.c -o turns && unply record -q ./turns && unply report turns.trace | grep -A5 'critical path:'
> critical path: 12 tasks
> turns.c:4
> 5 times in turn:
>       turns.c:6: it waits on a flow dependence through x, turns.c:5 to turns.c:7
>       turns.c:4: it waits on a flow dependence through y, turns.c:7 to turns.c:5
>     turns.c:6: it waits on a flow dependence through x, turns.c:5 to turns.c:7
# what follows depends on what was found
$ cat > map.c <<'END'
+ static double a[16];
+ int main(void) {
+   for (int i = 0; i < 16; i++)
+ #pragma exg task
+     for (int k = 0; k < 1000; k++) a[i] += k * 0.5;
+   return a[3] < 0;
+ }
+ END
$ unply cc -O1 -g map.c -o map && unply record -q --param 'size=a b' -o m.trace ./map x && unply report m.trace | tail -1
> next: unply record --repeat 5 -o m.trace --param 'size=a b' ./map x
$ unply record -q --repeat 2 -o m.trace ./map x && unply report m.trace | tail -1
> next:      unply bound m.trace
# names of templates keep the table together
$ cat > template.cpp <<'END'
+ #include <map>
+ #include <string>
+ #include <vector>
+ int cell[4];
+ template <class Key, class Value> void fill(const std::map<Key, Value>& from) {
+   for (int i = 0; i < 4; i++)
+ #pragma exg task
+     cell[i] = static_cast<int>(from.size());
+ }
+ int main() { fill(std::map<std::string, std::vector<std::map<int, std::string>>>()); }
+ END
$ unply c++ -O1 -g template.cpp -o template && unply record -q ./template && unply report template.trace | grep -oE 'template.cpp:7 +[a-z<>.]+'
> template.cpp:7 fill<...>
