"""The checks of tools/ find what they are for: each case is a small tree with one violation, or none."""
import os
import subprocess
import sys
import tempfile

TOOLS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools")
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
    ("check_filecheck", "tests/a.c", "// RUN: cc %s | FileCheck %s\n// CHECK: x\n// CHECK-NOT: y\n// CHECK-COUNT-2: z\n", None),
    ("check_filecheck", "tests/a.c", "// RUN: cc %s | FileCheck %s\n// CHECK: x\n// CHECK-NETX: y\n", "CHECK-NETX"),
    ("check_filecheck", "tests/a.c", "// RUN: cc %s | FileCheck %s\n// CHECK: x\n// CHECK_NEXT: y\n", "CHECK_NEXT"),
    ("check_filecheck", "tests/a.c", "// RUN: cc %s | FileCheck --check-prefix=O2 %s\n// O2: x\n// CHECK: y\n", "CHECK: dead"),
    ("check_filecheck", "tests/a.c", "// RUN: cc %s | FileCheck --check-prefixes=A,B %s\n// A: x\n", "prefix B"),
    ("check_filecheck", "tests/a.c", "// RUN: cc %s | FileCheck --check-prefix=O2 %s\n// O2: x\n// O2-NXT: y\n", "O2-NXT"),
    ("check_filecheck", "tests/a.c", "// RUN: cc %s\n// CHECK: y\n", "no RUN line calls FileCheck"),
]

failed = 0
for tool, path, text, expected in CASES:
    with tempfile.TemporaryDirectory() as root:
        for folder in ("src", "tests", os.path.dirname(path)):
            os.makedirs(os.path.join(root, folder), exist_ok=True)
        with open(os.path.join(root, path), "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run([os.path.join(TOOLS, tool), root], capture_output=True, text=True)
        good = done.returncode == (1 if expected else 0) and (expected or "") in done.stdout
        if not good:
            failed += 1
            print(f"{tool} on {path}: {text[:80]!r}: exit code {done.returncode}, expected {expected!r}\n{done.stdout}{done.stderr}")
print(f"{len(CASES) - failed} of {len(CASES)} cases")
sys.exit(1 if failed else 0)
