"""Events of a made-up run of a skeleton on four ranks, for tests/events/write_events.cpp: one call, divided over a hypercube
of two dimensions. Argument: the time of a leaf on rank 0 in us; rank r takes r us more."""
import struct
import sys

leaf = int(sys.argv[1]) * 1000
KINDS = {"call": 0, "divide": 1, "sequential": 2, "exchange": 3, "combine": 4}
NAMES = {"P": 1, "N": 2, "work:visits": 3}


def bits(value):
    return hex(struct.unpack("<Q", struct.pack("<d", value))[0])


print("meta program ./sort\nmeta complete yes\nmeta phases 32\nsite 1 sort.cpp 12 main")
for name, number in NAMES.items():
    print("name", number, name)
for rank in range(4):
    print("process", rank, "rank", rank)
    now = 1000 * rank  # each rank begins a us later
    lines = []

    def put(event, a=0, b=0):
        lines.append("%d %d %s %s %s 1" % (rank, now, event, a, b))

    def phase(kind, level, length, partner=-1, sent=0, features=(), work=()):
        global now
        key = "%d:%d" % (KINDS[kind], level)
        put("phase_begin", key, partner + 1)
        for name, value in features:
            put("phase_feature", NAMES[name], bits(value))
        now += length
        for name, value in work:
            put("phase_feature", NAMES[name], bits(value))
        put("phase_cpu", 0, length // 2)
        put("phase_end", key, sent)

    put("phase_begin", "0:0")
    put("phase_feature", NAMES["P"], bits(4))
    put("phase_feature", NAMES["N"], bits(1024))
    for level in range(2):
        phase("divide", level, 2000 >> level, features=[("N", 1024 >> level)])
    phase("sequential", 2, leaf + 1000 * rank, features=[("N", 256)], work=[("work:visits", 100 * rank)])
    for level in (1, 0):
        phase("exchange", level, 3000, partner=rank ^ 1 << 1 - level, sent=2048 >> level)
        phase("combine", level, 1500)
    put("phase_end", "0:0")
    print("thread %d initial 0 %d %d" % (rank, now, rank))
    print("\n".join(lines))
