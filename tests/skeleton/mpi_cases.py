# The skeleton on processes: Open MPI with more ranks than cores, for what is computed, said and recorded; SimGrid, for
# times at scale, which are compared to the digit. tests/skeleton/run adds these cases to its own.
import csv
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]
from harness import LONG, ROOT, Failure, Skip, execute, execute_ranks, made_once, must, precompiled
import answers

EXAMPLES = ROOT / "examples" / "skeleton"
FLAGS = ["-std=c++20", "-I%s" % (ROOT / "include")]
# What most ranks compute is small, and SimGrid counts no time of it: compiling takes longer where it is optimised.
LEVEL = "-O2" if LONG else "-O0"
OPTIMISED = ["strassen"]  # which computes for long
BINARY = ["cc", "mergesort", "fft", "closest_pair", "integrate"]
SIMULATE = ["--cfg=smpi/simulate-computation:no", "--cfg=smpi/host-speed:1Gf", "--cfg=smpi/shared-malloc:local", "--log=xbt_cfg.thresh:warning"]


def build(source, flags=(), compiler="mpicxx", libraries=(), level=LEVEL, includes=None):
    """A program that all cases share which build it with the same words. includes: lines to be read once for all programs."""
    if not shutil.which(compiler):
        raise Skip("%s is not installed" % compiler)
    words = [*FLAGS, level, *["-fopenmp"] * (compiler == "mpicxx"), *flags]

    def make(folder):
        output = folder / ("%s.%s" % (source.stem, compiler))
        first = precompiled(includes, compiler, words) if includes else []
        must([compiler, *words, *first, source, "-o", output, *libraries])
        return output

    return made_once((str(source), compiler, tuple(words)), make)


def warned():
    """All warnings are errors, but those of Open MPI's own headers."""
    if not shutil.which("mpicxx"):
        raise Skip("mpicxx is not installed")
    includes = [word for at in must(["mpicxx", "--showme:incdirs"]).stdout.split() for word in ("-isystem", at)]
    return [*includes, "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror"]


def build_example(name):
    """With Open MPI; the examples that are not optimised share one reading of all headers."""
    source = EXAMPLES / (name + ".cpp")
    if LONG or name in OPTIMISED:
        return build(source, ["-DWITH_MPI", *warned()], level="-O2")
    return build(source, ["-DWITH_MPI", *warned()], includes='#include "%s"\n' % (EXAMPLES / "run_on.h"))


def run_ranks(program, ranks, *words, **env):
    """mpirun with that many ranks, on however many cores there are."""
    surroundings = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMP_NUM_THREADS": "2", **env}
    return execute_ranks(program, ["mpirun", "--oversubscribe", "-n", ranks, program, *words], env=surroundings)


def simulate(folder, program, ranks, platform, *words, options=SIMULATE, **env):
    hosts = folder / "hosts"
    hosts.write_text("".join("node-%d\n" % node for node in range(1024)))
    platform = HERE / "platforms" / (platform + ".xml")
    return execute(["smpirun", "-np", ranks, "-platform", platform, "-hostfile", hosts, *options, program, *words], env=env, cwd=folder)


def expect(got, wanted, what):
    if got != wanted:
        raise Failure("%s:\n  expected %s\n  got      %s" % (what, wanted, got))


def printed(done, what):
    if done.returncode != 0:
        raise Failure("%s: exit code %d: %s" % (what, done.returncode, (done.stdout + done.stderr)[-1500:]))
    return done.stdout


def application(folder, name):
    """The same text at one to nine processes as from the sequential back end, which is compared with another program's."""
    program = build_example(name)
    for words, wanted in answers.RUNS[name]:
        expected = wanted() if callable(wanted) else wanted
        first = printed(run_ranks(program, 1, "--on", "seq", *words), name)
        if expected is not None:
            expect(first, expected, "%s %s" % (name, words))
        for on in ["hypercube"] * (name in BINARY) + ["tree", "hybrid"]:
            for ranks in ranks_for(name, on, words):
                expect(printed(run_ranks(program, ranks, "--on", on, *words), name), first, "%s on %s of %d" % (name, on, ranks))


def ranks_for(name, on, words):
    """One to nine for one input of cc on the back end that fits it best; some of them else, unless UNPLY_LONG is set. Another
    input than the last one of a program meets the back end that fits best only."""
    usual, last = "hypercube" if name in BINARY else "tree", words == answers.RUNS[name][-1][0]
    if LONG or (on == usual and name == "cc" and last):
        return range(1, 10)
    if not last:
        return [5] if on == usual else []
    return {"hypercube": [4, 7], "tree": [3, 6], "hybrid": [2]}[on]


def simulated_application(folder, name):
    program = build(EXAMPLES / (name + ".cpp"), ["-DWITH_MPI"], "smpicxx")
    for words, wanted in answers.RUNS[name]:
        first = printed(simulate(folder, program, 1, "crossbar", "--on", "seq", *words), name)
        for on in ["hypercube"] * (name in BINARY) + ["tree"]:
            for ranks in range(1, 10) if LONG or (name == "cc" and words == answers.RUNS[name][-1][0]) else [3, 8]:
                done = simulate(folder, program, ranks, "crossbar", "--on", on, *words)
                expect(printed(done, name), first, "%s simulated on %s of %d" % (name, on, ranks))


def hypercube_halves(folder):
    program = build_example("strassen")
    done = run_ranks(program, 2, "--on", "hypercube", "65")
    if done.returncode == 0 or "does not divide in two" not in done.stderr:
        raise Failure("exit code %d: %s" % (done.returncode, done.stderr))


def placements(folder, largest_message):
    pairs = ["-DALL_PAIRS"] if LONG else []
    program = build(HERE / "mpi_placements.cpp", ["-DUNPLY_MPI_LARGEST_MESSAGE=%s" % largest_message, *pairs], level="-O0")
    for ranks in range(1, 10) if LONG else [1, 3]:
        roots = min(ranks, 2)
        expect(printed(run_ranks(program, ranks), "placements"), "%d cases, 0 wrong\n" % (2 * roots * KINDS + 2), "placements on %d" % ranks)


# Of calls: placements, arities, payloads and sizes; without UNPLY_LONG one kind of payload has all arities, and each arity
# another one too.
KINDS = 1105 if LONG else 740


FAULTS = [  # word of mpi_faults, ranks, what each rank catches, or None and what one rank says before all end
    ("not-initialised", 2, "caught: unply: MPI is not initialised: call MPI_Init or MPI_Init_thread before the skeleton"),
    ("finalised", 2, "caught: unply: MPI is finalised: call the skeleton before MPI_Finalize"),
    ("null", 2, "caught: unply: the communicator is MPI_COMM_NULL"),
    ("root", 3, "caught: unply: root 17 is no rank of the communicator, which has 3 processes"),
    ("negative-root", 1, "caught: unply: root -1 is no rank of the communicator, which has 1 processes"),
    ("single", 2, "caught: unply: MPI was initialised for one thread, but leaves run on several: call MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided)"),
    ("thread", 2, "caught: unply: the skeleton was called by a thread that may not call MPI: call it on the thread that initialised MPI, or ask MPI_Init_thread for MPI_THREAD_SERIALIZED"),
]
ENDINGS = [  # word of mpi_faults, and what ranks say before the whole job ends; the others wait for messages then
    ("throw", {"unply: rank 1: number 3 is bad"}),
    ("tree-throw", {"unply: rank 1: number 3 is bad"}),
    ("throw-word", {"unply: rank 1: an exception that is no std::exception left a function of the algorithm"}),
    ("throw-combine", {"unply: rank 1: numbers from 2 on are bad"}),
    ("wrong-size", {"unply: rank 1: solution_size promises 2 elements, the solution has 1"}),
    ("forgetful", {"unply: rank %d: unpack leaves bytes of the message: it must name all that pack wrote" % rank for rank in range(4)}),
    ("greedy", {"unply: rank %d: unpack reads beyond the end of the message: pack and unpack must name the same members in the same order" % rank for rank in range(4)}),
]


def faults(folder):
    program = build(HERE / "mpi_faults.cpp")
    for word, ranks, sentence in FAULTS:
        done = run_ranks(program, ranks, word)
        said = [line for line in done.stderr.splitlines() if "caught" in line]
        expect(said, [sentence] * ranks, word)
    for word, sentences in ENDINGS:
        done = run_ranks(program, 4, word)
        said = {line for line in done.stderr.splitlines() if line.startswith("unply:")}
        if done.returncode == 0 or not said or not said <= sentences:
            raise Failure("%s: exit code %d, %s" % (word, done.returncode, done.stderr))
    said = printed(run_ranks(program, 5, "idle"), "idle")
    expect(sorted(said.splitlines()), ["rank %d: tree %d, hypercube %d" % line for line in [(0, 1, 1), (1, 0, 0), (2, 1, 0), (3, 0, 1), (4, 0, 0)]], "idle")


def composed(folder):
    """Several communicators at once, calls within one program, policies that are kept and copied."""
    program = build(HERE / "mpi_faults.cpp")
    total = sum(n * (n - 1) // 2 for n in range(1, 40))
    for ranks in [1, 3, 4, 6]:
        said = printed(run_ranks(program, ranks, "composed"), "composed")
        expect(sorted(said.splitlines()), ["rank %d: %d" % (rank, (2 + rank % 2) * total) for rank in range(ranks)], "composed")


def simulated_fault(folder):
    program = build(HERE / "mpi_faults.cpp", ["-DNO_THREADS"], "smpicxx")
    expect(printed(simulate(folder, program, 4, "crossbar", "ok"), "ok"), "sum 28\n" * 4, "no fault")
    done = simulate(folder, program, 4, "crossbar", "throw")
    if done.returncode == 0 or "unply: rank 1: number 3 is bad\n" not in done.stderr:
        raise Failure("exit code %d: %s" % (done.returncode, done.stderr))


def phases(folder):
    program = build(HERE / "mpi_phases.cpp", ["-rdynamic"], libraries=["-ldl"])
    said = ""
    for ranks, words in [(1, ["hypercube"]), (4, ["hypercube"]), (3, ["hypercube"]), (4, ["hypercube", "2"]), (3, ["tree"]), (4, ["tree", "2"]), (2, ["hybrid"]), (3, ["untraced"])]:
        said += "%d %s\n%s" % (ranks, " ".join(words), printed(run_ranks(program, ranks, *words), "phases"))
    expect(said, (HERE / "mpi_phases.expected").read_text(), "phases")


REFUSED = {  # what stands in the program, and the sentence of the compiler
    "k parts on a hypercube": ("Split<std::array<Range, 3>, std::vector<int>>", "hypercube{}", "a hypercube halves: the algorithm's `divide` must give std::array<problem, 2>"),
    "any number of parts on a hypercube": ("Split<std::vector<Range>, std::vector<int>>", "hypercube{}", "unply::mpi::tree takes any number of parts"),
    "a solution without a form": ("Split<std::array<Range, 2>, std::map<int, int>>", "hypercube{}", "this type has no form as a message"),
    "a pointer as a solution": ("Split<std::array<Range, 2>, int*>", "hypercube{}", "a view or a pointer cannot be sent to another process"),
    "a view as a solution": ("Split<std::array<Range, 2>, std::span<int>>", "tree{}", "a view or a pointer cannot be sent to another process"),
    "a pointer among the elements": ("Split<std::array<Range, 2>, std::vector<int*>>", "tree{}", "this type has no form as a message"),
    "a problem without a form": ("SplitList", "tree{}", "a view or a pointer cannot be sent to another process"),
    "no default constructor": ("Split<std::array<Range, 2>, Made>", "hypercube{}", "it needs a default constructor"),
    "seven parts of distributed data": ("Split<std::array<Range, 7>, std::vector<int>>", "tree{MPI_COMM_WORLD, 0, unply::distributed, unply::at_root}", "solutions of distributed data are combined two by two"),
}
ACCEPTED = {
    "a view as a replicated problem": ("SplitList", "hypercube{}"),
    "seven parts on a tree": ("Split<std::array<Range, 7>, std::vector<std::string>>", "tree{}"),
}
INCLUDES = """\
#include <unply/divide_and_conquer/mpi.h>
#include <map>
#include <string>
#include <vector>
"""
PROGRAM = """
struct Range { int first = 0, last = 0; };
struct Made { explicit Made(int) {} int value = 0; };
template <class Parts, class Solution> struct Split {
  using problem = Range;
  using solution = Solution;
  bool is_base(const Range&) const { return true; }
  Solution solve(const Range&) const;
  Parts divide(const Range&) const { return {}; }
  Solution combine(const Range&, std::span<Solution>) const;
};
struct SplitList {
  using problem = std::span<int>;
  using solution = int;
  bool is_base(const problem&) const { return true; }
  int solve(const problem&) const;
  std::array<problem, 2> divide(const problem& p) const { return {p, p}; }
  int combine(const problem&, std::span<int>) const;
};
void call() {
  using namespace unply::mpi;
  using Algorithm = %s;
  unply::divide_and_conquer(%s, Algorithm(), Algorithm::problem());
}
"""


def compile_call(folder, compiler, algorithm, policy):
    if not shutil.which("mpicxx") or not shutil.which(compiler):
        raise Skip("mpicxx or %s is not installed" % compiler)
    source = folder / "call.cpp"
    source.write_text(INCLUDES + PROGRAM % (algorithm, policy))
    flags = [*FLAGS, *must(["mpicxx", "--showme:compile"]).stdout.split()]
    return execute([compiler, *flags, "-fsyntax-only", *precompiled(INCLUDES, compiler, flags), source])


def refused(folder, compiler):
    for name, (algorithm, policy, sentence) in REFUSED.items():
        done = compile_call(folder, compiler, algorithm, policy)
        errors = [line for line in done.stderr.splitlines() if re.search(r"\berror:", line)]
        if done.returncode == 0 or not errors or sentence not in errors[0]:
            raise Failure("%s: expected an error: %s\ngot: %s" % (name, sentence, "\n".join(errors) or done.stderr[:1000]))
    for name, (algorithm, policy) in ACCEPTED.items():
        done = compile_call(folder, compiler, algorithm, policy)
        if done.returncode != 0:
            raise Failure("%s: %s" % (name, done.stderr[:2000]))


def warnings(folder, compiler):
    """Programs that ask for every warning get none from the headers."""
    if not shutil.which(compiler):
        raise Skip("%s is not installed" % compiler)
    flags = [*FLAGS, *warned(), "-fsyntax-only"]
    if compiler != "g++-12":  # which build_example has compile all examples in this way
        must([compiler, *flags, "-DWITH_MPI", EXAMPLES / "cc.cpp"])
    must([compiler, *flags, "-Wconversion", HERE / "mpi_large.cpp"])


# Totals of the paper's model on three networks, N = 1024000 and M = 2048000, by SimGrid 3.32. While its phases are
# written, each of the four readings of clocks of a phase takes 10 ns of simulated time; without them it is less. 1024
# ranks take seconds: they run once on each network, unless UNPLY_LONG is set, with phases on two of the three.
TOTALS = [  # platform, ranks, N, seconds with phases and without
    ("crossbar", 2, 1024000, "0.910760", "0.910760"),
    ("crossbar", 8, 1024000, "1.110576", "1.110576"),
    ("crossbar", 64, 1024000, "1.801181", "1.801180"),
    ("crossbar", 256, 1024000, "2.314399", "2.314398"),
    ("crossbar", 1024, 1024000, "2.835289", "2.835288"),
    ("backbone", 1024, 1024000, "23.282960", "23.282959"),
    ("fat_tree", 1024, 1024000, "2.610220", "2.610219"),
    ("crossbar", 16, 64000, "0.210594", "0.210593"),
    ("crossbar", 32, 64000, "0.200758", "0.200758"),
    ("crossbar", 64, 64000, "0.204404", "0.204403"),
]


def model(folder):
    return build(EXAMPLES / "cc_model.cpp", ["-Wall", "-Wextra", "-Werror"], "smpicxx", level="-O2")  # 1024 ranks of it take longer than that


def totals(folder):
    version = re.search(r"VERSION=\"?SimGrid version ([\d.]+)", pathlib.Path(shutil.which("smpicxx") or os.devnull).read_text())
    if not version or version.group(1) != "3.32":
        raise Skip("these are the totals of SimGrid 3.32, here is %s" % (version.group(1) if version else "none"))
    program = model(folder)
    for platform, ranks, vertices, with_phases, without in TOTALS:
        runs = [(with_phases, {"UNPLY_PHASES": "phases.csv"}), (without, {})]
        if ranks == 1024 and not LONG:
            runs = runs[1:] if platform == "backbone" else runs[:1]
        for expected, env in runs:
            done = simulate(folder, program, ranks, platform, vertices, 2048000, **env)
            expect(printed(done, "cc_model"), "P %d N %d M 2048000 seconds %s\n" % (ranks, vertices, expected), "total on %s" % platform)


def simulated_phases(folder):
    program = model(folder)
    for again in "first", "second":
        for ranks in [1, 3, 64]:
            name = "%s-%d.csv" % (again, ranks)
            (folder / name).write_text("left from an earlier run\n")
            printed(simulate(folder, program, ranks, "crossbar", 1024000, 2048000, 64000, 64000, UNPLY_PHASES=name), name)
    for ranks in [1, 3, 64]:
        expect((folder / ("first-%d.csv" % ranks)).read_bytes(), (folder / ("second-%d.csv" % ranks)).read_bytes(), "two runs of %d ranks" % ranks)
    with open(folder / "first-64.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    expect(list(rows[0]), "rank call phase level partner bytes begin_ns end_ns cpu_ns P N M".split(), "columns")
    expect(len(rows), 64 * 2 * (1 + 6 * 3 + 1), "rows")
    for row in rows:
        rank, level, edges = int(row["rank"]), int(row["level"]), [2048000, 64000][int(row["call"])]
        expect((row["N"], float(row["M"])), ("1024000" if edges == 2048000 else "64000", edges / 2**level), "sizes of %s" % row)
        expect(row["P"], "64" if row["phase"] == "call" else "", "P of %s" % row)
        if row["phase"] == "exchange":
            expect((int(row["partner"]), int(row["bytes"])), (rank ^ 32 >> level, 4 * int(row["N"])), "messages of %s" % row)
    divide = next(row for row in rows if row["phase"] == "divide" and row["call"] == "0" and row["level"] == "1")
    expect(int(divide["end_ns"]) - int(divide["begin_ns"]), 19867870, "Div0 + Div1 M/2 and two readings of clocks")


def simulated_phases_elsewhere(folder):
    """A file that cannot be written ends the job with a word on it; without the variable none is written."""
    program = model(folder)
    done = simulate(folder, program, 2, "crossbar", 10, 10, UNPLY_PHASES="missing/phases.csv")
    if done.returncode == 0 or "UNPLY_PHASES: cannot write missing/phases.csv" not in done.stderr:
        raise Failure("exit code %d: %s" % (done.returncode, done.stderr))
    printed(simulate(folder, program, 2, "crossbar", 10, 10), "cc_model")
    expect(sorted(path.name for path in folder.iterdir()), ["hosts"], "files")
    for words, sentence in [([], "usage: cc_model VERTICES EDGES"), (["0", "1"], "0 vertices, 1 edges: expected 1 to"), (["5"], "usage:"), (["x", "y"], "x vertices, y edges")]:
        done = simulate(folder, program, 2, "crossbar", *words)
        if done.returncode == 0 or sentence not in done.stderr:
            raise Failure("%s: exit code %d: %s" % (words, done.returncode, done.stderr))


def large_payload(folder):
    """A solution of more than 2^31 bytes, in messages of at most 2^30: needs 10 GB, so only when asked for."""
    memory = int(re.search(r"MemAvailable:\s+(\d+)", pathlib.Path("/proc/meminfo").read_text()).group(1))
    if not LONG:
        raise Skip("UNPLY_LONG is not set")
    if memory < 16 << 20:
        raise Skip("needs 16 GB of memory, %d MB are there" % (memory >> 10))
    program = build(HERE / "mpi_large.cpp")
    expect(printed(run_ranks(program, 2), "mpi_large"), "2200000000 bytes each way, as they were\n", "large payload")


def cases():
    names = list(answers.RUNS)
    found = [("mpi: %s on every back end" % name, application, name) for name in names]
    found += [("mpi: %s simulated" % name, simulated_application, name) for name in (names if LONG else ["cc", "quickhull"])]
    found += [("mpi: refused calls, %s" % compiler, refused, compiler)
              for compiler in (["g++-12", "clang++-14", "clang++-22"] if LONG else ["g++-12"])]
    found += [("mpi: no warnings, %s" % compiler, warnings, compiler) for compiler in (["g++-12", "clang++-14", "clang++-22"] if LONG else ["g++-12", "clang++-22"])]
    if LONG:  # the programs above send whole messages as well
        found.append(("mpi: placements, large messages", placements, "1048576"))
    found += [
        ("mpi: placements, small messages", placements, "5"),
        ("mpi: a hypercube halves", hypercube_halves),
        ("mpi: faults", faults),
        ("mpi: composed calls", composed),
        ("mpi: a fault in a simulated program", simulated_fault),
        ("mpi: phases", phases),
        ("mpi: totals of the paper's model at scale", totals),
        ("mpi: phases of simulated programs", simulated_phases),
        ("mpi: files of phases", simulated_phases_elsewhere),
        ("mpi: a large payload", large_payload),
    ]
    return found


if __name__ == "__main__":
    from harness import Checks

    checks = Checks()
    checks.all([case for case in cases() if len(sys.argv) < 2 or any(word in case[0] for word in sys.argv[1:])])
    checks.finish()
