# The machine file: measured, saved, shown, and what is refused.
$ export XDG_CONFIG_HOME=$PWD/config
$ unply machine
> unply: error: $TMP/config/unply/machine.json: cannot read, No such file or directory
>   hint: unply machine --calibrate measures this machine and writes such a file
! 2
$ unply machine --calibrate --threads 2 --repeats 3 2> warning
>~ ^machine  \S.*20\d\d-\d\d-\d\dT
>~ ^runtime  .*(libomp|libgomp).*2 threads, 3 repeats$
>~ ^free     \d\.\d\d of 2 processors before, \d\.\d\d after(: inconclusive)?$
>
> cost     median   quartiles
>~ ^fork     \d.* s? ?.*to .*open and close a parallel region$
>~ ^barrier  \d.*to .*pass a barrier$
>~ ^spawn    \d.*to .*make a task ready$
>~ ^task     \d.*to .*begin and end a task$
>~ ^steal    \d.*to .*take a task of another thread$
>~ ^lock     \d.*to .*take and release a lock$
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
> 1 2 3 ['barrier', 'fork', 'lock', 'spawn', 'steal', 'task']
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
> cost     median   quartiles
> fork     0 ns     0 ns to 0 ns         open and close a parallel region
> barrier  0 ns     0 ns to 0 ns         pass a barrier
> spawn    0 ns     0 ns to 0 ns         make a task ready
> task     250 ns   250 ns to 250 ns     begin and end a task
> steal    1.50 us  1.00 us to 9.00 us   take a task of another thread
> lock     0 ns     0 ns to 0 ns         take and release a lock
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
> unply: error: --repeats requires --calibrate
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
