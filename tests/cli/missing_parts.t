# A tree without its parts says which is missing; questions to the compiler work all the same.
$ mkdir -p tree/bin && cp "$UNPLY_BUILD/bin/unply" tree/bin/ && printf 'int main(void) { return 0; }\n' > a.c
$ tree/bin/unply cc --version > /dev/null
$ tree/bin/unply cc -c a.c
> unply: error: $TMP/tree/lib/unply/unply_plugin.so: no such file, expected the plugin that instruments
> hint: build unply completely (scripts/build), or install it again
! 2
$ mkdir -p tree/lib/unply && cp "$UNPLY_BUILD/lib/unply/unply_plugin.so" tree/lib/unply/ && tree/bin/unply cc -c a.c
$ tree/bin/unply cc a.o -o a
> unply: error: $TMP/tree/lib/unply/libunply_runtime.a: no such file, expected the runtime that is linked into recorded programs
> hint: build unply completely (scripts/build), or install it again
! 2
$ tree/bin/unply doctor > doctor.txt
! 2
$ grep -E '^(missing|not ready|next)' doctor.txt
> missing runtime $TMP/tree/lib/unply/libunply_runtime.a, no such file
> missing recorder $TMP/tree/lib/unply/libunply_recorder.so, no such file
> missing annotate.h $TMP/tree/include/unply/annotate.h, no such file
> missing compile exit code 2: unply: error: $TMP/tree/lib/unply/libunply_runtime.a: no such file, expected the runtime that is linked into recorded programs
> missing record not tried, it does not compile
> not ready: the parts missing above prevent compiling or recording
> next: scripts/build
# Parts that only some verbs need.
$ grep -A1 -E 'race check|Fortran races' doctor.txt
> absent race check $TMP/tree/lib/unply/libunply_races.a, no such file
> for: unply verify
> absent Fortran races $TMP/tree/lib/unply/unply_thread_sanitizer.so, no such file
> for: unply verify of Fortran
$ grep -A1 'MPI recorder' doctor.txt
> note MPI recorder $TMP/tree/lib/unply/libunply_recorder_mpi.so: not there, since unply was built without Open MPI's mpi.h; apt-get install libopenmpi-dev, then scripts/build
> for: records messages and waits of Open MPI programs
