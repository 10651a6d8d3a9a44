# Records a program of tests/whatif/programs unchanged and edited (-DEDITED): the prediction of `unply whatif --remove`
# for the first, and the graph of the second. tests/whatif/run compares them, bench/accuracy/run prints them.
import json
import pathlib
import sys
from typing import NamedTuple

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from harness import UNPLY, Failure, compile, graph_document, must, record

PROGRAMS = HERE / "programs"


class Comparison(NamedTuple):
    """Pairs are (predicted from the program, found in the edited program)."""
    removed: list  # variables
    before: dict   # the graph of the program
    tasks: tuple
    edges: tuple   # sets of (from, to, kind)
    span: tuple    # of tasks of one length, with all kinds of dependences
    parallelism: tuple
    parallelism_before: float


def recorded(source, folder, name, flags):
    compile(source, folder / name, ["-g", *flags])
    trace = folder / (name + ".trace")
    done = record(folder / name, trace)
    if done.returncode != 0:
        raise Failure("exit code %d: %s" % (done.returncode, done.stderr))
    return trace, graph_document(trace)


def carriers(edge):
    """Variables of all pairs of sites of an edge."""
    return [pair["variable"] for pair in edge.get("pairs", [edge])]


def left(document, removed):
    return {(edge["from"], edge["to"], edge["kind"]) for edge in document["edges"]
            if edge["kind"] == "extension" or any(variable not in removed for variable in carriers(edge))}


def untimed(document, path):
    """The same graph with a length of one for each task."""
    for task in document["tasks"]:
        task.pop("self_ns"), task.pop("overhead_ns")
    path.write_text(json.dumps(document))
    return path


def whatif(file, options=()):
    return json.loads(must([UNPLY, "whatif", file, "--json", *options]).stdout)


def compared(folder, source, level):
    removed = [name.strip() for name in source.read_text().splitlines()[0].removeprefix("// remove:").split(",")]
    _, before = recorded(source, folder, "original", [level])
    _, after = recorded(source, folder, "edited", [level, "-DEDITED"])
    edges = (left(before, removed), left(after, []))
    options = [word for name in removed for word in ("--remove", name)]
    asked = whatif(untimed(before, folder / "before.json"), options)
    edited = whatif(untimed(after, folder / "after.json"))["base"]
    pairs = {figure: (asked["changed"][figure], edited[figure]) for figure in ("tasks", "span", "parallelism")}
    return Comparison(removed, before, edges=edges, parallelism_before=asked["base"]["parallelism"], **pairs)
