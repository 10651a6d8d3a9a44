# Time and data that are not in a recording, and the reasons.
$ cat > map.c <<'END'
+ static double a[16];
+ int main(void) {
+   for (int i = 0; i < 16; i++)
+ #pragma exg task
+     for (int k = 0; k < 1000; k++) a[i] += k * 0.5;
+   return a[3] < 0;
+ }
+ END
# runs that are repeated read the same input; what came through a pipe is gone
$ cat > reads.c <<'END'
+ #include <stdio.h>
+ int sum;
+ int main(void) {
+   int n;
+   while (scanf("%d", &n) == 1)
+ #pragma exg task
+     sum += n;
+   return 0;
+ }
+ END
$ unply cc -O1 -g reads.c -o reads && printf '1 2 3\n' > numbers && unply record --repeat 2 ./reads < numbers 2>&1 | sed 's/least.*above them/<times>/; s/times of.*hooks/<times>/'
> unply: reads.trace: <times>; next: unply report reads.trace
$ cat numbers | unply record --repeat 2 ./reads
> unply: reads.trace: recorded once: run 2 had no tasks; its standard input is a pipe, which run 1 has read: give the input as a file, < FILE; next: unply report reads.trace
# a sanitizer keeps memory that cannot be followed: limits are not the reason
$ unply cc -O1 -g -fsanitize=address map.c -o checked && unply record -q ./checked
> unply: warning: ./checked: recording stopped: the program has memory at addresses that cannot be followed (AddressSanitizer or another sanitizer, or a fixed mapping)
>   hint: the program was not affected; to record it, build it without -fsanitize, or without the mapping
# loops of gcc's code with a static schedule leave no events: what is left says little
$ cat > loop.c <<'END'
+ #include <math.h>
+ static double a[1 << 20];
+ int main(void) {
+ #pragma omp parallel for
+   for (int i = 0; i < 1 << 20; i++)
+     for (int k = 1; k < 9; k++) a[i] += sqrt(i + k);
+   return a[3] < 0;
+ }
+ END
$ gcc -O1 -g -fopenmp loop.c -o loop -lm && OMP_NUM_THREADS=1 unply record -q ./loop && unply bound loop.trace | grep -oE '^(parallelism +>= [0-9.]+|recommended not known|next: .*)'
> parallelism >= 1.00
> next: unply stats loop.trace
