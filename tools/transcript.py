"""Runs commands one after the other in one shell, captures the output and exit code of each, and compares them.

Shared by tests/cli/run, tests/examples/run and tools/regen_docs. An expected line is compared to the digit, except for
the words of WORDS in it: each represents a number that depends on the machine (a time of a recording made by the test,
a figure computed from it, a date), never one that follows from the input. Runs of blanks count as one: columns are as wide as
their numbers.
"""
import difflib
import os
import re
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.abspath(os.environ.get("UNPLY_BUILD", os.path.join(ROOT, "build")))
MARK = "\x01unply-step"


class Result:
    def __init__(self, lines, code):
        self.lines = lines
        self.code = code  # None: the shell ended or ran out of time before this command did


def run_session(commands, folder, timeout_s=300):
    """One bash for all commands, so that cd and variables last; standard error comes with standard output."""
    script = "exec 2>&1\n"
    for command in commands:
        script += command + f"\n{{ printf '\\n{MARK} %d\\n' $?; }} 2>/dev/null\n"
    environment = dict(os.environ, PATH=os.path.join(BUILD, "bin") + ":" + os.environ["PATH"], LC_ALL="C.UTF-8",
                       TERM="dumb", COLUMNS="100", UNPLY_BUILD=BUILD, UNPLY_ROOT=ROOT,
                       XDG_CONFIG_HOME=os.path.join(folder, ".config"))  # a calibrated machine would change figures
    for name in ("UNPLY_TASKS", "UNPLY_CC", "UNPLY_CXX", "UNPLY_FC"):
        environment.pop(name, None)
    with tempfile.NamedTemporaryFile("w", suffix=".sh", delete=False) as file:
        file.write(script)
    try:
        done = subprocess.run(["bash", file.name], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=timeout_s)
        output = done.stdout
    except subprocess.TimeoutExpired as late:
        output = (late.stdout or b"") + f"\n(no end after {timeout_s} s)\n".encode()
    finally:
        os.unlink(file.name)
    return split_session(output.decode("utf-8", "replace"), len(commands))


def split_session(text, count):
    results = []
    for part in re.split(f"(?<=\n){MARK} ", text):
        if results and results[-1].code is None:
            code, _, part = part.partition("\n")
            results[-1].code = int(code)
        results.append(Result(tidy(part), None))
    if len(results) > count and results[-1].lines == []:
        results.pop()
    while len(results) < count:
        results.append(Result([], None))
    return results[:count]


def tidy(part):
    lines = part.split("\n")
    while lines and lines[-1] == "":
        lines.pop()
    return lines


NUMBER = r"\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?"
WORDS = {  # in the order in which masked() puts them
    "<time>": NUMBER + r"\s?(?:ns|us|µs|ms|s|min|h)\b",
    "<measure>": r"(?:\d+(?:\.\d+)?\s?(?:KiB|MiB|GiB|KB|MB|GB)\b|\d+\.\d+\s?[%x]|<?\b\d+(?:\.\d+)?\s?%)",
    "<ratio>": r"(?<![\w.-])\d+\.\d+(?![\w.]|-\d)",
    "<date>": r"\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?",
    "<address>": r"\b0x[0-9a-f]{6,}\b",
}
WORD = re.compile("|".join(WORDS))


def as_printed(line, folder=None):
    """Without the places of this build and of this run."""
    if folder:
        line = line.replace(os.path.realpath(folder), "$TMP").replace(folder, "$TMP")
    line = line.replace(BUILD, "$BUILD").replace(ROOT, "$ROOT")
    return re.sub(r"^\S*/tmp\w+\.sh: line \d+: ", "bash: ", line).rstrip()


def one_blank(line):
    return re.sub(r"[ \t]+", " ", line).strip()


def masked(line):
    """The line with a word for each number that can be a machine's, wherever it comes from."""
    for word, pattern in WORDS.items():
        line = re.sub(pattern, word, line)
    return one_blank(line)


def pattern_of(expected):
    """A regular expression for what the line stands for."""
    out, at = "", 0
    for word in WORD.finditer(expected):
        out += re.escape(expected[at:word.start()]) + WORDS[word[0]]
        at = word.end()
    return out + re.escape(expected[at:])


def same(expected, actual):
    expected, actual = one_blank(expected), one_blank(actual)
    return expected == actual or (WORD.search(expected) is not None and re.fullmatch(pattern_of(expected), actual) is not None)


def rewrite(expected, actual, matches, is_pattern):
    """`expected` with the lines of `actual` where they differ: (lines, report, number of places left as they were).

    A place whose old lines hold a pattern is left, or the pattern would become what one run printed. The report shows
    each change, and for a place that is left the lines that a hand may put there.
    """
    key, keys = {}, []  # an actual line has the number of the expected line that it matches
    for number, line in enumerate(expected):
        key.setdefault(line, number)
    for line in actual:
        keys.append(next((key[old] for old in expected if matches(old, line)), line))
    out, report, left = [], [], 0
    steps = difflib.SequenceMatcher(None, [key[line] for line in expected], keys, autojunk=False).get_opcodes()
    for step, a, b, c, d in steps:
        old, new = expected[a:b], actual[c:d]
        if step == "equal":
            out += old
        elif any(map(is_pattern, old)):
            left += 1
            out += old
            report += ["left, holds a pattern:"] + ["  - " + line for line in old] + ["  ? " + masked(line) for line in new]
        else:
            out += new
            report += ["  - " + line for line in old] + ["  + " + line for line in new]
    return out, report, left
