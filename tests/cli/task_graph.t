# The static task graph of a pipeline: its instances for given sizes, how many they are, what is wrong, and what is asked for.
$ cp "$TESTS"/../../examples/stg/pipeline.c "$TESTS"/../../examples/stg/buggy.c . && unply stg build -- mpicc -g -O2 pipeline.c -o pipeline && unply stg build -- mpicc -g buggy.c -o buggy
> pipeline.taskgraph: 6 operations, 1 loop, 1 computation
> buggy.taskgraph: 5 operations, 0 loops, 0 computations
$ unply stg instantiate pipeline.taskgraph --at P=3,nb=2,b=5
> rank 0  COMP work 15                       pipeline.c:24
> rank 0  SEND to 1, 40 bytes, tag 0         pipeline.c:25
> rank 0  COMP work 15                       pipeline.c:24
> rank 0  SEND to 1, 40 bytes, tag 1         pipeline.c:25
> rank 1  RECV from 0, 40 bytes, tag 0       pipeline.c:23
> rank 1  COMP work 15                       pipeline.c:24
> rank 1  SEND to 2, 40 bytes, tag 0         pipeline.c:25
> rank 1  RECV from 0, 40 bytes, tag 1       pipeline.c:23
> rank 1  COMP work 15                       pipeline.c:24
> rank 1  SEND to 2, 40 bytes, tag 1         pipeline.c:25
> rank 2  RECV from 1, 40 bytes, tag 0       pipeline.c:23
> rank 2  COMP work 15                       pipeline.c:24
> rank 2  RECV from 1, 40 bytes, tag 1       pipeline.c:23
> rank 2  COMP work 15                       pipeline.c:24
$ unply stg instantiate pipeline.taskgraph --at P=3 --rank 2 --count -- 2 5
> tasks                        4
> computations                 2
> iterations                  30
> operations                   2
> collectives                  0
> messages                     0
> bytes                        0
> event 0: P*nb - nb messages of 8*b bytes, on [nb, P] -> {  : nb > 0 and P >= 2 }
$ unply stg show pipeline.taskgraph --event 0
>   event 0: pipelined shift by +1, exact
>     bytes    8*b in one message
>     messages P*nb - nb where nb > 0 and P >= 2
>     all bytes 8*P*b*nb - 8*b*nb where nb > 0 and P >= 2
>     nodes    4 MPI_Recv pipeline.c:23; 7 MPI_Send pipeline.c:25
>     map      7 -> 4: { [rank, k] -> [rank' = 1 + rank, k' = k] : 0 <= rank <= -2 + P and 0 <= k < nb
>              }
$ unply stg check pipeline.taskgraph
> nothing wrong: 864 messages matched at P = 1 to 9
> values chosen here: b, nb; give others with --at
$ unply stg check buggy.taskgraph
> buggy.c:11: error: invalid partner
>     MPI_Recv(&from_right, 1, MPI_DOUBLE, rank + 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
>   rank 0 receives from rank 1; there are ranks 0 to 0
>   on rank = P - 1; smallest P = 1
>   proven for all P: [P] -> { [rank = -1 + P] : P > 0 }
! 1
$ unply stg instantiate pipeline.taskgraph --at P=3,nb=2
> unply: error: pipeline.taskgraph: pipeline.c:20: rank 0 of 3: the value of b is not known from the program alone
>   hint: give its value: --at b=1
! 2
$ unply stg instantiate pipeline.taskgraph --at P=0
> unply: error: --at: P=0 is not a number of processes
>   hint: --at P=4,n=100
! 2
$ unply stg instantiate pipeline.c --at P=2
> unply: error: pipeline.c: is not a task graph
>   hint: unply stg build -- mpicc -g program.c -o program writes program.taskgraph
! 2
$ unply stg check nothing.taskgraph
> unply: error: nothing.taskgraph: cannot open, No such file or directory
! 2
$ head -c 900 pipeline.taskgraph > cut.taskgraph; unply stg check cut.taskgraph
> unply: error: cut.taskgraph: is not a task graph
>   hint: unply stg build -- mpicc -g program.c -o program writes program.taskgraph
! 2
$ python3 -c 'import json; g = json.load(open("pipeline.taskgraph")); g["program"]["procedures"][0]["blocks"][0]["then"] = 900; json.dump(g, open("damaged.taskgraph", "w"))'; unply stg check damaged.taskgraph
> unply: error: damaged.taskgraph: damaged task graph, procedure main: a block goes to block 900 of 10
>   hint: build it again with unply stg build
! 2
$ unply stg bulid
> unply: error: stg bulid: no such verb
>   hint: did you mean unply stg build?
! 2
$ unply stg
> The static task graph of a message-passing program: its tasks and messages as functions of the number of
> processes and the sizes, derived when it is compiled.
>
> Usage: unply stg VERB [ARGUMENTS]
>
>   build        build a program and write its graph beside it
>   show         show tasks, messages and their sets; pictures
>   check        find what is wrong for some number of processes, before the first run
>   instantiate  the tasks and messages of each rank, for given sizes
>   verify       compare a run with the graph, call by call
>   measure      costs of computations, from recorded runs
>   predict      simulate runs of any number of processes
>   export       the graph in the form of another tool: a skeleton in C
>
> Examples:
>   unply stg build -- mpicc -g solver.c -o solver    # writes solver.taskgraph
>   unply stg show solver.taskgraph
>   unply stg check solver.taskgraph
! 2
# A word that the command line lacks is not made up.
$ cat > words.c <<'END'
+ #include <mpi.h>
+ #include <stdlib.h>
+ int main(int argc, char** argv) {
+   int rank, P, n = argc > 1 ? atoi(argv[1]) : 2, every = argc > 2 ? atoi(argv[2]) : 1;
+   double x[99] = {0};
+   MPI_Init(&argc, &argv);
+   MPI_Comm_rank(MPI_COMM_WORLD, &rank);
+   MPI_Comm_size(MPI_COMM_WORLD, &P);
+   for (int i = 0; i < n; i += every) {
+     if (rank > 0) MPI_Send(x, 1, MPI_DOUBLE, rank - 1, 1, MPI_COMM_WORLD);
+     if (rank < P - 1) MPI_Recv(x, 1, MPI_DOUBLE, rank + 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
+   }
+   MPI_Finalize();
+ }
+ END
$ unply stg build -- mpicc -g words.c -o words && unply stg check words.taskgraph --at P=2 -- 10
> words.taskgraph: 6 operations, 1 loop, 0 computations
> nothing wrong: 10 messages matched at P = 2
