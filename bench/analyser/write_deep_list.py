#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Writes a snapshot whose objects form one list, each held by the one before.

Ten million of them are more than any program can make in JavaScript, and as
deep as a heap can be. No heap stands behind the file.

Usage: write_deep_list.py LINKS OUT
"""

import json
import os
import sys

NODE_TYPES = ["synthetic", "object"]
NODE_FIELDS = ["type", "name", "id", "self_size", "edge_count", "detachedness"]
EDGE_TYPES = ["element", "property", "shortcut"]
EDGE_FIELDS = ["type", "name_or_index", "to_node"]
STRINGS = ["<dummy>", "", "(GC roots)", "Link", "next"]
SYNTHETIC, OBJECT = range(len(NODE_TYPES))
ELEMENT, PROPERTY, SHORTCUT = range(len(EDGE_TYPES))
ROOTS = 2  # nodes before the list
LINK_BYTES = 16
LINKS_AT_ONCE = 10000


def header(links):
    return json.dumps({
        "meta": {
            "node_fields": NODE_FIELDS,
            "node_types": [NODE_TYPES, "string", "number", "number", "number",
                           "number"],
            "edge_fields": EDGE_FIELDS,
            "edge_types": [EDGE_TYPES, "string_or_number", "node"]},
        "node_count": ROOTS + links, "edge_count": 1 + links,
        "trace_function_count": 0}, separators=(",", ":"))


def write_numbers(file, links, text_of):
    for first in range(0, links, LINKS_AT_ONCE):
        last = min(links, first + LINKS_AT_ONCE)
        file.write("".join(map(text_of, range(first, last))))


def node(link, links):
    has_next = int(link + 1 < links)
    number = 2 * (ROOTS + link) + 1
    return f",{OBJECT},{STRINGS.index('Link')},{number},{LINK_BYTES}," \
           f"{has_next},0"


def edge_to(link):
    return f",{PROPERTY},{STRINGS.index('next')}," \
           f"{(ROOTS + link) * len(NODE_FIELDS)}"


def write(file, links):
    file.write(f'{{"snapshot":{header(links)},\n"nodes":['
               f"{SYNTHETIC},1,1,0,2,0,{SYNTHETIC},2,3,0,0,0")
    write_numbers(file, links, lambda link: node(link, links))
    file.write(f'],\n"edges":[{ELEMENT},1,{len(NODE_FIELDS)},'
               f"{SHORTCUT},3,{ROOTS * len(NODE_FIELDS)}")
    write_numbers(file, links - 1, lambda link: edge_to(link + 1))
    file.write(f'],\n"strings":{json.dumps(STRINGS)}}}\n')


def main(arguments):
    links, path = arguments
    unfinished = path + ".unfinished"
    with open(unfinished, "w", encoding="ascii") as file:
        write(file, int(links))
    os.rename(unfinished, path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
