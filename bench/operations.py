#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Counts the instructions of single operations on strings, under valgrind.

Each operation is a function that applies it to COUNT strings. It runs twice,
with different counts; the difference, divided by that of the counts, is what
one operation takes, less what the loop takes without any. Instructions are
exact where a shared host's times are not; they do not tell of cache misses.
"""

import collections
import json
import re
import shutil
import subprocess
import tempfile

import figures

SUITE = "operations"
HAS_RIVALS = False  # with --rivals; PEER is always there
PEER = "std"
VARIANTS = ("string", "mutable", "scoped", PEER)
COUNTS = (1000, 3000)
# What the loops of make_and_drop_... do more often than COUNT.
REPETITIONS = {"make_and_drop": 400}
# Within a tenth, operations are the same; and what the plan of the seed
# promised for Perl's strings, in percent.
SAME_SHARE = 0.10
PLAN = {"faster": 20, "same": 60, "slower": 20}


def parse_costs(text):
    """Returns {operation: instructions} of a callgrind file: what was spent in
    the functions operation_NAME and in what they called."""
    names, costs = {}, {}
    called = None
    is_cost_line = False
    for line in text.splitlines():
        match = re.match(r"c?fn=\((\d+)\)(?: (\S+))?", line)
        if match:
            if match.group(2):
                names[match.group(1)] = match.group(2)
            called = names[match.group(1)] if line[0] == "c" else None
        elif line.startswith("calls="):
            is_cost_line = True
        elif is_cost_line:
            is_cost_line = False
            if called and called.startswith("operation_"):
                name = called[len("operation_"):]
                costs[name] = costs.get(name, 0) + int(line.split()[-1])
    return costs


def count(valgrind, program, number):
    """Returns ({operation: instructions}, {operation: checksum}) of a run."""
    with tempfile.NamedTemporaryFile(prefix="halfword_operations_") as out:
        done = subprocess.run(
            [valgrind, "--tool=callgrind", "--toggle-collect=operation_*",
             f"--callgrind-out-file={out.name}", str(program), str(number)],
            capture_output=True, text=True, check=False)
        if done.returncode != 0:
            detail = (done.stderr.strip().splitlines() or ["no message"])[-1]
            raise figures.BadOutput(
                f"{program.name}: exit status {done.returncode}: {detail}")
        with open(out.name, encoding="utf-8") as file:
            costs = parse_costs(file.read())
    sums = dict(line.split() for line in done.stdout.splitlines())
    missing = sums.keys() - costs.keys()
    if missing:
        raise figures.BadOutput(f"{program.name}: valgrind did not count "
                                f"{', '.join(sorted(missing))}")
    return costs, sums


def one_operation(name, less, more, counts):
    repeated = 1
    for part, factor in REPETITIONS.items():
        if name.startswith(part):
            repeated = factor
    return (more[name] - less[name]) / (counts[1] - counts[0]) / repeated


def measure(valgrind, programs, counts, progress):
    """Returns the rows of all variants; programs: {variant: path}."""
    rows, sums = [], {}
    for variant, program in programs.items():
        runs = []
        for number in counts:
            progress(f"{SUITE}.{variant} {number}")
            runs.append(count(valgrind, program, number))
        less, more = (costs for costs, _ in runs)
        loop = one_operation("empty", less, more, counts)
        for name, checksum in runs[-1][1].items():
            if sums.setdefault(name, checksum) != checksum:
                raise figures.BadOutput(
                    f"{SUITE}/{name}: {variant} has checksum {checksum}, "
                    f"another {sums[name]}: they did different work")
            if name == "empty":
                continue
            cost = max(0, one_operation(name, less, more, counts) - loop)
            rows.append({"suite": SUITE, "row": name, "variant": variant,
                         "metric": "instructions",
                         "instructions": round(cost, 1),
                         "loop_instructions": round(loop, 1),
                         # Instructions are counted, no time is taken.
                         "cpu_ms": 0, "wall_ms": 0, "peak_bytes": 0,
                         "runs": len(counts)})
    progress(None)
    return rows


def verdict(ours, peer):
    """"faster", "same" or "slower". What takes no instruction is faster."""
    if ours == peer:
        return "same"
    if peer == 0 or ours / peer > 1 + SAME_SHARE:
        return "slower"
    return "faster" if ours / peer < 1 - SAME_SHARE else "same"


def report(rows):
    """Returns the table, and a line for each of our variants."""
    by_place = {(row["row"], row["variant"]): row["instructions"]
                for row in rows}
    in_order = sorted(rows, key=lambda row: row["variant"] != PEER)
    names = list(dict.fromkeys(row["row"] for row in in_order))
    variants = list(dict.fromkeys(row["variant"] for row in rows))
    ours = [variant for variant in variants if variant != PEER]
    lines = [[SUITE + " [instructions]"] + variants +
             ["to " + PEER + ": " + variant for variant in ours]]
    counts = {variant: collections.Counter() for variant in ours}
    for name in names:
        peer = by_place.get((name, PEER))
        line = [f"  {name}"]
        for variant in variants:
            value = by_place.get((name, variant))
            line.append("-" if value is None else f"{value:.0f}")
        for variant in ours:
            value = by_place.get((name, variant))
            if value is None or peer is None:
                line.append("-")
                continue
            found = verdict(value, peer)
            counts[variant][found] += 1
            ratio = f"{value / peer:.2f} " if peer else ""
            line.append(ratio + found)
        lines.append(line)
    text = [figures.layout(lines), ""]
    for variant in ours:
        total = sum(counts[variant].values())
        if not total:
            continue
        text.append(f"{variant}: of {total} operations " + ", ".join(
            f"{counts[variant][kind]} {kind} "
            f"({100 * counts[variant][kind] / total:.0f} %; plan {share} %)"
            for kind, share in PLAN.items()))
    return "\n".join(text)


def run(options, progress):
    """The body of `./dev bench operations`; returns the exit status, rows."""
    programs = {}
    for variant in VARIANTS:
        path = options.build / "bench" / f"{SUITE}.{variant}"
        if path.exists():
            programs[variant] = path
    if options.list:
        for variant in programs:
            print(SUITE, variant)
        return 0, []
    if not programs:
        raise figures.BadOutput(
            f"{options.build}/bench: {SUITE} is not built there")
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        print("operations: absent: valgrind counts the instructions; install "
              "the package valgrind")
        return 0, []
    counts = tuple(number // 10 for number in COUNTS) if options.quick else \
        COUNTS
    rows = measure(valgrind, programs, counts, progress)
    print(report(rows))
    return 0, rows
