# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Snapshots of made-up heaps, whose report is known beforehand."""

import json

NODE_FIELDS = ["type", "name", "id", "self_size", "edge_count"]
EDGE_FIELDS = ["type", "name_or_index", "to_node"]
NODE_TYPES = ["hidden", "array", "string", "object", "code", "closure",
              "regexp", "number", "native", "synthetic"]
EDGE_TYPES = ["context", "element", "property", "internal", "hidden",
              "shortcut", "weak"]


class Heap:
    """Nodes in the order of add(); the first is the root."""

    def __init__(self):
        self.strings = {"": 0}
        self.nodes = []
        self.edges = []
        self.add("synthetic", "", 0)

    def slot(self, text):
        return self.strings.setdefault(text, len(self.strings))

    def add(self, kind, name, size, parent=None):
        """Returns the node's number; its id is twice that and one."""
        number = len(self.nodes)
        self.nodes.append((kind, name, size))
        self.edges.append([])
        if parent is not None:
            self.edges[parent].append(("property" if parent else "shortcut",
                                       f"p{number}", number))
        return number

    def text(self):
        numbers, edges = [], []
        for number, (kind, name, size) in enumerate(self.nodes):
            numbers += [NODE_TYPES.index(kind), self.slot(name),
                        2 * number + 1, size, len(self.edges[number])]
            for edge_kind, edge_name, target in self.edges[number]:
                edges += [EDGE_TYPES.index(edge_kind), self.slot(edge_name),
                          target * len(NODE_FIELDS)]
        meta = {"node_fields": NODE_FIELDS,
                "node_types": [NODE_TYPES] + ["number"] * 4,
                "edge_fields": EDGE_FIELDS,
                "edge_types": [EDGE_TYPES, "string_or_number", "node"]}
        return json.dumps({
            "snapshot": {"meta": meta, "node_count": len(self.nodes),
                         "edge_count": len(edges) // len(EDGE_FIELDS)},
            "nodes": numbers, "edges": edges, "strings": list(self.strings)},
            separators=(",", ":"))


def leak():
    """A window with a cache of many small entries, and other things."""
    heap = Heap()
    window = heap.add("object", "Window", 100, 0)
    cache = heap.add("object", "Cache", 1000, window)
    for _ in range(60000):
        heap.add("object", "Entry", 10, cache)
    parser = heap.add("object", "Parser", 50000, window)
    heap.add("string", "some source text", 150000, parser)
    heap.add("closure", "parse", 3000, parser)
    heap.add("code", "parse", 20000, parser)
    return heap


def classes(count):
    """One object of each of many constructors, the first the largest."""
    heap = Heap()
    window = heap.add("object", "Window", 100, 0)
    for number in range(count):
        heap.add("object", f"Class{number}", 10 * (count - number), window)
    return heap


def listing(length):
    """A list, each item below the one before, with a value."""
    heap = Heap()
    last = 0
    for _ in range(length):
        last = heap.add("object", "Item", 24, last)
        heap.add("object", "Value", 40, last)
    return heap


HOSTILE = ["</script><script>alert(1)</script>", "<!-- <script>", "{{data}}",
           "<img src=x onerror=alert(2)>", "\"'><svg onload=alert(3)>",
           "\u202egnp.exe", "\u2028alert(4)\u2029", "a\x00\x1b[31m\r\nb",
           "]]>", "\\u003c/script\\u003e", "${alert(5)}", "\ud800",
           "class:</style>", "__proto__", "constructor"]


def hostile():
    """Names that try to be more than names."""
    heap = Heap()
    window = heap.add("object", "Window", 100, 0)
    for name in HOSTILE:
        for kind in ("object", "string", "closure", "native"):
            heap.add(kind, name, 100, window)
    return heap
