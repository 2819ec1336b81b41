#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Compiles first_heap.cc at each level of optimisation, links it with an
installed package, and runs it in both of its ways.

Usage: try_levels.py SOURCE PKG_CONFIG_PATH PACKAGE COMPILER
"""

import os
import pathlib
import subprocess
import sys
import tempfile

LEVELS = ("-O0", "-O1", "-O2", "-O3")
EXPECTED = "2 early, 2 in main\n"


def package_flags(path, package):
    """Returns the options that pkg-config tells for a package."""
    result = subprocess.run(
        ["pkg-config", "--cflags", "--libs", package], text=True, check=True,
        stdout=subprocess.PIPE, env={**os.environ, "PKG_CONFIG_PATH": path})
    return result.stdout.split()


def run(program):
    """Returns what is wrong with a program, as sentences."""
    for place, more in (("a constructor", {}),
                        ("main", {"FIRST_HEAP_IN_MAIN": "1"})):
        environment = {**os.environ, **more}
        result = subprocess.run([program], text=True, stdout=subprocess.PIPE,
                                env=environment, check=False)
        if result.returncode or result.stdout != EXPECTED:
            yield (f"first heap in {place}: exit {result.returncode}, "
                   f"printed {result.stdout!r}")


def main(arguments):
    if len(arguments) != 4:
        print("usage: try_levels.py SOURCE PKG_CONFIG_PATH PACKAGE COMPILER",
              file=sys.stderr)
        return 2
    source, path, package, compiler = arguments
    flags = package_flags(path, package)
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for level in LEVELS:
            program = str(pathlib.Path(folder, "first_heap" + level))
            subprocess.run([compiler, "-std=c++20", level, source, *flags,
                            "-o", program], check=True)
            wrong += [f"{level}: {fault}" for fault in run(program)]
    print(*wrong, f"{len(wrong)} faults", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
