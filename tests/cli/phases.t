# Phases of a skeleton: four ranks, one call, a leaf of 10 to 13 us on each. Times are made up by a program (phase_run.py, for
# tests/events/write_events.cpp), so that every figure is known.
$ python3 $TESTS/phase_run.py 10 | $UNPLY_BUILD/tests/write_events run.trace
$ unply dump --table phases run.trace | head -10
> phase rank 0 thread 0 call 0 call level 0 P=4 N=1024 begin 0 ns end 22000 ns sort.cpp:12
> phase rank 0 thread 0 call 0 divide level 0 N=1024 begin 0 ns end 2000 ns cpu 1000 ns sort.cpp:12
> phase rank 0 thread 0 call 0 divide level 1 N=512 begin 2000 ns end 3000 ns cpu 500 ns sort.cpp:12
> phase rank 0 thread 0 call 0 sequential level 2 N=256 work:visits=0 begin 3000 ns end 13000 ns cpu 5000 ns sort.cpp:12
> phase rank 0 thread 0 call 0 exchange level 1 partner 1 1024 bytes begin 13000 ns end 16000 ns cpu 1500 ns sort.cpp:12
> phase rank 0 thread 0 call 0 combine level 1 begin 16000 ns end 17500 ns cpu 750 ns sort.cpp:12
> phase rank 0 thread 0 call 0 exchange level 0 partner 2 2048 bytes begin 17500 ns end 20500 ns cpu 1500 ns sort.cpp:12
> phase rank 0 thread 0 call 0 combine level 0 begin 20500 ns end 22000 ns cpu 750 ns sort.cpp:12
> phase rank 1 thread 1 call 0 call level 0 P=4 N=1024 begin 1000 ns end 24000 ns sort.cpp:12
> phase rank 1 thread 1 call 0 divide level 0 N=1024 begin 1000 ns end 3000 ns cpu 1000 ns sort.cpp:12
$ unply dump --table phases --no-times run.trace | grep 'rank 3'
> phase rank 3 thread 3 call 0 call level 0 P=4 N=1024 sort.cpp:12
> phase rank 3 thread 3 call 0 divide level 0 N=1024 sort.cpp:12
> phase rank 3 thread 3 call 0 divide level 1 N=512 sort.cpp:12
> phase rank 3 thread 3 call 0 sequential level 2 N=256 work:visits=300 sort.cpp:12
> phase rank 3 thread 3 call 0 exchange level 1 partner 2 1024 bytes sort.cpp:12
> phase rank 3 thread 3 call 0 combine level 1 sort.cpp:12
> phase rank 3 thread 3 call 0 exchange level 0 partner 1 2048 bytes sort.cpp:12
> phase rank 3 thread 3 call 0 combine level 0 sort.cpp:12
$ unply info run.trace | grep '^recorded'
> recorded    116 events of a parallel run, with 32 phases of a skeleton
$ unply info --json run.trace | grep phases
>   "phases": 32,
$ unply stats run.trace | sed -n '5,8p;/^phases/,/^$/p;/^next/p'
> 11 % of 4 threads' time is lost: 12.0 us of 112 us; efficiency 0.89
>    11 %  idle: no work for the thread, or fewer threads
> of the skeleton's phases sequential takes longest: 13.0 us on one thread, 52 % of the 25.0 us that
>   its calls take on the slowest thread
> phases of a skeleton, 5 of 8
>   phase       level  ranks  count     time     mean  imbalance  bytes  of the calls
>   call            0      4      4  25.0 us  23.5 us        6 %      0         100 %
>   sequential      2      4      4  13.0 us  11.5 us       12 %      0          52 %
>   exchange        0      4      4  3.00 us  3.00 us          -   8192          12 %
>   exchange        1      4      4  3.00 us  3.00 us          -   4096          12 %
>   divide          0      4      4  2.00 us  2.00 us          -      0           8 %
>
> next:      unply stats run.trace --by phase
$ unply stats run.trace --by phase
> program    ./sort
> recorded   at an unknown time, 28.0 us
> threads    4 at once, in 4 processes
>
> phases of a skeleton
>   phase       level  ranks  threads  count     time     mean  imbalance  slowest          bytes  of the calls
>   call            0      4        4      4  25.0 us  23.5 us        6 %  rank 3 thread 0      0         100 %
>   sequential      2      4        4      4  13.0 us  11.5 us       12 %  rank 3 thread 0      0          52 %
>   exchange        0      4        4      4  3.00 us  3.00 us          -  rank 0 thread 0   8192          12 %
>   exchange        1      4        4      4  3.00 us  3.00 us          -  rank 0 thread 0   4096          12 %
>   divide          0      4        4      4  2.00 us  2.00 us          -  rank 0 thread 0      0           8 %
>   combine         0      4        4      4  1.50 us  1.50 us          -  rank 0 thread 0      0           6 %
>   combine         1      4        4      4  1.50 us  1.50 us          -  rank 0 thread 0      0           6 %
>   divide          1      4        4      4  1.00 us  1.00 us          -  rank 0 thread 0      0           4 %
>   time: of the thread that spends most in it; mean: of the threads that take part; imbalance: 1 -
>     mean / time; of the calls: the time over that of the thread that is in calls longest
$ unply stats run.trace --by phase --csv
> phase,level,ranks,threads,count,time_ns,mean_ns,imbalance,slowest,bytes,share
> call,0,4,4,4,25000,23500,0.06,rank 3 thread 0,0,1
> sequential,2,4,4,4,13000,11500,0.115385,rank 3 thread 0,0,0.52
> exchange,0,4,4,4,3000,3000,0,rank 0 thread 0,8192,0.12
> exchange,1,4,4,4,3000,3000,0,rank 0 thread 0,4096,0.12
> divide,0,4,4,4,2000,2000,0,rank 0 thread 0,0,0.08
> combine,0,4,4,4,1500,1500,0,rank 0 thread 0,0,0.06
> combine,1,4,4,4,1500,1500,0,rank 0 thread 0,0,0.06
> divide,1,4,4,4,1000,1000,0,rank 0 thread 0,0,0.04
$ unply stats run.trace --by phase --json | python3 -c 'import json, sys
+ data = json.load(sys.stdin)
+ print(data["dominant_phase"])
+ print(data["tables"]["phases"][1])'
> {'phase': 'sequential', 'time_ns': 13000, 'calls_ns': 25000, 'level': 2, 'level_time_ns': 13000}
> {'phase': 'sequential', 'level': 2, 'ranks': 4, 'threads': 4, 'count': 4, 'time_ns': 13000, 'mean_ns': 11500, 'imbalance': 0.11538461538461542, 'slowest': 'rank 3 thread 0', 'bytes': 0, 'share': 0.52}
# A part of the run counts what ends in it; its times are whole.
$ unply stats run.trace --by phase --csv --from 0ns --to 3us
> phase,level,ranks,threads,count,time_ns,mean_ns,imbalance,slowest,bytes,share
> divide,0,2,2,2,2000,2000,0,rank 0 thread 0,0,0.666667
> divide,1,1,1,1,1000,1000,0,rank 0 thread 0,0,0.333333
$ unply stats run.trace --by stage
> unply: error: --by stage: unknown word 'stage', expected thread, process, region, loop, wait, barrier, lock, subroutine, statement, path, user or phase
>   hint: for example --by thread
! 2
# Beside a run whose leaves take twice as long.
$ python3 $TESTS/phase_run.py 20 | $UNPLY_BUILD/tests/write_events slower.trace; unply diff run.trace slower.trace
> before     run.trace; 4 threads, efficiency 0.89
> after      slower.trace; 4 threads, efficiency 0.92
>
> cannot be told from noise: 28.0 us before, 38.0 us after, +36 %, but nothing in it is repeated;
>   record several runs
>
> what                       place    function   before    after  change      noise
> phase: call of a skeleton  level 0            94.0 us   134 us   +43 %  +-7.45 us  slower
> phase: sequential leaf     level 2            46.0 us  86.0 us   +87 %  +-7.45 us  slower
>
> 6 rows within noise
> known      times of regions and loops as elapsed, of waits and locks in thread time; noise: 95 %
>            interval of the difference, from repeated executions within one recording, at least 5 %
>
> next:      record each side several times: unply diff run.trace,... slower.trace,...
# A program without phases has no word on them.
$ python3 $TESTS/uneven_run.py 100 88 | $UNPLY_BUILD/tests/write_events none.trace; unply stats none.trace | grep -c phase
> 0
! 1
$ unply dump --table phases none.trace
$ unply info none.trace | grep -c phase
> 0
! 1
# Killed: what is open ends with its thread.
$ python3 $TESTS/phase_run.py 10 | awk '!/^[0-9]/ || $2 < 12000' | sed 's/^thread \(.\) initial 0 [0-9]*/thread \1 initial 0 12000/; s/complete yes/complete no/' | $UNPLY_BUILD/tests/write_events killed.trace
$ unply dump --table phases killed.trace | grep unfinished
> phase rank 0 thread 0 call 0 call level 0 P=4 N=1024 begin 0 ns end 3000 ns sort.cpp:12 unfinished
> phase rank 0 thread 0 call 0 sequential level 2 N=256 begin 3000 ns end 3000 ns sort.cpp:12 unfinished
> phase rank 1 thread 1 call 0 call level 0 P=4 N=1024 begin 1000 ns end 4000 ns sort.cpp:12 unfinished
> phase rank 1 thread 1 call 0 sequential level 2 N=256 begin 4000 ns end 4000 ns sort.cpp:12 unfinished
> phase rank 2 thread 2 call 0 call level 0 P=4 N=1024 begin 2000 ns end 5000 ns sort.cpp:12 unfinished
> phase rank 2 thread 2 call 0 sequential level 2 N=256 begin 5000 ns end 5000 ns sort.cpp:12 unfinished
> phase rank 3 thread 3 call 0 call level 0 P=4 N=1024 begin 3000 ns end 6000 ns sort.cpp:12 unfinished
> phase rank 3 thread 3 call 0 sequential level 2 N=256 begin 6000 ns end 6000 ns sort.cpp:12 unfinished
# Damaged anywhere: all 32 phases, or the words that some are missing.
$ cat > damage.py <<'END'
+ import subprocess
+ whole, fewer = open("run.trace", "rb").read(), 0
+ for at in range(40, len(whole), 29):
+     open("bad.trace", "wb").write(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1:])
+     done = subprocess.run(["unply", "dump", "--table", "phases", "bad.trace"], capture_output=True, text=True)
+     rows = [line for line in done.stdout.splitlines() if line.startswith("phase")]
+     assert done.returncode == 0 and (len(rows) == 32 or "meta complete no: " in done.stdout), (at, done)
+     fewer += len(rows) < 32
+ print(fewer > 0)
+ END
$ python3 damage.py
> True
# Other tools.
$ unply convert run.trace --to sqlite -o run.db > out && python3 -c 'import sqlite3
+ tables = sqlite3.connect("run.db")
+ for row in tables.execute("select rank, kind, level, partner, bytes, end_ns - begin_ns, cpu_ns, finished, features.name, value from phases left join phase_features features using (phase) where rank = 2"): print(*row)
+ print(*tables.execute("select activity, sum(total_ns) from times where activity in (\"divide\", \"combine\") group by activity"))'
> 2 call 0 None 0 24000 0 1 N 1024.0
> 2 call 0 None 0 24000 0 1 P 4.0
> 2 divide 0 None 0 2000 1000 1 N 1024.0
> 2 divide 1 None 0 1000 500 1 N 512.0
> 2 sequential 2 None 0 12000 6000 1 N 256.0
> 2 sequential 2 None 0 12000 6000 1 work:visits 200.0
> 2 exchange 1 3 1024 3000 1500 1 None None
> 2 combine 1 None 0 1500 750 1 None None
> 2 exchange 0 0 2048 3000 1500 1 None None
> 2 combine 0 None 0 1500 750 1 None None
> ('combine', 12000) ('divide', 12000)
$ unply convert run.trace --to csv -o run.csv > out && grep -c phase_begin run.csv
> 32
$ unply convert run.trace --to perfetto -o run.pf > out && strings -n 6 run.pf | grep -E '^(call 0|.*level [0-9])' | sort | uniq -c | sed 's/^ *//'
> 4 call 0"
> 4 combine level 0
> 4 combine level 1
> 4 divide level 0"
> 4 divide level 1"
> 4 exchange level 0"
> 4 exchange level 1"
> 4 sequential level 2"
$ unply convert run.trace --to otf2 -o run.otf2 > out && unply convert run.otf2 -o again.trace > out && unply dump --table phases again.trace > again.txt; unply dump --table phases run.trace | diff - again.txt
$ unply info again.trace | grep '^recorded'
> recorded    116 events of a parallel run, with 32 phases of a skeleton
$ otf2-print run.otf2/traces.otf2 | grep -c 'ENTER .*exchange level 1'
> 4
# On the page.
$ unply view run.trace --json | python3 -c 'import json, sys
+ phases = json.load(sys.stdin)["runs"][0]["phases"]
+ print(phases["count"], phases["chunks"]["rows"], phases["kinds"], phases["features"])'
> 32 [32] ['call', 'divide', 'sequential', 'exchange', 'combine'] ['P', 'N', 'work:visits']
# Predicted phases above the measured ones: a model and a network written by hand.
$ echo '{"schema": 1, "kind": "divide-and-conquer", "sizes": {"N": {"by_division": 0.5, "known": "given"}}, "phases": [{"name": "divide", "features": ["N"], "law": {"terms": [{"of": "N", "coefficient": 2e-9}]}}, {"name": "sequential", "features": ["N"], "law": {"terms": [{"of": "N", "coefficient": 4e-8}]}}, {"name": "combine", "features": ["N"], "law": {"terms": [{"of": "N", "coefficient": 1e-9}]}}], "words": {"name": "words", "features": ["N"], "law": {"terms": [{"of": "N", "coefficient": 1}]}}}' > sort.model
$ echo '{"schema": 2, "network": {"all_to_all": {"size_varies": [{"processes": 4, "latency_s": 1e-6, "gap_s": 1e-9}]}}}' > net.json
$ unply view run.trace --model sort.model --machine net.json --json | python3 -c 'import json, sys
+ for run in json.load(sys.stdin)["runs"]: print(run["kind"], run["duration_ns"], len(run["lanes"]), run["phases"]["count"])'
> parallel 28000 4 32
> simulated 28000 4 32
$ unply view run.trace --model sort.model
> unply: error: network: the model exchanges messages, and no machine file says what they cost
>   hint: unply machine --network -- mpirun -np 8 measures them; --machine FILE names another file
! 2
$ unply view run.trace --model sort.model --machine net.json -o both.html
> unply: both.html: written; it opens in a browser without a network
$ unply view run.trace --model missing.model
> unply: error: missing.model: cannot open, No such file or directory
>   hint: unply fit FILES... -o FILE.model writes models
! 2
$ unply view run.trace --machine net.json
> unply: error: --machine requires --model
>   hint: see unply view --help
! 2
$ unply view run.trace --model sort.model --machine net.json -o sort.model
> unply: error: -o sort.model: is the model itself
>   hint: give the page another name
! 2
