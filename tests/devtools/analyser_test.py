#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Whether `halfword snapshot` says what DevTools' own worker says.

Random graphs are read by both; class rows with all figures and their order,
statistics and totals must be equal, and what each has gained and lost since the
graph before. A number makes a graph, and what differs is told with its number:
`--first N-1 --count 2` does it again, and `random_snapshot.py N` prints N.

Usage: analyser_test.py PROGRAM [--first N] [--count N]
"""

import argparse
import pathlib
import random
import sys
import tempfile

import random_snapshot
from analyser_figures import difference, of_program, of_worker

FILES_AT_ONCE = 500


def compare(program, seeds, folder):
    """Returns how many differ, and how many DevTools cannot read."""
    paths = []
    for seed in seeds:
        paths.append(pathlib.Path(folder, f"{seed}.heapsnapshot"))
        paths[-1].write_text(random_snapshot.text_of(seed), encoding="utf-8")
    differing = unread = 0
    before = None
    for seed, path, wanted in zip(seeds, paths, of_worker(paths), strict=True):
        unread += "error" in wanted
        told = difference(wanted, of_program(program, before, path))
        before = None if "error" in wanted else path
        if told:
            differing += 1
            print(f"graph {seed}: {told}")
    return differing, unread


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--first", type=int,
                        default=random.SystemRandom().randrange(1 << 30))
    parser.add_argument("--count", type=int, default=1000)
    options = parser.parse_args(arguments)
    differing = unread = 0
    end = options.first + options.count
    for first in range(options.first, end, FILES_AT_ONCE):
        with tempfile.TemporaryDirectory() as folder:
            found = compare(options.program,
                            range(first, min(end, first + FILES_AT_ONCE)),
                            folder)
        differing, unread = differing + found[0], unread + found[1]
    print(f"{options.count} graphs from {options.first}: {differing} differ, "
          f"{unread} are too odd for DevTools")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
