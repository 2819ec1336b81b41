#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Runs everything: all test presets, DevTools, fuzzers, format and lint.

`./dev ci [ROW]...` calls it, at first with --check, which only looks at the
names. Each row of the closing table is one preset or one check. A row is green
only where nothing failed and nothing was skipped: on the machine that runs
this, with all of apt-full.txt installed, no test has a reason to skip. The
output of a row goes to build/ci-ROW.log; the end of a red row's is printed.
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "results"))
import count_results  # noqa: E402

FUZZ_SECONDS = 30
# Sources that the build writes, relative to its folder.
MADE_SOURCES = ["src/analysis/report/page_text.cc"]
TAIL_LINES = 60
NOTHING = {"passed": 0, "failed": 0, "skipped": 0}


def test_presets():
    """Returns the names of the test presets, in the order of the file."""
    presets = json.loads((ROOT / "CMakePresets.json").read_text())
    return [preset["name"] for preset in presets["testPresets"]
            if not preset.get("hidden")]


def run(command, log):
    """Returns whether the command succeeded; its output goes to the log."""
    print("$", *command, file=log, flush=True)
    return subprocess.run(command, cwd=ROOT, stdout=log,
                          stderr=subprocess.STDOUT, check=False).returncode == 0


def run_preset(name, log):
    """Configures, builds and tests one preset; returns its counts."""
    jobs = str(os.cpu_count() or 2)
    results = ROOT / "build" / name / "junit.xml"
    results.unlink(missing_ok=True)
    if not (run(["cmake", "--preset", name], log)
            and run(["cmake", "--build", "--preset", name, "-j", jobs], log)):
        return {**NOTHING, "failed": 1}
    green = run(["ctest", "--preset", name, "-j", jobs,
                 "--output-junit", str(results)], log)
    if not results.exists():
        return {**NOTHING, "failed": 1}
    counts, failed = count_results.count(results)
    for case in failed:
        print("failed:", case, file=log)
    if not green and not failed or not counts["passed"]:
        counts["failed"] += 1
    return counts


def run_each(commands, log, workers=1):
    """Counts the commands that succeed and those that fail."""
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        outcomes = list(pool.map(lambda command: run(command, log), commands))
    return {**NOTHING, "passed": outcomes.count(True),
            "failed": outcomes.count(False)}


def find(pattern):
    """Returns what a fuzzer's source or corpus may be."""
    return [path for folder in ("src", "tools", "tests", "examples")
            for path in (ROOT / folder).rglob(pattern)]


def run_fuzzers(log):
    """Fuzzes with every program of the asan build, from the corpus beside its
    source, for FUZZ_SECONDS. What it finds stays out of the repository. Sources
    without a program are skipped, which makes the row red."""
    fuzzers = sorted((ROOT / "build" / "asan").rglob("*_fuzz"))
    sources = {path.stem for path in find("*_fuzz.cc")}
    built = {path.name for path in fuzzers}
    with tempfile.TemporaryDirectory() as folder:
        commands = []
        for fuzzer in fuzzers:
            found = pathlib.Path(folder, fuzzer.name)
            found.mkdir()
            corpus = find(fuzzer.name + "_corpus")
            words = find(fuzzer.name + ".dict")
            commands.append([str(fuzzer), f"-max_total_time={FUZZ_SECONDS}",
                             *(f"-dict={path}" for path in words),
                             f"-artifact_prefix={ROOT}/build/", str(found),
                             *map(str, corpus)])
        counts = run_each(commands, log)
    counts["skipped"] = len(sources - built)
    return counts


def tracked(*patterns):
    listing = subprocess.run(["git", "ls-files", "-z", *patterns], cwd=ROOT,
                             stdout=subprocess.PIPE, check=True, text=True)
    return [name for name in listing.stdout.split("\0") if name]


def check_format(log):
    return run_each([["clang-format-19", "--dry-run", "-Werror", name]
                     for name in tracked("*.h", "*.cc")], log)


def check_lint(log):
    """Lints what the clang preset compiles, but several sources at a time: most
    of what a source takes is what it includes. Of the library's variants one is
    enough."""
    folder = ROOT / "build" / "lint"
    if not (run(["cmake", "--preset", "clang", "-B", str(folder),
                 "-DCMAKE_UNITY_BUILD=ON"], log)
            and run(["ninja", "-C", str(folder), *MADE_SOURCES], log)):
        return {**NOTHING, "failed": 1}
    database = json.loads((folder / "compile_commands.json").read_text())
    variants = ("/halfword_based.dir/", "/halfword_full_width.dir/")
    sources = sorted({entry["file"] for entry in database
                      if not any(name in entry["file"] for name in variants)})
    return run_each([["clang-tidy-19", "-p", str(folder), "--quiet",
                      "--checks=-bugprone-suspicious-include",
                      "--warnings-as-errors=*", name] for name in sources],
                    log, workers=os.cpu_count() or 2)


def check_devtools(log):
    """Installs DevTools' worker and memlab where they are missing, and checks
    what reads heap snapshots; the presets find them installed, so this row
    comes first."""
    folder = "tests/devtools"
    if not run(["./dev", "devtools", "setup"], log):
        return {**NOTHING, "failed": 1}
    return run_each([[sys.executable, "-B", f"{folder}/harness_test.py"],
                     [sys.executable, "-B", f"{folder}/halfword_test.py",
                      "--made"]], log)


def check_python(log):
    """Installs what the tests of exported tables load; like the row before, it
    comes before the presets."""
    return run_each([["./dev", "python"]], log)


def run_row(name, rows):
    """Runs one row and returns its counts and its time in seconds."""
    path = ROOT / "build" / f"ci-{name}.log"
    print(f"{name} ...", flush=True)
    start = time.monotonic()
    with path.open("w") as log:
        counts = rows[name](log)
    if counts["failed"] or counts["skipped"]:
        tail = path.read_text(errors="replace").splitlines()[-TAIL_LINES:]
        print(*tail, sep="\n")
    return counts, time.monotonic() - start


def main(arguments):
    rows = {"devtools": check_devtools, "python": check_python}
    rows.update({name: lambda log, name=name: run_preset(name, log)
                 for name in test_presets()})
    rows.update(fuzz=run_fuzzers, format=check_format, lint=check_lint)
    only_check = "--check" in arguments
    arguments = [name for name in arguments if name != "--check"]
    unknown = [name for name in arguments if name not in rows]
    if unknown:
        print(f"ci: no row {unknown[0]!r}; there are {', '.join(rows)}",
              file=sys.stderr)
        return 2
    if only_check:
        return 0
    (ROOT / "build").mkdir(exist_ok=True)
    results = {name: run_row(name, rows) for name in arguments or rows}
    print(f"\n{'row':12} {'passed':>7} {'failed':>7} {'skipped':>7} {'min':>6}")
    total = dict(NOTHING)
    for name, (counts, seconds) in results.items():
        print(f"{name:12} {counts['passed']:7} {counts['failed']:7} "
              f"{counts['skipped']:7} {seconds / 60:6.1f}")
        for key in total:
            total[key] += counts[key]
    print(count_results.closing_line(total))
    return 1 if total["failed"] or total["skipped"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
