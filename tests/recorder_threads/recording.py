# Code shared by the tests of recordings: builds and records a program, and reads its events back.
import contextlib
import csv
import os
import pathlib
import re
import shutil
import sqlite3
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from harness import ROOT, UNPLY, Failure, execute, execute_ranks, made_once, must

INCLUDE = ["-I", ROOT / "include"]
CLOCKS = ["mpicc", "-g", "-O1", *INCLUDE]  # for clocks.c
MPIRUN = ["mpirun", "--oversubscribe", "-n"]
MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
WAIT = {"taskwait": 0, "tbb": 2, "join": 3, "condition": 12, "barrier": 13, "semaphore": 14, "message": 15, "other": 16}
LOCK = {"mutex": 5, "reader": 6, "writer": 7, "spin": 8}
LANE = threading.Lock()  # programs that count time run one by one


class Event:
    def __init__(self, row):
        self.rank, self.thread, self.time, self.kind = int(row["rank"]), int(row["thread"]), int(row["time_ns"]), row["event"]
        self.line, self.file, self.function = int(row["line"] or 0), os.path.basename(row["file"]), row["function"]
        self.core, self.a, self.b, self.call = row["core"], int(row["a"]), int(row["b"]), row["call"]
        self.operation = self.a >> 32 & 0xFF  # of collectives

    def __repr__(self):
        return "%d/%d %s a=%d b=%d line %d" % (self.rank, self.thread, self.kind, self.a, self.b, self.line)


def build(folder, command, *sources):
    if not shutil.which(command[0]):
        raise Failure("%s is missing: scripts/install-dependencies --test" % command[0])
    must([*command, *sources, "-o", folder / "program"], cwd=folder)
    return folder / "program"


def build_once(command, source):
    """The file of build(), shared by the cases that want the same one; whoever asks first builds it."""
    return made_once((tuple(map(str, command)), source), lambda folder: build(folder, command, source))


def record(folder, words, **rest):
    """The events of a run, and what the program printed; that it ends and prints as without the recorder is checked."""
    command = [UNPLY, "record", "-o", folder / "t", *words]
    ranks = words[0] == "mpirun"
    done = execute_ranks(words[-1], command, timeout=120, cwd=folder, **rest) if ranks else execute(command, timeout=120, cwd=folder, **rest)
    if done.returncode != 0:
        raise Failure("exit code %d: %s\n%s" % (done.returncode, words, done.stdout + done.stderr))
    must([UNPLY, "convert", folder / "t", "--to", "csv", "-o", folder / "t.csv"])
    with open(folder / "t.csv", newline="") as file:
        return [Event(row) for row in csv.DictReader(file)], done


def names_of(trace, table):
    """The names that the recording has for threads or objects."""
    must([UNPLY, "convert", trace, "--to", "sqlite", "-o", trace.with_suffix(".db")])
    with contextlib.closing(sqlite3.connect(trace.with_suffix(".db"))) as tables:
        return {name for name, in tables.execute("select name from %s" % table)}


def tags_of(source):
    return {tag: number for number, line in enumerate((HERE / source).read_text().splitlines(), 1) for tag in re.findall(r"@(\w+)", line)}


def counts_of(text):
    return {word: int(number) for word, number in re.findall(r"^(\w+) (\d+)$", text, re.M)}


def check_equal(actual, expected, what):
    if actual != expected:
        raise Failure("%s: %s recorded, expected %s" % (what, actual, expected))
