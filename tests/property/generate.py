# Random programs for the property test: generate.py FIRST COUNT > programs.c gives COUNT programs in one C file, program
# i made from the seed FIRST + i alone. All of them work on one small arena, so that accesses of all sizes meet often.
#
# Invariants: no undefined behaviour; every access goes through a macro of access.h, one a statement, so that its place in
# the program order is the same with and without -DLOG; control flow depends on values that both builds compute equally.
import random
import re
import sys

ARENA = 256          # bytes that accesses may touch; a wrapped 8-bit index needs all of them
SECOND = 24          # the pointer B is A + SECOND: two names for overlapping memory
SIZES = [1, 2, 4, 8, 16]
STRIDES = [-16, -8, -7, -4, -3, -2, -1, 0, 0, 1, 1, 2, 3, 4, 4, 8, 8, 12, 16]


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.seed = seed
        self.lines = []
        self.names = 0
        self.rows = 0            # accesses of one run so far, roughly
        self.repeat = 1          # how often the current place runs
        self.loops = []          # around the current place: (index as an expression, trip count, shared variable or "")
        self.volatile = self.random.random() < 0.2
        self.nesting = self.random.random() < 0.5
        self.locals = ["s%d" % i for i in range(self.random.choice([0, 0, 1, 2]))]
        self.budget = self.random.choice([40, 150, 400])

    # --- places -----------------------------------------------------------------------------------------------------
    def name(self, prefix="v"):
        self.names += 1
        return "%s%d" % (prefix, self.names)

    def pointer(self, offset, terms=""):
        """A + offset or the same place seen from B."""
        if self.random.random() < 0.3:
            return "B + (%d%s)" % (offset - SECOND, terms)
        return "A + (%d%s)" % (offset, terms)

    def place(self, size):
        """A pointer expression to `size` bytes of the arena: constant, or affine in the loops around."""
        r = self.random
        terms, low, high = "", 0, 0
        for variable, trip, _ in self.loops:
            stride = r.choice(STRIDES)
            if abs(stride) * (trip - 1) > 120:
                stride = (stride > 0) - (stride < 0)
            if stride == 0 or (len(self.loops) > 1 and r.random() < 0.25):
                continue
            reach = stride * max(trip - 1, 0)
            if high - low + abs(reach) > ARENA - size:
                continue
            low, high = low + min(0, reach), high + max(0, reach)
            terms += " + %d * %s" % (stride, variable)
        base = r.randrange(-low, ARENA - size - high + 1)
        if r.random() < 0.6:     # crowd them together: half of the dependences come from here
            base = min(max(-low, base % 48), ARENA - size - high)
        if self.loops and r.random() < 0.06:
            variable = r.choice(self.loops)[0]
            return "A + (uint8_t)(%d + %d * %s)" % (r.randrange(256), r.choice([1, 3, 7, 37, -5]), variable)
        return self.pointer(base, terms)

    # --- statements -------------------------------------------------------------------------------------------------
    def emit(self, depth, text):
        self.lines.append("  " * depth + text)

    def count(self, accesses):
        self.rows += accesses * self.repeat

    def value(self, depth):
        """Emits what is needed and returns an expression without accesses."""
        r = self.random
        if self.locals and r.random() < 0.25:
            v = self.name()
            self.emit(depth, "const uint64_t %s = GET(%s);" % (v, r.choice(self.locals)))
            self.count(1)
            return v + " + 3"
        if r.random() < 0.15:
            return "%d * one" % r.randrange(1000)  # with a load in it: a store right after a store would be dropped
        terms = []
        for _ in range(r.choice([1, 1, 1, 2, 3])):
            size = r.choice(SIZES)
            v = self.name()
            place = self.place(size)
            if r.random() < 0.1:
                index = self.name("x")
                self.emit(depth, "const uint64_t %s = LOAD(1, %s);" % (index, self.place(1)))
                place = "A + %s" % index
                self.count(1)
            self.emit(depth, "const uint64_t %s = %sLOAD(%d, %s);" % (v, "V" * (self.volatile and size < 16), size, place))
            self.count(1)
            terms.append("%s * %d" % (v, r.choice([1, 3, 5])) if r.random() < 0.5 else v)
        return " + ".join(terms) + " + %d" % r.choice([1, 7])  # what is stored unchanged where it was loaded is no store

    def store(self, depth):
        value = self.value(depth)
        r = self.random
        self.count(1)
        if self.locals and r.random() < 0.25:
            name = r.choice(self.locals)
            if r.random() < 0.6:
                v = self.name()
                self.emit(depth, "const uint64_t %s = GET(%s);" % (v, name))
                value += " + " + v
                self.count(1)
            return self.emit(depth, "PUT(%s, %s);" % (name, value))
        size = r.choice(SIZES)
        self.emit(depth, "%sSTORE(%d, %s, %s);" % ("V" * (self.volatile and size < 16), size, self.place(size), value))

    def block_operation(self, depth):
        r = self.random
        self.count(2)
        kind = r.choice(["COPY", "MOVE", "MOVE", "FILL", "ASSIGN"])
        if kind == "ASSIGN":
            n = r.choice([12, 40])
            a = r.randrange(ARENA // 2 - n)
            b = ARENA // 2 + r.randrange(ARENA // 2 - n)
            if r.random() < 0.5:
                a, b = b, a
            return self.emit(depth, "ASSIGN(%d, %s, %s);" % (n, self.pointer(a), self.pointer(b)))
        n = r.choice([0, 1, 3, 8, 16, 17, 31, 60])
        length = str(n) if r.random() < 0.5 else "(size_t)(%d * one)" % n
        if kind == "FILL":
            return self.emit(depth, "FILL(%s, %d, %s);" % (self.place(max(n, 1)), r.randrange(256), length))
        if kind == "MOVE":
            return self.emit(depth, "MOVE(%s, %s, %s);" % (self.place(max(n, 1)), self.place(max(n, 1)), length))
        a = r.randrange(ARENA // 2 - n)
        b = ARENA // 2 + r.randrange(ARENA // 2 - n)
        if r.random() < 0.5:
            a, b = b, a
        self.emit(depth, "COPY(%s, %s, %s);" % (self.pointer(a), self.pointer(b), length))

    def call(self, depth):
        r = self.random
        helper = r.choice(["swap_through_stack", "sum_into", "shift_down", "shift_up", "shift_unknown", "BY_VALUE", "VARIABLE"])
        self.count(16)
        if helper.isupper():         # arguments on the stack, which many calls use in turn
            v, w = self.name(), self.name()
            self.emit(depth, "const uint64_t %s = LOAD(8, %s);" % (v, self.place(8)))
            self.emit(depth, "const uint64_t %s = %s(%s, %s);" % (w, helper, self.place(40), v))
            return self.emit(depth, "STORE(8, %s, %s);" % (self.place(8), w))
        self.emit(depth, "%s(%s, %s, %d * one - 1);" % (helper, self.place(32), self.place(32), r.choice([1, 2, 3, 6, 9])))

    def loop(self, depth, inside, simple=False):
        r = self.random
        trip = r.choice([0, 1, 2, 3, 4, 5, 8, 8, 13, 20])
        while self.repeat * max(trip, 1) > 100:
            trip //= 2
        variable = self.name("i")
        kind = r.choice(["long", "long", "int", "unsigned", "down", "while"])
        bound = "(one - 1)" if trip == 0 else str(trip) if r.random() < 0.4 else "%d * one" % trip
        simple = simple or r.random() < 0.6    # only loads and stores: what a stream can replace
        index = variable
        if inside and self.nesting and not simple:
            kind = "shared"          # a task in the body reads what the task around writes
            index = "(long)GET(%s)" % variable
            self.emit(depth, "LOCAL(%s, 0);" % variable)
            self.emit(depth, "for (; (long)GET(%s) < %s; PUT(%s, GET(%s) + 1)) {" % (variable, bound, variable, variable))
        elif kind == "down":
            self.emit(depth, "for (long %s = %s - 1; %s >= 0; %s--) {" % (variable, bound, variable, variable))
        elif kind == "while":
            self.emit(depth, "{ long %s = 0; while (%s != %s) {" % (variable, variable, bound))
        elif kind == "unsigned":
            self.emit(depth, "for (unsigned %s_ = 0; %s_ < %s; %s_++) { const long %s = (long)%s_;" % ((variable,) * 2 + (bound,) + (variable,) * 3))
        else:
            self.emit(depth, "for (%s %s = 0; %s < %s; %s++) {" % (kind, variable, variable, bound, variable))
        saved = self.repeat
        self.repeat *= max(trip, 1)
        self.loops.append((index, trip, variable if index != variable else ""))
        if not inside and r.random() < 0.7:
            self.task(depth + 1, 1, simple, in_loop=kind != "while")
        else:
            self.block(depth + 1, inside, r.choice([1, 1, 2, 3]), simple)
        self.loops.pop()
        self.repeat = saved
        self.emit(depth, "%s++; } }" % variable if kind == "while" else "}")

    def task(self, depth, statements, simple=False, in_loop=False):
        self.emit(depth, "#pragma unply task")
        self.emit(depth, "{ TASK_SCOPE")
        # A loop of a task around shares its index: this task reads it once, if at all.
        start, around = len(self.lines), self.loops
        self.loops = [(self.name("i") if shared else index, trip, shared) for index, trip, shared in around]
        self.block(depth + 1, True, statements + self.random.randrange(2), simple)
        if in_loop and self.random.random() < 0.08:
            v = self.name()
            self.emit(depth + 1, "const uint64_t %s = LOAD(1, %s);" % (v, self.place(1)))
            self.emit(depth + 1, "if (%s %% 7 == 0) %s;" % (v, self.random.choice(["break", "continue"])))
            self.emit(depth + 1, "STORE(1, %s, %s);" % (self.place(1), v))
        for index, _, shared in self.loops:
            if shared and any(re.search(r"\b%s\b" % index, line) for line in self.lines[start:]):
                self.lines.insert(start, "  " * (depth + 1) + "const long %s = (long)GET(%s);" % (index, shared))
        self.loops = around
        self.emit(depth, "}")

    def branch(self, depth, inside):
        v = self.name()
        self.emit(depth, "const uint64_t %s = LOAD(1, %s);" % (v, self.place(1)))
        self.count(1)
        self.emit(depth, "if (%s & 1) {" % v)
        self.block(depth + 1, inside, 1)
        if self.random.random() < 0.4:
            self.emit(depth, "} else {")
            self.block(depth + 1, inside, 1)
        self.emit(depth, "}")

    def block(self, depth, inside, statements, simple=False):
        """inside: within a task instance. Only there do loops and branches get bodies without tasks."""
        for _ in range(statements):
            dice = self.random.random()
            if simple:
                if dice < 0.15 and len(self.loops) < 3:
                    self.loop(depth, True, True)
                else:
                    self.store(depth)
            elif self.rows > self.budget or dice < 0.4:
                self.store(depth)
            elif dice < 0.5:
                self.block_operation(depth)
            elif dice < 0.56:
                self.call(depth)
            elif dice < 0.64:
                self.branch(depth, inside)
            elif dice < 0.82 and len(self.loops) < 3:
                self.loop(depth, inside)
            elif not inside or self.nesting:
                self.task(depth, 1)
            else:
                self.store(depth)

    def text(self):
        r = self.random
        early = r.random() < 0.5
        self.emit(0, "__attribute__((noinline)) static void program_%d(uint8_t *A, uint8_t *B) {" % self.seed)
        self.emit(1, "(void)A, (void)B;")
        if early:
            self.emit(1, "arena_reset(%d);" % self.seed)
        self.emit(0, "#pragma unply trace")
        self.emit(1, "{")
        if not early:
            self.emit(2, "arena_reset(%d);" % self.seed)
        for name in self.locals:
            self.emit(2, "LOCAL(%s, %d);" % (name, r.randrange(100)))
        turns = 0
        while turns < 3 or (self.rows < self.budget and turns < 12):
            turns += 1
            dice = r.random()
            if dice < 0.5:
                self.task(2, r.choice([1, 2, 3]))
            elif dice < 0.85:
                self.loop(2, False)
            else:
                self.block(2, False, 1)
        for name in self.locals:
            v = self.name()
            self.emit(2, "const uint64_t %s = GET(%s);" % (v, name))
            self.emit(2, "STORE(8, A, %s);" % v)
        self.emit(1, "}")
        self.emit(0, "}")
        return "\n".join(self.lines)


HELPERS = """
static void swap_through_stack(uint8_t *p, uint8_t *q, long n) {
  ARRAY(buffer, 32);
  MOVE(buffer, p, 16);
  MOVE(buffer + 16, q, 16);
  const uint64_t v = LOAD(4, buffer + n);
  STORE(4, buffer + 8, v + 1);
  MOVE(q, buffer, 16);
  MOVE(p, buffer + 16, 12);
}
__attribute__((noinline)) static void sum_into(uint8_t *p, uint8_t *q, long n) {
  LOCAL(sum, 0);
  for (long i = 0; i < n; i++) {
    const uint64_t v = LOAD(2, q + 3 * i);
    const uint64_t s = GET(sum);
    PUT(sum, s + v);
  }
  const uint64_t s = GET(sum);
  STORE(8, p, s);
}
static void shift_down(uint8_t *p, uint8_t *q, long n) {
  (void)q;
  for (long i = 0; i < n; i++) {
    const uint64_t v = LOAD(2, p + 2 * i + 2);
    STORE(2, p + 2 * i, v);
  }
}
__attribute__((noinline)) static void shift_up(uint8_t *p, uint8_t *q, long n) {
  (void)q;
  for (long i = 0; i < n; i++) {
    const uint64_t v = LOAD(2, p + 2 * i);
    STORE(2, p + 2 * i + 4, v + 1);
  }
}
__attribute__((noinline)) static void shift_unknown(uint8_t *p, uint8_t *q, long n) {
  for (long i = 0; i < n; i++) {
    const uint64_t v = LOAD(2, p + 2 * i);
    const uint64_t w = LOAD(1, q + 16 - i);
    STORE(2, q + 2 * i, v + w);
  }
}
"""


def main():
    first, count = int(sys.argv[1]), int(sys.argv[2])
    print('#include "access.h"')
    print(HELPERS)
    for seed in range(first, first + count):
        print(Program(seed).text())
    print("int main(void) {")
    for seed in range(first, first + count):
        print("  program_%d(arena, arena + %d);" % (seed, SECOND))
        print('  printf("%d %%016llx\\n", (unsigned long long)arena_digest());' % seed)
    print("}")


main()
