# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Reads a heap snapshot without DevTools, so that tests have a second opinion.

It takes the file literally: each number must be one, counts must be exact, and
nothing is skipped that DevTools would skip. Arrays are read in pieces, so that
a file of some hundred megabytes takes a few times its numbers and no more.
"""

import array
import collections
import functools
import itertools
import json
import mmap

PIECE_BYTES = 1 << 24
NONE, MANY = -1, -2
STRING_TYPES = ("string", "concatenated string", "sliced string")


class FormatError(Exception):
    """What is wrong with the file."""


def numbers(data, start, end):
    """Returns the integers between two commas or brackets."""
    found = array.array("q")
    while start < end:
        stop = data.rfind(b",", start, min(end, start + PIECE_BYTES))
        if end - start <= PIECE_BYTES or stop < start:
            stop = end
        piece = data[start:stop]
        if piece.strip():
            found.extend(map(int, piece.split(b",")))
        start = stop + 1
    return found


class SnapshotFile:
    """A file's arrays by the names that its own header gives to fields."""

    def __init__(self, path):
        with open(path, "rb") as file, mmap.mmap(
                file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            self.read(data)

    def read(self, data):
        begin = data.find(b'"snapshot":') + len(b'"snapshot":')
        nodes = data.find(b'"nodes":[', begin)
        if begin < len(b'"snapshot":') or nodes < 0:
            raise FormatError("no header and nodes")
        self.header = json.loads(data[begin:nodes].rstrip().rstrip(b","))
        self.meta = self.header["meta"]
        end = nodes
        self.sections = {}
        for name in ("nodes", "edges"):
            end = self.read_section(data, name, end)
        self.read_traces(data, end)
        strings = data.find(b'"strings":[', end)
        if strings < 0:
            raise FormatError("no strings behind the edges")
        text = data[strings + len(b'"strings":'):].rstrip()
        if not text.endswith(b"}"):
            raise FormatError("the file does not end with a brace")
        self.strings = json.loads(text[:-1])
        self.node_width = len(self.meta["node_fields"])
        self.edge_width = len(self.meta["edge_fields"])
        self.node_types = self.meta["node_types"][0]
        self.edge_types = self.meta["edge_types"][0]

    def read_section(self, data, name, start):
        token = f'"{name}":['.encode()
        begin = data.find(token, start)
        end = data.find(b"]", begin)
        if begin < 0 or end < 0:
            raise FormatError(f"no {name}")
        self.sections[name] = numbers(data, begin + len(token), end)
        return end

    def read_traces(self, data, end):
        """Reads where and when objects were allocated, as far as the header
        says that the file has that."""
        self.trace_tree = []
        for name in ("trace_function_infos", "samples"):
            self.sections[name] = array.array("q")
        if self.header.get("trace_function_count"):
            end = self.read_section(data, "trace_function_infos", end)
            token = b'"trace_tree":'
            tree = data.find(token, end)
            samples = data.find(b'"samples":[', end)
            if not end < tree < samples:
                raise FormatError("no trace_tree before samples")
            text = data[tree + len(token):samples].rstrip().rstrip(b",")
            self.trace_tree = json.loads(text)
        if "sample_fields" in self.meta:
            self.read_section(data, "samples", end)

    def node_column(self, field):
        first = self.meta["node_fields"].index(field)
        return self.sections["nodes"][first::self.node_width]

    def edge_column(self, field):
        first = self.meta["edge_fields"].index(field)
        return self.sections["edges"][first::self.edge_width]

    def node_count(self):
        return len(self.sections["nodes"]) / self.node_width

    def edge_count(self):
        return len(self.sections["edges"]) / self.edge_width

    def total_bytes(self):
        return (sum(self.node_column("self_size"))
                + self.header.get("extra_native_bytes", 0))

    def name_of(self, node):
        first = node * self.node_width
        name = self.meta["node_fields"].index("name")
        return self.strings[self.sections["nodes"][first + name]]

    @functools.cache
    def first_edges(self):
        """Returns where each node's edges begin, and where the last end."""
        return array.array("q", itertools.accumulate(
            self.node_column("edge_count"), initial=0))

    def strong_edges(self):
        """Returns (first_edges, targets); the target of a weak edge is -1."""
        weak, width = self.edge_types.index("weak"), self.node_width
        targets = array.array("q", (
            -1 if kind == weak else target // width
            for kind, target in zip(self.edge_column("type"),
                                    self.edge_column("to_node"))))
        return self.first_edges(), targets

    def children_of(self, node):
        """Yields (edge type, name or index, target) of a node."""
        fields = [self.meta["edge_fields"].index(name)
                  for name in ("type", "name_or_index", "to_node")]
        for edge in range(*self.first_edges()[node:node + 2]):
            kind, name, target = (
                self.sections["edges"][edge * self.edge_width + field]
                for field in fields)
            yield self.edge_types[kind], name, target // self.node_width

    def children_of_root(self):
        return self.children_of(0)


def movable_nodes(snapshot):
    """Returns for each node whether its bytes may be another's."""
    kinds = {snapshot.node_types.index(name) for name in ("array", "hidden")}
    native = snapshot.node_types.index("native")
    external = {index for index, text in enumerate(snapshot.strings)
                if text == "system / ExternalStringData"}
    return bytearray(
        kind in kinds or kind == native and name in external
        for kind, name in zip(snapshot.node_column("type"),
                              snapshot.node_column("name")))


def movable_owners(snapshot):
    """Returns for each node its only owner, NONE or MANY: DevTools gives the
    bytes of an array, or of a hidden node, to the one object that holds it."""
    movable = movable_nodes(snapshot)
    first, targets = snapshot.strong_edges()
    owners = array.array("q", [NONE]) * len(movable)
    changed = []

    def give(source, owner):
        for edge in range(first[source], first[source + 1]):
            target = targets[edge]
            if target < 0 or not movable[target]:
                continue
            if owners[target] in (MANY, owner):
                continue
            owners[target] = owner if owners[target] == NONE else MANY
            changed.append(target)

    for node, moves in enumerate(movable):
        if not moves:
            give(node, node)
    while changed:
        node = changed.pop()
        give(node, owners[node])
    return owners


def moved_sizes(snapshot):
    """Returns the shallow sizes that DevTools shows."""
    sizes = snapshot.node_column("self_size")
    types = snapshot.node_column("type")
    synthetic = snapshot.node_types.index("synthetic")
    if all(types[target] == synthetic
           for _, _, target in snapshot.children_of_root()):
        return sizes  # without a user's root nothing moves
    for node, owner in enumerate(movable_owners(snapshot)):
        if owner >= 0 and types[owner] != synthetic:
            sizes[owner] += sizes[node]
            sizes[node] = 0
    return sizes


def class_name(kind, name):
    if kind in ("native", "object"):
        return name if name[:1] != "<" else name.split(" ")[0].rstrip(">") + ">"
    return {"hidden": "(system)", "code": "(compiled code)",
            "closure": "Function", "regexp": "RegExp"}.get(kind, f"({kind})")


def class_rows(snapshot):
    """Returns {class name: (count, bytes)} of what Summary should show; nodes
    without bytes, also those that gave theirs away, are in no row."""
    rows = {}
    names, types = snapshot.node_column("name"), snapshot.node_column("type")
    for kind, name, size in zip(types, names, moved_sizes(snapshot)):
        if size:
            key = class_name(snapshot.node_types[kind], snapshot.strings[name])
            count, total = rows.get(key, (0, 0))
            rows[key] = (count + 1, total + size)
    return rows


def class_counts(snapshot, kind, without):
    """Counts the nodes of a type by class; those whose ids are in `without`,
    or that have no bytes, are left out."""
    found = collections.Counter()
    code = snapshot.node_types.index(kind)
    for node_code, name, number, size in zip(
            snapshot.node_column("type"), snapshot.node_column("name"),
            snapshot.node_column("id"), snapshot.node_column("self_size")):
        if node_code == code and size and number not in without:
            found[name] += 1
    classes = collections.Counter()
    for name, count in found.items():
        classes[class_name(kind, snapshot.strings[name])] += count
    return classes


def type_rows(snapshot):
    """Returns {(type, name): (count, bytes)} as memlab has them; a string's
    text is no name."""
    rows = {}
    for kind, name, size in zip(snapshot.node_column("type"),
                                snapshot.node_column("name"),
                                snapshot.node_column("self_size")):
        kind = snapshot.node_types[kind]
        key = kind, "" if kind in STRING_TYPES else snapshot.strings[name]
        count, total = rows.get(key, (0, 0))
        rows[key] = (count + 1, total + size)
    return rows
