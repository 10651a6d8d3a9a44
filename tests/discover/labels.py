# The labels of tests/discover/loops: what is true of each loop on the input that main() uses.
#
# A label is a comment at the end of the line of the loop's head, `//@ VERDICT [clauses]` (Fortran: `!@ ...`), where
# several loops on a line have `//@1 ...  //@2 ...` in the order of their columns. Words and rules:
#   doall      no dependence between iterations is left once the clauses hold; `guarded`: the same, but only because a
#              distance that is known at run time was at least the number of iterations
#   reduction  as doall, with at least one reduction
#   doacross   iterations depend on earlier ones, and parts of several iterations may still run at the same time:
#              distances above 1, or a wavefront of a nest
#   pipeline   a chain that only a part of the body takes part in; the rest can follow in other stages
#   serial     everything else, also loops that are left early, that print, or that use the state of a function
#   few        no execution of the loop had two iterations; never: no iteration was executed at all
# A dependence is from the last writer of a byte to each reader, from each reader to the next writer, and from writer to
# writer, over all executions of the loop. Clauses name variables that are declared outside of the loop and are not
# shared; the own index only as `lastprivate`, in Fortran no indices of inner loops, which are private anyhow. `private`: not
# used afterwards, otherwise `lastprivate`; `firstprivate`: the value from before the loop is read as well.
# `A or B` accepts either, the better one first. `VERDICT ...` accepts any clauses: OpenMP has none that says it, such as
# a minimum together with its place, or the head must be rewritten before any clause can be given.
import pathlib
import re

VERDICTS = ("doall", "reduction", "doacross", "guarded", "pipeline", "serial", "few", "never")
PARALLEL = ("doall", "reduction")
KINDS = ("private", "firstprivate", "lastprivate", "reduction")
OPERATORS = {"-": "+", ".and.": "&&", ".or.": "||", "iand": "&", "ior": "|", "ieor": "^", "and": "&&", "or": "||"}
HERE = pathlib.Path(__file__).resolve().parent
CLAUSE = re.compile(r"(\w+)\(((?:[^()]|\([^()]*\))*)\)")


class Label:
    """One alternative: a verdict and its clauses as written, or any clauses (`open`)."""

    def __init__(self, text, place):
        words = text.split(None, 1)
        self.verdict, rest = words[0], words[1] if len(words) > 1 else ""
        self.open = rest.strip() == "..."
        self.written = [] if self.open else [(kind, inside) for kind, inside in CLAUSE.findall(rest)]
        left = "" if self.open else CLAUSE.sub("", rest).strip()
        if self.verdict not in VERDICTS or left or any(kind not in KINDS for kind, _ in self.written):
            raise ValueError("%s: label not understood: %r" % (place, text))

    def clauses(self):
        """{("private", "t"), ("reduction", "+", "s")...}"""
        found = set()
        for kind, inside in self.written:
            operator, names = inside.split(":", 1) if kind == "reduction" else ("", inside)
            found.update(clause(kind, operator, name) for name in split_names(names))
        return found

    def __str__(self):
        return " ".join([self.verdict] + ["%s(%s)" % pair for pair in self.written] + ["..."] * self.open)


class Loop:
    def __init__(self, path, line, nth, text, source):
        self.path, self.line, self.nth, self.source = path, line, nth, source
        self.place = "%s:%d" % (path.name, line) + ("#%d" % nth if nth > 1 else "")
        self.labels = [Label(part.strip(), self.place) for part in re.split(r"\s+or\s+", text.strip())]
        self.fortran = path.suffix == ".f90"

    def text(self):
        return " or ".join(map(str, self.labels))


def split_names(text):
    """The names of a list, at commas outside of brackets."""
    return [name.strip() for name in re.split(r",(?![^\[(]*[\])])", text) if name.strip()]


def clause(kind, operator, name):
    """What of a clause is compared: an element, a section and the array have the name of the array."""
    name = re.sub(r"^[*&(]+|^this->|\s", "", name)
    name = re.split(r"[\[(%]", name)[0].rstrip(")").lower()
    return (kind, OPERATORS.get(operator.strip().lower(), operator.strip().lower()), name) if kind == "reduction" else (kind, name)


def reported_clauses(clauses):
    """The same of a report; a reduction there is {"operator", "names"} or "+: s, t"."""
    found = set()
    for kind in KINDS:
        for entry in clauses.get(kind) or []:
            if kind != "reduction":
                found.add(clause(kind, "", entry))
            elif isinstance(entry, dict):
                names = entry.get("names") or [entry["name"]]
                found.update(clause(kind, entry["operator"], name) for name in names)
            else:
                operator, names = entry.split(":", 1)
                found.update(clause(kind, operator, name) for name in split_names(names))
    return found


def read_loops(path):
    """All labelled loops of a file."""
    loops, source = [], path.read_text().splitlines()
    for number, line in enumerate(source, 1):
        parts = re.split(r"(?://|!)@(\d*) ", line)
        for nth, text in zip(parts[1::2], parts[2::2]):
            loops.append(Loop(path, number, int(nth or 1), text, source))
    return loops


def indices_below(loop):
    """Fortran: the indices of the loops in this one, which OpenMP makes private without a clause."""
    found, depth = set(), 0
    for line in loop.source[loop.line - 1 :]:
        code = line.split("!")[0].strip().lower()
        head = re.match(r"(?:\w+\s*:\s*)?do\s+(?:\d+\s+)?(?:concurrent\s*\(\s*)?(\w+)\s*=", code)
        if head or re.match(r"(?:\w+\s*:\s*)?do(\s+while\b.*)?$", code):
            depth += 1
            if head:
                found.add(head.group(1))
        if re.match(r"end\s*do\b|\d+\s+continue", line.split("!")[0].strip().lower()):
            depth -= 1
            if depth == 0:
                break
    return found


def all_files(words=()):
    files = sorted(path for path in (HERE / "loops").iterdir() if path.suffix in (".c", ".cpp", ".f90"))
    return [path for path in files if not words or any(word in path.name for word in words)]
