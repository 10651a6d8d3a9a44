# Shared by bench/overhead/run and bench/overhead/programs: the tool, the compiler, running commands, figures of a trace.
import ctypes
import json
import math
import os
import pathlib
import shutil
import struct
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
UNPLY = os.path.abspath(os.environ.get("UNPLY") or pathlib.Path(os.environ.get("UNPLY_BUILD", HERE.parents[1] / "build"), "bin/unply"))
CLANG = os.environ.get("CC", "clang-22")
# ThreadSanitizer needs a layout of memory without much randomness.
TSAN_START = ["setarch", "-R"] if shutil.which("setarch") else []


def run(command, **options):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True, **options)
    if done.returncode != 0:
        sys.exit("bench/overhead: exit code %d: %s\n%s" % (done.returncode, " ".join(map(str, command)), done.stderr or ""))
    return done.stdout


def trace_figures(trace):
    """Task instances, distinct edges, and bytes of the file."""
    report = json.loads(run([UNPLY, "report", "--json", trace]))
    tasks = sum(t["tasks"] for t in report["traces"])
    edges = sum(sum(t["edges"].values()) for t in report["traces"])
    return tasks, edges, pathlib.Path(trace).stat().st_size


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


# Two columns of the table "tasks" have no command that prints them, so they are read from the file (docs/format.md).
def numbers_of(data):
    at = 0
    while at < len(data):
        value = shift = 0
        while data[at] & 0x80:
            value, shift, at = value | (data[at] & 0x7F) << shift, shift + 7, at + 1
        yield value | data[at] << shift
        at += 1


def sum_of_column(encoding, body):
    unzigzag = lambda value: (value >> 1) ^ -(value & 1)
    numbers = numbers_of(body)
    if encoding == 1:
        return sum(numbers)
    total = last = 0
    for number in numbers:
        last += unzigzag(number)
        total += last * (next(numbers) if encoding == 3 else 1)
    return total


def unpacked(payload, size):
    library = ctypes.CDLL("libzstd.so.1")
    library.ZSTD_decompress.restype = ctypes.c_size_t
    library.ZSTD_decompress.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]
    out = ctypes.create_string_buffer(size)
    got = library.ZSTD_decompress(out, size, payload, len(payload))
    if got != size:
        sys.exit("bench/overhead: a block of the recording unpacks to %d bytes, expected %d" % (got, size))
    return out.raw


def schema_of(payload):
    """Name of the table and names of its columns."""
    text = lambda at: (payload[at + 1 : at + 1 + payload[at]].decode(), at + 1 + payload[at])  # shorter than 128 bytes
    table, at = text(0)
    count, names, at = payload[at], [], at + 1
    for _ in range(count):
        name, at = text(at)
        _, at = text(at + 2)
        names.append(name)
    return table, names


def columns_of(payload):
    """(encoding, body) of each column of a block of rows."""
    count, at, found = payload[0], 1, []
    for _ in range(count):
        size = shift = 0
        encoding, at = payload[at], at + 1
        while True:
            size, shift, at = size | (payload[at] & 0x7F) << shift, shift + 7, at + 1
            if not payload[at - 1] & 0x80:
                break
        found.append((encoding, payload[at : at + size]))
        at += size
    return found


def task_column_sum(trace, column):
    """The sum of a column of numbers over all task instances, extensions included."""
    data = pathlib.Path(trace).read_bytes()
    at, schemas, total = int.from_bytes(data[12:16], "little"), {}, 0
    while at + 40 <= len(data):
        _, kind, codec, table, _, _, stored, size = struct.unpack_from("<IBBHIIQQ", data, at)
        payload = data[at + 40 : at + 40 + stored]
        if kind == 0:
            schemas[table] = schema_of(payload)
        elif kind == 1 and schemas[table][0] == "tasks":
            columns = columns_of(unpacked(payload, size) if codec == 1 else payload)
            total += sum_of_column(*columns[schemas[table][1].index(column)])
        at += 40 + (stored + 7) // 8 * 8
    return total
