# The machine file: measured, saved, shown, and refused input.
$ export XDG_CONFIG_HOME=$PWD/config
$ unply machine
> unply: error: $TMP/config/unply/machine.json: cannot open, No such file or directory
>   hint: unply machine --calibrate measures this machine and writes such a file
! 2
$ unply machine --calibrate --threads 2 --repeats 3 2> warning
>~ ^machine  \S.*20\d\d-\d\d-\d\dT
>~ ^runtime  .*(libomp|libgomp).*2 threads, 3 repeats$
>~ ^free     \d\.\d\d of 2 processors before, \d\.\d\d after(: inconclusive)?$
>
> cost         median    quartiles
>~ ^fork         \d.* s? ?.*to .*open and close a parallel region$
>~ ^barrier      \d.*to .*pass a barrier$
>~ ^spawn        \d.*to .*make a task ready$
>~ ^task         \d.*to .*begin and end a task$
>~ ^steal        \d.*to .*take a task of another thread$
>~ ^lock         \d.*to .*take and release a lock$
>~ ^wait         \d.*to .*see that the iteration before has ended$
>~ ^instruction  \d.*to .*of a loop profile's work, by kernel$
>
> file:    $TMP/config/unply/machine.json
> next:    unply bound app.trace --machine $TMP/config/unply/machine.json
# The warning stands exactly where the file says that the costs are inconclusive.
$ python3 - config/unply/machine.json warning <<'END'
+ import json, sys
+ file, said = json.load(open(sys.argv[1])), open(sys.argv[2]).read()
+ free = min(file["free_processors"].values())
+ print(file["schema"], file["threads"], file["repeats"], sorted(file["costs_ns"]))
+ print(file["conclusive"] == (free >= 1.9), ("inconclusive" in said) == (not file["conclusive"]))
+ costs = file["costs_ns"].values()
+ print(all(0 <= c["low"] <= c["median"] <= c["high"] for c in costs), sum(c["median"] for c in costs) > 0)
+ END
> 2 2 3 ['barrier', 'fork', 'instruction', 'lock', 'spawn', 'steal', 'task', 'wait']
> True True
> True True
$ unply machine --json | cmp - config/unply/machine.json && echo same
> same
$ unply machine --check --threads 2 > free; code=$?; grep -q inconclusive free; test $? = $((1 - code)) && cut -d' ' -f2- free | cut -d: -f1
> of 2 processors are free
# By hand: only schema and costs_ns have to be there, and a cost may be a number.
$ echo '{"schema":1,"name":"big","costs_ns":{"task":250,"steal":{"median":1500,"low":1000,"high":9000}}}' > big.json
$ unply machine --file big.json
> machine  big
>
> cost         median    quartiles
> fork         0 ns      0 ns to 0 ns           open and close a parallel region
> barrier      0 ns      0 ns to 0 ns           pass a barrier
> spawn        0 ns      0 ns to 0 ns           make a task ready
> task         250 ns    250 ns to 250 ns       begin and end a task
> steal        1.50 us   1.00 us to 9.00 us     take a task of another thread
> lock         0 ns      0 ns to 0 ns           take and release a lock
>
> file:    big.json
> next:    unply bound app.trace --machine big.json
$ echo '{"schema":1,"costs_ns":{"task":-250}}' > negative.json; unply machine --file negative.json
> unply: error: negative.json: costs_ns.task: -250, expected ns from 0 to 1000000000000
>   hint: unply machine --calibrate measures this machine and writes such a file
! 2
$ unply machine --calibrate --check
> unply: error: --calibrate excludes --check
>   hint: see unply machine --help
! 2
$ unply machine --threads 1
> unply: error: --threads: Value 1 not in range 2 to 1024
>   hint: see unply machine --help
! 2
$ unply machine --repeats 5
> unply: error: --repeats requires --calibrate or --network
>   hint: see unply machine --help
! 2
# No compiler, no figures; a runtime that gives fewer threads is not taken for two.
$ mkdir none; PATH=none $(command -v unply) machine --calibrate -o m.json 2>&1 | sed 's/(.*)//'; test -e m.json || echo nothing saved
> ...
> nothing saved
$ OMP_THREAD_LIMIT=1 unply machine --calibrate -o m.json; test -e m.json || echo nothing saved
> unply: error: machine: the calibration program ended with exit code 3: a team of 1 threads, expected 2
>   hint: OMP_THREAD_LIMIT and the limits of this shell (ulimit -a) may be too low
> nothing saved
# A network by hand: alone, and kept by --calibrate. tests/network measures one.
$ cat > network.json <<'END'
+ {"schema": 2, "name": "lidic", "network": {"mpi": "MPICH2 1.0.6", "simulated": true, "simulated_host_speed": 3.2e9, "processes": 8,
+  "all_to_all": {"size_varies": [{"processes": 8, "latency_s": 2.43e-4, "gap_s": 1.51e-7}, {"processes": 2, "latency_s": 1e-4, "gap_s": 3e-10}],
+                 "number_varies": [{"processes": 2, "latency_s": 0, "gap_s": 1e-6, "r2": 0.5}]},
+  "exchanges": [{"processes": 2, "distance": 1, "words": [1, 65536], "seconds": [1e-6, 66.536e-6]}],
+  "ping_pong": {"partner": 7, "latency_s": 5e-5, "gap_per_byte_s": 8e-9, "eager_bytes": 65536}}}
+ END
$ unply machine --file network.json --svg lines.svg
> machine  lidic
>
> network  MPICH2 1.0.6
> ranks    8, simulated, on hosts of 3.2e+09 flop/s
>
> all-to-all: T = l + K g for a message of K words of 32 bits, and for K messages of one word
>   P  l, size varies  g a word      R2  l, number varies  g a message      R2
>   2          100 us    0.3 ns  1.0000              0 ns      1.00 us  0.5000
>   8          243 us    151 ns  1.0000                 -            -       -
>
> exchange with rank XOR distance, 2 processes at once
>   distance   1 word     1024    65536  1048576
>          1  1.00 us  2.02 us  66.5 us        -
>
> ping-pong with rank 7: L 50.0 us, o_send 0 ns, o_recv 0 ns, g 0 ns, G 8 ns a byte (R2 1.0000), eager up to 65536 bytes
>
> file:    network.json
> next:    unply predict app.model -p 2..64 --machine network.json
$ python3 -c 'import xml.dom.minidom; print(len(xml.dom.minidom.parse("lines.svg").getElementsByTagName("circle")))'
> 5
$ unply machine --file big.json --svg lines.svg
> unply: error: --svg: big.json has no all-to-all of a network
>   hint: unply machine --network -- mpirun -np 8 measures it
! 2
$ cp network.json both.json; unply machine --calibrate --threads 2 --repeats 3 -o both.json > /dev/null 2>&1
$ python3 -c 'import json; both, alone = (json.load(open(f)) for f in ("both.json", "network.json")); print("costs_ns" in both, both["network"]["mpi"], both["network"]["all_to_all"]["size_varies"][1]["gap_s"], len(both["network"]["exchanges"]))'
> True MPICH2 1.0.6 1.51e-07 1
# The costs of a network alone are no machine of tasks: refused if asked for, passed over if saved.
$ echo '{"workflow":{"tasks":[{"name":"a","runtime":1,"children":["b"]},{"name":"b","runtime":2}]}}' > w.json
$ cp network.json config/unply/machine.json; unply bound w.json -p 1 --format csv
> p,scheduler,machine,makespan,speedup,efficiency,known,lower,upper
> 1,hlfet,,3000000000,1,1,optimal,3000000000,3000000000
$ unply bound --machine network.json w.json
> unply: error: network.json: has no costs of tasks, but those of a network
>   hint: unply machine --calibrate -o network.json measures them and keeps the network
! 2
# A file that is no machine file is not replaced.
$ echo important > notes.txt; unply machine --calibrate -o notes.txt; cat notes.txt
> unply: error: notes.txt: is not a JSON object
>   hint: move it away, or save to another file with -o
> important
$ unply machine --network
> unply: error: machine: --network without a command
>   hint: unply machine --network -- mpirun -np 8, or unply machine --network --platform cluster.xml -p 64
! 2
$ unply machine -- mpirun -np 8
> unply: error: machine: 3 words behind -- but no --network
>   hint: unply machine --network -- mpirun -np 8
! 2
$ unply machine --network --processes 8..2 -- mpirun -np 8
> unply: error: --processes 8..2: "8..2" is neither a number from 2 nor an ascending range
>   hint: for example --processes 2..8,16
! 2
$ unply machine --network --calibrate -- mpirun -np 8
> unply: error: --calibrate excludes --network
>   hint: see unply machine --help
! 2
$ unply machine --network -o m.json -- nothing-here -np 8; test -e m.json || echo nothing saved
> unply: error: nothing-here: no such program in PATH
>   hint: a program that is not in PATH needs its path, such as ./a.out
> nothing saved
