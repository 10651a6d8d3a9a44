# Shared by bench/overhead/run and bench/overhead/programs: the tool, the compiler, running commands, figures of a trace.
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
UNPLY = os.path.abspath(os.environ.get("UNPLY") or pathlib.Path(os.environ.get("UNPLY_BUILD", HERE.parents[1] / "build"), "bin/unply"))
CLANG = os.environ.get("CC", "clang-22")
# ThreadSanitizer needs a layout of memory without much randomness.
TSAN_START = ["setarch", "-R"] if shutil.which("setarch") else []


def run(command, **options):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True, **options)
    if done.returncode != 0:
        sys.exit("bench/overhead: exit code %d: %s\n%s" % (done.returncode, " ".join(map(str, command)), done.stderr or ""))
    return done.stdout


def trace_figures(trace):
    """Task instances, distinct edges, and bytes of the file."""
    report = json.loads(run([UNPLY, "report", "--json", trace]))
    tasks = sum(t["tasks"] for t in report.get("traces", []))
    edges = sum(sum(t["edges"].values()) for t in report.get("traces", []))
    return tasks, edges, pathlib.Path(trace).stat().st_size


def make_measured(scratch):
    made = subprocess.run([CLANG, "-O2", "-static", HERE / "measured.c", "-o", scratch / "measured"], capture_output=True, text=True)
    if made.returncode != 0:
        sys.exit("bench/overhead: measured.c does not compile and link statically:\n%s\n  hint: install libc6-dev" % made.stderr.rstrip())


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def task_column_sum(trace, column):
    """The sum of a column of numbers ("hooks", "transitions") over all task instances, extensions included."""
    total = 0
    for line in run([UNPLY, "dump", "--table", "tasks", trace]).splitlines():
        total += int(line.rpartition(" %s " % column)[2].split()[0])
    return total
