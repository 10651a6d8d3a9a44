# Names of variables: errno, targets of pointer parameters, functions selected by name.
# Each thread has its own errno: std::stoi makes no chain, reading a value that another task left there does
$ cat > number.cpp <<'END'
+ #include <cerrno>
+ #include <cstdlib>
+ #include <string>
+ static const char* words[] = {"1", "2", "x", "4"};
+ int values[4], failed;
+ int main() {
+   errno = 0;
+   for (int i = 0; i < 4; i++)
+ #pragma exg task
+   {
+ #ifdef FLAG
+     if (errno == 0) failed = i;
+     errno = i;
+ #elif defined STRTOL
+     errno = 0;
+     values[i] = static_cast<int>(std::strtol(words[i], nullptr, 10));
+     if (errno) values[i] = -1;
+ #else
+     try { values[i] = std::stoi(words[i]); } catch (...) { values[i] = -1; }
+ #endif
+   }
+   return values[3];
+ }
+ END
$ for macro in NONE STRTOL FLAG; do unply c++ -std=c++14 -O1 -g -D$macro number.cpp -o number; unply record -q ./number; unply report number.trace --width 1000 | grep -E '^  (all [0-9]|every)'; done
>   all 4 tasks are independent: they could all run at the same time
>   all 4 tasks are independent: they could all run at the same time
>   every task depends on the previous one: 4 tasks in a chain; flow dependences through errno from number.cpp:13 to number.cpp:12
# what a pointer parameter points to has the caller's name, where all callers agree
$ cat > caller.c <<'END'
+ static double grid[64], other[64];
+ static void step(double* p, const double* q, int i) { p[i] = 0.5 * q[i - 1] + p[i - 1]; }
+ void twice(double* p) { *p *= 2; }
+ int main(void) {
+   for (int i = 1; i < 64; i++)
+ #pragma exg task
+   {
+     step(grid, grid, i);
+     twice(i % 2 ? &other[0] : &other[1]);
+   }
+   twice(grid);
+   return 0;
+ }
+ END
$ for level in 0 2; do unply cc -O$level -g caller.c -o caller && unply record -q ./caller && unply graph caller.trace --kinds flow --format json | python3 -c 'import json, sys; print(sorted({e["variable"] for e in json.load(sys.stdin)["edges"]}))'; done
> ['*p', 'grid[]']
> ['*p', 'grid[]']
# a function that no file defines is named when the program is recorded
$ printf 'int cell;\nstatic void step(int i) { cell += i; }\nint main(void) { for (int i = 0; i < 3; i++) step(i); return cell != 3; }\n' > step.c
$ unply cc -O1 -g --tasks fn:stpe --tasks fn:step step.c -o step && unply record ./step 2>&1 | grep -oE '.*fn:stpe.*|[0-9]* task instances'
> unply: warning: --tasks fn:stpe: no function has this name in any of the files that were compiled with it
> 3 task instances
