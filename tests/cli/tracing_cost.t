# What tracing cost a task is what its hooks cost, and they are counted access by access: of two tasks that differ by 1000
# stores, 1000 copies of blocks, 500 loops with two streams, or 1000 stores around a nested task, in the figures too.
$ cat > cost.c <<'END'
+ #include <string.h>
+ static volatile int cell;
+ static int row[64];
+ static char from[64], to[64];
+ static void work(void) { // longer than the hooks, so that their cost is not cut down to it
+   for (int i = 0; i < 2000000; ++i) __asm__ volatile("");
+ }
+ int main(int argc, char **argv) {
+   int step = argc;
+   from[0] = (char)step;
+ #pragma exg trace
+   {
+ #pragma exg task again
+     { work(); for (int k = 0; k < 10; ++k) cell = k; }
+ #pragma exg task again
+     { work(); for (int k = 0; k < 1010; ++k) cell = k; }
+ #pragma exg task loops
+     { work(); for (int k = 0; k < 10; ++k) for (int i = 0; i < 60 + step; ++i) row[i] += k; }
+ #pragma exg task loops
+     { work(); for (int k = 0; k < 510; ++k) for (int i = 0; i < 60 + step; ++i) row[i] += k; }
+ #pragma exg task blocks
+     { work(); for (int k = 0; k < 10; ++k) memcpy(to, from, sizeof to + step - 1); }
+ #pragma exg task blocks
+     { work(); for (int k = 0; k < 1010; ++k) memcpy(to, from, sizeof to + step - 1); }
+ #pragma exg task nest
+     {
+       work();
+       for (int k = 0; k < 5; ++k) cell = k;
+ #pragma exg task inner
+       work();
+       for (int k = 0; k < 5; ++k) cell = k;
+     }
+ #pragma exg task nest
+     {
+       work();
+       for (int k = 0; k < 505; ++k) cell = k;
+ #pragma exg task inner
+       work();
+       for (int k = 0; k < 505; ++k) cell = k;
+     }
+   }
+   return 0;
+ }
+ END
$ unply cc -O1 -g cost.c -o cost && unply record -q ./cost
$ unply dump cost.trace | grep '^counter hooks'
> counter hooks 5120
$ cat > costs.py <<'END'
+ import re, subprocess
+ run = lambda *words: subprocess.run(["unply", *words], capture_output=True, text=True, check=True).stdout
+ cost = {name: float(ns) for name, ns in re.findall(r"^cost (\w+) ([\d.]+) ns", run("dump", "cost.trace"), re.M)}
+ names = [name for kind, name in re.findall(r"^region \d+ (\w+) .*?(\w+)\"?$", run("dump", "cost.trace"), re.M)]
+ tasks = {}
+ for line in re.findall(r"^task \d+ region .*", run("dump", "cost.trace"), re.M):
+     region, overhead = int(line.split()[3]), int(re.search(r"overhead (\d+) ns", line)[1])
+     tasks.setdefault(names[region], []).append(overhead)
+ for name, (few, many) in tasks.items():
+     print(name, round((many - few) / cost["hook"] / 20) * 20, "more hooks")
+ END
$ python3 costs.py
> again 1000 more hooks
> loops 1000 more hooks
> blocks 2000 more hooks
> nest 1000 more hooks
> inner 0 more hooks
# How many accesses each task had, and which of them met a history that was new to it.
$ unply dump --table tasks cost.trace | grep -cE 'overhead [0-9]+ ns hooks [0-9]+ transitions [0-9]+$'; unply dump --table tasks cost.trace | sed 's/.* hooks \([0-9]*\) .*/\1/' | awk '{ sum += $1 } END { print sum }'
> 10
> 5120
