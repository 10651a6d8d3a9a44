"""Events of a made-up run for tests/events/write_events.cpp: four threads, four executions of an uneven loop, each followed
by a critical section. uneven_run.py STRETCH LINE: the second half of each thread's loop takes STRETCH percent; the loop's line."""
import sys
stretch, line = int(sys.argv[1]), sys.argv[2]
ms, team, now, number = 1000000, 4, 5000000, 0
events, late = [[] for _ in range(team)], [[] for _ in range(team)]
def put(thread, time, *words):
    events[thread].append(" ".join(str(word) for word in (thread, time) + words))
def begin(site):
    global number
    number += 1
    put(0, now, "parallel_begin", number, team, site)
    for t in range(team):
        for words in late[t]: put(t, now + 10000 + t, *words)
        late[t] = [("wait_end", 8, 0), ("implicit_end", number)]
        put(t, now + 10000 + t, "implicit_begin", number, f"{team}:{t}")
def end(last):
    global now
    put(0, last + 3000, "wait_end", 8, 0)
    put(0, last + 4000, "implicit_end", number)
    put(0, last + 5000, "parallel_end", number)
    late[0] = []
    now = last + 5000 + 3 * ms
for execution in range(4):
    begin(1)
    ends = []
    for t in range(team):
        time = now + 20000
        put(t, time, "work_begin", 2, 64, 2)
        put(t, time, "chunk", 16 * t, 8)
        time += (2 + 3 * t) * ms + execution * 10000
        put(t, time, "chunk", 16 * t + 8, 8)
        time += (2 + 6 * t) * ms * stretch // 100
        put(t, time, "work_end", 2, 0, 2)
        put(t, time, "wait_begin", 8, 0, 2)
        ends.append(time)
    end(max(ends))
    begin(3)
    free = 0
    for t in range(team):
        time = now + 110000
        if time < free:
            put(t, time, "lock_wait", 2, 0x77, 4)
            time = free
        put(t, time, "lock_acquired", 2, 0x77, 4)
        free = time + ms
        put(t, free, "lock_released", 2, 0x77)
        put(t, free, "wait_begin", 8, 0, 3)
    end(free)
print("meta program ./solver")
print("meta complete yes")
print("name 1 residual")
for site in ("1 solver.c 80 main", f"2 solver.c {line} relax", "3 solver.c 120 reduce", "4 solver.c 125 reduce"):
    print("site", site)
for t in range(team): print("thread", t, "openmp" if t else "initial", 4 * ms if t else 0, now)
for thread in events: print("\n".join(thread))
