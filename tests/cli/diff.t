# What changed between recordings, and whether it is noise: a program whose loop takes longer and longer.
$ cat > run.py <<'END'
+ import sys
+ base, line = int(sys.argv[1]), sys.argv[2]
+ now = 1000
+ print("meta program ./solver")
+ print("meta complete yes")
+ print(f"site 1 solver.c {line} relax")
+ print("site 2 solver.c 200 sum")
+ events = []
+ for number in range(1, 21):
+     site = 1 if number % 2 else 2
+     took = base * (100 + number % 5) if site == 1 else 5000 + number
+     for time, words in ((0, f"parallel_begin {number} 1 {site}"), (0, f"implicit_begin {number} 1:0"),
+                         (took, f"implicit_end {number}"), (took, f"parallel_end {number}")):
+         events.append(f"0 {now + time} {words}")
+     now += took
+ print("thread 0 initial 1", now)
+ print("\n".join(events))
+ END
$ record() { python3 run.py $1 $2 | $UNPLY_BUILD/tests/write_events $3; }
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
$ unply diff before.trace missing.trace
> unply: error: missing.trace: cannot open, No such file or directory
> hint: unply record PROGRAM writes PROGRAM.trace in the current directory
! 2
