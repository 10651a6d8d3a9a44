"""Wrong programs, and correct ones that look alike: (name, statements, what check says of them). Each statement stands on a line
of its own; an expectation is (fault, words of its line, ranks, smallest P), and the words name one line."""

HEAD = """#include <mpi.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int rank, P, to, from, n = argc > 1 ? atoi(argv[1]) : 4;
  double out[4096] = {0}, in[4096];
  MPI_Request q[4];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &P);
"""
TAIL = """
  MPI_Finalize();
}
"""


def send(to, tag="1", count="1", kind="MPI_DOUBLE", call="MPI_Send"):
    return "%s(out, %s, %s, %s, %s, MPI_COMM_WORLD);" % (call, count, kind, to, tag)


def receive(source, tag="1", count="1", kind="MPI_DOUBLE"):
    return "MPI_Recv(in, %s, %s, %s, %s, MPI_COMM_WORLD, MPI_STATUS_IGNORE);" % (count, kind, source, tag)


def isend(to, at, tag="1", count="1"):
    return "MPI_Isend(out, %s, MPI_DOUBLE, %s, %s, MPI_COMM_WORLD, &q[%d]);" % (count, to, tag, at)


def irecv(source, at, tag="1", count="1"):
    return "MPI_Irecv(in, %s, MPI_DOUBLE, %s, %s, MPI_COMM_WORLD, &q[%d]);" % (count, source, tag, at)


def answer(status, count="1"):
    return "MPI_Send(in, %s, MPI_DOUBLE, %s.MPI_SOURCE, 2, MPI_COMM_WORLD);" % (count, status)


ANY = "MPI_Recv(in, 9, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &st);"
PROBE = "MPI_Probe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &st);"
LEFT, RIGHT = "(rank - 1 + P) % P", "(rank + 1) % P"
WRONG = [
    ("partner behind the end", ["if (rank > 0) " + send("rank - 1"), receive("rank + 1")],
     [("invalid partner", "MPI_Recv", "rank = P - 1", 1)]),
    ("partner before the start", [send("rank - 1"), "if (rank < P - 1) " + receive("rank + 1")],
     [("invalid partner", "MPI_Send", "rank = 0", 1)]),
    ("wrong distance", ["if (rank > 1) " + send("rank - 2"), "if (rank < P - 1) " + receive("rank + 1")],
     [("unmatched send", "MPI_Send", "rank >= 2", 3), ("unmatched receive", "MPI_Recv", "rank <= P - 2", 2)]),
    ("message that nobody receives", ["if (rank == 0) " + send("P - 1")], [("unmatched send", "MPI_Send", "rank = 0", 1)]),
    ("message that nobody sends", ["if (rank == P - 1 && P > 1) " + receive("0")], [("unmatched receive", "MPI_Recv", "rank = P - 1", 2)]),
    ("wrong tag", ["if (rank > 0) " + send("rank - 1", tag="1"), "if (rank < P - 1) " + receive("rank + 1", tag="2")],
     [("different tags", "MPI_Recv", "rank <= P - 2", 2)]),
    ("tag by rank", ["if (rank > 0) " + send("rank - 1", tag="rank"), "if (rank < P - 1) " + receive("rank + 1", tag="rank")],
     [("different tags", "MPI_Recv", "rank <= P - 2", 2)]),
    ("receive too short", ["if (rank > 0) " + send("rank - 1", count="8"), "if (rank < P - 1) " + receive("rank + 1", count="7")],
     [("message too long", "MPI_Send", "rank >= 1", 2)]),
    ("type too short", ["if (rank > 0) " + send("rank - 1"), "if (rank < P - 1) " + receive("rank + 1", kind="MPI_FLOAT")],
     [("message too long", "MPI_Send", "rank >= 1", 2)]),
    ("one message too few", ["for (int i = 0; i < n; i++) if (rank > 0) " + send("rank - 1"),
                             "for (int i = 0; i < n - 1; i++) if (rank < P - 1) " + receive("rank + 1")],
     [("unmatched send", "MPI_Send", "rank >= 1", 2)]),
    ("one message too many", ["for (int i = 0; i < n; i++) if (rank > 0) " + send("rank - 1"),
                              "for (int i = 0; i <= n; i++) if (rank < P - 1) " + receive("rank + 1")],
     [("unmatched receive", "MPI_Recv", "rank <= P - 2", 2)]),
    ("synchronous sends around", [send(RIGHT, call="MPI_Ssend"), receive(LEFT)], [("deadlock", "MPI_Ssend", "every rank", 1)]),
    ("receives around", [receive(LEFT), send(RIGHT)], [("deadlock", "MPI_Recv", "every rank", 1)]),
    ("two receives first", ["to = rank ^ 1;", "if (to < P) " + receive("to"), "if (to < P) " + send("to")], [("deadlock", "MPI_Recv", None, 2)]),
    ("wrong order of tags", ["if (rank == 1) " + send("0", tag="1", call="MPI_Ssend"), "if (rank == 1) " + send("0", tag="2"),
                             "if (rank == 0 && P > 1) " + receive("1", tag="2"), "if (rank == 0 && P > 1) " + receive("1", tag="1")],
     [("deadlock", "MPI_Ssend", "rank = 1", 2)]),
    ("different roots", ["MPI_Bcast(out, 4, MPI_INT, rank == 1 ? 1 : 0, MPI_COMM_WORLD);"], [("different roots", "MPI_Bcast", "rank = 1", 2)]),
    ("different counts", ["MPI_Allreduce(out, in, rank == 2 ? 3 : 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);"],
     [("different sizes", "MPI_Allreduce", "rank = 2", 3)]),
    ("different operators", ["MPI_Allreduce(out, in, 4, MPI_DOUBLE, rank > 0 ? MPI_MAX : MPI_SUM, MPI_COMM_WORLD);"],
     [("different operators", "MPI_Allreduce", "rank >= 1", 2)]),
    ("collectives in another order", ["if (rank == 0) MPI_Barrier(MPI_COMM_WORLD);", "MPI_Bcast(out, 1, MPI_INT, 0, MPI_COMM_WORLD);",
                                      "if (rank != 0) MPI_Barrier(MPI_COMM_WORLD);"], [("different collectives", "MPI_Bcast", "rank >= 1", 2)]),
    ("barrier of some ranks", ["if (rank < P - 1) MPI_Barrier(MPI_COMM_WORLD);"], [("collective not reached", "MPI_Barrier", "rank = P - 1", 2)]),
    ("request without a wait", ["if (rank > 0) " + isend("rank - 1", 0), "if (rank < P - 1) " + receive("rank + 1")],
     [("request never completed", "MPI_Isend", "rank >= 1", 2)]),
    ("wait for a message that nobody sends", ["if (rank > 0) { " + irecv("rank - 1", 0) + " MPI_Wait(&q[0], MPI_STATUS_IGNORE); }"],
     [("unmatched receive", "MPI_Irecv", "rank >= 1", 2)]),
    ("odd number of ranks", ["if (rank % 2 == 0) " + send("rank + 1") + " else " + receive("rank - 1")],
     [("invalid partner", "MPI_Send", "rank = P - 1 and rank mod 2 = 0", 1)]),
    ("wrong communicator", ["MPI_Comm other; MPI_Comm_dup(MPI_COMM_WORLD, &other);",
                            "if (rank > 0) MPI_Send(out, 1, MPI_DOUBLE, rank - 1, 1, other);", "if (rank < P - 1) " + receive("rank + 1")],
     [("unmatched send", "MPI_Send", "rank >= 1", 2), ("unmatched receive", "MPI_Recv", "rank <= P - 2", 2)]),
    ("answer longer than asked for", ["MPI_Status st;", "if (rank > 0) " + send("0"), "if (rank > 0) " + receive("0", tag="2"),
                                      "for (int i = 1; rank == 0 && i < P; i++) { " + ANY, answer("st", "3") + " }"],
     [("message too long", "MPI_Send(in", "rank = 0", 2)]),
    ("count that is asked for, of a smaller type", ["MPI_Status st;", "if (rank == 1) " + send("0", count="4"), "if (rank == 0 && P > 1) { " + PROBE,
                                                    "MPI_Get_count(&st, MPI_DOUBLE, &from);", receive("1", count="from", kind="MPI_FLOAT") + " }"],
     [("message too long", "MPI_Send", "rank = 1", 2)]),
    ("probe for a message that nobody sends", ["MPI_Status st;", "if (rank == 1) " + send("0", tag="2"), "if (rank == 0 && P > 1) " + PROBE,
                                               "if (rank == 0 && P > 1) " + receive("1", tag="2")],
     [("different tags", "MPI_Probe", "rank = 0", 2)]),
    ("probes around", ["MPI_Status st;", "MPI_Probe(%s, 1, MPI_COMM_WORLD, &st);" % LEFT, send(RIGHT), receive(LEFT)],
     [("deadlock", "MPI_Probe", "every rank", 1)]),
    ("receive of one rank behind one from any", ["if (rank > 0) " + send("0"), "if (rank == 0 && P > 2) " + receive("MPI_ANY_SOURCE"),
                                                 "if (rank == 0 && P > 2) " + receive("1"),
                                                 "for (int i = 2; rank == 0 && i < P - 1; i++) " + receive("MPI_ANY_SOURCE", tag="MPI_ANY_TAG"),
                                                 "if (rank == 0 && P == 2) " + receive("1")],
     [("unmatched receive", "MPI_Recv(in, 1, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);", "rank = 0", 3),
      ("unmatched send", "MPI_Send", None, 3)]),
    ("answer to one rank, asked by any", ["MPI_Status st;", "if (rank > 0) " + send("0"), "if (rank == 0 && P > 2) { " + ANY,
                                          "for (int i = 2; i < P; i++) " + receive("MPI_ANY_SOURCE") + " }", "if (rank == 0 && P == 2) " + receive("1"),
                                          "if (rank == 0 && P > 2) " + answer("st"), "if (rank == 1 && P > 2) " + receive("0", tag="2")],
     [("unmatched send", "MPI_Send(in", "rank = 0", 3), ("unmatched receive", "if (rank == 1", "rank = 1", 3)]),
    ("any source in a circle", ["if (rank < 2 && P > 1) " + receive("rank == 0 ? 1 : MPI_ANY_SOURCE"), "if (rank < 2 && P > 1) " + send("1 - rank")],
     [("deadlock", "MPI_Recv", "rank <= 1", 2)]),
    ("ranks that wait for a circle", ["if (P < 3) MPI_Abort(MPI_COMM_WORLD, 1);", "if (rank == 2) " + receive("2"), "if (rank == 2) { " + send("0"),
                                      send("1") + " }", "if (rank < 2) MPI_Sendrecv(out, 1, MPI_DOUBLE, 1 - rank, 1, in, 1, MPI_DOUBLE, 2, 1, "
                                      "MPI_COMM_WORLD, MPI_STATUS_IGNORE);"],
     [("deadlock", "if (rank == 2) MPI_Recv", "rank = 2", 3)]),
    ("negative tag", ["if (rank > 0) " + send("rank - 1", tag="rank - 3"), "if (rank < P - 1) " + receive("rank + 1", tag="rank - 2")],
     [("invalid argument", "MPI_Send", "1 <= rank <= 2", 2)]),
    ("negative count", ["if (rank > 0) " + send("rank - 1", count="rank - 2"), "if (rank < P - 1) " + receive("rank + 1", count="9")],
     [("invalid argument", "MPI_Send", "rank = 1", 2)]),
    ("root behind the end", ["MPI_Bcast(out, 4, MPI_INT, 2, MPI_COMM_WORLD);"], [("invalid argument", "MPI_Bcast", None, 1)]),
    ("freed receive of what nobody sends", ["if (rank > 0) { " + irecv("rank - 1", 0) + " MPI_Request_free(&q[0]); }"],
     [("unmatched receive", "MPI_Irecv", "rank >= 1", 2)]),
    ("tag that only a later receive has", ["if (rank == 1) " + send("0", tag="2"), "if (rank == 0 && P > 1) " + receive("1", tag="1"),
                                           "if (rank == 0 && P > 1) " + receive("1", tag="2")],
     [("unmatched receive", 'MPI_Recv(in, 1, MPI_DOUBLE, 1, 1', "rank = 0", 2)]),
]
RIGHT_ONES = [
    ("answers to whoever asks", ["MPI_Status st;", "if (rank > 0) " + send("0"), "if (rank > 0) " + receive("0", tag="2"),
                                 "for (int i = 1; rank == 0 && i < P; i++) { " + ANY, answer("st") + " }"]),
    ("count that is asked for", ["MPI_Status st;", "if (rank > 0) " + send("0", count="rank % 5 + 1"),
                                 "for (int i = 1; rank == 0 && i < P; i++) { " + PROBE, "MPI_Get_count(&st, MPI_DOUBLE, &from);",
                                 receive("st.MPI_SOURCE", count="from") + " }"]),
    ("shift", ["if (rank > 0) " + send("rank - 1"), "if (rank < P - 1) " + receive("rank + 1")]),
    ("to nobody at the ends", ["to = rank > 0 ? rank - 1 : MPI_PROC_NULL;", "from = rank < P - 1 ? rank + 1 : MPI_PROC_NULL;", send("to"), receive("from")]),
    ("longer receive", ["if (rank > 0) " + send("rank - 1", count="3"), "if (rank < P - 1) " + receive("rank + 1", count="9")]),
    ("any source, any tag", ["if (rank > 0) " + send("0", tag="rank"),
                             "if (rank == 0) for (int i = 1; i < P; i++) " + receive("MPI_ANY_SOURCE", tag="MPI_ANY_TAG")]),
    ("other order of tags, buffered", ["if (rank == 1) " + send("0", tag="1", call="MPI_Bsend"), "if (rank == 1) " + send("0", tag="2"),
                                       "if (rank == 0 && P > 1) " + receive("1", tag="2"), "if (rank == 0 && P > 1) " + receive("1", tag="1")]),
    ("exchange", [irecv(LEFT, 0), irecv(RIGHT, 1, tag="2"), isend(RIGHT, 2), isend(LEFT, 3, tag="2"), "MPI_Waitall(4, q, MPI_STATUSES_IGNORE);"]),
    ("root that all compute alike", ["MPI_Bcast(out, n, MPI_INT, (P - 1) / 2, MPI_COMM_WORLD);"]),
    ("request that is freed", ["if (rank > 0) { " + isend("rank - 1", 0) + " MPI_Request_free(&q[0]); }", "if (rank < P - 1) " + receive("rank + 1")]),
    ("receive that is cancelled", ["if (rank == 0) { " + irecv("MPI_ANY_SOURCE", 0) + " MPI_Cancel(&q[0]); MPI_Wait(&q[0], MPI_STATUS_IGNORE); }"]),
    ("halves", ["MPI_Comm half; MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);", "if (rank % 2) MPI_Barrier(half);"]),
    ("only with four", ["if (P != 4) MPI_Abort(MPI_COMM_WORLD, 1);", "if (rank == 3) " + send("0"), "if (rank == 0) " + receive("3")]),
]
# A condition on data: false, the programs are correct; true, they are not.
CONDITIONAL = ["double sum = 0; for (int i = 0; i < n; i++) sum += out[i];", "MPI_Allreduce(&sum, in, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);",
               "if (in[0] > 1 && rank > 0)", send("rank - 1")]
UNTIL_CONVERGED = ["for (;;) {", "MPI_Allreduce(out, in, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);", "if (in[0] < 1) break; }",
                   "if (rank > 0) " + send("rank - 1")]
UNSAFE = ("head to head", [send(RIGHT), receive(LEFT)])
OTHER_KIND = ["if (rank > 0) MPI_Send(out, 1, MPI_INT, rank - 1, 1, MPI_COMM_WORLD);",
              "if (rank < P - 1) MPI_Recv(in, 1, MPI_FLOAT, rank + 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"]


def source(statements):
    return HEAD + "\n".join("  " + statement for statement in statements) + TAIL
