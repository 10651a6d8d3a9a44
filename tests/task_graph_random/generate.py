"""Random message-passing programs whose control flow, partners, tags and counts are affine in the rank, the number of
processes P, loop variables and n. Each is a function of one C file; main runs them one after another, so that one launch
tries all of them. They cannot deadlock: whatever blocks receives has been sent before, in messages that are small."""
import random
import re

HEAD = """#include <mpi.h>
#include <stdlib.h>

static double out[4096], in[4096];

static void pass(int to, int from, int count, int tag) {
  if (to >= 0) MPI_Send(out, count, MPI_DOUBLE, to, tag, MPI_COMM_WORLD);
  if (from >= 0) MPI_Recv(in, count, MPI_DOUBLE, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
"""
TYPES = ["MPI_DOUBLE", "MPI_INT", "MPI_CHAR", "MPI_FLOAT"]


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.variables = []  # of the loops around

    def pick(self, *choices):
        return self.random.choice(choices)

    def small(self, low, high):
        return self.random.randint(low, high)

    def message(self):
        """Count, datatype and tag: equal on both sides, since no rank is in them."""
        variable = self.pick(*self.variables) if self.variables else "n"
        count = self.pick("1", "n", "%d" % self.small(1, 9), "%s + 1" % variable, "2 * n + %d" % self.small(0, 3))
        tag = self.pick("%d" % self.small(0, 99), "%s" % variable, "2 * %s + 3" % variable, "n + 1")
        return count, self.pick(*TYPES), tag

    def send(self, to, message):
        return "MPI_Send(out, %s, %s, %s, %s, MPI_COMM_WORLD);" % (message[0], message[1], to, message[2])

    def receive(self, source, message):
        return "MPI_Recv(in, %s, %s, %s, %s, MPI_COMM_WORLD, MPI_STATUS_IGNORE);" % (message[0], message[1], source, message[2])

    # Each of these gives statements that send and receive matching messages.
    def shift(self):
        d = self.pick(-3, -2, -1, 1, 1, 2, 3)
        low, high = max(0, -d) + self.small(0, 2), max(0, d) + self.small(0, 2)
        message = self.message()
        guard, mirrored = "rank >= %d && rank < P - %d" % (low, high), "rank - (%d) >= %d && rank - (%d) < P - %d" % (d, low, d, high)
        if self.small(0, 2) == 0:
            m = self.small(2, 3)
            r = self.small(0, m - 1)
            guard += " && rank %% %d == %d" % (m, r)
            mirrored += " && (rank - (%d)) %% %d == %d" % (d, m, r)
        return ["if (%s) %s" % (guard, self.send("rank + (%d)" % d, message)), "if (%s) %s" % (mirrored, self.receive("rank - (%d)" % d, message))]

    def shift_to_nobody(self):
        message, d = self.message(), self.pick(1, 2)
        up, down = "rank + %d < P ? rank + %d : MPI_PROC_NULL" % (d, d), "rank >= %d ? rank - %d : MPI_PROC_NULL" % (d, d)
        if self.small(0, 1):
            up, down = down, up
        return ["{ int to = %s, from = %s;" % (up, down), self.send("to", message), self.receive("from", message) + " }"]

    def ring(self):
        message, d = self.message(), self.pick(1, 1, 2)
        to, source = "(rank + %d) %% P" % d, "(rank - %d + P) %% P" % d
        return ["MPI_Sendrecv(out, %s, %s, %s, %s, in, %s, %s, %s, %s, MPI_COMM_WORLD, MPI_STATUS_IGNORE);" % (
            message[0], message[1], to, message[2], message[0], message[1], source, message[2])]

    def star(self):
        message, first = self.message(), self.small(1, 3)
        variable = self.new_variable()
        inward = ["if (rank == 0) for (int %s = %d; %s < P; %s++) %s" % (variable, first, variable, variable, self.receive(variable, message)),
                  "if (rank >= %d) %s" % (first, self.send("0", message))]
        outward = ["if (rank == 0) for (int %s = P - 1; %s >= %d; %s--) %s" % (variable, variable, first, variable, self.send(variable, message)),
                   "if (rank >= %d) %s" % (first, self.receive("0", message))]
        self.variables.pop()
        return self.pick([inward[1], inward[0]], outward)

    def pairs(self):
        message, variable = self.message(), self.new_variable()
        lower = self.pick("%s = 0; %s < rank; %s++", "%s = rank - 1; %s >= 0; %s--") % (variable, variable, variable)
        upper = "%s = rank + 1; %s < P; %s++" % (variable, variable, variable)
        self.variables.pop()
        return ["for (int %s) %s" % (upper, self.send(variable, message)), "for (int %s) %s" % (lower, self.receive(variable, message))]

    def triangle(self):
        variable = self.new_variable()
        message = (self.pick("1", "%s + 1" % variable), self.pick(*TYPES), variable)
        self.variables.pop()
        return ["if (rank < P - 1) for (int %s = 0; %s <= rank; %s++) %s" % (variable, variable, variable, self.send("rank + 1", message)),
                "if (rank > 0) for (int %s = 0; %s < rank; %s++) %s" % (variable, variable, variable, self.receive("rank - 1", message))]

    def exchange(self):
        message = self.message()
        post = ["MPI_Irecv(in, %s, %s, %s, %s, MPI_COMM_WORLD, &q[%d]);", "MPI_Isend(out, %s, %s, %s, %s, MPI_COMM_WORLD, &q[%d]);"]
        lines = ["{ MPI_Request q[4]; int up = rank > 0 ? rank - 1 : MPI_PROC_NULL, down = rank < P - 1 ? rank + 1 : MPI_PROC_NULL;"]
        for at, (kind, peer) in enumerate([(0, "up"), (0, "down"), (1, "up"), (1, "down")]):
            lines.append(post[kind] % (message[0], message[1], peer, message[2], at))
        return lines + [self.pick("MPI_Waitall(4, q, MPI_STATUSES_IGNORE); }", "for (int w = 0; w < 4; w++) MPI_Wait(&q[w], MPI_STATUS_IGNORE); }")]

    def odd_and_even(self):
        message = self.message()
        return ["{ int partner = rank % 2 == 0 ? rank + 1 : rank - 1;",
                "if (partner < P) MPI_Sendrecv(out, %s, %s, partner, %s, in, %s, %s, partner, %s, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }" % (message * 2)]

    def part(self):
        """Within the processes of one colour: to the next one, around, or to the first one."""
        split = "MPI_Comm_split(MPI_COMM_WORLD, %s, %s, &part);" % (
            self.pick("rank / %d" % self.small(2, 4), "rank %% %d" % self.small(2, 3), "rank < P / 2", "7"), self.pick("0", "rank", "rank / 2"))
        return ["{ MPI_Comm part; int me, all;", split, "MPI_Comm_rank(part, &me); MPI_Comm_size(part, &all);",
                *[re.sub(r"\bP\b", "all", re.sub(r"\brank\b", "me", line.replace("MPI_COMM_WORLD", "part")))
                  for line in self.pick(self.shift_to_nobody, self.ring, self.star)()], "}"]

    def fixed_grid(self):
        """A step along a side of a grid with rows of a constant length, the last of which may be shorter."""
        message, width = self.message(), self.small(2, 4)
        up, down = self.pick(("rank %% %d < %d && rank + 1 < P" % (width, width - 1), "rank %% %d > 0" % width), ("rank + %d < P" % width, "rank >= %d" % width))
        step = 1 if "%" in up else width
        return ["if (%s) %s" % (up, self.send("rank + %d" % step, message)), "if (%s) %s" % (down, self.receive("rank - %d" % step, message))]

    def called(self):
        count, _, tag = self.message()
        return ["pass(%s, %s, %s);" % (self.pick(("rank + 1 < P ? rank + 1 : -1", "rank - 1"), ("rank - 1", "rank + 1 < P ? rank + 1 : -1")) + ("%s, %s" % (count, tag),))]

    def together(self):
        count = self.pick("1", "n", "%d" % self.small(1, 5))
        kind = self.pick(*TYPES)
        return [self.pick("MPI_Barrier(MPI_COMM_WORLD);", "MPI_Bcast(out, %s, %s, 0, MPI_COMM_WORLD);" % (count, kind),
                          "MPI_Bcast(out, %s, %s, P - 1, MPI_COMM_WORLD);" % (count, kind),
                          "MPI_Reduce(out, in, %s, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);" % count,
                          "MPI_Allreduce(out, in, %s, MPI_INT, MPI_MAX, MPI_COMM_WORLD);" % count,
                          "MPI_Allgather(out, %s, %s, in, %s, %s, MPI_COMM_WORLD);" % (count, kind, count, kind))]

    def new_variable(self):
        name = "i%d" % len(self.variables)
        self.variables.append(name)
        return name

    def loop(self, depth):
        variable = self.new_variable()
        form = self.pick("%s = 0; %s < n; %s++", "%s = 1; %s <= n; %s += 2", "%s = n; %s > 0; %s--", "%s = 2; %s < 6; %s += 3")
        body = self.statements(depth + 1)
        self.variables.pop()
        return ["for (int %s) {" % (form % (variable, variable, variable)), *body, "}"]

    def statements(self, depth=0):
        lines = []
        for _ in range(self.small(1, 2)):
            if depth < 2 and self.small(0, 2) == 0:
                lines += self.loop(depth)
            elif self.small(0, 5) == 0:
                lines += ["if (P >= %d) {" % self.small(2, 6), *self.pick(self.shift, self.ring, self.together)(), "}"]
            else:
                lines += self.pick(self.shift, self.shift, self.shift_to_nobody, self.ring, self.star, self.pairs, self.triangle, self.exchange,
                                   self.odd_and_even, self.called, self.together, self.part, self.fixed_grid)()
        return lines


def program(count, seed):
    cases = []
    for number in range(count):
        body = Maker(seed * 100003 + number).statements()
        cases.append("static void case_%d(int rank, int P, int n) {\n  %s\n}\n" % (number, "\n  ".join(body)))
    calls = "\n".join("  case_%d(rank, P, n);" % number for number in range(count))
    main = """int main(int argc, char** argv) {
  int rank, P;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &P);
  int n = atoi(argv[1]);
%s
  MPI_Finalize();
}
""" % calls
    return "\n".join([HEAD, *cases, main])
