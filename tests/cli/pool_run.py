#!/usr/bin/env python3
# A run for tests/events/write_events.cpp: pool_run.py THREADS. Thread t begins at t ms, waits from then until 20 ms, and all
# end at 30 ms.
import sys

threads = range(int(sys.argv[1]))
print("meta program ./pool")
print("meta complete yes")
for t in threads:
    print("thread %d %s %d 30000000" % (t, "openmp" if t else "initial", t * 1000000))
for t in threads:
    print("%d %d wait_begin 8 0 0" % (t, t * 1000000 + 1000))
    print("%d 20000000 wait_end 8 0" % t)
