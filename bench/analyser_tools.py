# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""The analyser and its rivals: how each is started, measured and understood.

All are asked for the same: the rows of a summary, with retained sizes. What a
rival needs and the machine has not is one line.
"""

import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

import analyser_files
import figures
from analyser_files import Absent, devtools

import analyser_figures

# CPU seconds after which a tool is ended.
LIMIT_SECONDS = 1200
# How many objects memlab is asked about.
HEAVIEST_COUNT = 20
# heap-snapshot's units are powers of 1024.
UNITS = {"B": 1, "kB": 2**10, "MB": 2**20, "GB": 2**30}


class Unequal(Exception):
    """A figure is not what DevTools says."""


class Tool:
    """A variant: the command for a file, and what it reads from its input."""

    def __init__(self, variant, command, text=lambda path: ""):
        self.variant, self.command, self.text = variant, command, text


def halfword(program):
    return Tool("halfword", lambda path: [program, "snapshot", "summary", path])


def node_command(script):
    return [devtools.node(), f"--max-old-space-size={devtools.NODE_HEAP_MB}",
            devtools.HERE / script, devtools.INSTALLED]


def check_devtools():
    if not devtools.is_installed():
        raise Absent("first run ./dev devtools setup")
    try:
        devtools.node()
    except devtools.DevtoolsError as error:
        raise Absent(str(error)) from None


def find_devtools(_):
    check_devtools()
    return Tool("devtools", lambda _: node_command("read_many.mjs"),
                lambda path: f"{path}\n")


def find_memlab(_):
    check_devtools()
    return Tool("memlab", lambda path: [
        *node_command("read_memlab.mjs"),
        json.dumps({"files": [str(path)], "ids": []})])


def find_heap_snapshot(folder):
    """The program that the environment names, that of npm, or one in PATH.

    npm's needs a C library of 2024; a script that starts it with one will do.
    """
    program = os.environ.get("HALFWORD_HEAP_SNAPSHOT")
    if not program:
        machine = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine())
        name = f"@heap-snapshot/{platform.system().lower()}-{machine}"
        program = shutil.which("heap-snapshot") or (
            analyser_files.packages(folder) / "node_modules" / name /
            "heap-snapshot")
    analyser_files.run([program, "--help"])
    return Tool("heap-snapshot", lambda path: [program, "summary", path])


RIVALS = {"heap-snapshot": find_heap_snapshot, "devtools": find_devtools,
          "memlab": find_memlab}


def find_rivals(folder):
    """Returns ({variant: Tool}, {variant: why it is absent})."""
    found, absent = {}, {}
    for variant, find in RIVALS.items():
        try:
            found[variant] = find(folder)
        except Absent as error:
            absent[variant] = str(error)
    return found, absent


def measure(command, text=""):
    """Returns (what measure.py prints, what the command printed)."""
    with tempfile.TemporaryDirectory(prefix="halfword_analyser_") as folder:
        names = [pathlib.Path(folder, name) for name in ("in", "out", "errors")]
        names[0].write_text(text)
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-B",
             str(analyser_files.HERE / "measure.py"), str(LIMIT_SECONDS),
             *map(str, names), *map(str, command)],
            text=True, capture_output=True, check=False)
        if done.returncode:
            raise figures.BadOutput(analyser_files.last_line(done.stderr))
        used = json.loads(done.stdout)
        status = used.pop("status")
        if status:
            detail = analyser_files.last_line(
                names[2].read_text(errors="replace"))
            raise figures.BadOutput(
                f"{pathlib.Path(command[0]).name}: exit status {status}: "
                f"{detail}")
        return used, names[1].read_text(errors="replace")


def ask(program, view, *arguments):
    """Returns the program's document, which may be its error."""
    found = analyser_figures.run_program(program, view, *arguments)
    if "error" in found:
        raise figures.BadOutput(found["error"])
    return found


def figures_of(program, path):
    """Returns the program's documents of a file, and its heaviest objects."""
    found = analyser_figures.of_program(program, None, path)
    if "error" in found:
        raise figures.BadOutput(found["error"])
    return found


def compare_with_devtools(output, found):
    """Raises Unequal; returns what there is to say."""
    wanted = analyser_figures.from_worker(json.loads(output))
    if "error" in wanted:
        raise figures.BadOutput(wanted["error"])
    told = analyser_figures.difference(wanted, found)
    if told:
        raise Unequal(f"not what DevTools says: {told}")
    return [f"equal: {found['node_count']:,} nodes, {found['edge_count']:,} "
            f"edges, {len(found['classes']):,} classes"]


def of_heap_snapshot(output):
    """Returns the rows of its table: {name: (count, shallow, retained)}, sizes
    as (bytes, how much they may be off)."""
    rows = {}
    for line in output.splitlines():
        match = re.match(r"\u25b6 (.*)  \u00d7([\d,]+)  +\S+ +"
                         r"([\d.,]+) (\w?B) +\d+% +([\d.,]+) (\w?B)", line)
        if not match:
            continue
        name, count, *sizes = match.groups()
        name = re.sub(r" \[script_id=.*\]$", "", name)
        # Rows of one name that are classes of several places are left out.
        rows[name] = None if name in rows else (
            int(count.replace(",", "")), size(*sizes[:2]), size(*sizes[2:]))
    return {name: row for name, row in rows.items() if row}


def size(number, unit):
    number = number.replace(",", "")
    digits = len(number.partition(".")[2])
    return float(number) * UNITS[unit], UNITS[unit] / 10 ** digits


def differences_of_heap_snapshot(output, found):
    """Returns lines: where its table is not what the program says."""
    names = [row["name"] for row in found["classes"]]
    theirs = of_heap_snapshot(output)
    lines, compared = [], 0
    differing = {"objects": 0, "shallow": 0, "retained": 0}
    for row in found["classes"]:
        other = theirs.get(row["name"])
        if other is None or names.count(row["name"]) > 1:
            continue
        compared += 1
        wrong = [
            word for word, is_off in (
                ("objects", row["count"] != other[0]),
                ("shallow", is_far(row["shallow_bytes"], other[1])),
                ("retained", is_far(row["retained_bytes"], other[2])))
            if is_off]
        for word in wrong:
            differing[word] += 1
        if wrong and len(lines) < 3:
            lines.append(
                f"{row['name']}: {row['count']:,} objects, "
                f"{row['shallow_bytes']:,} bytes, retains "
                f"{row['retained_bytes']:,}; there {other[0]:,}, "
                f"{other[1][0]:,.0f}, {other[2][0]:,.0f}")
    told = ", ".join(f"{count} in {word}" for word, count in differing.items())
    return [f"of {compared} classes differ: {told}"] + lines


def is_far(bytes_, shown):
    value, unit = shown
    return abs(bytes_ - value) > unit


def heaviest_objects(program, path):
    return ask(program, "dominators", "--top", str(HEAVIEST_COUNT),
               path)["nodes"]


def differences_of_memlab(document, found, heaviest):
    """Returns lines: counts, the total, and what single objects retain."""
    lines = [f"{key}: {found[key]:,}; there {document[key]:,}"
             for key in ("node_count", "edge_count", "total_bytes")
             if document[key] != found[key]]
    differing = [
        f"{ours['name'][:40]} @{ours['id']} retains "
        f"{ours['retained_bytes']:,}; there {theirs['retained']:,}"
        for ours, theirs in zip(heaviest, document["nodes"])
        if ours["retained_bytes"] != theirs["retained"]]
    return [*lines, f"of the {len(heaviest)} heaviest objects {len(differing)} "
            "retain something else", *differing[:3]]


def compare(tool, program, path, found):
    """Returns (what the tool took, lines that tell where it differs)."""
    command = tool.command(path)
    if tool.variant == "memlab":
        heaviest = heaviest_objects(program, path)
        request = json.loads(command[-1])
        request["ids"] = [node["id"] for node in heaviest]
        command[-1] = json.dumps(request)
    used, output = measure(command, tool.text(path))
    if tool.variant == "devtools":
        return used, compare_with_devtools(output, found)
    if tool.variant == "memlab":
        return used, differences_of_memlab(json.loads(output), found, heaviest)
    return used, differences_of_heap_snapshot(output, found)
