# Of several processes of instrumented programs the first one is recorded: the report says how many more there were.
$ cat > two.c <<'END'
+ #include <stdio.h>
+ static double b[100000];
+ int main(int argc, char** argv) {
+   int step = argv[1][0] == 's' ? 0 : 1;
+   for (int i = 1; i < 100000; i++) b[i] = (step ? b[i - step] : 1) + i;
+   printf("%g\n", b[99999]);
+   return argc > 2;
+ }
+ END
$ printf '#!/bin/sh\n./two small\n./two large\n./two large\n' > run.sh && chmod +x run.sh
$ unply cc -O2 -g two.c -o two && unply record -q -o two.trace ./run.sh
> 100000
> 4.99995e+09
> 4.99995e+09
$ unply report two.trace | head -5
> missing: 2 further processes of instrumented programs ran; only the first process was recorded: what
>    is said below is about that one alone
> nothing in this run gains from running in parallel
> guarded: two.c:5   loop over i, 100 %     independent in this run: the distance through b[] was
>    never shorter than the loop
$ unply report two.trace --json | jq .processes_not_recorded
> 2
$ unply record -q ./two small
> 100000
$ unply report two.trace | grep -c missing
> 0
! 1
# Children after fork.
$ cat > child.c <<'END'
+ #include <stdio.h>
+ #include <sys/wait.h>
+ #include <unistd.h>
+ static double b[1000];
+ int main(void) {
+   if (fork() == 0) _exit(0);
+   wait(NULL);
+   for (int i = 0; i < 1000; i++) b[i] = i;
+   printf("%g\n", b[7]);
+ }
+ END
$ unply cc -O2 -g child.c -o child && unply record -q ./child
> 7
$ unply report child.trace | head -3
> missing: 1 process was made by fork; only the first process was recorded: what is said below is
>    about that one alone
> nothing in this run gains from running in parallel
