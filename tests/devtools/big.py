# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Loads large heaps' snapshots in all readers: `./dev devtools big`.

Of each heap bench/write-heap writes two snapshots, one before and one after a
change, and halfword_test.py checks and compares them. That takes a quarter of
an hour and needs some 12 GB of memory and 4 GB of disk, so it is no part of the
tests that ctest runs.
"""

import pathlib
import subprocess
import sys
import tempfile

import devtools

PROGRAM = devtools.ROOT / "build" / "release" / "bench" / "write-heap"
SECONDS = 3600  # for each reader
# How many nodes make a heap of 500 MB: bench/snapshots.
HEAPS = (("strings", 1_000_000), ("document", 9_150_000))


def write(program, kind, count, folder):
    """Returns the two files."""
    paths = [str(pathlib.Path(folder, f"{kind}-{when}.heapsnapshot"))
             for when in ("before", "after")]
    try:
        subprocess.run([program, kind, str(count), *paths], check=True,
                       stdout=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError) as error:
        raise devtools.DevtoolsError(f"no snapshots: {error}") from None
    return paths


def check(program=None, folder=None, divisor=1, more=()):
    """Returns whether every check passes. The files go into a folder inside of
    the given one for a while; a divisor makes the heaps smaller."""
    passed = True
    folder = folder or devtools.ROOT / "build"
    for kind, count in HEAPS:
        try:
            temporary = tempfile.TemporaryDirectory(dir=folder)
        except OSError as error:
            raise devtools.DevtoolsError(
                f"{folder}: {error.strerror}") from None
        with temporary as inside:
            files = write(program or PROGRAM, kind, count // divisor, inside)
            print(f"{kind}: {count // divisor:,}", flush=True)
            result = subprocess.run(
                [sys.executable, "-B", devtools.HERE / "halfword_test.py",
                 "--compare", "--costs", f"--seconds={SECONDS}", *more, *files],
                check=False)
            passed = passed and result.returncode == 0
    return passed
