# Random programs of OpenMP tasks, their work and their span by the rules of OpenMP 5.2 (sections 15.5, 15.9.5): for each
# pair of siblings from their clauses, without any graph.
import random

ADDRESSES = 3


class Statement:
    def __init__(self, kind, weight=0, clauses=(), body=()):
        self.kind, self.weight, self.clauses, self.body = kind, weight, list(clauses), list(body)


def random_clauses(rng):
    return [(rng.choice(("in", "out", "inout")), address) for address in range(ADDRESSES) if rng.random() < 0.4]


def random_body(rng, depth):
    body = []
    for _ in range(rng.randint(2, 9 if depth == 0 else 4)):
        draw = rng.random()
        if draw < 0.2:
            body.append(Statement("work", weight=rng.randint(1, 9)))
        elif draw < 0.7 or depth == 2:
            inner = random_body(rng, depth + 1) if depth < 2 and rng.random() < 0.3 else [Statement("work", weight=rng.randint(1, 9))]
            body.append(Statement("task", clauses=random_clauses(rng), body=inner))
        elif draw < 0.8:
            body.append(Statement("taskwait"))
        elif draw < 0.9:
            body.append(Statement("taskwait", clauses=random_clauses(rng)))
        else:
            body.append(Statement("taskgroup", body=random_body(rng, depth + 1)))
    return body


def source_of(body, indent="    "):
    lines = []
    for one in body:
        clauses = "".join(" depend(%s: x[%d])" % clause for clause in one.clauses)
        if one.kind == "work":
            lines.append(indent + "work(%d);" % one.weight)
        elif one.kind == "taskwait":
            lines.append(indent + "#pragma omp taskwait" + clauses)
        else:
            lines += [indent + "#pragma omp %s%s" % (one.kind, clauses), indent + "{", *source_of(one.body, indent + "  "),
                      indent + "}"]
    return lines


def program_of(bodies):
    """The argument chooses one of them."""
    lines = ["#include <stdlib.h>", "static volatile int counter;", "static char x[%d];" % ADDRESSES,
             "static void work(int n) { for (int i = 0; i < n; i++) counter = counter + 1; }",
             "int main(int argc, char **argv) {", "  int which = atoi(argv[1]);"]
    for number, body in enumerate(bodies):
        lines += ["  if (which == %d) {" % number, "#pragma omp parallel", "#pragma omp single", "    {",
                  *source_of(body, "      "), "    }", "  }"]
    return "\n".join([*lines, "  return x[0];", "}"]) + "\n"


def must_wait(earlier, later):
    return any(a == b and "out" in first + second for first, a in earlier for second, b in later)


class Run:
    """What a run would take on as many processors as it can use."""

    def __init__(self, body):
        self.work, self.tasks, self.ends = 0, 0, []
        self.span = max(self.body(body, 0, []), *self.ends, 0)

    def body(self, body, time, group):
        children, siblings = [], []
        return self.statements(body, time, group, children, siblings)

    def statements(self, body, time, group, children, siblings):
        for one in body:
            named = [end for clauses, end in siblings if must_wait(clauses, one.clauses)]
            if one.kind == "work":
                time += one.weight
                self.work += one.weight
            elif one.kind == "task":
                self.tasks += 1
                end = self.body(one.body, max([time, *named]), group)
                siblings.append((one.clauses, end))
                for ends in (children, group, self.ends):
                    ends.append(end)
            elif one.kind == "taskwait":
                time = max([time, *(named if one.clauses else children)])
            else:
                inside = []
                time = max([self.statements(one.body, time, inside, children, siblings), *inside])
        return time


def random_programs(seed, how_many):
    rng = random.Random(seed)
    return [random_body(rng, 0) for _ in range(how_many)]
