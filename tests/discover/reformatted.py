"""Sources in another layout: the verdict on a loop must not depend on where the lines break."""
import re
import shutil

from harness import Failure, Skip, execute

STYLE = "{BasedOnStyle: LLVM, ColumnLimit: 0, SortIncludes: Never}"  # one statement a line, as long as it is
NO_CODE = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)


def loop_words(text):
    """(line, which one on the line) of each word that may begin a loop."""
    code = NO_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)
    return [
        (number, nth)
        for number, line in enumerate(code.split("\n"), 1)
        for nth, _ in enumerate(re.finditer(r"\b(?:for|while|do|goto)\b", line), 1)
    ]


def reformatted(folder, path):
    """The source in the other layout, and where its loops are now: {(line, nth): (line, nth)}."""
    formatter = shutil.which("clang-format-22")
    if formatter is None:
        raise Skip("no clang-format-22")
    text = path.read_text()
    done = execute([formatter, "--style=" + STYLE, "--assume-filename=" + path.name], stdin=text.encode())
    if done.returncode != 0:
        raise Failure("clang-format ends with %d" % done.returncode)
    before, after = loop_words(text), loop_words(done.stdout)
    if len(before) != len(after):
        raise Failure("%d loops before, %d after" % (len(before), len(after)))
    copy = folder / path.name
    copy.write_text(done.stdout)
    return copy, dict(zip(before, after))
