# The work of loops, which decides their order in the report: also of loops that are not gone through iteration by iteration, in
# functions that the compiler puts into a loop.
$ cat > plate.c <<'END'
+ #include <stdio.h>
+ enum { n = 100, steps = 50 };
+ static double now[n][n], next[n][n];
+ static double step(void) {
+   double change = 0, mean;
+   for (int i = 1; i < n - 1; i++)
+     for (int j = 1; j < n - 1; j++) {
+       mean = (now[i - 1][j] + now[i + 1][j]) / 4;
+       change += mean - now[i][j];
+       next[i][j] = mean;
+     }
+   for (int i = 1; i < n - 1; i++)
+     for (int j = 1; j < n - 1; j++) now[i][j] = next[i][j];
+   return change;
+ }
+ int main(void) {
+   double change = 0;
+   for (int i = 0; i < n; i++) now[i][0] = 100;
+   for (int s = 0; s < steps; s++) change += step();
+   printf("%d\n", change > 0);
+ }
+ END
$ cat > check.py <<'END'
+ import json, sys
+ loops = json.load(sys.stdin)["loops"]
+ share = {loop["line"]: loop["coverage"] for loop in loops}
+ print("inside", 0.3 < share[7] <= share[6], 0.05 < share[13] <= share[12])
+ print("beside", share[6] + share[12] <= share[19] + 0.001 <= 1.001, share[18] < 0.1)
+ END
$ for level in 0 1 2 3; do unply cc -O$level -g plate.c -o plate && unply record -q ./plate && unply report --json plate.trace | python3 check.py; done
> 0
> inside True True
> beside True True
> 0
> inside True True
> beside True True
> 0
> inside True True
> beside True True
> 0
> inside True True
> beside True True
