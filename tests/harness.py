# Code shared by the test groups: building a program with unply, recording it and reading its graph back, and counting
# passed cases. Every group is an executable tests/<group>/run that prints "N passed, N failed" last, with ", N skipped"
# where a case raised Skip with the reason why it cannot run here, and exits 1 on a failure. UNPLY names the tool under
# test (default: bin/unply of UNPLY_BUILD or of build/), JOBS the number of cases run at a time.
import atexit
import concurrent.futures
import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
UNPLY = os.path.abspath(os.environ.get("UNPLY") or pathlib.Path(os.environ.get("UNPLY_BUILD", ROOT / "build"), "bin/unply"))
JOBS = int(os.environ.get("JOBS", os.cpu_count() or 1))
LONG = os.environ.get("UNPLY_LONG") == "1"  # scripts/test --long: repetitions too, where each kind of check has run once


class Failure(Exception):
    pass


class Skip(Exception):
    """A case that this machine cannot run, and why: what is missing or not permitted."""


def execute(command, cwd=None, env=None, stdin=b"", timeout=300, started=None):
    """Runs a command, its output as text; never raises for what the command did, but for a timeout. started: called with
    the number of its process."""
    command = [str(word) for word in command]
    environment = dict(os.environ)
    environment.update(env or {})
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=cwd, env=environment, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        if started:
            started(process.pid)
        try:
            stdout, stderr = process.communicate(stdin, timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            raise Failure("runs longer than %d s: %s" % (timeout, " ".join(command)))
    return subprocess.CompletedProcess(command, process.returncode, stdout.decode(errors="replace"), stderr.decode(errors="replace"))


def processes_below(root):
    """Numbers of the processes that descend from it, with the file that each runs: "" if it has ended and its parent has
    not asked how. With itself if it is Open MPI's launcher."""
    parents, found = {}, {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open("/proc/%s/stat" % entry) as file:
                    parents[int(entry)] = int(file.read().rsplit(")", 1)[1].split()[1])
            except OSError:
                pass
    known = {root}
    while more := [pid for pid, parent in parents.items() if parent in known and pid not in known]:
        known.update(more)
    for pid in known:
        try:
            found[pid] = os.readlink("/proc/%d/exe" % pid)
        except OSError:
            found[pid] = ""
    if os.path.basename(found[root]) != "orterun":
        del found[root]
    return found


def execute_ranks(program, command, tries=3, patience=20, **options):
    """As execute(), of a command that starts ranks of `program` by mpirun. Now and then Open MPI's mpirun hangs in its own
    finalize, when all ranks are gone: it is ended then and the command run again, which is said each time."""
    for left in reversed(range(tries)):
        hung, ended = [], threading.Event()

        def watch(root):
            seen, gone_since = False, None
            while not ended.wait(0.2):
                below = processes_below(root)
                alive = os.path.realpath(program) in below.values()
                seen |= alive or "" in below.values()  # a rank may end between two looks
                gone_since = None if alive or not seen or not below else gone_since or time.monotonic()
                if gone_since and time.monotonic() - gone_since > patience:
                    hung.extend(below.values())
                    for pid in below:
                        with contextlib.suppress(OSError):
                            os.kill(pid, signal.SIGKILL)
                    return

        watcher = []

        def start(pid):
            watcher.append(threading.Thread(target=watch, args=[pid]))
            watcher[0].start()

        try:
            done = execute(command, started=start, **options)
        finally:
            ended.set()
            for thread in watcher:
                thread.join()
        if not hung:
            return done
        print("  mpirun hung in its own finalize, all ranks being gone (%s)%s" % (", ".join(sorted(set(hung) - {""})), ": tried again" if left else ""), flush=True)
    raise Failure("mpirun hung in its own finalize %d times: %s" % (tries, " ".join(map(str, command))))


def must(command, **options):
    done = execute(command, **options)
    if done.returncode != 0:
        said = done.stdout + done.stderr
        if len(said) > 1500:
            said = said[:900] + "\n[...]\n" + said[-600:]
        raise Failure("exit code %d: %s\n%s" % (done.returncode, " ".join(map(str, command)), said))
    return done


def crc32c(data):
    """The checksum of the blocks of a recording (docs/format.md)."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


class Graph:
    """The graph of a trace as `unply graph --format json` gives it, with task ids counted from 1 without gaps."""

    def __init__(self, document):
        ids = sorted(task["id"] for task in document["tasks"])
        self.tasks = len(ids)
        self.number = {id: row + 1 for row, id in enumerate(ids)}
        self.edges = {}
        for edge in document["edges"]:
            key = (self.number[edge["from"]], self.number[edge["to"]], edge["kind"])
            if key in self.edges:
                raise Failure("edge given twice: %s" % (key,))
            self.edges[key] = edge["variable"]
        for start, end, kind in self.edges:
            if start >= end:
                raise Failure("edge against the order of the ids: %d -> %d %s" % (start, end, kind))

    def pairs(self, kind):
        return sorted((start, end) for start, end, k in self.edges if k == kind)

    def lines(self):
        return ["tasks %d" % self.tasks] + [
            "%d -> %d %s %s" % (start, end, kind, self.edges[(start, end, kind)]) for start, end, kind in sorted(self.edges)
        ]


def compile(source, output, flags=(), verb=None):
    verb = verb or {".c": "cc", ".f90": "fc"}.get(pathlib.Path(source).suffix, "c++")
    return must([UNPLY, verb, *flags, source, "-o", output])


_made, _made_lock = {}, threading.Lock()


def made_once(key, make):
    """What make(folder) gives, shared by the cases of a group that ask with the same key; whoever asks first makes it."""
    with _made_lock:
        if not _made:
            _made["folder"] = pathlib.Path(tempfile.mkdtemp(prefix="unply-programs-"))
            atexit.register(shutil.rmtree, _made["folder"], ignore_errors=True)
        entry = _made.setdefault(key, {"folder": _made["folder"] / str(len(_made)), "making": threading.Lock()})
    with entry["making"]:
        if "made" not in entry:
            entry["folder"].mkdir(exist_ok=True)
            entry["made"] = make(entry["folder"])
    return entry["made"]


def compile_once(source, flags=(), verb=None):
    """The program of compile(), shared by the cases of a group that want the same one."""

    def build(folder):
        compile(source, folder / pathlib.Path(source).stem, flags, verb)
        return folder / pathlib.Path(source).stem

    return made_once((str(source), tuple(flags), verb), build)


def precompiled(includes, compiler, flags):
    """Words that let this compiler start a source with these #include lines, which it reads once for all sources of a group
    that have the same flags: the headers of the standard library take longer than a small program."""

    def build(folder):
        header = folder / "first.h"
        header.write_text(includes)
        clang = "clang" in compiler
        output = folder / ("first.h.pch" if clang else "first.h.gch")
        must([compiler, *flags, "-c", "-x", "c++-header", header, "-o", output])
        return ["-include-pch", output] if clang else ["-include", header, "-Winvalid-pch"]

    return made_once(("precompiled", includes, compiler, tuple(flags)), build)


def record(program, trace, arguments=(), options=(), **rest):
    return execute([UNPLY, "record", "-o", trace, *options, program, *arguments], **rest)


def graph_document(trace, options=()):
    return json.loads(must([UNPLY, "graph", trace, "--format", "json", *options]).stdout)


def without_times(document):
    """What two recordings of the same program must agree on."""
    timed = ("begin_ns", "end_ns", "work_ns", "self_ns", "overhead_ns")
    return {
        "tasks": [{k: v for k, v in task.items() if k not in timed} for task in document["tasks"]],
        "edges": document["edges"],
    }


class Checks:
    def __init__(self):
        self.passed, self.failed, self.skipped = 0, 0, 0
        self.lock = threading.Lock()

    def case(self, name, check, *arguments):
        """Runs one case in a scratch folder of its own; the case passes unless it raises. CASE_TIMES=1 with JOBS=1 prints the
        processor time of each case and of the programs that it ran."""
        before = sum(os.times()[:4])
        folder = pathlib.Path(tempfile.mkdtemp(prefix="unply-test-"))
        try:
            check(folder, *arguments)
        except Skip as reason:
            with self.lock:
                self.skipped += 1
                print("skip %s: %s" % (name, reason), flush=True)
        except (Failure, AssertionError, KeyError, ValueError, OSError, subprocess.SubprocessError) as error:
            with self.lock:
                self.failed += 1
                print("FAIL %s\n     %s" % (name, ("%s: %s" % (type(error).__name__, error)).replace("\n", "\n     ")), flush=True)
        else:
            with self.lock:
                self.passed += 1
                if os.environ.get("VERBOSE"):
                    print("ok   %s" % name, flush=True)
        if os.environ.get("CASE_TIMES"):
            print("%6.1f s  %s" % (sum(os.times()[:4]) - before, name), flush=True)
        if os.environ.get("KEEP"):
            print("     %s: %s" % (name, folder))
        else:
            shutil.rmtree(folder, ignore_errors=True)

    def all(self, cases):
        """cases: (name, check, arguments...) each, JOBS at a time."""
        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            list(pool.map(lambda case: self.case(*case), cases))

    def finish(self):
        print("%d passed, %d failed" % (self.passed, self.failed) + (", %d skipped" % self.skipped if self.skipped else ""))
        sys.exit(1 if self.failed or not self.passed else 0)
