# Tests of the compiler plugin: each file contains its command and its expectation. Started by ./run.
import os

import lit.formats

build = os.environ["UNPLY_BUILD"]
root = os.path.normpath(os.path.join(os.path.dirname(__file__), "..", ".."))
inputs = os.path.join(os.path.dirname(__file__), "Inputs")
plugin = os.path.join(build, "lib", "unply", "unply_plugin.so")
both = "-fplugin=%s -fpass-plugin=%s -fno-discard-value-names" % (plugin, plugin)  # as the driver gives them

config.name = "plugin"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".c", ".cpp", ".f90", ".ll"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(build, "tests", "plugin")
config.environment["PATH"] = os.environ["PATH"]
config.environment["UNPLY_COPIES"] = "0"  # most tests are about the code with hooks; plain_copies.cpp has them

events = os.path.join(config.test_exec_root, "events.o")
config.substitutions += [
    ("%filecheck", "FileCheck-22 --allow-unused-prefixes=false --dump-input-context=20 %s"),
    # IR as the user's compiler leaves it, checked by the verifier on the way.
    ("%ir_cc", "clang-22 %s -I%s/include -g -S -emit-llvm -o - %%s" % (both, root)),
    ("%plugin_cc", "clang-22 %s -I%s/include" % (both, root)),
    ("%plugin_cxx", "clang++-22 %s" % both),
    ("%ir_cxx", "clang++-22 -std=c++17 %s -I%s/include -g -S -emit-llvm -o - %%s" % (both, root)),
    # The facts of each loop, as a pass finds them.
    ("%print_cc", "env UNPLY_PRINT_LOOP_FACTS=1 clang-22 %s -I%s/include -g -c -o /dev/null %%s 2>&1" % (both, root)),
    ("%print_cxx", "env UNPLY_PRINT_LOOP_FACTS=1 clang++-22 %s -I%s/include -std=c++20 -g -c -o /dev/null %%s 2>&1"
     % (both, root)),
    # The facts about the calls in each function, likewise.
    ("%calls_cc", "env UNPLY_PRINT_CALL_FACTS=1 clang-22 %s -g -c -o /dev/null %%s 2>&1" % both),
    ("%calls_cxx", "env UNPLY_PRINT_CALL_FACTS=1 clang++-22 %s -std=c++20 -g -c -o /dev/null %%s 2>&1" % both),
    ("%errors_cc", "not clang-22 %s -fsyntax-only %%s 2>&1" % both),
    ("%errors_cxx", "not clang++-22 -std=c++17 %s -fsyntax-only %%s 2>&1" % both),
    # Compiles, links with the runtime that prints the regions as they begin and end, and runs.
    ("%run_cc", "%s/run-program clang-22 %s -I%s/include -g -Wall -Wextra -Werror %s" % (inputs, both, root, events)),
    ("%run_cxx", "%s/run-program clang++-22 -std=c++17 %s -I%s/include -g -Wall -Wextra -Werror %s"
     % (inputs, both, root, events)),
    ("%plugin", plugin),
    ("%flang", "flang-22 -fpass-plugin=%s -g -S -emit-llvm -o - %%s" % plugin),
]
config.substitutions.sort(key=lambda pair: -len(pair[0]))
