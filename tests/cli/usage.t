# The overview, versions, unknown verbs and options, and the answers to typing errors.
$ unply --version
> unply 0.1.0
$ unply
> ...
! 2
$ unply --help
> unply finds the parallelism in a program, the dependences that limit it, and the
> speedup it allows.
>
> Usage: unply VERB [ARGUMENTS]
>
> Build and record:
> cc compile C like clang-22, ready to be recorded
> c++ compile C++ like clang++-22, ready to be recorded
> fc compile Fortran like flang-22, ready to be recorded
> record run a program and record the dependences of its tasks
>
> Find parallelism and the dependences that limit it:
> report parallelism, the dependences that limit it, and the speedup available
> why why a loop can, or cannot, run in parallel
> suggest OpenMP directives for loops, as patches
> merge loop profiles of several inputs as one recording
> graph the execution graph as dot, json, graphml or svg
> independent which tasks could run at the same time
> quotient interchangeable tasks: the graph with one vertex for each class
>
> Predict the speedup:
> generalise tasks, levels, work and span as functions of the input's size
> fit times of phases, tasks or loops as functions of sizes, from measurements
> predict how long a divide-and-conquer run takes, and on how many processes
> bound speedup bounds and schedules by number of processors
> skeleton a recursive function as a divide-and-conquer skeleton, checked and predicted
> machine the cost of running tasks in parallel on this machine, and of its messages
> simulate an MPI program on a simulated cluster, by SimGrid
>   stg          the symbolic task graph of an MPI program: shown, checked, verified, predicted
> whatif the effect of a change, and the most effective change
>
> Observe parallel runs:
> verify proof of a suggestion: compiled, run, compared, checked for races, measured
> stats where the time of a parallel run went: loops, waits, locks, threads
> diff changes between recordings of parallel runs, compared with the noise
> convert recordings of parallel runs for other tools: otf2, perfetto, csv, sqlite
> view a run as one HTML page, or served on this machine
>
> Inspect recordings and the installation:
> dump a recording as text
> info summary of a recording
> doctor check of the tool chain, with the packages to install
> completion completion script for bash or zsh
> help this page, or the help of a verb
>
> Options:
> --version version of unply
> --help this page; unply VERB --help has the options of a verb
>
> Examples:
> unply c++ -O2 -g heat.cpp -o heat # instead of clang++
> unply record ./heat 1000 # runs it, writes heat.trace
> unply report heat.trace
> unply graph heat.trace --format svg -o heat.svg
$ unply help doctor | head -n 4
> Checks the tool chain, compiles and records a small program, and names missing packages.
> Exit code 0: ready, 2: a required part is missing.
> Usage: unply doctor [OPTIONS]
$ unply help grpah
> unply: error: grpah: no such verb
> hint: did you mean unply graph?
! 2
$ unply grpah
> unply: error: grpah: no such verb
> hint: did you mean unply graph?
! 2
$ unply recrod ./a
> unply: error: recrod: no such verb
> hint: did you mean unply record?
! 2
$ unply xyzzy
> unply: error: xyzzy: no such verb
> hint: unply --help lists the verbs
! 2
$ unply report --jsno
> unply: error: --jsno: unknown option of unply report
> hint: did you mean --json? see unply report --help
! 2
$ unply report
> unply: error: unply report: FILE is required
> hint: see unply report --help
! 2
$ unply report a b
> unply: error: b: unexpected argument of unply report
> hint: see unply report --help
! 2
$ unply report none.trace
> unply: error: none.trace: cannot open, No such file or directory
> hint: unply record PROGRAM writes PROGRAM.trace in the current directory
! 2
$ unply report --top x none.trace
> unply: error: unply report: could not convert: --top = x
> hint: see unply report --help
! 2
$ unply graph none.trace --fromat svg
> unply: error: --fromat: unknown option of unply graph
> hint: did you mean --format? see unply graph --help
! 2
$ unply info
> unply: error: unply info: FILE is required
> hint: see unply info --help
! 2
$ unply dump none.trace
> unply: error: none.trace: cannot open, No such file or directory
> hint: unply record PROGRAM writes PROGRAM.trace in the current directory
! 2
$ unply record
> unply: error: unply record: no program given
> hint: unply record [OPTIONS] PROGRAM [ARGUMENTS...]
! 2
$ unply record --outptu x ./a
> unply: error: --outptu: unknown option of unply record
> hint: did you mean --output? see unply record --help
! 2
$ unply record ./no-such-program
> unply: error: ./no-such-program: no such program
> hint: build it with unply cc or unply c++, or check the path
! 127
$ echo text > file && unply record ./file
> unply: error: ./file: is not executable
> hint: chmod +x ./file
! 126
$ unply help doctor extra
> unply: error: extra: unexpected argument of unply help
> hint: unply help VERB
! 2
$ unply --help > /dev/full
> unply: error: standard output: cannot write, No space left on device
! 2
