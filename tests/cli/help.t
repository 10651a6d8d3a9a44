# Each verb explains itself, with exit code 0 and examples.
$ for verb in cc c++ fc record report why suggest merge graph independent quotient generalise bound machine simulate stg whatif stats diff convert view dump info doctor completion help; do unply $verb --help > $verb.txt && grep -qi '^examples' $verb.txt && echo "$verb: $?"; done
> cc: 0
> c++: 0
> fc: 0
> record: 0
> report: 0
> why: 0
> suggest: 0
> merge: 0
> graph: 0
> independent: 0
> quotient: 0
> generalise: 0
> bound: 0
> machine: 0
> simulate: 0
> stg: 0
> whatif: 0
> stats: 0
> diff: 0
> convert: 0
> view: 0
> dump: 0
> info: 0
> doctor: 0
> completion: 0
> help: 0
# no option says the type of its value instead of its meaning
$ grep -hE '^  +(-|[A-Z]+ )' *.txt | grep -E 'TEXT|UINT|INT |FLOAT' | head -3
$ grep -hE '^  (-o,|--(param|limit|from|buffer) )' record.txt generalise.txt bound.txt stats.txt | cut -c1-24 | sed 's/ *$//' | sort -u
> --buffer BYTES
> --from TIME
> --limit SECONDS
> --param NAME=VALUE ...
> -o,--output FILE
$ unply cc --help
> Usage: unply cc [--tasks CHOICE]... [--pool] ARGUMENTS OF clang-22
>
> Compiles and links like clang-22, so that `unply record` can record the program.
> All arguments are those of clang-22 (its own help: clang-22 --help), and -g gives
> the reports their source lines. It replaces the compiler in any build system; if a
> single file name is required, unply-cc is the same program.
>
> Options:
> --tasks FILE:LINE each iteration of the loop on that line is a task instance, and each
> execution of the loop a trace, with its own figures in the report
> --tasks fn:NAME each call of that function is a task instance
> both without any change to the source; may be repeated
>   --pool              all executions of selected loops in one trace, so that the report counts
>                       parallelism across executions too
>   --no-copies         no second copy of each function without hooks: smaller and faster
>                       to compile, but slow when not recorded, and times are estimates
>   --no-shortcuts[=repeats,streams,nests,moves]
>                       a hook for each access: the same graph, recorded more slowly
> --unply-help this page
>
> Environment:
> UNPLY_CC the compiler to run instead of clang-22
> UNPLY_TASKS more selections like --tasks, one per line
> UNPLY_POOL 1 is equivalent to --pool
>
> Examples:
> unply cc -O2 -g heat.c -o heat # #pragma exg task in the source
> unply cc -O2 -g --tasks heat.c:12 heat.c -o heat
> make CC=unply-cc
> ./configure CC=unply-cc
> cmake -B build -DCMAKE_C_COMPILER=unply-cc
$ unply-fc --unply-help | tail -n 3
> Examples:
> unply fc -O2 -g heat.f90 -o heat # regions by `use unply`
> unply fc -O2 -g --tasks heat.f90:12 heat.f90 -o heat
$ unply c++ --unply-help | tail -n 6
> Examples:
> unply c++ -O2 -g heat.cpp -o heat # #pragma exg task in the source
> unply c++ -O2 -g --tasks heat.cpp:12 heat.cpp -o heat
> make CXX=unply-c++
> ./configure CXX=unply-c++
> cmake -B build -DCMAKE_CXX_COMPILER=unply-c++
