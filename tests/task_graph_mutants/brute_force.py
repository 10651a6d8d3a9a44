"""What is wrong with the operations of some ranks, by counting and by trying: nothing here is taken from unply.

Each rank's operations are given beforehand. Where a receive is from any source, every assignment of sources is tried
that a run could take. Then each channel (source, target, tag) is counted: sends and receives behind the shorter side's
end are left over. Last, the ranks run side by side; those that wait for each other in a circle are a deadlock."""
import itertools
from collections import defaultdict

ANY, NOBODY = -1, -2
MOST_ASSIGNMENTS = 4000
UNSET = 1000000  # a partner beyond it was computed from a variable that has no value


class TooMany(Exception):
    """There are more assignments of sources than are tried."""


class Post:
    def __init__(self, rank, number, kind, line, peer, tag, size):
        self.rank, self.number, self.line, self.peer, self.tag, self.size = rank, number, line, peer, tag, size
        self.receives, self.synchronous = kind == "recv", kind == "ssend"


class Run:
    """One rank's operations in order: ("post", Post), ("wait", line, [Post]), ("all", line, kind, bytes)."""

    def __init__(self):
        self.posts, self.steps = [], []
        self.defined = True  # it ends, waits only for what it has posted, and reads no variable before it is set


def read(text):
    """The output of lone_mpi.c: {P: [Run of each rank]}."""
    runs = defaultdict(list)
    for words in map(str.split, text.splitlines()):
        if words[0] == "run":
            own = Run()
            runs[int(words[1])].append(own)
        elif words[0] == "post":
            own.posts.append(Post(len(runs[max(runs)]) - 1, int(words[1]), words[2], *map(int, words[3:])))
            own.steps.append(("post", own.posts[-1]))
            own.defined &= abs(own.posts[-1].peer) < UNSET
        elif words[0] == "wait":
            numbers = [int(word) for word in words[2:]]
            own.defined &= -1 not in numbers
            own.steps.append(("wait", int(words[1]), [own.posts[number] for number in numbers if number >= 0]))
        elif words[0] == "collective":
            own.steps.append(("all", int(words[1]), words[2], int(words[3])))
        else:
            own.defined = False
    return runs


def channel(post):
    return (post.peer, post.rank, post.tag) if post.receives else (post.rank, post.peer, post.tag)


def advance(runs, done):
    """Runs the ranks until none can go on. `done`: posts that never block. Returns where each one is, and its matched posts."""
    at, sent, received, matched = [0] * len(runs), defaultdict(list), defaultdict(list), set(done)
    moved = True
    while moved:
        moved = False
        for rank, run in enumerate(runs):
            while at[rank] < len(run.steps):
                step = run.steps[at[rank]]
                if step[0] == "post" and step[1] not in done:
                    post = step[1]
                    mine, others = (received, sent) if post.receives else (sent, received)
                    if others[channel(post)]:
                        matched |= {post, others[channel(post)].pop(0)}
                    else:
                        mine[channel(post)].append(post)
                elif step[0] == "wait" and any(post not in matched and (post.receives or post.synchronous) for post in step[2]):
                    break
                elif step[0] == "all" and not everybody_comes(runs, at, rank):
                    break
                at[rank] += 1
                moved = True
    return at, matched


def everybody_comes(runs, at, rank):
    """Whether each rank that has not ended has reached as many collectives as `rank` does with its present step."""
    count = lambda one, end: sum(step[0] == "all" for step in runs[one].steps[:end])
    mine = count(rank, at[rank]) + 1
    return all(at[one] == len(run.steps) or count(one, at[one]) + (run.steps[at[one]][0] == "all") >= mine for one, run in enumerate(runs))


def assignments(runs):
    """Sources for the receives from any source, such that a run can take them; the receives have these sources meanwhile."""
    wild = [post for run in runs for post in run.posts if post.receives and post.peer == ANY]
    if not wild:
        yield ()
        return
    if (len(runs) + 1) ** len(wild) > MOST_ASSIGNMENTS:
        raise TooMany
    for sources in itertools.product([*range(len(runs)), None], repeat=len(wild)):
        for post, source in zip(wild, sources):
            post.peer = source
        if can_be(runs, wild):
            yield sources
    for post in wild:
        post.peer = ANY


def can_be(runs, wild):
    """No receive from any source stays without a message while there is one for it; and none has a source for nothing."""
    for at, matched, _ in settle(runs):
        posted = {step[1] for rank, run in enumerate(runs) for step in run.steps[:at[rank]] if step[0] == "post"} - matched
        for post in posted.intersection(wild):
            if any(not send.receives and (send.peer, send.tag) == (post.rank, post.tag) for send in posted):
                return False
    return not any(post.peer is not None for post in posted.intersection(wild))


def is_out(post, runs):
    """Whether no rank is the post's partner."""
    return post.peer is not None and not 0 <= post.peer < len(runs) and not (post.receives and post.peer == ANY)


def judge(runs):
    """{(fault, line, rank)}; the line is None where it is one of several. What only buffering saves counts where nothing else is wrong."""
    faults = {("invalid partner", post.line, rank) for rank, run in enumerate(runs) for post in run.posts
              if is_out(post, runs) and post.peer != NOBODY}
    faults |= {("invalid argument", post.line, rank) for rank, run in enumerate(runs) for post in run.posts
               if post.size < 0 or post.tag < (ANY if post.receives else 0)}
    faults |= judge_collectives(runs)
    for _ in assignments(runs):
        faults |= judge_channels(runs)
    if not faults:
        for post in (post for run in runs for post in run.posts):
            post.synchronous = not post.receives
        for _ in assignments(runs):
            faults |= {("needs buffering", None, rank) for rank in circles(runs)}
    return faults


def left_over(runs):
    """What never meets a partner; of these, sends and receives by source and target; and the pairs that meet."""
    channels, between, pairs = defaultdict(lambda: ([], [])), defaultdict(lambda: ([], [])), []
    left = {post for run in runs for post in run.posts if is_out(post, runs)}
    for run in runs:
        for post in run.posts:
            if post not in left:
                channels[channel(post)][post.receives].append(post)
    for (source, target, _), (sends, receives) in channels.items():
        meet = min(len(sends), len(receives))
        pairs += zip(sends, receives)
        between[source, target][0].extend(sends[meet:])
        between[source, target][1].extend(receives[meet:])
        left |= {*sends[meet:], *receives[meet:]}
    return left, between, pairs


def judge_channels(runs):
    left, between, pairs = left_over(runs)
    faults = {("message too long", send.line, send.rank) for send, receive in pairs if send.size > receive.size}
    for (source, target), (_, anonymous) in [(key, both) for key, both in between.items() if key[0] is None]:
        for receive in anonymous[:]:  # any message with another tag is near it
            near = next((both for (one, to), both in between.items() if one is not None and to == target and len(both[0]) > len(both[1])), None)
            if near:
                near[1].append(receive), anonymous.remove(receive)
    for (source, target), (sends, receives) in between.items():
        if sends and receives:
            faults |= {("different tags", post.line, target) for post in receives}
        if len(sends) > len(receives):
            faults |= {("unmatched send", post.line, source) for post in sends}
        if len(receives) > len(sends):
            faults |= {("unmatched receive", post.line, target) for post in receives}
    for rank, run in enumerate(runs):
        waited = {post for step in run.steps if step[0] == "wait" for post in step[2]}
        faults |= {("request never completed", post.line, rank) for post in run.posts if post not in waited and not (post.receives and post in left)}
    return faults | {("deadlock", None, rank) for rank in circles(runs)}


def settle(runs):
    """Runs the ranks until none can go on, as often as one that waits for a rank that has ended is served then. Each time:
    where each one is, the matched posts, and what each rank that cannot go on waits for."""
    served = set()
    while True:
        at, matched = advance(runs, {post for run in runs for post in run.posts if is_out(post, runs)} | served)
        stuck = {rank for rank, run in enumerate(runs) if at[rank] < len(run.steps)}
        waits = {rank: awaited(runs, at, matched, rank) for rank in stuck}
        peers = lambda post: stuck - {post.rank} if post.peer is None else stuck & {post.peer}
        new = {post for rank in stuck for post in waits[rank] if isinstance(post, Post) and not peers(post)}
        yield at, matched - served, waits
        if not new:
            return
        served |= new


def circles(runs):
    """The ranks that wait for each other in a circle."""
    *_, (_, _, waits) = settle(runs)
    stuck = waits.keys()
    peers = {rank: set().union(*({one} if not isinstance(one, Post) else stuck - {rank} if one.peer is None else {one.peer} for one in waits[rank])) & stuck
             for rank in stuck}
    for rank in stuck:
        reached, new = set(), {rank}
        while new:
            new = {other for one in new for other in peers[one]} - reached
            reached |= new
        if rank in reached:
            yield rank


def awaited(runs, at, matched, rank):
    """The posts that a rank waits for, or the ranks that it waits for in a collective."""
    step = runs[rank].steps[at[rank]]
    if step[0] == "wait":
        return {post for post in step[2] if post not in matched and (post.receives or post.synchronous)}
    return {other for other in range(len(runs)) if at[other] < len(runs[other].steps) and runs[other].steps[at[other]][0] != "all"}


def judge_collectives(runs):
    faults = set()
    lists = [[step for step in run.steps if step[0] == "all"] for run in runs]
    for together in itertools.zip_longest(*lists):
        reached = [(rank, step) for rank, step in enumerate(together) if step]
        faults |= {("collective not reached", None, rank) for rank, step in enumerate(together) if not step}
        faults |= {("different sizes", None, rank) for rank, step in reached if step[3] != reached[0][1][3]}
    return faults
