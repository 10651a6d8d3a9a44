# On a machine where the tests run, a program can be compiled and recorded.
$ unply doctor | grep -E '^(ok +(compile|record|OpenMP|races|race check|Fortran races|policies|plugin|runtime) |ready)'
> ok plugin $BUILD/lib/unply/unply_plugin.so
> ok runtime $BUILD/lib/unply/libunply_runtime.a
> ok race check $BUILD/lib/unply/libunply_races.a
> ok Fortran races $BUILD/lib/unply/unply_thread_sanitizer.so
> ok compile compiles, links and runs
> ok record 3 tasks, 2 flow dependences, expected 3 and 2
> ok OpenMP a program that includes omp.h compiles, links and runs
> ok races ThreadSanitizer links, and libarcher.so tells it how OpenMP synchronises
> ok policies clang++-22 finds oneTBB
> ready: programs can be compiled and recorded here
$ unply doctor --json | python3 -c 'import json, sys; d = json.load(sys.stdin); print(d["schema"], d["ready"], [c["state"] for c in d["checks"] if c["name"] == "record"])'
> 1 True ['ok']
$ unply doctor --jsno
> unply: error: --jsno: unknown option of unply doctor
> hint: did you mean --json? see unply doctor --help
! 2
$ unply doctor extra
> unply: error: extra: unexpected argument of unply doctor
> hint: see unply doctor --help
! 2
# It tries to record: where nothing can be recorded, it says so.
$ UNPLY_RECORDING=outer.trace unply doctor > doctor.txt
! 2
$ grep -E '^(ok|missing) +(compile|record) |^(not )?ready' doctor.txt
> ok compile compiles, links and runs
> missing record exit code 125: unply: error: unply record: already inside a recording, outer.trace
> not ready: the parts missing above prevent compiling or recording
