# Phases of a skeleton (unply/annotate.h): what is recorded of programs that say them, against what stands in their source or
# follows from the number of ranks.
import collections
import json
import os
import re

from recording import HERE, INCLUDE, MPI, MPIRUN, ROOT, UNPLY, build, check_equal, counts_of, must, record


def phases_of(trace, *options):
    return must([UNPLY, "dump", "--table", "phases", *options, trace]).stdout.splitlines()


def phases_are_recorded(folder, *command):
    source = HERE / "phases.c"
    program = build(folder, [command[0], "-g", *command[1:]], *INCLUDE, source, "-lpthread")
    must([program])  # without the recorder
    events, done = record(folder, [program])
    expected = []
    for number, line in enumerate(source.read_text().splitlines(), 1):
        found = re.search(r"// (thread \d call \d .*)$", line)
        if not found:
            continue
        if not found[1].endswith("100+"):
            expected.append((number, found[1]))
            continue
        for level in range(100, 140):
            expected.append((number, found[1].replace("100+", str(level)) + (" unfinished" if level > 136 else "")))
    said = []
    for number, text in expected:
        end = " unfinished" if text.endswith(" unfinished") else ""
        said.append("phase rank 0 %s %s:%d%s" % (text.removesuffix(end), source, number, end))
    check_equal(sorted(phases_of(folder / "t", "--no-times")), sorted(said), "phases")
    limits = counts_of(done.stdout)
    leaf = [line for line in phases_of(folder / "t") if " N=0.125 " in line]
    cpu = int(re.search(r" cpu (\d+) ns ", leaf[0])[1])
    assert limits["least"] <= cpu <= limits["most"], "%d ns on a core, expected %s" % (cpu, limits)
    cpus = [line for line in phases_of(folder / "t") if " cpu " in line]
    check_equal(len(cpus), 33, "phases with their CPU time: not those without an end, nor ten of the deep ones")
    said = json.loads(must([UNPLY, "info", "--json", folder / "t"]).stdout)
    check_equal(said["phases"], len(expected), "phases that info counts")


def expected_phases(size):
    lines = []
    for rank in range(size):
        for call in range(3):
            lines.append("rank %d thread %d call %d call level 0 P=%d rank=%d" % (rank, rank, call, size, rank))
            for level in range(size.bit_length()):
                partner = (size - 1 - rank) ^ 1 << level
                if 1 << level < size and partner < size:
                    lines.append("rank %d thread %d call %d exchange level %d partner %d %d bytes"
                                 % (rank, rank, call, level, size - 1 - partner, 1000 * (level + 1)))
    return lines


def phases_of_ranks(folder, size, *compiler):
    if compiler[0] == UNPLY:
        shown = must(["mpicc", "--showme:compile"]).stdout.split() + must(["mpicc", "--showme:link"]).stdout.split()
        program = build(folder, [*compiler, "-g", "-O1", *INCLUDE], HERE / "phase_ranks.c", *shown)
    else:
        program = build(folder, [*compiler, "-g", "-O1", *INCLUDE], HERE / "phase_ranks.c")
    events, _ = record(folder, [*MPIRUN, str(size), program], env={**os.environ, **MPI})
    lines = [re.sub(r" /\S+$", "", line.removeprefix("phase ")) for line in phases_of(folder / "t", "--no-times")]
    threads = {event.thread for event in events if event.kind == "phase_begin"}
    renumber = {str(thread): str(rank) for rank, thread in enumerate(sorted(threads))}  # MPI's own threads have numbers too
    lines = [re.sub(r"thread (\d+)", lambda found: "thread " + renumber[found[1]], line) for line in lines]
    check_equal(lines, expected_phases(size), "phases of %d ranks" % size)
    rows = json.loads(must([UNPLY, "stats", folder / "t", "--json"]).stdout)["tables"]["phases"]
    levels = sorted((row["phase"], row["level"], row["ranks"], row["count"], row["bytes"]) for row in rows)
    sums = collections.defaultdict(lambda: [set(), 0, 0])
    for line in expected_phases(size):
        words = line.split()
        entry = sums[words[6], int(words[8])]
        entry[0].add(words[1])
        entry[1] += 1
        entry[2] += int(words[-2]) if words[-1] == "bytes" else 0
    check_equal(levels, sorted((*key, len(ranks), count, sent) for key, (ranks, count, sent) in sums.items()), "rows of stats")


def phases_are_nothing_in_a_sequential_recording(folder):
    """No task takes over the table that another one looked for, and nothing of the phases is in the graph."""
    source = folder / "tasks.c"
    source.write_text("""#include <unply/annotate.h>
int main(void) {
  struct UnplyPhaseInfo info = {1, 0, -1, 0, 0, 0, 0};
  int sum = 0;
  unply_trace_begin("all");
  for (int i = 0; i < 3; ++i) {
    unply_task_begin("one");
    PHASE(unply_phase_begin(&info));
    sum += i;
    PHASE(unply_phase_end(&info));
    unply_task_end();
  }
  unply_trace_end();
  return sum - 3;
}
""")
    edges = []
    for define in ("-DPHASE(x)=", "-DPHASE(x)=x"):
        program = build(folder, [UNPLY, "cc", "-O2", "-g", *INCLUDE, define], source)
        must([UNPLY, "record", "-q", "-o", folder / "t", program])
        edges.append([line for line in must([UNPLY, "dump", "--no-times", folder / "t"]).stdout.splitlines() if re.match("task|unseen|reached", line)])
    assert sum(" flow sum " in line for line in edges[0]) == 2, edges[0]
    check_equal(edges[1], edges[0], "the graph with phases")


CASES = [
    ("phases, gcc", phases_are_recorded, "gcc", "-O2"),
    ("phases, gcc -O0", phases_are_recorded, "gcc"),
    ("phases, clang++", phases_are_recorded, "clang++-22", "-O1", "-x", "c++", "-Wall", "-Werror"),
    ("phases of 4 ranks", phases_of_ranks, 4, "mpicc"),
    ("phases of 5 ranks, unply cc", phases_of_ranks, 5, UNPLY, "cc"),
    ("phases in a sequential recording", phases_are_nothing_in_a_sequential_recording),
]
