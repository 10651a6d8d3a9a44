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
# code between the tasks that changes what they use is no task: the report says that dependences may pass through it
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
$ unply cc -O2 -g between.c -o between && unply record -q ./between; unply report between.trace --width 1000 | grep -o 'code between the tasks wrote over values that tasks had used'
> code between the tasks wrote over values that tasks had used
$ sed -i 's/a\[i\] = b\[i\];/;/' between.c && unply cc -O2 -g between.c -o between && unply record -q ./between; unply report between.trace --width 1000 | grep -c 'code between the tasks'
> 0
! 1
