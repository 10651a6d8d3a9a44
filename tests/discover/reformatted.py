"""Sources in another layout: the verdict on a loop must not depend on where the lines break."""
import re
import shutil

from harness import Failure, Skip, execute

LAYOUTS = {  # as clang-format's styles, but the last one
    "long": "ColumnLimit: 0",  # one statement a line, as long as it is
    "narrow": "ColumnLimit: 40, BreakBeforeBraces: Allman, AllowShortFunctionsOnASingleLine: None, "
    "AllowShortLambdasOnASingleLine: None, BinPackArguments: false, BinPackParameters: false",
    "joined": None,  # all between two directives of the preprocessor on one line
}
NO_CODE = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)


def loop_words(text):
    """(line, which one on the line, column) of each word that may begin a loop."""
    code = NO_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)
    return [
        (number, nth, found.start() + 1)
        for number, line in enumerate(code.split("\n"), 1)
        for nth, found in enumerate(re.finditer(r"\b(?:for|while|do|goto)\b", line), 1)
    ]


def joined(text):
    """Without comments, and all between two directives of the preprocessor on one line."""
    bare = NO_CODE.sub(lambda found: " " if found.group()[0] == "/" else found.group(), text)
    lines = [""]
    for line in bare.replace("\\\n", " ").split("\n"):
        if line.lstrip().startswith("#"):
            lines += [line, ""]
        else:
            lines[-1] += line.strip() + " "
    return "\n".join(lines)


def formatted(path, layout):
    formatter = shutil.which("clang-format-22")
    if formatter is None:
        raise Skip("no clang-format-22")
    style = "--style={BasedOnStyle: LLVM, SortIncludes: Never, %s}" % LAYOUTS[layout]
    done = execute([formatter, style, "--assume-filename=" + path.name], stdin=path.read_bytes())
    if done.returncode != 0:
        raise Failure("clang-format ends with %d" % done.returncode)
    return done.stdout


def reformatted(folder, path, layout):
    """The source in another layout, and where its loops are now: {(line, nth): (line, column)}."""
    text = path.read_text()
    other = joined(text) if layout == "joined" else formatted(path, layout)
    before, after = loop_words(text), loop_words(other)
    if len(before) != len(after):
        raise Failure("%d loops before, %d after" % (len(before), len(after)))
    copy = folder / path.name
    copy.write_text(other)
    return copy, {(line, nth): (now, column) for (line, nth, _), (now, _, column) in zip(before, after)}
