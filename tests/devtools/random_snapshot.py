#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Makes small random heap snapshots in which every rule of DevTools matters.

Names that rules know are frequent, as are cycles that nothing holds, pairs of
ephemerons, twins in the string table, and fields in an odd order. Each graph
comes of one number.

Usage: random_snapshot.py NUMBER > FILE
"""

import json
import random
import sys

NODE_TYPES = ("hidden", "array", "string", "object", "code", "closure",
              "regexp", "number", "native", "synthetic", "concatenated string",
              "sliced string", "symbol", "bigint", "object shape")
# What real files have most comes most.
USUAL_TYPES = ("object",) * 8 + ("native",) * 5 + ("array", "hidden") * 3
EDGE_TYPES = ("context", "element", "property", "internal", "hidden",
              "shortcut", "weak")
USUAL_EDGES = ("property",) * 5 + ("element", "internal") * 2
NODE_NAMES = (
    "Array", "Object", "Object", "Object", "Foo", "Bar", "<div>",
    "<div id=\"a\">", "<div class=b>", "Detached <div x>", "Detached Foo",
    "Detached ", "<a b c", "<", "(system)", "Function", "(object shape)",
    "system / ExternalStringData", "system / JSArrayBufferData",
    "system / NativeContext", "system / NativeContext / x",
    "(map descriptors)", "(Document DOM trees)", "(GC roots)", "", "{a, b}",
    "\uff5a", "\U0001f600", "__proto__")
EDGE_NAMES = (
    "a", "b", "c", "d", "a", "b", "__proto__", "elements", "elements",
    "sloppy_function_map", "it's", "x,y", "{", "q\"t", "",
    "p" * 60, "q" * 70, "0", "1", "2", "3", "4", "7", "04", " 10", "-4", "+7",
    "13x")


class Graph:
    """Lists of nodes and edges, and the choices that hold for all of them."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.strings, self.slots = [""], {"": 0}
        self.has_twins = self.chance(0.3)
        self.has_own_names = self.chance(0.5)
        self.nodes = []  # dictionaries by field
        self.edges = []  # (source, type, name or index, target)
        self.root = 0

    def chance(self, part):
        return self.random.random() < part

    def slot(self, text):
        if text not in self.slots or self.has_twins and self.chance(0.2):
            self.slots[text] = len(self.strings)
            self.strings.append(text)
        return self.slots[text]

    def fill(self):
        some = self.random
        count = some.randint(4, some.choice((6, 12, 40)))
        root = 0 if self.chance(0.85) else count - 1
        self.root = root
        for place in range(count):
            self.add_node(place, place == root)
        own = [place for place in range(count) if place != root]
        for target in some.sample(own, min(len(own), some.randint(1, 4))):
            self.add_edge(root, target)
        if self.chance(0.3):  # no user root
            for _, _, _, target in self.edges:
                self.nodes[target]["type"] = NODE_TYPES.index("synthetic")
        for _ in range(int(count * some.choice((0.7, 1.5, 3)))):
            source = some.randrange(count)
            if source == root and self.chance(0.8):
                source = some.choice(own)
            self.add_edge(source, some.randrange(count))
        if self.chance(0.5):  # deep rather than wide
            for _ in range(count // 2):
                place = some.randrange(count - 1)
                self.add_edge(place, place + 1)
        for _ in range(some.choice((0, 0, 1, 3))):
            self.add_pair(count)

    def add_node(self, place, is_root):
        some = self.random
        kind = "synthetic" if is_root and self.chance(0.95) else some.choice(
            USUAL_TYPES if self.chance(0.8) else NODE_TYPES)
        if place == 0 and kind == "concatenated string":
            # Where a half is missing, DevTools takes node 0: without an end.
            kind = "string"
        name = some.choice(NODE_NAMES)
        if self.has_own_names and self.chance(0.7):
            name = f"N{place}"
        size = some.choice((0, 0, 1, 2, 3, 8, 100, place + 10, 1 << 31))
        self.nodes.append({
            "type": NODE_TYPES.index(kind), "name": self.slot(name),
            "id": 2 * place + 1, "self_size": size, "trace_node_id": 0,
            "detachedness": some.choice((0, 0, 0, 0, 1, 2, 2, 3, 6))})

    def add_edge(self, source, target, kind=None, name=None):
        some = self.random
        kind = kind or some.choice(
            USUAL_EDGES if self.chance(0.6) else EDGE_TYPES)
        if kind in ("element", "hidden"):
            name = some.randrange(14)
        else:
            name = self.slot(name if name is not None
                             else some.choice(EDGE_NAMES))
        self.edges.append((source, EDGE_TYPES.index(kind), name, target))

    def add_pair(self, count):
        """Both edges of an ephemeron, or one, or with an id that is wrong."""
        some = self.random
        table, key, value = (some.randrange(count) for _ in range(3))
        told = table if self.chance(0.9) else some.randrange(count)
        text = (f" / part of key ({some.choice(('K', 'a b', ''))} "
                f"@{2 * key + 1}) -> value (V @{2 * value + 1}) pair in "
                f"WeakMap (table @{2 * told + 1})")
        text += some.choice(("",) * 12 + ("x", " "))
        kinds = ("internal",) * 8 + EDGE_TYPES
        for number, source in ((1, table), (some.choice((1, 22)), key)):
            if self.chance(0.93):
                kind = some.choice(kinds)
                self.add_edge(source, value, kind, f"{number}{text}")


def type_lists(fields, types):
    return [list(types) if field == "type" else "number" for field in fields]


def text_of(seed):
    """Returns the file of a number."""
    graph = Graph(seed)
    graph.fill()
    some = graph.random
    fields = ["type", "name", "id", "self_size", "edge_count"]
    if graph.chance(0.5):
        fields.append("trace_node_id")
    if graph.chance(0.7):
        fields.append("detachedness")
    edge_fields = ["type", "name_or_index", "to_node"]
    if graph.chance(0.2):
        some.shuffle(fields)
        some.shuffle(edge_fields)
    meta = {"node_fields": fields, "node_types": type_lists(fields, NODE_TYPES),
            "edge_fields": edge_fields,
            "edge_types": type_lists(edge_fields, EDGE_TYPES)}
    edges = sorted(graph.edges, key=lambda edge: edge[0])
    nodes = []
    for place, node in enumerate(graph.nodes):
        node["edge_count"] = sum(edge[0] == place for edge in edges)
        nodes += [node[field] for field in fields]
    numbers = []
    for _, kind, name, target in edges:
        row = {"type": kind, "name_or_index": name,
               "to_node": target * len(fields)}
        numbers += [row[field] for field in edge_fields]
    header = {"meta": meta, "node_count": len(graph.nodes),
              "edge_count": len(edges)}
    if graph.root:
        header["root_index"] = graph.root * len(fields)
    if graph.chance(0.2):
        header["extra_native_bytes"] = some.randrange(1 << 34)
    document = {"snapshot": header, "nodes": nodes, "edges": numbers}
    if graph.chance(0.4):
        meta["location_fields"] = ["object_index", "script_id", "line",
                                   "column"]
        document["locations"] = [
            number for _ in range(some.randint(0, 10)) for number in
            (some.randrange(len(graph.nodes)) * len(fields)
             + graph.chance(0.05), 7, some.randrange(2), some.randrange(2))]
    document["strings"] = graph.strings
    return json.dumps(document, ensure_ascii=graph.chance(0.5),
                      separators=(",", ":"))


if __name__ == "__main__":
    print(text_of(int(sys.argv[1])))
