"""Every patch that `unply suggest --all` writes for the programs of tests/discover/loops and tests/discover/patches compiles,
and with all.patch, which has all those that do not stand in each other's way, the program prints with four threads what it
prints without. A patch whose lines are all in all.patch is compiled with that; in C a part of them is compiled alone as
well, with UNPLY_LONG=1 each. In names.f90 the loops with `!@ listed` have default(none), and no others. The programs of
loops are those that were recorded for their verdicts: compiling them for it takes most of the time."""
import os
import pathlib
import re

from harness import LONG, UNPLY, Failure
from waiting_loops import LIBOMP, must

FOLDER = pathlib.Path(__file__).resolve().parent / "patches"
ALONE = 5  # every which patch of a C program that is also in all.patch is compiled alone
COMPILERS = {".c": ["clang-22"], ".cpp": ["clang++-22", "-std=c++20"], ".f90": ["flang-22"]}
# In C++ headers take most of the time, and the level the rest of it.
LEVELS = {".c": "-O1", ".cpp": "-O1" if LONG else "-O0", ".f90": "-O1"}
WAIT = {"OMP_NUM_THREADS": "4", "OMP_WAIT_POLICY": "passive"}  # threads that spin would take the cores from those that work


def without_reductions(path, folder):
    """Beside a reduction of do concurrent those of other loops have no patch (concurrent.f90): here it is such a loop."""
    copy = folder / "source" / path.name
    copy.parent.mkdir()
    copy.write_text(re.sub(r"do concurrent \((\w+) = 1:n\) reduce\(\+:s\)", r"do \1 = 1, n", path.read_text()))
    return copy


def patched(folder, path, patch):
    copy = folder / path.name
    copy.write_text(path.read_text())
    must(["patch", "-s", copy, patch])
    return copy


def check_lists(path, ones):
    labelled = {number for number, line in enumerate(path.read_text().splitlines(), 1) if "!@ listed" in line}
    listed = {int(one.stem.rpartition("-")[2]) for one in ones if "default(none)" in one.read_text()}
    if listed != labelled:
        raise Failure("default(none) in lines %s, expected in %s" % (sorted(listed), sorted(labelled)))


def check(folder, path, program, trace):
    """program, trace: of the source `path`, recorded at -O2"""
    expected = must([program])
    must([UNPLY, "suggest", "--all", trace, "--patch", folder / "patches"])
    every = folder / "patches" / "all.patch"
    ones = sorted(set((folder / "patches").iterdir()) - {every})
    if not ones:
        raise Failure("no patches")
    if path.name == "names.f90":
        check_lists(path, ones)
    together = every.read_text() if every.exists() else ""
    added = lambda text: {line for line in text.splitlines() if line.startswith("+")}
    for number, one in enumerate(ones):
        alone = path.suffix == ".c" and (LONG or number % ALONE == 0)
        if added(one.read_text()) <= added(together) and not alone:
            continue
        try:
            must([*COMPILERS[path.suffix], "-fopenmp", "-fsyntax-only", patched(folder, path, one)])
        except Failure as failure:
            raise Failure("%s: %s\n%s" % (one.name, failure, one.read_text()))
    if not together:
        return
    program = folder / "patched"
    libraries = ["-lm", "-ltbb"] if path.suffix == ".cpp" else ["-lm"] if path.suffix == ".c" else []
    must([*COMPILERS[path.suffix], LEVELS[path.suffix], "-fopenmp", patched(folder, path, every), "-o", program, *libraries, *LIBOMP])
    for _ in range(3):
        if (found := must([program], env={**os.environ, **WAIT}, timeout=60)) != expected:
            raise Failure("all.patch changes the output to\n%s\n%s" % (found[:2000], together))
