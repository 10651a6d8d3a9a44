#!/usr/bin/env python3
"""compare.py GRAPH.json EXPECTED.txt: are vertices, edges and bytes on each edge the same? Prints the first differences."""
import json
import sys

graph = json.load(open(sys.argv[1]))
found = {(e["from"], e["to"], e["kind"]): e["count"] for e in graph["edges"]}
lines = open(sys.argv[2]).read().split("\n")
vertices = int(lines[0].split()[1])
expected = {}
for line in filter(None, lines[1:]):
    source, target, kind, count = line.split()
    expected[int(source), int(target), kind] = int(count)
if not expected:
    sys.exit("the reference has no edge: nothing was tested")
wrong = sorted(k for k in found.keys() | expected.keys() if found.get(k) != expected.get(k))
if len(graph["tasks"]) != vertices:
    print(f"{len(graph['tasks'])} vertices, expected {vertices}")
for key in wrong[:5]:
    print(f"{key}: {found.get(key)} bytes, expected {expected.get(key)}")
sys.exit(1 if wrong or len(graph["tasks"]) != vertices else 0)
