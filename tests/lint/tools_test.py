"""The tools detect violations: the checks of tools/ in small trees with one violation or none, tools/transcript.py in
lines that differ by one word."""
import os
import subprocess
import sys
import tempfile

TOOLS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools")
sys.path.insert(0, TOOLS)
import transcript  # noqa: E402

LONG = "static int f(int a) {\n" + "  a += 1;\n" * 60 + "  return a;\n}\n"
CASES = [
    ("check_layers", "src/base/a.cpp", '#include "base/b.h"\n', None),
    ("check_layers", "src/base/a.cpp", '#include "trace/b.h"\n', "base includes trace/b.h"),
    ("check_layers", "src/trace/a.h", '  #  include "graph/b.h"\n', "trace includes graph/b.h"),
    ("check_layers", "src/graph/a.cpp", '#include "llvm/IR/Module.h"\n', "LLVM lives"),
    ("check_layers", "src/graph/a.h", "#include <fmt/format.h>\n", ".cpp files only"),
    ("check_layers", "src/graph/a.cpp", '#include "unply/ring_format.h"\n', "installed headers"),
    ("check_layers", "src/runtime/a.cpp", '#include "base/result.h"\n', "runtime includes base/result.h"),
    ("check_layers", "src/newfolder/a.cpp", "int a;\n", "not in the table"),
    ("check_layers", "src/sim/bounds/a.h", '#include "sim/job_graph.h"\n', None),
    ("check_layers", "src/sim/bounds/a.h", '#include "sim/schedulers/b.h"\n', "the room bounds may include: sim"),
    ("check_layers", "src/sim/bounds/a_test.cpp", '#include "sim/schedulers/b.h"\n', None),
    ("check_layers", "src/sim/bounds/a.cpp", '#include "sim/testing/b.h"\n', "what only tests use"),
    ("check_layers", "src/sim/cellar/a.cpp", "int a;\n", "src/sim/cellar: not among the rooms"),
    ("check_layers", ("src/base/a.cpp", "src/base/a.h", "src/base/b.h"), ('#include "base/b.h"\n', "int a;\n", '#include "base/a.h"\n'),
     "include each other: base/a, base/b"),
    ("check_layers", ("src/plugin/a.h", "src/plugin/b.h"), ('#include "b.h"\n', '#include "a.h"\n'), "include each other: plugin/a, plugin/b"),
    ("check_layers", ("src/base/a.h", "ARCHITECTURE.md"), ("int a;\n", "| src/base | numbers | trace |\n"), "says 'nothing'"),
    ("check_layers", ("src/base/a.h", "ARCHITECTURE.md"), ("int a;\n", "| src/attic | old things | nothing |\n"), "src/attic is not in"),
    ("check_sizes", "src/base/a.cpp", "int a;\n" * 800, None),
    ("check_sizes", "src/base/a.cpp", "int a;\n" * 801, "801 lines"),
    ("check_sizes", "src/base/a.h", "int a;\n" * 401, "401 lines"),
    ("check_sizes", "src/base/a.cpp", LONG, "63 lines, at most 60"),
    ("check_sizes", "src/base/a.cpp", LONG.replace("  a += 1;\n" * 60, "  a += 1;\n" * 57), None),
    ("check_sizes", "src/base/a.cpp", "namespace n {\n" + "int a;\n" * 100 + "}\n", None),
    ("check_sizes", "src/base/a.cpp", "class C {\n  " + LONG.replace("\n", "\n  ") + "};\n", "63 lines"),
    ("check_sizes", "src/base/a.cpp", "void f() {\n  for (int a :\n       {1, 2}) {\n" + "    g(a);\n" * 50 + "  }\n}\n", None),
    ("check_sizes", "src/base/a.cpp", "void f(int a,\n       int b) {\n" + "  g(a);\n" * 60 + "}\n", "63 lines"),
    ("check_sizes", "tools/a.py", "def f():\n" + "    pass\n" * 61, "62 lines"),
    ("check_names", ("src/base/a.h", "src/trace/b.cpp"), ("namespace unply {\nstruct A {\n};\n} // namespace unply\n",) * 2, "unply::A is also the name"),
    ("check_names", ("src/base/a.h", "src/trace/b.h"), ("namespace unply {\nenum class A {\n};\n}\n", "namespace unply {\nclass A : public B {\n};\n}\n"), "unply::A"),
    ("check_names", ("src/base/a.h", "src/trace/b.cpp"),
     ("namespace unply {\nstruct A {\n};\n} // namespace unply\n", "namespace unply {\nnamespace {\nstruct A {\n};\n} // namespace\n} // namespace unply\n"), None),
    ("check_names", ("src/base/a.h", "src/plugin/b.h"), ("namespace unply {\nstruct A {\n};\n}\n",) * 2, None),
    ("check_names", ("src/base/a.h", "src/base/a.cpp"), ("namespace unply {\nstruct A {\n};\n}\n", "namespace unply {\nstruct A::B {\n};\n}\n"), None),
    ("check_filecheck", "tests/a.c", "// RUN: cc %s | FileCheck %s\n// CHECK: x\n// CHECK-NOT: y\n// CHECK-COUNT-2: z\n", None),
    ("check_filecheck", "tests/a.c", "// RUN: cc %s | FileCheck %s\n// CHECK: x\n// CHECK-NETX: y\n", "CHECK-NETX"),
    ("check_filecheck", "tests/a.c", "// RUN: cc %s | FileCheck %s\n// CHECK: x\n// CHECK_NEXT: y\n", "CHECK_NEXT"),
    ("check_filecheck", "tests/a.c", "// RUN: cc %s | FileCheck --check-prefix=O2 %s\n// O2: x\n// CHECK: y\n", "CHECK: dead"),
    ("check_filecheck", "tests/a.c", "// RUN: cc %s | FileCheck --check-prefixes=A,B %s\n// A: x\n", "prefix B"),
    ("check_filecheck", "tests/a.c", "// RUN: cc %s | FileCheck --check-prefix=O2 %s\n// O2: x\n// O2-NXT: y\n", "O2-NXT"),
    ("check_filecheck", "tests/a.c", "// RUN: cc %s\n// CHECK: y\n", "no RUN line calls FileCheck"),
]

SAME = [  # expected, printed, whether they are the same
    ("all 3  tasks", "all 3 tasks ", True),
    ("efficiency 0.48", "efficiency 0.49", False),
    ("52 % of 678 ms", "53 % of 678 ms", False),
    ("<measure> of <time>", "52 % of 678 ms", True),
    ("<measure> of <time>", "<1 % of 9.50 us", True),
    ("<measure> of <time>", "52 % of 678", False),
    ("speedup <ratio>, 2 processors", "speedup 1.57, 2 processors", True),
    ("speedup <ratio>, 2 processors", "speedup 1.57, 3 processors", False),
    ("recorded <date>, <measure>", "recorded 2026-11-21T14:36:00Z, 50 KiB", True),
    ("a.b (c) <time>", "axb (c) 1 s", False),
]
OLD = ["head", "work 5 ns", "in 3 tasks", "span <time>", "end"]
REWRITE = [  # what is printed now, what is written, the number of places that are left to a hand
    (["head", "work 5 ns", "in 3 tasks", "span 7 ns", "end"], OLD, 0),
    (["head", "work 6 ns", "in 3 tasks", "span 8 ns", "end"], ["head", "work 6 ns", "in 3 tasks", "span <time>", "end"], 0),
    (["head", "work 5 ns", "in 3 tasks", "span of 7 ns", "end"], OLD, 1),
    (["new", "head", "work 5 ns", "span 7 ns"], ["new", "head", "work 5 ns", "span <time>"], 0),
    (["other", "work 5 ns", "in 3 tasks", "long 7 ns", "end"], ["other"] + OLD[1:], 1),
]


def is_pattern(line):
    return "<time>" in line


MAN = [  # lines behind the title, what the page must hold or the refusal must say
    ("A line\nand `its\nend`.", "A line and \\fBits end\\fR."),
    ("`--x`\n: the\n  rest", ".TP\n\\fB\\-\\-x\\fR\nthe rest"),
    ("- one\n  more\n- two", ".IP \\(bu 2\none more\n.IP \\(bu 2\ntwo"),
    ("| a | b |\n|---|---|\n| 1 | 2 |", ".TP\n1\n2"),
    ("| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |", ".TP\n1\nb: 2; c: 3"),
    ("```\n.x - y\n```", ".nf\n\\&.x \\- y\n.fi"),
    ("- one\n  - two", "3: a list inside a list"),
    ("1. one", "2: a numbered list"),
    ("> said", "2: a quotation"),
    ("#### deep", "2: a heading of this depth"),
    ("see ![it](it.png)", "2: a picture"),
    ("<b>bold</b>", "2: HTML"),
    ("an `open end", "2: an odd number of backquotes"),
    ("| a | b |\n|---|---|\n| 1 |", "2: a table"),
    ("```\nno end", "2: a fenced block without end"),
    (": alone", "2: an entry"),
]

failed = 0
for text, expected in MAN:
    with tempfile.TemporaryDirectory() as root:
        with open(os.path.join(root, "x.md"), "w", encoding="utf-8") as file:
            file.write("# x - a page\n" + text + "\n")
        done = subprocess.run([os.path.join(TOOLS, "make_man"), os.path.join(root, "x.md"), "1"], capture_output=True, text=True)
    if expected not in (done.stderr if done.returncode else done.stdout):
        failed += 1
        print(f"make_man on {text!r}: expected {expected!r}\n{done.stdout}{done.stderr}")
for expected, printed, same in SAME:
    if transcript.same(expected, printed) != same:
        failed += 1
        print(f"transcript.same({expected!r}, {printed!r}) is {not same}")
for printed, written, left in REWRITE:
    lines, report, left_now = transcript.rewrite(OLD, printed, transcript.same, is_pattern)
    silent = lines != OLD and not report
    if (lines, left_now) != (written, left) or silent:
        failed += 1
        print(f"transcript.rewrite({printed}): {lines}, {left_now} left, expected {written}, {left} left; report: {report}")
for tool, path, text, expected in CASES:  # several paths: each has its own text
    with tempfile.TemporaryDirectory() as root:
        os.makedirs(os.path.join(root, "tests"))
        for one, its in [(path, text)] if isinstance(path, str) else zip(path, text):
            os.makedirs(os.path.dirname(os.path.join(root, one)), exist_ok=True)
            with open(os.path.join(root, one), "w", encoding="utf-8") as file:
                file.write(its)
        done = subprocess.run([os.path.join(TOOLS, tool), root], capture_output=True, text=True)
        good = done.returncode == (1 if expected else 0) and (expected or "") in done.stdout
        if not good:
            failed += 1
            print(f"{tool} on {path}: {text[:80]!r}: exit code {done.returncode}, expected {expected!r}\n{done.stdout}{done.stderr}")
count = len(MAN) + len(CASES) + len(SAME) + len(REWRITE)
print(f"{count - failed} of {count} cases")
sys.exit(1 if failed else 0)
