# Differences between recordings, compared with noise: a program whose loop takes longer and longer.
$ cat > run.py <<'END'
+ import sys
+ base, line, taken = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
+ now = 1000
+ print("meta program ./solver")
+ print("meta complete yes")
+ print(f"site 1 solver.c {line} relax")
+ print("site 2 solver.c 200 sum")
+ events = []
+ for number in range(1, 21):
+     site = 1 if number % 2 else 2
+     took = base * (100 + number % 5) if site == 1 else 5000 + number
+     lost = [(10, "preempted"), (10 + taken, "resumed")] if taken and number % 4 == 1 else []
+     took += taken if lost else 0
+     for time, words in ((0, f"parallel_begin {number} 1 {site}"), (0, f"implicit_begin {number} 1:0"), *lost,
+                         (took, f"implicit_end {number}"), (took, f"parallel_end {number}")):
+         events.append(f"0 {now + time} {words}")
+     now += took
+ print("thread 0 initial 1", now)
+ print("\n".join(events))
+ END
$ record() { python3 run.py $1 $2 ${4:-0} | $UNPLY_BUILD/tests/write_events $3; }
$ record 1000 88 before.trace; record 1300 91 slower.trace; record 1010 88 alike.trace
$ unply diff before.trace slower.trace
> before before.trace; 1 thread, efficiency 1.00
> after slower.trace; 1 thread, efficiency 1.00
>
> slower: 1.07 ms before, 1.38 ms after, +29 %, beyond noise (+-53.6 us)
>
> what place function before after change noise
> region solver.c:88 -> 91 relax 1.02 ms 1.33 ms +30 % +-51.0 us slower
>
> 1 row within noise
> known times of regions and loops as elapsed, of waits and locks in thread time; noise: 95 %
> interval of the difference, from repeated executions within one recording, at least 5 %
>
> next: record each side several times: unply diff before.trace,... slower.trace,...
! 1
$ unply diff slower.trace before.trace | sed -n 4p
> faster: 1.38 ms before, 1.07 ms after, -22 %, beyond noise (+-68.9 us)
$ unply diff before.trace alike.trace
> before before.trace; 1 thread, efficiency 1.00
> after alike.trace; 1 thread, efficiency 1.00
>
> no difference beyond noise (+-53.6 us): 1.07 ms before, 1.08 ms after, +1 %
>
> 2 rows within noise
> known times of regions and loops as elapsed, of waits and locks in thread time; noise: 95 %
> interval of the difference, from repeated executions within one recording, at least 5 %
>
> next: record each side several times: unply diff before.trace,... alike.trace,...
$ for i in 1 2 3; do record 100$i 88 b$i.trace; record 102$i 88 a$i.trace; done
$ unply diff b1.trace,b2.trace,b3.trace a1.trace,a2.trace,a3.trace
> before b1.trace, b2.trace, b3.trace; 1 thread, efficiency 1.00
> after a1.trace, a2.trace, a3.trace; 1 thread, efficiency 1.00
>
> slower: 1.07 ms before, 1.09 ms after, +2 %, beyond noise (+-3.58 us)
>
> what place function before after change noise
> region solver.c:88 relax 1.02 ms 1.04 ms +2 % +-3.58 us slower
>
> 1 row within noise
> known times of regions and loops as elapsed, of waits and locks in thread time; noise: 95 %
> interval of the difference, from the recordings of each side
>
> next: unply stats a1.trace
! 1
$ unply diff --json before.trace slower.trace | python3 -c 'import json, sys; d = json.load(sys.stdin); print(d["schema"], d["verdict"], d["recordings"], [(c["what"], c["before"]["line"], c["after"]["line"], c["verdict"]) for c in d["changes"]])'
> 1 slower {'before': 1, 'after': 1} [('region', 88, 91, 'slower'), ('region', 200, 200, 'within noise')]
# The same program, while the system gave its core to others for a good part of the time; then one that does more.
$ record 1000 88 busy.trace 200000; record 2000 88 more.trace 200000
$ unply diff before.trace busy.trace
> before before.trace; 1 thread, efficiency <ratio>
> after busy.trace; 1 thread, efficiency <ratio>
> preempted the system took <measure> of what the threads could have been active before, <measure> after: active
> time is compared, not elapsed time; waits are left out
>
> no difference beyond noise (+-<time>): <time> of active time before, <time> after, +<measure>
>
> 2 rows within noise
> known times of regions and loops as active time of all threads, of locks preemption excluded;
> noise: <measure> interval of the difference, from repeated executions within one recording, at
> least <measure>, and at least a quarter of the share that the system took
>
> next: record each side several times: unply diff before.trace,... busy.trace,...
$ unply diff busy.trace more.trace
> before busy.trace; 1 thread, efficiency <ratio>
> after more.trace; 1 thread, efficiency <ratio>
> preempted the system took <measure> of what the threads could have been active before, <measure> after:
> active time is compared, not elapsed time; waits are left out
>
> slower: <time> of active time before, <time> after, +<measure>, beyond noise (+-<time>)
>
> what place function before after change noise
> region solver.c:88 relax <time> <time> +<measure> ? not repeated
>
> 1 row within noise
> known times of regions and loops as active time of all threads, of locks preemption excluded;
> noise: <measure> interval of the difference, from repeated executions within one recording, at
> least <measure>, and at least a quarter of the share that the system took
>
> next: record each side several times: unply diff busy.trace,... more.trace,...
! 1
$ unply diff --json before.trace busy.trace | python3 -c 'import json, sys; d = json.load(sys.stdin); print(d["compared"], d["verdict"], d["too_short"], [round(d["taken"][side], 3) for side in ("before", "after")], d["elapsed"]["what"])'
> active within noise 0 [<ratio>, <ratio>] active time
$ unply diff before.trace missing.trace
> unply: error: missing.trace: cannot open, No such file or directory
> hint: unply record PROGRAM writes PROGRAM.trace in the current directory
! 2
