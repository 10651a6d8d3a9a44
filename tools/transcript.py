"""Runs commands one after the other in one shell and keeps what each printed and its exit code.

Shared by tests/cli/run and tools/regen_docs. What varies from run to run (times, what is computed of them, process ids,
scratch folders) is replaced by words before a comparison; everything else must be equal.
"""
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
                       TERM="dumb", COLUMNS="100", UNPLY_BUILD=BUILD, UNPLY_ROOT=ROOT)
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
RULES = [
    (re.compile(NUMBER + r"\s?(?:ns|us|µs|ms|s|min|h)\b"), "<time>"),
    (re.compile(r"\d+(?:\.\d+)?\s?(?:KiB|MiB|GiB|KB|MB|GB)\b|\d+\.\d+\s?[%x]"), "<measure>"),
    (re.compile(r"\b\d+(?:\.\d+)?\s?%"), "<measure>"),
    (re.compile(r"(?<![\w.-])\d+\.\d+(?![\w.]|-\d)"), "<ratio>"),
    (re.compile(r"\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?"), "<date>"),
    (re.compile(r"\b0x[0-9a-f]{6,}\b"), "<address>"),
]


def normalise(line, folder=None):
    """Words for what varies; runs of blanks become one, since column widths follow the numbers."""
    if folder:
        line = line.replace(os.path.realpath(folder), "$TMP").replace(folder, "$TMP")
    line = line.replace(BUILD, "$BUILD").replace(ROOT, "$ROOT")
    line = re.sub(r"^\S*/tmp\w+\.sh: line \d+: ", "bash: ", line)
    for pattern, word in RULES:
        line = pattern.sub(word, line)
    return re.sub(r"[ \t]+", " ", line).strip()
