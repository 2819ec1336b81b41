# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""What DevTools' own worker and `halfword snapshot` say of a file, in the same
words, and where they differ. analyser_test.py asks them about random graphs,
bench/analyser.py about the snapshots of real programs.
"""

import json
import subprocess

import devtools

# DevTools gives up where a user root has many edges; the program does not.
FORGIVEN = "BFS failed"
DIFF_COLUMNS = ("name", "added_count", "removed_count", "added_bytes",
                "removed_bytes")
COUNTS = ("node_count", "edge_count")


def from_worker(document):
    """Returns a document of read_many.mjs in the words of the program."""
    if "error" in document:
        return document
    native = document["statistics"]["native"]
    v8_heap = document["statistics"]["v8heap"]
    return {
        "node_count": document["node_count"],
        "edge_count": document["edge_count"],
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


def of_worker(paths):
    """Yields the worker's documents of many files, read by one process."""
    done = subprocess.run(
        [devtools.node(), devtools.HERE / "read_many.mjs", devtools.INSTALLED],
        input="".join(f"{path}\n" for path in paths), text=True, check=True,
        stdout=subprocess.PIPE)
    for line in done.stdout.splitlines():
        yield from_worker(json.loads(line))


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
    if "error" in found:
        return found
    info = run_program(program, "info", path)
    for key in COUNTS:
        found[key] = info.get(key)
    if before:
        found["comparison"] = run_program(
            program, "diff", before, path).get("classes")
    return found


def difference(wanted, found):
    """Returns the first figure that differs, in a line; none: ""."""
    if FORGIVEN in wanted.get("error", ""):
        return found.get("error", "")
    for key in ("error", *COUNTS, "total_bytes", "statistics"):
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
