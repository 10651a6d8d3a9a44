# Where the time of a parallel run went: four threads, four executions of an uneven loop, each followed by a critical
# section. Times are made up by a program (uneven_run.py, for tests/events/write_events.cpp), so that every figure is known.
$ python3 $TESTS/uneven_run.py 100 88 | $UNPLY_BUILD/tests/write_events run.trace
$ unply stats run.trace
> program ./solver
> recorded at an unknown time, 170 ms
> threads 4 at once
>
> 52 % of 4 threads' time is lost: 351 ms of 678 ms; efficiency 0.48
> 32 % waiting at the end of the loop at solver.c:88, whose chunks take 2.00 ms to 20.0 ms; thread
> 3 works longest, the threads' mean is 56 % of the slowest
> schedule(guided) would make its 4 executions about 71.0 ms instead of 124 ms (estimate from
> the measured chunks)
> 13 % idle: no work for the thread, or fewer threads; serial code runs 17 % of the time
> 4 % waiting at barriers, most at solver.c:120
> 4 % waiting for the critical section at solver.c:125: 12 of 16 times, held 1.00 ms each
> <1 % overhead of the parallel runtime and the recorder
>
> threads
> thread active wait event wait lock overhead idle
> thread 0 49.5 ms 29 % 120 ms 71 % - - 88.0 us <1 % - -
> thread 1 56.5 ms 34 % 80.0 ms 48 % 4.00 ms 2 % - - 25.1 ms 15 %
> thread 2 92.5 ms 56 % 40.0 ms 24 % 8.00 ms 5 % - - 25.1 ms 15 %
> thread 3 128 ms 78 % 40.0 us <1 % 12.0 ms 7 % - - 25.1 ms 15 %
> all 327 ms 48 % 240 ms 35 % 24.0 ms 4 % 88.0 us <1 % 87.2 ms 13 %
>
> parallel regions
> region function executions elapsed threads efficiency
> solver.c:80 main 4 124 ms 4 56 %
> solver.c:120 reduce 4 16.5 ms 4 27 %
>
> parallel loops
> loop schedule executions iterations threads chunk takes elapsed imbalance wait at end slowest
> solver.c:88 dynamic 4 64 4 2.00 ms..20.0 ms 124 ms 44 % 216 ms thread 3
>
> waits
> place wait count time mean longest of all time
> solver.c:88 barrier 16 216 ms 13.5 ms 27.0 ms 32 %
> solver.c:120 barrier 16 24.1 ms 1.50 ms 3.00 ms 4 %
> solver.c:125 critical section 12 24.0 ms 2.00 ms 3.00 ms 4 %
>
> locks
> lock place taken waited for contention wait held
> critical 1 solver.c:125 16 12 75 % 24.0 ms 16.0 ms
>
> critical path, 5 of 9
> place does state time of the path
> solver.c:88 loop chunk active 124 ms 73 %
> - serial code active 29.0 ms 17 %
> solver.c:120 parallel region active 16.4 ms 10 %
> solver.c:120 fork, join or dispatch overhead 44.0 us <1 %
> solver.c:80 parallel region active 44.0 us <1 %
>
> known times as recorded, with the cost of recording in them; of this run: another run may take
> other turns
>
> next: unply stats run.trace --by loop
$ unply stats run.trace --by statement --exclude barrier-implicit,chunk --machine none
> program ./solver
> recorded at an unknown time, 170 ms
> threads 4 at once
>
> parallel statements
> statement count elapsed cost of one overhead
> for-dynamic 16 280 ms - -
> parallel 8 141 ms - -
> critical-wait 12 24.0 ms - -
> critical 16 16.0 ms - -
> elapsed: thread time in it; overhead needs costs: unply machine --calibrate; left out:
> barrier-implicit, chunk
$ unply stats run.trace --by loop --csv
> loop,function,schedule,executions,iterations_min,iterations_mean,iterations_max,threads_min,threads_mean,threads_max,chunks_min,chunks_mean,chunks_max,chunk_size_min,chunk_size_mean,chunk_size_max,chunk_ns_min,chunk_ns_mean,chunk_ns_max,elapsed_ns,imbalance,lost_ns,end_wait_ns,slowest
> solver.c:88,relax,dynamic,4,64,64,64,4,4,4,2,2,2,8,8,8,2000000,8757500,20000000,124060000,0.435273,216000000,216072000,thread 3
$ unply stats run.trace --by lock --csv
> lock,place,acquisitions,contended,contention,wait_ns,wait_mean_ns,wait_longest_ns,hold_ns,hold_mean_ns,hold_longest_ns
> critical 1,solver.c:125,16,12,0.75,24000000,2000000,3000000,16000000,1000000,1000000
$ unply stats run.trace --by thread --csv
> thread,active_ns,active_share,wait_task_ns,wait_task_share,wait_event_ns,wait_event_share,wait_lock_ns,wait_lock_share,overhead_ns,overhead_share,preempted_ns,preempted_share,idle_ns,idle_share,unrecorded_ns,unrecorded_share,setup_ns,setup_share,off_core_ns,off_core_share
> thread 0,49508000,0.291876,0,0,120024000,0.707605,0,0,88000,0.000518807,0,0,0,0,0,0,0,0,0,0
> thread 1,56499992,0.341142,0,0,80040000,0.483275,4000000,0.0241517,0,0,0,0,25080008,0.151431,0,0,0,0,0,0
> thread 2,92499984,0.558507,0,0,40040000,0.241758,8000000,0.0483033,0,0,0,0,25080016,0.151431,0,0,0,0,0,0
> thread 3,128499976,0.775872,0,0,40000,0.000241517,12000000,0.072455,0,0,0,0,25080024,0.151431,0,0,0,0,0,0
> all,327007952,0.481971,0,0,240144000,0.353944,24000000,0.0353732,88000,0.000129702,0,0,87240048,0.128582,0,0,0,0,0,0
$ unply stats run.trace --by subroutine --csv
> subroutine,active_ns,loop_ns,wait_event_ns,wait_lock_ns,wait_task_ns,overhead_ns,executions,efficiency,inverse
> relax,280240000,280240000,216072000,0,0,0,4,0.564727,1.77077
> (none known),29000000,0,0,0,0,0,0,,
> reduce,17603976,0,24072000,24000000,0,44000,4,0.267375,3.74006
> main,163976,0,0,0,0,44000,4,0.564602,1.77116
$ unply stats run.trace --from 5ms --to 10ms --json | python3 -c 'import json, sys; d = json.load(sys.stdin); print(d["schema"], d["from_ns"], d["to_ns"], d["threads"], d["active_ns"], d["lost_ns"], sorted(d["tables"]), d["tables"]["regions"])'
> 1 5000000 10000000 4 18979994 1020006 ['barriers', 'locks', 'loops', 'path', 'phases', 'processes', 'regions', 'statements', 'subroutines', 'threads', 'user', 'waits'] []
$ unply stats run.trace --json | python3 -c 'import json, sys; d = json.load(sys.stdin); print(sum(f["lost_ns"] for f in d["findings"]) == d["lost_ns"], d["findings"][0]["lost_ns"], sum(r["time_ns"] for r in d["tables"]["path"]) == d["critical_path"]["end_ns"] - d["critical_path"]["begin_ns"])'
> True 216072000 True
# what is refused
$ unply stats run.trace --by chunk
> unply: error: --by chunk: unknown word 'chunk', expected thread, process, region, loop, wait, barrier, lock, subroutine, statement, path, user or phase
> hint: for example --by thread
! 2
$ unply stats run.trace --csv
> unply: error: --csv: one table is written, expected --by with its name
> hint: for example --by loop
! 2
$ unply stats run.trace --from 9s
> unply: error: --from 9s --to the end: no time between them, the run lasts 169.62 ms
> hint: the begin comes first, and lies within the run
! 2
$ unply stats run.trace --by statement --exclude barier
> unply: error: --exclude: unknown statement 'barier', expected one of the table that --by statement prints
> hint: did you mean barrier?
! 2
$ unply stats nothing.trace
> unply: error: nothing.trace: cannot open, No such file or directory
> hint: unply record PROGRAM writes PROGRAM.trace in the current directory
! 2
$ echo 'int main(void) { return 0; }' > a.c && unply cc a.c -o a && unply record -q ./a 2> /dev/null && unply stats a.trace
> unply: error: a.trace: holds no parallel run, but tasks and dependences of a sequential one
> hint: unply report a.trace
! 2
$ unply report run.trace
> unply: error: run.trace: more than one thread ran OpenMP, expected one
> hint: unply stats run.trace says where its time went; tasks take longer beside others than alone; for what could run in parallel: OMP_NUM_THREADS=1 OMP_THREAD_LIMIT=1 unply record ... (the limit holds where the program sets its own number)
! 2
# a program that was killed: what it left open ends with its threads
$ python3 $TESTS/uneven_run.py 100 88 | awk '$2 < 15000000 || /^(meta|site|name)/ || /^thread/ {print}' | sed 's/meta complete yes/meta complete no/' | $UNPLY_BUILD/tests/write_events killed.trace && unply stats killed.trace | head -4
> program ./solver
> recorded at an unknown time, 170 ms
> complete no: the recorder ended before the program; results are valid up to that point
> threads 4 at once
# a schedule that was simulated: tasks of 4, 2 and 2 after the first on two processors, which take 6, 8 of 12 active
$ printf '3\n0 4 0\n1 2 1 0\n2 2 1 0\n' > a.stg && unply bound a.stg -p 2 --emit simulated.trace > /dev/null && unply stats simulated.trace | sed -n '/lost/,/^$/p;/^threads$/,/^$/p' && unply stats simulated.trace --json | python3 -c 'import json, sys; d = json.load(sys.stdin); print(d["capacity_ns"], d["active_ns"], d["lost_ns"], d["efficiency"])'
> 33 % of 2 threads' time is lost: 4 ns of 12 ns; efficiency 0.67
> 33 % idle: no work for the thread, or fewer threads
>
> threads
> thread active idle
> processor 0 6 ns 100 % - -
> processor 1 2 ns 33 % 4 ns 67 %
> all 8 ns 67 % 4 ns 33 %
>
> 12 8 4 0.6666666666666666
# many threads: the overview has those that lose most, --by thread has all
$ python3 $TESTS/pool_run.py 20 | $UNPLY_BUILD/tests/write_events pool.trace && unply stats pool.trace | sed -n '/^threads,/,/^$/p' && unply stats pool.trace --by thread | grep -c 'thread '
> threads, the 5 of 20 that lose most
> thread active wait event idle
> thread 1 - - 19.0 ms 66 % 10.0 ms 34 %
> thread 2 - - 18.0 ms 64 % 10.0 ms 36 %
> thread 3 - - 17.0 ms 63 % 10.0 ms 37 %
> thread 4 - - 16.0 ms 62 % 10.0 ms 38 %
> thread 5 - - 15.0 ms 60 % 10.0 ms 40 %
> all 10.0 ms 2 % 210 ms 35 % 380 ms 63 %
>
> 21
