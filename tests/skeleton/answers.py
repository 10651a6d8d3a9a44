# What the examples must print, computed in another way: sorting, union-find, all pairs, monotone chain, the definition.
MASK = (1 << 64) - 1


class Numbers:
    """splitmix64, as in examples/skeleton/run_on.h."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
        return z ^ (z >> 31)

    def below(self, bound):
        return self.next() % bound


def hash_of(numbers):
    value = 14695981039346656037
    for number in numbers:
        for byte in (number & MASK).to_bytes(8, "little"):
            value = (value ^ byte) * 1099511628211 & MASK
    return "%016x" % value


def mergesort(count):
    random = Numbers(1)
    numbers = sorted(random.next() & 0xFFFFFFFF for _ in range(count))
    return "mergesort: %d numbers, sorted, hash %s\n" % (count, hash_of(numbers))


def components(vertices, edges):
    """The lowest vertex of each component, by a search in breadth over sets."""
    neighbours = [[] for _ in range(vertices)]
    for u, v in edges:
        neighbours[u].append(v)
        neighbours[v].append(u)
    root = [-1] * vertices
    for start in range(vertices):
        front = [start] if root[start] < 0 else []
        while front:
            for vertex in front:
                root[vertex] = start
            front = list({n for vertex in front for n in neighbours[vertex] if root[n] < 0})
    return root


def cc(vertices, count, banded=False):
    random, edges = Numbers(12345), []
    for at in range(count):
        while True:
            u = at * (vertices - 1) // count if banded else random.below(vertices)
            v = u + 1 + random.below(16) if banded else random.below(vertices)
            if u != v and v < vertices:
                break
        edges.append((u, v))
    root = components(vertices, edges)
    different = sum(root[vertex] == vertex for vertex in range(vertices))
    return "cc: %d vertices, %d edges, %d components, hash %s\n" % (vertices, count, different, hash_of(root))


def closest_pair(count):
    random = Numbers(3)
    points = sorted((random.below(1 << 30), random.below(1 << 30)) for _ in range(count))
    if count < 2:
        return "closest_pair: %d points, no pair\n" % count
    squared, a, b = min(((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2, p, q) for i, q in enumerate(points) for p in points[:i])
    return "closest_pair: %d points, (%d, %d) and (%d, %d), squared distance %d, as all pairs give\n" % (count, *a, *b, squared)


def quickhull(count):
    """The lower and the upper chain of the points in their order."""
    random, points, radius = Numbers(4), [], 1 << 29
    while len(points) < count:
        x, y = random.below(2 * radius) - radius, random.below(2 * radius) - radius
        if x * x + y * y <= radius * radius:
            points.append((x, y))

    def chain(ordered):
        kept = []
        for p in ordered:
            while len(kept) > 1 and (kept[-1][0] - kept[-2][0]) * (p[1] - kept[-2][1]) - (kept[-1][1] - kept[-2][1]) * (p[0] - kept[-2][0]) >= 0:
                kept.pop()
            kept.append(p)
        return kept[:-1]

    ordered = sorted(points)
    hull = chain(ordered) + chain(ordered[::-1]) if count > 1 else points
    return "quickhull: %d points, hull of %d, convex, no point outside, hash %s\n" % (count, len(hull), hash_of(c for p in hull for c in p))


def strassen(n):
    random = Numbers(5)
    a, b = ([[random.next() & 0xFFFFFFFF for _ in range(n)] for _ in range(n)] for _ in range(2))
    columns = list(zip(*b))
    product = [sum(x * y for x, y in zip(row, column)) & 0xFFFFFFFF for row in a for column in columns]
    return "strassen: %d x %d, as the definition gives, hash %s\n" % (n, n, hash_of(product))


def inversions(numbers):
    """Pairs in the wrong order: for each number those before it that are larger, by a Fenwick tree over the ranks."""
    rank = {number: at + 1 for at, number in enumerate(sorted(set(numbers)))}
    tree, count = [0] * (len(rank) + 1), 0
    for seen, number in enumerate(numbers):
        at, lower = rank[number], 0
        while at:
            lower += tree[at]
            at &= at - 1
        count += seen - lower
        at = rank[number]
        while at < len(tree):
            tree[at] += 1
            at += at & -at
    return count


def together(answer, *sizes):
    return lambda: "".join(answer(size) for size in sizes)


# example: (words of the command line, what it must print); None: only the same everywhere, and its own check.
RUNS = {
    "mergesort": [(["0", "1", "32", "33", "20000"], together(mergesort, 0, 1, 32, 33, 20000))],
    "cc": [
        (["figure3"], "1 1 1 4 4 4 4 8 8\n"),
        (["1", "0", "300", "100"], lambda: cc(1, 0) + cc(300, 100)),
        (["5000", "9000"], lambda: cc(5000, 9000)),
        (["--graph", "banded", "5000", "4000"], lambda: cc(5000, 4000, banded=True)),
    ],
    "fft": [(["1", "2", "4096"], None)],
    "closest_pair": [(["0", "1", "2", "3", "4", "700"], together(closest_pair, 0, 1, 2, 3, 4, 700)), (["20000"], None)],
    "quickhull": [(["1", "2", "3", "20000"], together(quickhull, 1, 2, 3, 20000)), (["--shape", "circle", "2000"], None)],
    "strassen": [(["0", "1", "65", "130"], together(strassen, 0, 1, 65, 130)), (["256"], None)],
    "integrate": [(["0", "3", "10"], None)],
}
