"""Loops whose iterations wait for earlier ones (tests/discover/waiting): their patches compile, and the program with each
of them prints the same with four threads as without. What cannot wait so gets no patch."""
import json
import os
import pathlib

from harness import UNPLY, Failure, compile, execute, record

FOLDER = pathlib.Path(__file__).resolve().parent / "waiting"


OMP = pathlib.Path(os.environ["UNPLY_BUILD"]) / "lib/unply/omp"  # scripts/fetch-libomp
LIBOMP = ["-I%s" % OMP, "-L%s" % OMP, "-Wl,-rpath,%s" % OMP]


def lines_of(path, word):
    """Numbers of the lines with this word."""
    return [number for number, line in enumerate(path.read_text().splitlines(), 1) if word in line]


def must(command, **options):
    done = execute(command, **options)
    if done.returncode != 0:
        raise Failure("%s ends with %d: %s" % (command[0], done.returncode, done.stderr.strip()[-500:]))
    return done.stdout


def suggested(folder, path, level):
    program, trace = folder / "program", folder / "run.trace"
    compile(path, program, [level, "-g", "-lm"])
    done = record(program, trace, timeout=120)
    if done.returncode != 0:
        raise Failure("unply record ends with %d: %s" % (done.returncode, done.stderr.strip()[-500:]))
    return json.loads(must([UNPLY, "suggest", trace, "--json"]))["suggestions"]


def program_with(folder, path, patch):
    """The program with this patch."""
    (folder / "one.patch").write_text(patch)
    copy, program = folder / path.name, folder / "patched"
    copy.write_text(path.read_text())
    must(["patch", "-s", copy, folder / "one.patch"])
    must(["clang-22", "-O2", "-fopenmp", "-Werror", copy, "-o", program, "-lm", *LIBOMP])
    return program


def check(folder, path, level):
    serial = folder / "serial"
    must(["clang-22", "-O2", path, "-o", serial, "-lm"])
    expected = must([serial])
    waiting = {one["line"]: one for one in suggested(folder, path, level) if one["verdict"] == "doacross"}
    labelled = lines_of(path, "//@ ordered")
    if sorted(waiting) != labelled:
        raise Failure("loops that wait are at lines %s, labelled are %s" % (sorted(waiting), labelled))
    for line, one in waiting.items():
        if not one["patch"]:
            raise Failure("no patch for line %d: %s" % (line, one["no_patch"]))
        program = program_with(folder, path, one["patch"])
        for _ in range(3):
            if must([program], env={**os.environ, "OMP_NUM_THREADS": "4"}, timeout=30) != expected:
                raise Failure("the patch for line %d changes the output:\n%s" % (line, one["patch"]))
