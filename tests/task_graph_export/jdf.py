"""A reader of PaRSEC's task classes (JDF), as far as unply writes them: every task and dependence for given parameters."""
import collections
import re


class TaskClass:
    def __init__(self, name, dims):
        self.name, self.dims, self.ranges, self.dependences, self.body = name, dims, [], [], ""


def python(c):
    """C's expression as Python's: a condition has one ?:, perhaps with another in its last part."""
    question = c.find("?")
    if question >= 0:
        depth = 0
        for at in range(question, len(c)):
            depth += {"?": 1, ":": -1}.get(c[at], 0)
            if c[at] == ":" and depth == 0:
                parts = c[:question], c[question + 1 : at], c[at + 1 :]
                return "((%s) if (%s) else (%s))" % (python(parts[1]), python(parts[0]), python(parts[2]))
    return c.replace("&&", " and ").replace("||", " or ").strip()


def classes_of(text):
    text = text[text.index("%}") + 2 :]
    found = {}
    for block in re.split(r"\n\n", text):
        head = re.match(r"(\w+)\(([\w, ]+)\)\n", block)
        if not head:
            continue
        made = found[head[1]] = TaskClass(head[1], head[2].split(", "))
        declared, made.body = block[head.end() :].split("BODY\n")
        flow = None
        for line in declared.splitlines():
            ranged = re.match(r"  (\w+) = (.*?) \.\. (.*?)(?: \.\. (\d+))?$", line)
            dependence = re.match(r"(?:CTL (\w+)| +) ?(<-|->) (?:(\(.*\)) \? )?(\w+) (\w+)\((.*)\)$", line)
            if ranged:
                made.ranges.append((python(ranged[2]), python(ranged[3]), int(ranged[4] or 1)))
            elif dependence:
                flow = dependence[1] or flow
                assert dependence[4] == flow, line
                arguments = [[python(end) for end in argument.split(" .. ")] for argument in dependence[6].split(", ")]
                made.dependences.append((flow, dependence[2] == "->", python(dependence[3] or "True"), dependence[5], arguments))
            else:
                assert line == "  : ranks(rank)", line
    return found


def instances(found, parameters):
    """The tasks, each a name and its numbers, and the dependences of both directions: (flow, source, target)."""
    tasks, out, into = set(), collections.Counter(), collections.Counter()

    def walk(one, values, rest):
        if not rest:
            yield dict(values)
            return
        dim, (first, last, step) = one.dims[len(one.dims) - len(rest)], rest[0]
        for value in range(eval(first, {}, values), eval(last, {}, values) + 1, step):
            yield from walk(one, {**values, dim: value}, rest[1:])

    def ends(arguments, values):
        if not arguments:
            yield ()
            return
        first, last = eval(arguments[0][0], {}, values), eval(arguments[0][-1], {}, values)
        for value in range(first, last + 1):
            for more in ends(arguments[1:], values):
                yield (value, *more)

    for one in found.values():
        for values in walk(one, dict(parameters), one.ranges):
            task = (one.name, *(values[dim] for dim in one.dims))
            tasks.add(task)
            for flow, is_out, guard, partner, arguments in one.dependences:
                if not eval(guard, {}, values):
                    continue
                for end in ends(arguments, values):
                    edge = (flow, task, (partner, *end)) if is_out else (flow, (partner, *end), task)
                    (out if is_out else into)[edge] += 1
    return tasks, out, into
