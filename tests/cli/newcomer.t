# What someone reads who has not used unply before: sums, repeated paths, what to type next, where the source is.
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
$ for macro in HIST LAST MOST; do (cd src && unply cc -O2 -g -D$macro sum.c -o ../$macro) && unply record -q ./$macro && unply report $macro.trace --width 1000 | grep -E '^  (every|usually|reduction)'; done
$ unply report --json sum.trace | python3 -c 'import json, sys; print(json.load(sys.stdin)["traces"][0]["reductions"])'
# compiled in src, run and read elsewhere: lines are quoted and kept all the same
$ cd elsewhere && unply record -q --embed-sources ../sum > /dev/null && unply report sum.trace | grep -c 's += a\[i\] \* a\[i\];' && unply dump --table sources sum.trace | head -1 | sed 's/, [0-9]* bytes.*//' && cd ..
$ cd elsewhere && unply record -q ../LAST > /dev/null && unply report LAST.trace | grep 'last = 0.5' | head -1 && cd ..
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
$ unply cc -O1 -g turns.c -o turns && unply record -q ./turns && unply report turns.trace | sed -n '/critical path/,/^$/p'
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
$ unply record -q --repeat 2 -o m.trace ./map x && unply report m.trace | tail -1
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
$ unply c++ -O1 -g template.cpp -o template && unply record -q ./template && unply report template.trace | sed -n '/^task region/,/^trace/p' | grep -oE '(template.cpp:7 +|in )[a-z<>.]+'
