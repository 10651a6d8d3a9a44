# A recording of threads for other tools and back; tests/convert looks into the files.
$ cat > p.c <<'END'
+ #include <pthread.h>
+ static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
+ static int sum;
+ static void *add(void *by) {
+   for (int i = 0; i < 2; i++) {
+     pthread_mutex_lock(&lock);
+     sum += *(int *)by;
+     pthread_mutex_unlock(&lock);
+   }
+   return 0;
+ }
+ int main(void) {
+   pthread_t thread;
+   int two = 2;
+   pthread_create(&thread, 0, add, &two);
+   pthread_join(thread, 0);
+   return sum != 4;
+ }
+ END
$ clang-22 -O1 -g -pthread p.c -o p && unply record -q ./p && unply convert p.trace --to csv
>~ ^p\.csv: \d+ records$
>   objects, meta data and source texts are not in the file
$ grep -vE 'preempted|resumed' p.csv | cut -d, -f3,5,7,8
> thread,event,line,function
> 0,thread_begin,,
> 0,overhead_begin,,
> 0,overhead_end,,
> 0,thread_create,15,main
> 0,wait_begin,16,main
> 0,wait_end,16,main
> 0,overhead_begin,,
> 0,cpu_time,,
> 0,overhead_end,,
> 0,thread_end,,
> 1,thread_begin,,
> 1,overhead_begin,,
> 1,overhead_end,,
> 1,lock_acquired,6,add
> 1,lock_released,8,add
> 1,lock_acquired,6,add
> 1,lock_released,8,add
> 1,overhead_begin,,
> 1,cpu_time,,
> 1,overhead_end,,
> 1,thread_end,,
$ unply convert p.trace --to otf2 | tail -n 1
>   source texts are not in the archive
$ unply convert p.otf2 -o back.trace && unply convert back.trace --to csv | tail -n 1 && cmp p.csv back.csv && echo the same
>~ ^back\.trace: \d+ records; opens in unply stats$
>   objects, meta data and source texts are not in the file
> the same
$ unply convert p.trace --to sqlite --json | grep -E 'schema|format'
>   "format": "sqlite",
>   "schema": "unply convert 1"
$ unply convert p.trace --to perfetto | head -n 1
>~ ^p\.perfetto-trace: \d+ records; opens in https://ui\.perfetto\.dev, or trace_processor$

# What is refused.
$ unply convert p.trace --to otf2
> unply: error: p.otf2: exists already
>   hint: remove it, or give another folder with -o
! 2
$ unply convert p.trace
> unply: error: p.trace: no output format given
>   hint: expected --to otf2, perfetto, csv or sqlite
! 2
$ unply convert p.trace --to svg
> unply: error: --to svg: no such format
>   hint: expected --to otf2, perfetto, csv or sqlite
! 2
$ unply convert p.c --to csv
> unply: error: p.c: is not a trace file, it looks like text
>   hint: unply record PROGRAM writes PROGRAM.trace
! 2
$ printf '1\n0 0 0\n1 5 1 0\n2 0 1 1\n' > a.stg && unply bound a.stg -p 1 --emit a.trace > /dev/null && unply convert a.trace --to csv
> unply: error: a.trace: holds no events of a parallel run
>   hint: unply record PROGRAM records them when the program runs in parallel
! 2
