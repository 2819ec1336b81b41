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
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import devtools
import random_snapshot

FILES_AT_ONCE = 500
# DevTools gives up where a user root has many edges; the program does not.
FORGIVEN = "BFS failed"
DIFF_COLUMNS = ("name", "added_count", "removed_count", "added_bytes",
                "removed_bytes")


def of_worker(paths):
    """Returns the worker's documents, in the words of the program."""
    done = subprocess.run(
        [devtools.node(), devtools.HERE / "read_many.mjs", devtools.INSTALLED],
        input="".join(f"{path}\n" for path in paths), text=True, check=True,
        stdout=subprocess.PIPE)
    for line in done.stdout.splitlines():
        document = json.loads(line)
        if "error" in document:
            yield document
            continue
        native = document["statistics"]["native"]
        v8_heap = document["statistics"]["v8heap"]
        yield {
            "total_bytes": document["total_bytes"],
            "statistics": {
                "total_bytes": document["statistics"]["total"],
                "native_bytes": native["total"],
                "typed_array_bytes": native["typedArrays"],
                "code_bytes": v8_heap["code"],
                "string_bytes": v8_heap["strings"],
                "js_array_bytes": v8_heap["jsArrays"],
                "system_bytes": v8_heap["system"]},
            "classes": [{"name": row["name"], "count": row["count"],
                         "distance": row["distance"],
                         "shallow_bytes": row["shallow"],
                         "retained_bytes": row["retained"]}
                        for row in document["classes"]],
            "comparison": document["comparison"] and [
                {**{key: row[key] for key in DIFF_COLUMNS},
                 "delta_bytes": row["bytes_delta"]}
                for row in document["comparison"]]}


def run_program(program, view, *paths):
    done = subprocess.run([program, "snapshot", view, "--json", *paths],
                          text=True, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    if done.returncode:
        return {"error": done.stderr.strip()}
    return json.loads(done.stdout)


def of_program(program, before, path):
    """Returns the program's documents as one."""
    found = run_program(program, "summary", path)
    if before:
        found["comparison"] = run_program(
            program, "diff", before, path).get("classes")
    return found


def difference(wanted, found):
    """Returns the first figure that differs, in a line; none: ""."""
    if FORGIVEN in wanted.get("error", ""):
        return found.get("error", "")
    for key in ("error", "total_bytes", "statistics"):
        if wanted.get(key) != found.get(key):
            return f"{key}: {wanted.get(key)}, found {found.get(key)}"
    for key in ("classes", "comparison"):
        rows, found_rows = wanted.get(key) or [], found.get(key) or []
        for one, other in zip(rows, found_rows):
            if one != other:
                return f"{key}: {one}, found {other}"
        if len(rows) != len(found_rows):
            return f"{key}: {len(rows)} rows, found {len(found_rows)}"
    return ""


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
