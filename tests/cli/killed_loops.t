# Loops that a program was in when it was killed count as far as they got.
$ cat > killed.c <<'END'
+ #include <signal.h>
+ #include <stdio.h>
+ static double a[1000], b[1000];
+ static volatile double seen;
+ int main(int argc, char** argv) {
+   for (int i = 0; i < 1000; i++) a[i] = i;
+   for (int t = 0; t < 3000; t++) {
+     for (int i = 1; i < 1000; i++) b[i] = b[i - 1] * 0.5 + a[i];
+     if (t == 1999) raise(argc > 1 ? SIGKILL : SIGTERM);
+   }
+   for (int i = 0; i < 1000; i++) seen = b[i];
+ }
+ END
$ unply cc -O2 -g killed.c -o killed
$ { unply record -q ./killed; } 2>/dev/null
! 143
$ unply report killed.trace | sed '/^program/,$d'
> nothing in this run gains from running in parallel
> independent, but too short to gain: killed.c:6
> not parallel: killed.c:7   loop over t, 100 %     the program ended in it, so what needs its results
>    was not seen
> not parallel: killed.c:8   loop over i, 100 %     flow through b[] from line 8 to line 8, distance 1
>
> loops      4: 1 doall, 2 serial, 1 never
$ unply why killed.trace killed.c:7 | grep -E '^(killed.c:7|ran|known)'
> killed.c:7   loop over t, 100 % of the time: serial
> ran        executed once, 1,999 iterations
> known      observed on 1 input, 1999 iterations
$ { unply record -q ./killed x; } 2>/dev/null
! 137
$ unply why killed.trace killed.c:7 | grep -E '^(killed.c:7|ran|known)'
> killed.c:7   loop over t, 100 % of the time: serial
> ran        executed once, 1,999 iterations
> known      observed on 1 input, 1999 iterations
$ unply why killed.trace killed.c:11 | grep -E '^(killed.c:11|ran|known)'
> killed.c:11   loop over i, 0 % of the time: never
> ran        never executed
> known      never executed
# in its first iteration
$ cat > first.c <<'END'
+ #include <signal.h>
+ static int a[10];
+ int main(void) {
+   for (int i = 1; i < 10; i++) {
+     a[i] = a[i - 1] + 1;
+     raise(SIGSEGV);
+   }
+   return a[9];
+ }
+ END
$ unply cc -O2 -g first.c -o first; { unply record -q ./first; } 2>/dev/null
! 139
$ unply why first.trace first.c:4 | grep -E '^(first.c:4|ran|known)'
> first.c:4   loop over i, 0 % of the time: few
> ran        executed once, 1 iteration
> known      observed on 1 input, 1 iteration
