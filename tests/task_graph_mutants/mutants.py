"""One-character mutants of the lines of an example that decide its messages: other digits, operators, comparisons; and the
names of the rank, of the number of processes and of the partners in each other's place."""
import re

DIGITS = {"0": "12", "1": "02", "2": "13", "3": "24", "4": "35", "5": "46", "6": "57", "7": "68", "8": "79", "9": "80"}
CHARACTERS = {"+": "-*", "-": "+*", "*": "+", "/": "*%", "%": "/+", "^": "+-", "<": ">", ">": "<"}
OPERATORS = [("<=", "<"), (">=", ">"), ("==", "!="), ("!=", "=="), ("<", "<="), (">", ">="), ("++", "--"), ("<<=", ">>="), ("&&", "||")]
NAMES = [("rank", "size"), ("left", "right"), ("up", "down"), ("row", "column"), ("up", "rank"), ("left", "rank"), ("s", "d"), ("k", "nb"), ("b", "nb"),
         ("n", "m"), ("py", "size")]
TOKEN = re.compile(r"[A-Za-z_]\w*|\d+|<<=|<=|>=|==|!=|\+\+|--|&&|\|\||.")


def decides(line):
    """Whether a line of main behind MPI_Comm_size calls MPI, or computes or tests what such a call is given."""
    return re.search(r"MPI_(?!Comm|Init|Finalize|Request|Status\b)", line) or re.search(r"\b(if|for)\b|\bint \w+ = (?!atoi)", line)


def of_line(line, names):
    """Each mutant of one line, as text; `names`: the words of the program."""
    for match in TOKEN.finditer(line):
        token, at = match.group(), match.start()
        for made in of_token(token, names):
            yield line[:at] + made + line[at + len(token):]


def of_token(token, names):
    if token.isdigit():
        for place, digit in enumerate(token):
            for other in DIGITS[digit]:
                yield token[:place] + other + token[place + 1:]
    for one, other in OPERATORS:
        if token == one:
            yield other
    yield from CHARACTERS.get(token, "")
    for one, other in NAMES:
        if token in (one, other) and {one, other} <= names:
            yield other if token == one else one


def reads_itself(line):
    """Whether a variable is in its own initial value, which is then any."""
    return any(re.search(r"\b%s\b" % name, value) for name, value in re.findall(r"(\w+) = ([^,;]*)", line) if "int " in line)


def of_program(text):
    """(line number, its new text, the whole program) of each mutant."""
    lines, names = text.splitlines(), set(re.findall(r"\w+", text))
    first = next(number for number, line in enumerate(lines) if "MPI_Comm_size" in line) + 1
    last = next(number for number, line in enumerate(lines) if "MPI_Finalize" in line)
    for number in range(first, last):
        goes_on = not lines[number - 1].rstrip().endswith((";", "{", "}", ")"))
        if decides(lines[number]) or goes_on:
            for made in dict.fromkeys(of_line(lines[number], names)):
                if made != lines[number] and not reads_itself(made):
                    yield number + 1, made.strip(), "\n".join(lines[:number] + [made] + lines[number + 1:]) + "\n"
