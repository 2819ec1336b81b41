# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""What DevTools' Allocation view and timeline should show, from the file alone.

A tracked heap's snapshot has a tree of call stacks, whose nodes count what was
allocated there; nodes of the graph that are still alive name their node of the
tree. DevTools adds up each function's nodes, and merges the ways that led to
them. A function that allocated nothing itself has no row. Live bytes are those
that Summary shows: an array's are its owner's, but the array still counts.
"""

import bisect
import dataclasses
import itertools

FUNCTION_WIDTH = 6
NODE_WIDTH = 5  # of the tree: id, function, count, bytes, children
FIGURES = ("count", "bytes", "live_count", "live_bytes")


@dataclasses.dataclass
class Site:
    """A node of the tree."""
    number: int  # what trace_node_id says
    function: int
    count: int
    bytes: int
    caller: "Site | None"


def sites(snapshot):
    """Returns the nodes of the tree, each before those that it calls."""
    found, pending = [], [(snapshot.trace_tree, 0, None)]
    while pending:
        numbers, start, caller = pending.pop()
        if start == len(numbers):
            continue
        *fields, called = numbers[start:start + NODE_WIDTH]
        site = Site(*fields, caller)
        found.append(site)
        pending += (numbers, start + NODE_WIDTH, caller), (called, 0, site)
    return found


def functions(snapshot):
    """Returns each function's name and its file's."""
    numbers = snapshot.sections["trace_function_infos"]
    return [(snapshot.strings[numbers[i + 1]], snapshot.strings[numbers[i + 2]])
            for i in range(0, len(numbers), FUNCTION_WIDTH)]


def samples(snapshot):
    """Returns (microseconds, last id) of each."""
    numbers = snapshot.sections["samples"]
    return list(zip(numbers[::2], numbers[1::2]))


def live_figures(snapshot, sizes):
    """Returns {number of a site: (count, bytes) of what is alive}."""
    found = {}
    for site, size in zip(snapshot.node_column("trace_node_id"), sizes):
        count, total = found.get(site, (0, 0))
        found[site] = (count + 1, total + size)
    return found


class Tally:
    """A function on the way from the one that allocated to its callers."""

    def __init__(self, function):
        self.function = function
        self.figures = [0] * len(FIGURES)
        self.callers = {}

    def add(self, figures):
        self.figures = [a + b for a, b in zip(self.figures, figures)]

    def row(self, names):
        name, file = names[self.function]
        return {"name": name, "file": file, **dict(zip(FIGURES, self.figures))}

    def callers_shown(self, names):
        """Returns those on the way where there is but one, and those where it
        parts: what opening a row adds."""
        chain, tally = [], self
        while len(tally.callers) == 1:
            tally, = tally.callers.values()
            chain.append(tally.row(names))
        return {"chain": chain, "branches": [
            caller.row(names) for caller in tally.callers.values()]}


def function_rows(snapshot, sizes):
    """Returns the rows of the Allocation view, with what they open to."""
    live, tops = live_figures(snapshot, sizes), {}
    for site in sites(snapshot):
        if not site.count:
            continue
        figures = (site.count, site.bytes, *live.get(site.number, (0, 0)))
        tally = tops.setdefault(site.function, Tally(site.function))
        tally.add(figures)
        caller = site.caller
        while caller:
            tally = tally.callers.setdefault(caller.function,
                                             Tally(caller.function))
            tally.add(figures)
            caller = caller.caller
    names = functions(snapshot)
    ordered = sorted((tops[function] for function in sorted(tops)),
                     key=lambda tally: -tally.figures[1])
    return [{**tally.row(names), **tally.callers_shown(names)}
            for tally in ordered]


def stack(snapshot, node):
    """Returns the functions' names, innermost first; none of a node that was
    not allocated while allocations were tracked."""
    width = snapshot.node_width
    number = snapshot.sections["nodes"][
        node * width + snapshot.meta["node_fields"].index("trace_node_id")]
    site = next((site for site in sites(snapshot) if site.number == number),
                None)
    names, found = functions(snapshot), []
    while site:
        found.append(names[site.function][0])
        site = site.caller
    return found


def timeline_rows(snapshot, sizes):
    """Returns the bars of the timeline: bytes of the nodes alive that have been
    numbered since the bar before."""
    bars = [{"time_ms": time / 1000, "last_id": last, "bytes": 0}
            for time, last in samples(snapshot)]
    ids = [bar["last_id"] for bar in bars]
    for number, size in zip(snapshot.node_column("id"), sizes):
        place = bisect.bisect_left(ids, number)
        if number % 2 and place < len(bars):
            bars[place]["bytes"] += size
    return bars


def complaints(snapshot):
    """Yields what DevTools would put up with in a tracked heap's file."""
    tree = sites(snapshot)
    numbers = [site.number for site in tree]
    infos = snapshot.sections["trace_function_infos"]
    count = snapshot.header["trace_function_count"]
    if len(infos) != count * FUNCTION_WIDTH:
        yield "trace_function_count is not that of the functions"
    if list(infos[::FUNCTION_WIDTH]) != list(range(count)):
        yield "functions are not numbered from 0"
    if len(set(numbers)) != len(numbers) or min(numbers) < 1:
        yield "numbers of the tree are not positive and unique"
    if tree[0].function or tree[0].caller or sum(
            site.caller is None for site in tree) != 1:
        yield "the tree has not one root, of the first function"
    if {site.function for site in tree} - set(range(count)):
        yield "a function is not in the table"
    live = live_figures(snapshot, snapshot.node_column("self_size"))
    if set(live) - set(numbers) - {0}:
        yield "a node's trace_node_id is not in the tree"
    if any(live.get(site.number, (0, 0))[0] > site.count for site in tree):
        yield "more is alive than was allocated"
    for (time, last), (next_time, next_last) in itertools.pairwise(
            samples(snapshot)):
        if next_time < time or next_last < last:
            yield "samples go back"
    # Even ids are the heap's own costs, which nobody has allocated.
    allocated = [number for number in snapshot.node_column("id") if number % 2]
    if samples(snapshot)[-1][1] < max(allocated):
        yield "the last sample is older than the last id"


def untracked_objects(snapshot):
    """Returns the names of objects that say not where they were allocated;
    roots are none, nor is what the heap costs, below synthetic nodes."""
    kinds = snapshot.node_column("type")
    synthetic = snapshot.node_types.index("synthetic")
    heap = next((node for kind, _, node in snapshot.children_of_root()
                 if kind == "shortcut"), None)
    costs = {target for _, _, node in snapshot.children_of_root()
             if snapshot.name_of(node) == "(heap)"
             for _, _, target in snapshot.children_of(node)}
    return [snapshot.name_of(node) for node, (site, kind, number) in enumerate(
                zip(snapshot.node_column("trace_node_id"), kinds,
                    snapshot.node_column("id")))
            if not site and number % 2 and kind != synthetic
            and node != heap and node not in costs]
