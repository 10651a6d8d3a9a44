# unply merge: profiles of several inputs as one. The profiles are made by tests/events/write_profile.cpp, so that every figure
# is known. Of two loops the second depends on earlier iterations with one input only, and a third runs with one input only.
$ cat > one.txt <<'END'
+ meta program ./app
+ meta argument 100
+ meta complete yes
+ work 1000000
+ site a.c 11 5 f u[] write
+ site a.c 21 5 f v[] write
+ site a.c 21 9 f v[] read
+ loop a.c 10 3 f 1 100 100 100 400000 - {"language":"c","form":"for","index":"i","canonical":true,"begin":[10,3],"end":[12,4],"variables":[]}
+ loop a.c 20 3 f 2 200 100 100 300000 - {"language":"c","form":"for","index":"i","canonical":true,"begin":[20,3],"end":[22,4],"variables":[]}
+ loop a.c 30 3 f 0 0 0 0 0 - {"language":"c","form":"for","index":"i","canonical":true,"begin":[30,3],"end":[32,4],"variables":[]}
+ loop a.c 40 3 f 0 0 0 0 0 - {"language":"c","form":"for","index":"i","canonical":true,"begin":[40,3],"end":[42,4],"variables":[]}
+ END
$ cat > two.txt <<'END'
+ meta program ./app
+ meta argument 5000
+ meta complete yes
+ work 9000000
+ site plugin.c 5 5 g w[] write
+ site a.c 21 9 f v[] read
+ site a.c 21 5 f v[] write
+ loop plugin.c 4 3 g 1 50 50 50 500 - {"language":"c","form":"for","index":"k","canonical":true,"begin":[4,3],"end":[6,4],"variables":[]}
+ loop a.c 10 3 f 1 5000 5000 5000 4000000 - {"language":"c","form":"for","index":"i","canonical":true,"begin":[10,3],"end":[12,4],"variables":[]}
+ loop a.c 20 3 f 1 5000 5000 5000 3000000 - {"language":"c","form":"for","index":"i","canonical":true,"begin":[20,3],"end":[22,4],"variables":[]}
+ loop a.c 30 3 f 1 5000 5000 5000 2000000 - {"language":"c","form":"for","index":"i","canonical":true,"begin":[30,3],"end":[32,4],"variables":[]}
+ loop a.c 40 3 f 0 0 0 0 0 - {"language":"c","form":"for","index":"i","canonical":true,"begin":[40,3],"end":[42,4],"variables":[]}
+ carried 2 flow 3 2 4 7 4990 0 4
+ END
$ for n in one two; do $UNPLY_BUILD/tests/write_profile $n.trace < $n.txt; done
$ unply report one.trace | grep a.c:20
> 2. a.c:20   loop over i, 30 % of the time     parallel for, 1.3x on 8 threads (1.3 to 1.3)
$ unply merge one.trace two.trace -o all.trace
> all.trace: 2 inputs, 5 loops, 1 dependence
> next: unply report all.trace
$ unply report all.trace
> 1. a.c:10   loop over i, 44 % of the time     parallel for, 1.6x on 8 threads (1.6 to 1.6)
>      carried: none after that   executed 2 times, 100 to 5,000 iterations
> 2. a.c:30   loop over i, 20 % of the time     parallel for, 1.2x on 8 threads (1.2 to 1.2)
>      carried: none after that   executed once, 5,000 iterations
> all these loops together: 2.3x on 8 threads (2.2 to 2.3)
> independent, but too short to gain: plugin.c:4
> not parallel: a.c:20   loop over i, 33 %     flow through v[] from line 21 to line 21, distance 4 to
>    7
>
> loops      5: 3 doall, 1 serial, 1 never
> program    ./app
> inputs     1. ./app 100
>            2. ./app 5000
> known      dependences as observed on 2 inputs, unless proven: another input may have others;
>            speedups are estimates from counted work, without memory bandwidth
> costs      of threads: assumed; unply machine --calibrate measures them
> next: unply suggest all.trace --patch patches/
$ unply why all.trace a.c:20
> a.c:20   loop over i, 33 % of the time: serial
> function   f
> ran        executed 3 times, 100 to 5,000 iterations
> known      observed on 2 inputs, 5200 iterations
> stopped by 1. flow through v[] from line 21 to line 21, distance 4 to 7
>               fix: none by clauses: iterations need values of v[] from earlier ones
> carried    flow through v[] from line 21 to line 21, distance 4 to 7; 4990 times, first from
>            iteration 0 to 4: keeps iterations in order
> next: unply report all.trace
$ unply why all.trace a.c:30 | grep known
> known      observed on 1 of 2 inputs, 5000 iterations
$ unply why all.trace a.c:40 | grep known
> known      never executed
$ unply report --json all.trace | python3 -c 'import json, sys; all = json.load(sys.stdin); print(all["inputs"], all["commands"], all["loops_lost"], [(l["line"], l["inputs"], l["instances"], l["iterations"], l["least_iterations"], l["most_iterations"], l["coverage"]) for l in all["loops"]])'
> 2 ['./app 100', './app 5000'] 0 [(10, 2, 2, 5100, 100, 5000, 0.44), (20, 2, 3, 5200, 100, 5000, 0.33), (30, 1, 1, 5000, 5000, 5000, 0.2), (40, 0, 0, 0, 0, 0, 0.0), (4, 1, 1, 50, 50, 50, 0.0001)]
$ unply report --format sarif all.trace | python3 -c 'import json, sys; [print(r["message"]["text"]) for r in json.load(sys.stdin)["runs"][0]["results"]]'
> loop over i: doall; program 1.6x on 8 threads (1.6 to 1.6) expected; observed on 2 inputs, 5100 iterations
> loop over i: serial; flow through v[] from line 21 to line 21, distance 4 to 7 (none by clauses: iterations need values of v[] from earlier ones); observed on 2 inputs, 5200 iterations
> loop over i: doall; program 1.2x on 8 threads (1.2 to 1.2) expected; observed on 1 of 2 inputs, 5000 iterations
> loop over k: doall; program 1.0x on 8 threads (1.0 to 1.0) expected; observed on 1 of 2 inputs, 50 iterations
$ unply suggest all.trace | head -1
> 1. a.c:10   loop over i, 44 % of the time: doall, 1.6x on 8 threads (1.6 to 1.6)
$ unply dump all.trace | grep -v '^site'
> meta format 2.3
> meta program ./app
> meta input ./app 100
> meta input ./app 5000
> meta mode online
> meta complete yes
> meta exit 0
> meta duration 0 ns
> meta cores 0
> loop 0 a.c:10:3 f instances 2 iterations 5100 least 100 most 5000 work 4400000 {"language":"c","form":"for","index":"i","canonical":true,"begin":[10,3],"end":[12,4],"variables":[]}
> loop 1 a.c:20:3 f instances 3 iterations 5200 least 100 most 5000 work 3300000 {"language":"c","form":"for","index":"i","canonical":true,"begin":[20,3],"end":[22,4],"variables":[]}
> loop 2 a.c:30:3 f instances 1 iterations 5000 least 5000 most 5000 work 2000000 {"language":"c","form":"for","index":"i","canonical":true,"begin":[30,3],"end":[32,4],"variables":[]}
> loop 3 a.c:40:3 f instances 0 iterations 0 least 0 most 0 work 0 {"language":"c","form":"for","index":"i","canonical":true,"begin":[40,3],"end":[42,4],"variables":[]}
> loop 4 plugin.c:4:3 g instances 1 iterations 50 least 50 most 50 work 500 {"language":"c","form":"for","index":"k","canonical":true,"begin":[4,3],"end":[6,4],"variables":[]}
> loop a.c:20:3 carried flow v[] count 4990 distance 4 to 7 exact first 0 -> 4 a.c:21 -> a.c:21
> cost hook 0.00 ns
> cost transition 0.00 ns
> cost task 0.00 ns
$ unply info all.trace | sed -n '/^program/p; /^input/p; /^recorded/p; /^complete/p'
> program     ./app
> input       ./app 100
> input       ./app 5000
> complete    yes
> recorded    loop profile: 5 loops, 1 dependence

# a merged recording, merged again: its inputs add up; a file that is given twice counts once
$ unply merge all.trace one.trace ./one.trace -o more.trace && unply why more.trace a.c:10 | grep known && unply why more.trace a.c:30 | grep known
> note: one.trace and ./one.trace are the same file, which counts once
> more.trace: 3 inputs, 5 loops, 1 dependence
> next: unply report more.trace
> known      observed on 3 inputs, 5200 iterations
> known      observed on 1 of 3 inputs, 5000 iterations
$ unply merge one.trace one.trace -o same.trace && unply why one.trace a.c:20 > one.why && unply why same.trace a.c:20 | sed 's/same.trace/one.trace/' | diff one.why - && echo equal
> note: one.trace is given twice, and counts once
> same.trace: 1 input, 4 loops, 0 dependences
> next: unply report same.trace
> equal

# a recording that was cut makes the merged one incomplete; what had no room is summed, and said first
$ sed 's/complete yes/complete no/' two.txt > cut.txt && echo 'lost 12' >> cut.txt && $UNPLY_BUILD/tests/write_profile cut.trace < cut.txt && unply merge one.trace cut.trace cut.trace -o part.trace
> note: cut.trace is given twice, and counts once
> part.trace: 2 inputs, 5 loops, 1 dependence
> next: unply report part.trace
$ unply report part.trace | sed -n '1,/^1/p; /^complete/,/^ /p'
> missing: the loop profile had no room for a loop, a dependence or a call, 12 times: a loop may be
>    called parallel although its iterations depend on each other; compile fewer of the program's
>    files with unply, or record them in parts
> 1. a.c:10   loop over i, 44 % of the time     parallel for, 1.6x on 8 threads (1.6 to 1.6)
> complete   no: cut.trace: the recorder ended before the program; dependences after that point are
>            missing
$ unply why part.trace a.c:10 | sed -n '/^known/,/^ /p'
> known      observed in part on 2 inputs, 5100 iterations
> missing    the loop profile had no room for a loop, a dependence or a call, 12 times: a loop may be
>            called parallel although its iterations depend on each other
$ unply suggest part.trace | head -3
> missing: the loop profile had no room for a loop, a dependence or a call, 12 times: a loop may be
>    called parallel although its iterations depend on each other; compile fewer of the program's
>    files with unply, or record them in parts
$ unply report --json part.trace | python3 -c 'import json, sys; all = json.load(sys.stdin); print(all["loops_lost"], all["missing"])'
> 12 the loop profile had no room for a loop, a dependence or a call, 12 times: a loop may be called parallel although its iterations depend on each other
$ unply report --format sarif part.trace | python3 -c 'import json, sys; [print(i) for i in json.load(sys.stdin)["runs"][0]["invocations"]]'
> {'executionSuccessful': True, 'toolExecutionNotifications': [{'level': 'warning', 'message': {'text': 'the loop profile had no room for a loop, a dependence or a call, 12 times: a loop may be called parallel although its iterations depend on each other'}}]}

# errors
$ unply merge one.trace -o all.trace
> unply: error: 1 recording given, two or more are needed
>   hint: unply merge small.trace large.trace -o all.trace
! 2
$ unply merge one.trace two.trace
> unply: error: no name for the merged recording
>   hint: -o FILE, such as -o all.trace
! 2
$ unply merge one.trace all.trace -o ./all.trace
> unply: error: ./all.trace: is one of the recordings to be merged
>   hint: -o ANOTHER-FILE
! 2
$ unply merge one.trace missing.trace -o out.trace
> unply: error: missing.trace: cannot open, No such file or directory
>   hint: unply record PROGRAM writes PROGRAM.trace in the current directory
! 2
$ printf 'meta complete yes\n' | $UNPLY_BUILD/tests/write_profile empty.trace; unply merge one.trace empty.trace -o out.trace
> unply: error: empty.trace: there is no loop profile in this recording
>   hint: compile with unply cc, unply c++ or unply fc, and record again
! 2
$ sed 's/\[12,4\]/[13,4]/' two.txt | $UNPLY_BUILD/tests/write_profile rebuilt.trace; unply merge one.trace rebuilt.trace -o out.trace
> unply: error: rebuilt.trace: the loop at a.c:10:3 is another than in one.trace: the program was rebuilt between
>   hint: merge recordings of one build: record the program again with each input
! 2
$ sed 's/a.c 30 3/a.c 31 3/' two.txt | $UNPLY_BUILD/tests/write_profile moved.trace; unply merge one.trace moved.trace -o out.trace
> unply: error: moved.trace: f() has a loop at a.c:31:3, but in one.trace at 30:3: the program was rebuilt between
>   hint: merge recordings of one build: record the program again with each input
! 2
$ sed 's/a\.c/b.c/' two.txt | $UNPLY_BUILD/tests/write_profile other.trace; unply merge one.trace other.trace -o out.trace
> unply: error: other.trace: has no loop in common with one.trace: these are different programs
>   hint: merge recordings of one build: record the program again with each input
! 2
$ unply merge one.trace two.trace -o missing/out.trace
> unply: error: missing/out.trace: cannot write, No such file or directory
>   hint: -o FILE puts it elsewhere
! 2
$ ls out.trace
> ls: cannot access 'out.trace': No such file or directory
! 2
# A recording without loops cannot be told from another build by them: its program's name decides.
$ printf '#include <stdio.h>\nstatic double a[100000];\nint main(void) { for (int i = 0; i < 100000; i++) a[i] = i; printf("%%g\\n", a[9]); }\n' > ramp.c && printf '#include <stdio.h>\nint main(void) { puts("hi"); }\n' > bare.c
$ for f in bare ramp; do unply cc -O2 -g $f.c -o $f && unply record -q ./$f; done; unply merge ramp.trace bare.trace -o both.trace
> hi
> 9
> unply: error: bare.trace: is of ./bare, and ramp.trace of ./ramp: no loop says that they are one program
>   hint: merge recordings of one build: record the program again with each input
! 2
