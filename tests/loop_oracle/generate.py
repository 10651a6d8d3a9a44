#!/usr/bin/env python3
# Random programs for the oracle of the loop profile: generate.py FIRST COUNT > programs.c gives COUNT programs in one C
# file, program i made from the seed FIRST + i alone.
#
# Invariants: no undefined behaviour; each access of memory is one of the macros of accesses.h, one a line, so that the
# line is its name; all else is in registers; no object can be reached by the name of another one. An iteration begins
# behind the test of its loop.
import random
import sys

ARENA = 256   # bytes that accesses at any type and place may touch
MARGIN = 64   # a function may be handed a later place in the arena
COUNT = {"i": 64, "d": 64, "s": 64, "t": 32, "x": 64, "m": 64, "L": 32, "q": 32}  # elements of the other objects
BUDGET = 2500  # accesses of one run


class Variable:
    """Of a register: a loop's index, or a value in [low, high]."""

    def __init__(self, name, low, high):
        self.name, self.low, self.high = name, low, high


class Function:
    def __init__(self, program, name, style):
        self.program, self.name, self.style = program, name, style
        self.random = program.random
        self.lines, self.names = [], 0
        self.variables = [Variable("k", 0, 7)]
        self.values = ["k", "n"]      # names of words that can be stored
        self.repeat, self.cost = 1, 0
        self.depth = 0                # of loops
        self.objects = list(program.objects)
        self.extents = []             # bytes of the arena that affine accesses touch: where others are put near
        self.arena = self.random.choice(["A", "A", program.prefix + "A"])
        self.recursive = style == "recursive"
        self.factor = self.random.choice([3, 5, 7, 11]) if style == "gathered" else 1
        if style == "blocks":  # one object, so that statements meet
            self.objects = [self.random.choice(["i", "d", "s"])]
            self.block_length = self.random.choice([2, 4, 8])
        if style == "phases":
            self.objects = self.random.sample(["i", "d", "s", "t", "m"], 3)
        self.written = ""             # style "phases": the object that the loop at hand writes

    # --- text -------------------------------------------------------------------------------------------------------
    def emit(self, text):
        self.lines.append(text)

    def name_new(self, prefix="v"):
        self.names += 1
        return "%s%d" % (prefix, self.names)

    # --- places -----------------------------------------------------------------------------------------------------
    def affine(self, room, near=None):
        """An expression with values in [0, room), and its range; None: there is none with these variables."""
        r = self.random
        text, low, high = "", 0, 0
        inner = [v for v in self.variables[::-1] if v.high > v.low][:3]
        for v in inner:
            if r.random() < (0.15 if v is inner[0] else 0.5):
                continue
            factor = r.choice([1, 1, 1, 1, -1, 2, -2, 3, 4, 8] if room > 64 else [1, 1, 1, 1, -1, -1, 2])
            ends = sorted([factor * v.low, factor * v.high])
            if high + ends[1] - low - ends[0] >= room:
                continue
            low, high = low + ends[0], high + ends[1]
            text += " + %d * %s" % (factor, v.name)
        least, most = -low, room - 1 - high
        base = r.randrange(least, most + 1)
        if near is not None:
            base = min(max(least, near - low), most)
        elif r.random() < 0.7:  # crowded together, so that many of them meet
            base = min(least + r.randrange(10), most)
        return "%d%s" % (base, text), base + low, base + high

    def irregular(self, room, near=None):
        """As affine(), by a value that has no formula."""
        r = self.random
        size = r.choice([s for s in (2, 4, 8, 16, 32, 64) if s <= room])
        base = r.randrange(0, room - size + 1) if near is None else min(max(0, near), room - size)
        if r.random() < 0.5:
            name = self.name_new("x")
            self.emit("const word %s = R(%sx[%s]);" % (name, self.program.prefix, self.affine(COUNT["x"])[0]))
            self.cost += self.repeat
        else:
            name = r.choice([v.name for v in self.variables] + self.values)
        return "%d + (long)(%s & %d)" % (base, name, size - 1), base, base + size - 1

    def gathered(self, room):
        """No formula, but often no two iterations with the same value, nor two places of an iteration with different ones."""
        r = self.random
        size = max(s for s in (2, 4, 8, 16, 32, 64) if s <= room)
        variable = r.choice([v.name for v in self.variables[-1:]] * 8 + [v.name for v in self.variables])
        factor, base = r.choice([1, 3, self.factor, self.factor, self.factor]), r.choice([0] * 7 + [1, 5])
        return "(long)((%d * %s + %d) & %d)" % (factor, variable, base, size - 1), 0, size - 1

    def in_blocks(self, room):
        """As the butterflies of an FFT: the index goes on by steps within a block, and on to another block by others."""
        r = self.random
        size = max(s for s in (2, 4, 8, 16, 32, 64) if s <= room)
        length, v = self.block_length, self.variables[-1].name
        step, jump = r.choice([(1, 2), (1, 2), (1, 1), (2, 1), (2, 2), (0, 1), (-1, 1), (1, -1), (1, 0)])
        base = r.choice([0, 0, 0, 1, 2, length, size // 2])
        moved = "%d * (%s & %d) + %d * (%s / %d)" % (step, v, length - 1, jump * length, v, length)
        return "(long)((%s + %d) & %d)" % (moved, base, size - 1), 0, size - 1

    def index(self, room, regular, near=None):
        if self.style == "blocks" and self.depth:
            return self.in_blocks(room)
        if self.style == "gathered" and self.depth:
            return self.gathered(room)
        if self.random.random() < regular:
            return self.affine(room, near)
        return self.irregular(room, near)

    def place(self, write):
        r = self.random
        regular = {"mixed": 0.6, "confined": 0.85 if write else 0.25, "whole": 1.0, "recursive": 0.7, "gathered": 0.5, "blocks": 0.5, "phases": 0.8 if write else 0.4}[self.style]
        kind = r.choice(self.objects)
        if self.written:
            kind = self.written if write else r.choice([o for o in self.objects if o != self.written] * 4 + [kind])
        if kind != "A":
            if write and kind == "x":
                kind = "i"
            text = self.index(COUNT[kind], regular)[0]
            names = {"L": "L", "q": "q", "m": "m", "i": r.choice(["I", self.program.prefix + "i"])}
            member = "." + r.choice("xyz") if kind == "t" else ""
            return "%s[%s]%s" % (names.get(kind, self.program.prefix + kind), text, member)
        size = r.choice([1, 1, 2, 4, 4, 4, 8, 16])
        near = None
        if self.extents and r.random() < 0.4:
            low, high = r.choice(self.extents)
            near = r.choice([high - 1, high, high + 1, low - size, low - size + 1, low - 1, low])
        room = ARENA - size + 1
        if r.random() < 0.5 and near is None:  # by whole elements
            text, low, high = self.index(room // size, regular)
            text, low, high = "%d * (%s)" % (size, text), size * low, size * high
        else:
            text, low, high = self.index(room, regular, near)
        self.extents.append((low, high + size))
        return "*(u%d*)(%s + (%s))" % (size, self.arena, text)

    # --- statements -------------------------------------------------------------------------------------------------
    def load(self):
        place = self.place(False)
        name = self.name_new()
        self.emit("const word %s = R(%s);" % (name, place))
        self.cost += self.repeat
        self.values.append(name)
        if self.random.random() < 0.08:
            root = self.name_new()
            self.emit("const word %s = (word)sqrt((double)(%s & 4095));" % (root, name))
            self.values.append(root)
        self.emit("sum += %s;" % self.values[-1])
        return name

    def store(self):
        r = self.random
        place = self.place(True)
        value = " + ".join(r.sample(self.values, min(len(self.values), r.choice([1, 2])))) + " + %d" % r.randrange(1, 9)
        if ".." in place:
            value = "(%s)" % value
        self.emit("W(%s, %s);" % (place, "(%s) & 255" % value if "d[" in place else value))
        self.cost += self.repeat

    def reduce(self):
        """Reads and writes one place."""
        place = self.place(True)
        name = self.name_new()
        self.emit("const word %s = R(%s);" % (name, place))
        self.emit("W(%s, (%s + %s) & 255);" % (place, name, self.random.choice(self.values)))
        self.cost += 2 * self.repeat

    def fill(self):
        size = self.random.choice([1, 3, 4, 8, 17])
        text = self.affine(ARENA - size)[0]
        self.emit("FILL(%s + (%s), %s, %s);" % (self.arena, text, self.random.choice(self.values), self.random.choice(["%d", "%d * (size_t)n"]) % size))
        self.cost += self.repeat

    def call(self):
        r = self.random
        callees = [f for f in self.program.functions if self.cost + f.cost * self.repeat < BUDGET / 2]
        if not callees:
            return self.store()
        callee = r.choice(callees)
        name = self.name_new("r")
        k = r.choice(["%s & 7" % r.choice(self.values + [v.name for v in self.variables]), str(r.randrange(8))])
        shift = r.choice(["", "", "", " + 8", " + 1"]) if self.arena != "A" or not self.program.functions.index(callee) else ""
        self.emit("const word %s = %s(%s%s, %s, m, n, (long)(%s));" % (name, callee.name, self.arena, shift, r.choice(["I", self.program.prefix + "i"]), k))
        self.emit("sum += %s;" % name)  # else its reads would be useless, and gone
        self.cost += callee.cost * self.repeat
        self.values.append(name)

    def branch(self):
        r = self.random
        test = r.choice(["%s & 1" % r.choice(self.values + [v.name for v in self.variables]), "%s %% 3 == 1" % self.load()])
        self.emit("if (%s) {" % test)
        self.scope(lambda: self.block(r.choice([1, 2])))
        if r.random() < 0.4:
            self.emit("} else {")
            self.scope(lambda: self.block(1))
        self.emit("}")

    def scope(self, body):
        values, variables = list(self.values), list(self.variables)
        body()
        self.values, self.variables = values, variables

    def jump(self, increment):
        """Leaves the loop or the iteration, now and then."""
        r = self.random
        if r.random() < 0.5:
            test = "%s %% %d == 0" % (self.load(), r.choice([3, 7, 20, 60]))
        else:
            v = self.variables[-1]
            test = "%s == %d" % (v.name, r.randrange(v.low, v.high + 2))
        what = r.choice(["break", "continue", "break", "continue", "return sum"]) if self.depth else "return sum"
        if what == "return sum" and r.random() < 0.6:
            what = "break"
        self.emit("if (%s) %s;" % (test, "{ %scontinue; }" % increment if what == "continue" else what))

    def head(self, trip):
        """Opening lines of a loop, what `continue` must do first, what stands at the end of the body, and the tail."""
        r = self.random
        v = self.name_new("i")
        outer = [o for o in self.variables[1:] if o.name.startswith("i")]
        low = r.choice([0, 0, 0, 1, 2, 5])
        step = r.choice([1, 1, 1, 1, 2, 3])
        high = low + trip * step  # excluded
        variable = Variable(v, low, max(high - 1, low))
        bound = r.choice(["%d" % high, "%d * n" % high, "n + %d" % (high - 1)])
        form = r.choice(["for", "for", "for", "down", "triangle", "until", "while", "do", "int"])
        if form == "triangle" and outer and trip and self.style != "recursive":
            o = r.choice(outer)
            if o.high - o.low <= 12:
                if r.random() < 0.5:  # below the outer index
                    variable.low, variable.high = 0, max(o.high - 1, 0)
                    opening = "for (long %s = 0; %s < %s; %s++) {" % (v, v, o.name, v)
                else:
                    variable.low, variable.high = o.low, o.high + 1
                    opening = "for (long %s = %s; %s < %d * n; %s++) {" % (v, o.name, v, o.high + 2, v)
                return variable, [opening], "", [], "}"
        if form == "down":
            start = high - step
            if trip == 0:
                start = low - 1
            return variable, ["for (long %s = %d * n; %s >= %d; %s -= %d) {" % (v, start, v, low, v, step)], "", [], "}"
        if form == "until":
            return variable, ["for (long %s = %d; %s != %s; %s += %d) {" % (v, low, v, bound, v, step)], "", [], "}"
        if form == "int":
            return variable, ["for (%s %s = %d; %s < %d; %s += %d) {" % (r.choice(["int", "uint8_t", "short"]), v, low, v, high, v, step)], "", [], "}"
        if form == "while":
            add = "%s += %d;" % (v, step)
            return variable, ["long %s = %d;" % (v, low), "while (%s < %s) {" % (v, bound)], add + " ", [add], "}"
        if form == "do" and trip:
            variable.high = low + (trip - 1) * step
            # Not a constant bound: a loop of one iteration would be none.
            return variable, ["long %s = %d;" % (v, low), "do {"], "", [], "} while ((%s += %d) < %d * n);" % (v, step, high)
        return variable, ["for (long %s = %d; %s < %s; %s += %d) {" % (v, low, v, bound, v, step)], "", [], "}"

    def loop(self):
        r = self.random
        trip = r.choice([0, 1, 2, 3, 4, 4, 5, 6, 8, 12, 20, 33])
        if self.style == "gathered":
            trip = r.choice([15, 16, 17, 24, 32]) if self.depth else r.choice([1, 2, 3, 4])
        if self.style == "blocks":
            trip = r.choice([16, 24, 32])
        if self.style == "phases":
            trip = r.choice([2, 3, 4]) if self.depth != 1 else r.choice([5, 8, 12, 18])
        while trip > 1 and self.repeat * trip > (600 if self.depth else 60) or trip > 3 and self.recursive:
            trip //= 2
        variable, opening, increment, last, tail = self.head(trip)
        self.emit("{")
        for line in opening[:-1]:
            self.emit(line)
        self.emit("LOOP(__LINE__ + 1)")
        self.emit(opening[-1])
        self.emit("ITERATION")
        repeat = self.repeat
        self.repeat *= max(variable.high - variable.low + 1 if "while" not in tail else trip, 1)

        def body():
            self.variables.append(variable)
            self.values.append(variable.name)
            self.depth += 1
            self.block(r.choice([1, 2, 2, 3, 4]), increment)
            self.depth -= 1

        self.scope(body)
        self.repeat = repeat
        for line in last:
            self.emit(line)
        self.emit(tail)
        self.emit("}")

    def block(self, statements, increment=""):
        r = self.random
        if self.style == "phases" and self.depth == 1:
            return self.phases()
        for _ in range(statements):
            dice = r.random()
            if self.cost > BUDGET / 2:
                dice *= 0.6
            if self.style == "blocks":
                self.load() if dice < 0.4 else self.store()
            elif self.style == "phases":
                self.load() if dice < 0.5 else self.store() if dice < 0.75 else self.loop_or_store()
            elif self.style == "whole":
                self.load() if dice < 0.35 else self.store() if dice < 0.65 else self.reduce() if dice < 0.75 else self.loop_or_store()
            elif self.style == "gathered":
                if dice < 0.3:
                    self.load()
                elif dice < 0.7:
                    self.store()
                elif dice < 0.8 and self.depth:
                    self.branch()
                elif self.depth < 2:
                    self.loop_or_store()
                else:
                    self.store()
            elif self.style == "confined":
                if dice < 0.55:
                    self.load()
                elif dice < 0.72:
                    self.store()
                elif dice < 0.78 and self.depth:
                    self.jump(increment)
                elif dice < 0.82:
                    self.branch()
                else:
                    self.loop_or_store()
            elif dice < 0.25:
                self.load()
            elif dice < 0.5:
                self.store()
            elif dice < 0.58:
                self.reduce()
            elif dice < 0.62:
                self.fill()
            elif dice < 0.7:
                self.branch()
            elif dice < 0.74 and self.depth:
                self.jump(increment)
            elif dice < 0.82:
                self.call()
            else:
                self.loop_or_store()

    def phases(self):
        """Loops one behind the other that write one object each and read others: what one wrote, several read."""
        r = self.random
        for _ in range(r.choice([2, 3, 3, 4])):
            self.written = r.choice(self.objects)
            self.loop()
            self.written = ""

    def loop_or_store(self):
        if self.depth < 4 and self.cost < BUDGET / 2:
            self.loop()
        else:
            self.store()

    def objects_of_its_own(self):
        """Lines in front, and behind."""
        r = self.random
        behind = []
        for kind, opening in (("L", "unsigned char L[%d];" % COUNT["L"]), ("q", "short* q = malloc(%d * sizeof *q);" % COUNT["q"])):
            if r.random() > 0.12:
                continue
            self.objects.append(kind)
            self.emit(opening)
            self.emit("FRESH(%s, %d * sizeof *%s);" % (kind, COUNT[kind], kind))
            self.emit("{")
            self.emit("LOOP(__LINE__ + 1)")
            self.emit("for (long j = 0; j < %d; j++) {" % COUNT[kind])
            self.emit("ITERATION")
            self.emit("W(%s[j], j * 7);" % kind)
            self.emit("}")
            self.emit("}")
            self.cost += COUNT[kind]
            if kind == "q":
                behind = ["GIVE_BACK(q, %d * sizeof *q);" % COUNT["q"]]
        return behind

    def text(self):
        r = self.random
        behind = self.objects_of_its_own()
        if self.recursive:
            self.emit("k &= 3;")
            self.variables = [Variable("k", 0, 3)]
            self.block(1)
            self.emit("if (k > 0) {")
            self.loop_with_recursion()
            self.emit("}")
            self.block(1)
            self.cost *= 12
        else:
            for _ in range(r.choice([4, 6, 8]) if self.style == "blocks" else 1 if self.style == "phases" else r.choice([1, 2, 3])):
                self.block(1)
                self.loop()
        body = self.lines if not behind else [line.replace("return sum;", "goto out;") for line in self.lines] + ["out:;"] + behind
        attribute = r.choice(["__attribute__((noinline)) ", "__attribute__((noinline)) ", "", "__attribute__((always_inline)) inline "])
        if self.recursive:
            attribute = ""
        head = "static %sword %s(unsigned char* A, int* I, long* m, long n, long k) {" % (attribute, self.name)
        return [head, "word sum = 0;", "(void)A, (void)I, (void)m, (void)n, (void)k;", *body, "return sum;", "}"]

    def loop_with_recursion(self):
        trip = self.random.choice([1, 2])
        self.emit("{")
        self.emit("LOOP(__LINE__ + 1)")
        self.emit("for (long j = 0; j < %d; j++) {" % trip)
        self.emit("ITERATION")
        self.variables.append(Variable("j", 0, trip - 1))
        self.scope(lambda: self.block(1))
        self.emit("sum += %s(A, I, m, n, k - 1);" % self.name)
        self.scope(lambda: self.block(1))
        self.variables.pop()
        self.emit("}")
        self.emit("}")


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.prefix = "p%d_" % seed
        others = ["i", "d", "s", "t", "x", "m"]
        self.objects = self.random.choice([["A"], ["A", "A", "A"] + self.random.sample(others, 2), self.random.sample(others, 3)])
        self.functions = []
        self.seed = seed

    def text(self):
        r, p = self.random, self.prefix
        lines = [
            "static unsigned char %sA[%d] __attribute__((aligned(16)));" % (p, ARENA + MARGIN),
            "static int %si[64];" % p,
            "static double %sd[64];" % p,
            "static short %ss[64];" % p,
            "static struct fields %st[32];" % p,
            "static unsigned char %sx[64];" % p,
        ]
        for number in range(r.choice([1, 2, 3])):
            style = r.choice(["mixed", "mixed", "confined", "confined", "whole", "recursive", "gathered", "gathered", "blocks", "phases", "phases"])
            function = Function(self, "%sf%d" % (p, number), style)
            lines += function.text()
            self.functions.append(function)
        main = Function(self, p + "main", "mixed")
        main.arena = p + "A"
        for function in self.functions:
            main.block(1)
            if r.random() < 0.6 and function.cost * 5 < BUDGET:
                trip = r.choice([1, 2, 3, 5])
                main.emit("{")
                main.emit("LOOP(__LINE__ + 1)")
                main.emit("for (long j = 0; j < %d; j++) {" % trip)
                main.emit("ITERATION")
                main.emit("sum += %s(%sA, I, m, n, j);" % (function.name, p))
                main.emit("}")
                main.emit("}")
            else:
                main.emit("sum += %s(%sA, I, m, n, %d);" % (function.name, p, r.randrange(8)))
        lines += ["__attribute__((noinline)) static word %smain(int* I, long* m, long n, long k) {" % p, "word sum = 0;", "(void)I, (void)m, (void)n, (void)k;"]
        lines += main.lines + ["return sum;", "}"]
        lines += ["__attribute__((noinline)) static word %srun(void) {" % p, "long* m = malloc(64 * sizeof *m);", "FRESH(m, 64 * sizeof *m);", "set(m, 64 * sizeof *m, 1);"]
        sizes = {"A": "sizeof %sA", "i": "sizeof %si", "s": "sizeof %ss", "t": "sizeof %st", "x": "sizeof %sx"}
        for kind in sizes:
            lines.append("set(%s%s, %s, %d);" % (p, kind, sizes[kind] % p, self.seed + ord(kind)))
        lines.append("set_doubles(%sd, 64, %d);" % (p, self.seed))
        lines.append("word sum = %smain(%si, m, one, 1);" % (p, p))
        for kind in [*sizes, "d"]:
            lines.append("sum = sum * 31 + digest(%s%s, sizeof %s%s);" % (p, kind, p, kind))
        return lines + ["sum = sum * 31 + digest(m, 64 * sizeof *m);", "give_away(m);", "return sum;", "}"]


def main():
    first, count = int(sys.argv[1]), int(sys.argv[2])
    lines = ['#include "accesses.h"']
    for seed in range(first, first + count):
        lines += Program(seed).text()
    lines.append("int main(void) {")
    lines += ["show(%d, p%d_run());" % (seed, seed) for seed in range(first, first + count)]
    print("\n".join(lines + ["PRINT_ORACLE;", "}"]))


if __name__ == "__main__":
    main()
