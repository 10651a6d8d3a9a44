#!/usr/bin/env python3
"""Checks the labels of tests/discover/loops without unply, by running the loops in parallel.

Each loop labelled doall, reduction or guarded is run by four threads, it alone, with the clauses of its label: the
output must be that of the serial program under several schedules, and ThreadSanitizer must see no race (C and C++).
Each name in its clauses must be needed: without it there is a race or another output. Each loop labelled serial,
doacross or pipeline must show a race or another output when it is run in parallel without clauses; where it does not,
or where OpenMP does not accept the loop, the script says so and counts it apart.

Usage: tests/discover/check_labels.py [word of a file name]...    JOBS=2 by default; about ten minutes
       SCHEDULES="static,1 static dynamic,3": the schedules to try
"""
import concurrent.futures
import glob
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from labels import all_files, read_loops, split_names

SCHEDULES = os.environ.get("SCHEDULES", "static,1 static").split()
CHOSEN = """#include <stdlib.h>
static int chosen_loop;
__attribute__((constructor)) static void choose_loop(void) { chosen_loop = atoi(getenv("LOOP")); }
"""
C_LOOP = re.compile(r"\bfor(?=\s|\()|\bwhile\b|\bdo\b")


def newest(pattern):
    return max(glob.glob(pattern), default=None)


# The sanitizer understands OpenMP's synchronisation by Archer, which comes with libomp of the same version.
ARCHER = newest("/usr/lib/llvm-*/lib/libarcher.so")
OMP_FOLDER = os.path.dirname(ARCHER) if ARCHER else None
BIN = os.path.join(os.path.dirname(OMP_FOLDER), "bin") if OMP_FOLDER else None

ENVIRONMENT = {
    "LOOP": "-1",
    "OMP_NUM_THREADS": "4",
    "OMP_WAIT_POLICY": "passive",
    "OMP_TOOL_LIBRARIES": ARCHER or "",
    "LD_LIBRARY_PATH": OMP_FOLDER or "",
    "TSAN_OPTIONS": "ignore_noninstrumented_modules=1 exitcode=0 report_thread_leaks=0 halt_on_error=1",
}


def execute(command, folder, environment=None, timeout=120):
    try:
        done = subprocess.run(command, cwd=folder, env={**os.environ, **(environment or {})}, capture_output=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return -1, "", "timeout"
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def compiler(path, parallel):
    if path.suffix == ".f90":
        return ["flang-22", "-O1"] + (["-fopenmp", "-L" + OMP_FOLDER] if parallel else [])
    tool = [os.path.join(BIN, "clang++" if path.suffix == ".cpp" else "clang"), "-w", "-O1", "-g", "-ferror-limit=0"]
    if path.suffix == ".cpp":
        tool += ["-std=c++17"]
    return tool + (["-include", "chosen.h", "-fopenmp", "-fsanitize=thread", "-L" + OMP_FOLDER] if parallel else [])


def build(path, text, folder, parallel):
    """The program of this text, or None and what the compiler said."""
    (folder / path.name).write_text(text)
    (folder / "chosen.h").write_text(CHOSEN)
    command = compiler(path, parallel) + ["-I.", path.name, "-o", "program", "-lm"]
    code, _, said = execute(command, folder)
    return (folder / "program", "") if code == 0 else (None, said)


def insert_pragma(lines, loop, clauses, number):
    """Makes this loop parallel if the program is started with LOOP=number; False if its head is no counted loop."""
    line = lines[loop.line - 1]
    directive = " ".join("%s(%s)" % pair for pair in clauses)
    if loop.fortran:
        if not re.match(r"\s*(\w+\s*:\s*)?do\s+(\d+\s+)?\w+\s*=", line):
            return False
        lines[loop.line - 1] = "!$omp parallel do schedule(runtime) %s\n%s" % (directive, line)
        return True
    heads = list(C_LOOP.finditer(line.split("//@")[0]))
    if len(heads) < loop.nth or heads[loop.nth - 1].group() != "for":
        return False
    at = heads[loop.nth - 1].start()
    pragma = '_Pragma("omp parallel for schedule(runtime) if(chosen_loop == %d) %s") ' % (number, directive)
    lines[loop.line - 1] = line[:at] + pragma + line[at:]
    return True


def independent(loop):
    return loop.labels[0].verdict in ("doall", "reduction", "guarded")


def loops_of_errors(chosen, refused, errors):
    """The loops to blame: that of the line, or the nearest one above that depends on its iterations."""
    blamed = {}
    for line, said in ((int(line), said) for line, said in errors.items()):
        here = [loop for loop, _ in chosen if loop.line == line]
        above = [loop for loop, _ in chosen if loop.line < line and loop not in refused and not independent(loop)]
        blamed.update({loop: said for loop in here or above[-1:]})
    return blamed


def build_variant(path, chosen, expected, folder):
    """A program in which each of `chosen`, [(loop, clauses)], can be made parallel, and the reasons why others cannot."""
    refused, said = {}, ""
    folder.mkdir()
    for _ in range(4):
        lines = path.read_text().splitlines()
        for number, (loop, clauses) in reversed(list(enumerate(chosen))):
            if loop not in refused and not insert_pragma(lines, loop, clauses, number):
                refused[loop] = "no counted loop in the source"
        program, said = build(path, "\n".join(lines) + "\n", folder, True)
        if program and (path.suffix == ".f90" or execute([str(program)], folder, ENVIRONMENT)[1] == expected):
            return program, refused
        if program:  # leaves a parallel region by an exception, for instance
            refused.update({loop: "changes the program as a parallel region" for loop, _ in chosen if not independent(loop)})
            continue
        errors = dict(re.findall(r"%s:(\d+):.*?error: (.*)" % re.escape(path.name), said))
        refused.update(loops_of_errors(chosen, refused, errors))
        if path.suffix == ".f90" or not errors:
            break
    return None, {loop: said.split("error:")[-1].strip().split("\n")[0] for loop, _ in chosen}


def observe(program, number, loop, expected):
    """What happens when this loop runs in parallel: "same", "race" or "differs", and where."""
    for schedule in SCHEDULES:
        environment = {**ENVIRONMENT, "LOOP": str(number), "OMP_SCHEDULE": schedule}
        code, out, said = execute([str(program)], program.parent, environment)
        if "WARNING: ThreadSanitizer: data race" in said:
            where = re.search(r"#\d+ .*?(%s:\d+)" % re.escape(loop.path.name), said)
            return "race", "race at " + (where.group(1) if where else "an unknown place")
        if code != 0 or out != expected:
            wrong = [b for a, b in zip(expected.splitlines(), out.splitlines()) if a != b]
            return "differs", "exit code %d, %s" % (code, "; ".join(wrong[:2]) or said.strip()[-100:])
    return "same", ""


def without_each(label):
    """What and clauses: those of the label, without one name each time; and with private in place of first- and lastprivate."""
    for at, (kind, inside) in enumerate(label.written):
        operator, names = inside.split(":", 1) if kind == "reduction" else (None, inside)
        for name in split_names(names):
            rest = ",".join(other for other in split_names(names) if other != name)
            others = [pair for k, pair in enumerate(label.written) if k != at]
            kept = [(kind, operator + ":" + rest if operator else rest)] if rest else []
            yield "without %s(%s)" % (kind, name), others + kept
            if kind in ("firstprivate", "lastprivate"):
                yield "private(%s)" % name, others + kept + [("private", name)]


def trials(loop):
    """[(what, clauses)]: the label first, then its clauses with a part left out."""
    label = loop.labels[0]
    if label.verdict in ("few", "never") or label.open:
        return []
    if not independent(loop):
        return [("", [])]
    return [("", label.written)] + list(without_each(label))


def judge(loop, what, seen, why):
    """(class, sentence): class "right", "wrong" or "unproven"."""
    if what:
        return ("unproven", what + " makes no difference") if seen == "same" else ("right", "")
    if independent(loop):
        if seen != "same" and any("][" in names for _, names in loop.labels[0].written):
            # clang 14, unlike 22, combines a reduction of one element of a table without synchronisation.
            return "not tried", "the compiler's own code for this reduction may race: " + why
        return ("right", "") if seen == "same" else ("wrong", why)
    return ("right", "") if seen != "same" else ("unproven", "neither a race nor another output in parallel")


def check_variant(path, chosen, expected, folder):
    """chosen: [(loop, what, clauses)], at most one of each loop. A program for all, or for each one in Fortran."""
    found = []
    if path.suffix == ".f90" and len(chosen) > 1:
        for k, one in enumerate(chosen):
            found += check_variant(path, [one], expected, folder.with_name("%s-%d" % (folder.name, k)))
        return found
    program, refused = build_variant(path, [(loop, clauses) for loop, _, clauses in chosen], expected, folder)
    for number, (loop, what, _) in enumerate(chosen):
        if loop in refused:
            found.append((loop, "" if what else "not tried", refused[loop]))
        else:
            found.append((loop, *judge(loop, what, *observe(program, number, loop, expected))))
    shutil.rmtree(folder)
    return found


def check_file(path, folder):
    folder.mkdir()
    program, said = build(path, path.read_text(), folder, False)
    if not program:
        return [(None, "wrong", "%s does not compile: %s" % (path.name, said))]
    _, expected, _ = execute([str(program)], folder)
    loops = [(loop, trials(loop)) for loop in read_loops(path)]
    found = [(loop, "not tried", "") for loop, tried in loops if not tried]
    for round_ in range(max(len(tried) for _, tried in loops)):
        chosen = [(loop, *tried[round_]) for loop, tried in loops if len(tried) > round_]
        found += check_variant(path, chosen, expected, folder / str(round_))
    return found


def main():
    if not ARCHER:
        sys.exit("check_labels.py: no libarcher.so below /usr/lib: install the libomp of a clang")
    count = {}
    with tempfile.TemporaryDirectory(prefix="unply-labels-") as name:
        with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", "2"))) as pool:
            work = pool.map(lambda path: check_file(path, pathlib.Path(name, path.name)), all_files(sys.argv[1:]))
            for loop, kind, sentence in (one for found in work for one in found):
                count[kind] = count.get(kind, 0) + 1
                if kind not in ("", "right") and sentence:
                    print("%s %s: %s" % (kind, "%s [%s]" % (loop.place, loop.labels[0]) if loop else "", sentence), flush=True)
    print(", ".join("%d %s" % (number, kind) for kind, number in sorted(count.items()) if kind))
    sys.exit(1 if count.get("wrong") else 0)


main()
