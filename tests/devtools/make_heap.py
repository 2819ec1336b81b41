#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Writes a snapshot in the form that Halfword's have, of any size, streaming.

The readers and their tests were made with such files, and can be tried on large
ones without a heap. The roots, the heap's own cost and five kinds of objects
stand in groups of six nodes, which form a binary tree of elements, so that the
figures of any size can be computed by hand:

    Element --attributes_--> array --0--> Attribute --value_--> a string
       |---- text_ --> "text N"      a sum, a slice or a plain text, by turns
       |---- id_ ----> "id N"        (a sum's second side)

Beside them stands an owner of one long array of strings, if it is asked for.

Usage: make_heap.py FILE [--nodes N] [--classes N] [--element-bytes N]
                         [--replaced N] [--strings N]
--replaced gives the last N groups ids that the file without it does not have.
"""

import argparse
import json
import sys

NODE_TYPES = ["hidden", "array", "string", "object", "code", "closure",
              "regexp", "number", "native", "synthetic", "concatenated string",
              "sliced string", "symbol", "bigint", "object shape"]
EDGE_TYPES = ["context", "element", "property", "internal", "hidden",
              "shortcut", "weak"]
NODE_FIELDS = ["type", "name", "id", "self_size", "edge_count", "detachedness"]
EDGE_FIELDS = ["type", "name_or_index", "to_node"]
TYPE = {name: code for code, name in enumerate(NODE_TYPES)}
EDGE = {name: code for code, name in enumerate(EDGE_TYPES)}

NAMES = ["<dummy>", "", "(GC roots)", "(Stack roots)", "(Persistent roots)",
         "(Cross-thread roots)", "Heap", "(heap)", "(free space)",
         "(page headers)", "heap", "document_", "main.cc:12", "first_child_",
         "next_", "attributes_", "text_", "id_", "value_", "first", "second",
         "parent", "owner_", "Attribute", "HeapVector<Attribute>",
         "Owner", "strings_", "HeapVector<String>"]
NAME = {name: index for index, name in enumerate(NAMES)}
FIXED_NODES = 10
GROUP = 6
TEXTS = 3  # of a group, in the table of strings
ROOTS, STACK, PERSISTENT, CROSS_THREAD, HEAP, COST, FREE, PAGES = range(1, 9)
FIRST_FRESH_ID = 1 << 30


class Heap:
    """What is in the file; node i is computed when it is written."""

    def __init__(self, options):
        self.groups = max(1, (options.nodes - FIXED_NODES) // GROUP)
        self.classes = options.classes
        self.element_bytes = options.element_bytes
        self.kept = max(0, self.groups - options.replaced)
        self.string_count = options.strings
        self.first_text = len(NAMES) + self.classes
        self.array = FIXED_NODES + GROUP * self.groups

    def node_count(self):
        return self.array + (self.string_count and self.string_count + 1)

    def strings(self):
        yield from NAMES
        for number in range(self.classes):
            yield f"Element{number}"
        for group in range(self.groups):
            yield f"text {group}"
            yield f"value {group}"
            yield f"id {group} \u00e4\U0001f600"
        for number in range(self.string_count):
            yield f"string {number} of many"

    def fixed_nodes(self):
        """Yields (type, name, id, bytes, edges)."""
        yield ("synthetic", "", 1, 0, [("shortcut", "heap", HEAP),
                                       ("element", 1, ROOTS),
                                       ("element", 2, COST)])
        yield ("synthetic", "(GC roots)", 3, 0, [
            ("element", i, node) for i, node in
            enumerate((STACK, PERSISTENT, CROSS_THREAD))])
        first = FIXED_NODES
        yield "synthetic", "(Stack roots)", 5, 0, [("element", 0, first)]
        yield ("synthetic", "(Persistent roots)", 7, 0,
               [("property", "main.cc:12", first)])
        yield "synthetic", "(Cross-thread roots)", 9, 0, []
        yield "native", "Heap", 11, 200, [
            ("property", "document_", first),
            ("property", "owner_", FIXED_NODES - 1)]
        yield "synthetic", "(heap)", 13, 0, [("element", 0, FREE),
                                             ("element", 1, PAGES)]
        yield "synthetic", "(free space)", 15, 4000, []
        yield "synthetic", "(page headers)", 17, 512, []
        yield "native", "Owner", 19, 8, (
            [("property", "strings_", self.array)] * bool(self.string_count))

    def group_nodes(self, group):
        node = FIXED_NODES + GROUP * group
        text = self.first_text + TEXTS * group
        first_id = 2 * GROUP * group + (
            21 if group < self.kept else FIRST_FRESH_ID + 1)
        edges = [("property", name, FIXED_NODES + GROUP * child)
                 for name, child in (("first_child_", 2 * group + 1),
                                     ("next_", 2 * group + 2))
                 if child < self.groups]
        edges += [("property", "attributes_", node + 1),
                  ("property", "text_", node + 3),
                  ("property", "id_", node + 5),
                  ("weak", "owner_", FIXED_NODES - 1)]
        yield ("native", len(NAMES) + group % self.classes, first_id,
               self.element_bytes + 8 * (group % 4), edges)
        yield ("array", "HeapVector<Attribute>", first_id + 2,
               16 + 8 * (group % 5), [("element", 0, node + 2)])
        yield "native", "Attribute", first_id + 4, 16, [
            ("property", "value_", node + 4)]
        yield "string", text, first_id + 6, 24, []
        yield self.value(group, node, text + 1, first_id + 8)
        yield "string", text + 2, first_id + 10, 32, []

    def value(self, group, node, text, number):
        if group % 3 == 0:
            return ("concatenated string", text, number, 16,
                    [("internal", "first", node + 3),
                     ("internal", "second", node + 5)])
        if group % 3 == 1:
            return "sliced string", text, number, 16, [
                ("internal", "parent", node + 3)]
        return "string", text, number, 24, []

    def string_nodes(self):
        count, first_id = self.string_count, (1 << 31) + 1
        yield "array", "HeapVector<String>", first_id, 8 + 4 * count, [
            ("element", index, self.array + 1 + index)
            for index in range(count)]
        text = self.first_text + TEXTS * self.groups
        for index in range(count):
            yield ("string", text + index, first_id + 2 + 2 * index,
                   24 + 8 * (index % 3), [])

    def nodes(self):
        yield from self.fixed_nodes()
        for group in range(self.groups):
            yield from self.group_nodes(group)
        if self.string_count:
            yield from self.string_nodes()


def index_of(name):
    return NAME[name] if isinstance(name, str) else name


def header(heap):
    meta = {
        "node_fields": NODE_FIELDS,
        "node_types": [NODE_TYPES, "string", "number", "number", "number",
                       "number"],
        "edge_fields": EDGE_FIELDS,
        "edge_types": [EDGE_TYPES, "string_or_number", "node"],
    }
    return json.dumps({
        "meta": meta, "node_count": heap.node_count(),
        "edge_count": sum(len(edges) for *_, edges in heap.nodes()),
        "trace_function_count": 0}, separators=(",", ":"))


def write_list(file, items):
    separator = ""
    for item in items:
        file.write(separator + item)
        separator = ","


def write(heap, file):
    file.write(f'{{"snapshot":{header(heap)},\n"nodes":[')
    write_list(file, (
        f"{TYPE[kind]},{index_of(name)},{number},{size},{len(edges)},0"
        for kind, name, number, size, edges in heap.nodes()))
    file.write('],\n"edges":[')
    write_list(file, (
        f"{EDGE[kind]},{index_of(name)},{target * len(NODE_FIELDS)}"
        if kind != "element" else
        f"{EDGE[kind]},{name},{target * len(NODE_FIELDS)}"
        for *_, edges in heap.nodes() for kind, name, target in edges))
    file.write('],\n"strings":[')
    write_list(file, map(json.dumps, heap.strings()))
    file.write("]}\n")


def main(arguments):
    parser = argparse.ArgumentParser(
        description="Writes a snapshot in the form that Halfword's have.")
    parser.add_argument("file")
    parser.add_argument("--nodes", type=int, default=100)
    parser.add_argument("--classes", type=int, default=3)
    parser.add_argument("--element-bytes", type=int, default=40)
    parser.add_argument("--replaced", type=int, default=0)
    parser.add_argument("--strings", type=int, default=0)
    options = parser.parse_args(arguments)
    with open(options.file, "w", encoding="ascii") as file:
        write(Heap(options), file)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
