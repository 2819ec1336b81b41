# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Writes heap snapshots for tests: the guide's two, and one of odd texts."""

import json

NODE_FIELDS = ["type", "name", "id", "self_size", "edge_count", "detachedness"]
EDGE_FIELDS = ["type", "name_or_index", "to_node"]
NODE_TYPES = ["synthetic", "object", "string"]
EDGE_TYPES = ["element", "property", "shortcut", "weak"]


class Heap:
    """Nodes by id, in the order of add(); the first one is the root."""

    def __init__(self):
        self._nodes = []
        self._edges = {}
        self._strings = []
        self.add("synthetic", "", 1, 0)

    def _slot(self, text):
        if text not in self._strings:
            self._strings.append(text)
        return self._strings.index(text)

    def add(self, kind, name, node_id, size):
        self._nodes.append((kind, self._slot(name), node_id, size))
        self._edges[node_id] = []

    def connect(self, source, kind, name, target):
        self._edges[source].append((kind, name, target))

    def text(self):
        places = {node[2]: place for place, node in enumerate(self._nodes)}
        nodes, edges = [], []
        for kind, slot, node_id, size in self._nodes:
            nodes += [NODE_TYPES.index(kind), slot, node_id, size,
                      len(self._edges[node_id]), 0]
            for edge_kind, name, target in self._edges[node_id]:
                label = name if edge_kind == "element" else self._slot(name)
                edges += [EDGE_TYPES.index(edge_kind), label,
                          places[target] * len(NODE_FIELDS)]
        meta = {"node_fields": NODE_FIELDS,
                "node_types": [NODE_TYPES] + ["number"] * 5,
                "edge_fields": EDGE_FIELDS,
                "edge_types": [EDGE_TYPES, "string_or_number", "node"]}
        return json.dumps(
            {"snapshot": {"meta": meta, "node_count": len(self._nodes),
                          "edge_count": len(edges) // len(EDGE_FIELDS)},
             "nodes": nodes, "edges": edges, "strings": self._strings},
            separators=(",", ":"))


def server(users):
    """A server with a session for each user: (id, name)."""
    heap = Heap()
    heap.add("object", "Server", 3, 96)
    heap.add("object", "Cache", 5, 200)
    heap.connect(1, "shortcut", "server", 3)
    heap.connect(1, "shortcut", "cache", 5)
    for node_id, name in users:
        heap.add("object", "Session", node_id, 1000)
        heap.add("string", name, node_id + 2, 48)
        heap.connect(3, "property", "sessions", node_id)
        heap.connect(node_id, "property", "user", node_id + 2)
        heap.connect(5, "weak", "any", node_id)
    heap.connect(5, "property", "last", users[0][0])
    return heap.text()


def write_guide_heaps(folder):
    """What docs/guide/querying_snapshots.md queries."""
    (folder / "monday.heapsnapshot").write_text(
        server([(11, "ann"), (15, "bob")]))
    (folder / "tuesday.heapsnapshot").write_text(
        server([(11, "ann")] + [(node_id, "guest") for node_id in
                                (31, 35, 39, 43)]))


ODD_TEXTS = ["plain", "a,b", 'say "x"', "two\nlines", "c\rd", "e\r\nf", " g ",
             "", "NULL", "\\", '\\"', "a\0b", "\u2028", "\U0001f600", "\ufeff",
             "'", "#", "\t", "12", "\x1a", '""', "ä" * 5000]


def write_odd_heap(path):
    """An object for each of ODD_TEXTS, in this order, behind the root."""
    heap = Heap()
    for place, text in enumerate(ODD_TEXTS):
        heap.add("object", text, 3 + 2 * place, 8)
        heap.connect(1, "property", text, 3 + 2 * place)
    path.write_text(heap.text())
