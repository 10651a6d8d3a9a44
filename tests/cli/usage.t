# The overview, versions, unknown verbs and options, and what a typing error leads to.
$ unply --version
> unply 0.1.0
$ unply
> ...
! 2
$ unply --help
> unply shows what could run in parallel in a program, what stops the rest, and how
> much it would bring.
>
> Usage: unply VERB [ARGUMENTS]
>
> Build and record:
> cc compile C like clang-22, ready to be recorded
> c++ compile C++ like clang++-22, ready to be recorded
> fc compile Fortran like flang-22, ready to be recorded
> record run a program and record what its tasks depend on
>
> What can run in parallel, and what stops the rest:
> report what could run in parallel, what stops the rest, how much it brings
> graph the execution graph as dot, json, graphml or svg
> independent which tasks could run at the same time
> quotient which tasks are alike: the graph with one vertex for each class
>
> How much it would bring:
> generalise tasks, levels, work and span as functions of the input's size
> bound how fast on how many processors, and how many are worth having
> machine the cost of running tasks in parallel on this machine
> whatif the effect of a change, and the change that helps most
>
> Does the parallel version deliver it:
> stats where the time of a parallel run went: loops, waits, locks, threads
> diff changes between recordings of parallel runs, set against the noise
> convert recordings of parallel runs for other tools: otf2, perfetto, csv, sqlite
> view a run as one HTML page, or served on this machine
>
> Recordings as text, and this installation:
> dump a recording as text
> info the contents of a recording, in a few lines
> doctor which parts of the tool chain are found here, and which to install
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
> What of the tool chain is found here, whether a program can be compiled and recorded,
> and what to install. Exit code 0: ready, 2: something needed is missing.
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
