#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Runs the benchmark suites of all memory managers in turn and compares them.

Every (suite, group, variant) is a process of its own. The variants take turns
within a round, in another order each round, so that what disturbs the host
disturbs all of them. Medians and minima of CPU time are compared, never wall
time; bench/README.md says what the figures mean and what they do not.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys

import analyser
import figures
import goals
import operations
import rivals
import settling

SUITES = ("allocation32", "gcbench", "binary_trees", "dom", "marking",
          "barrier", "node2", "lru", "pauses", "retention", "hash_set",
          "small_heap", "ref_ptr", "sequences", "hash_table", "probes",
          "strings", "source_positions", "snapshots", "nouns", "image")
# Several suites under one name.
COLLECTIVE = {"collections": ("sequences", "hash_table", "probes")}
VARIANTS = ("halfword", "halfword-atomic", "halfword-64", "mimalloc", "malloc",
            "boehm", "boost", "absl", "std", "mutable", "cord", "qbytearray",
            "perl", "node", "v8-hash", "v8-shifted", "lmdb", "sbcl", "go",
            "jdk-g1", "jdk-serial")
# The variants of the suite "codec" are not memory managers but ways to store a
# reference (codec/), so it is run alone and only on request.
CODECS = ("raw", "zero-based", "cage-16-gib", "cage-4-gib", "cage-2-gib",
          "base-offset", "tls-initial-exec", "tls-global-dynamic",
          "virtual-bits")
# Those of the suite "cow" are prototypes of MutableString (cow/).
COWS = ("scoped", "managed", "pair-cell", "chain", "no-inline", "no-cow",
        "neither", "value", "std")
LABORATORIES = {"codec": CODECS, "cow": COWS}
# Those that measure in a way of their own, and by themselves.
ALONE = {suite.SUITE: suite for suite in (analyser, operations)}
# Built on request only (rivals.py), because they take long to build.
RIVALS = ("oilpan-compressed", "oilpan-plain", "oilpan-concurrent")
WHERE_FROM = {
    "halfword": "not in this build folder (target all, HALFWORD_BUILD_BENCH)",
    "halfword-atomic": "only has what is marked in a pause, too; not built",
    "halfword-64": "configure with HALFWORD_BUILD_VARIANTS=ON",
    "mimalloc": "install libmimalloc-dev and configure again",
    "malloc": "only has ref_ptr, sequences and strings; none is built",
    "boehm": "install libgc-dev and configure again",
    "cord": "only has strings; install libabsl-dev and configure again",
    "mutable": "only has strings, which is not built",
    "qbytearray": "only has strings; install qt6-base-dev and configure again",
    "perl": "only has strings; install perl and configure again",
    "node": "only has snapshots; install nodejs and configure again",
    "boost": "install libboost1.81-dev and configure again",
    "lmdb": "only has image; install liblmdb-dev and configure again",
    "sbcl": "only has image; install sbcl and configure again",
    "go": "only has pauses; install golang-go and configure again",
    "jdk-g1": "only has pauses; install openjdk-17-jdk-headless and "
              "configure again",
    "jdk-serial": "only has pauses; install openjdk-17-jdk-headless and "
                  "configure again",
    "absl": "install libabsl-dev and configure again",
    "std": "only has hash_table, which is not built",
    "v8-hash": "only has probes and snapshots; none is built",
    "v8-shifted": "only has probes and snapshots; none is built",
}
TIMEOUT_SECONDS = 600
EXAMPLES = """examples:
  ./dev bench                              all suites, what is installed
  ./dev bench gcbench lru --rounds 9       two suites, nine rounds
  ./dev bench dom --rivals --goals         with Oilpan, and whether goals hold
  ./dev bench strings --json out.json      every row, for a program to read
"""


def parse_arguments(arguments):
    root = pathlib.Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(
        prog="./dev bench", description=__doc__.splitlines()[0],
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", nargs="*", metavar="SUITE",
                        help=", ".join(SUITES + tuple(COLLECTIVE)) +
                        "; or codec, cow, operations or analyser, alone")
    parser.add_argument("--without", action="append", choices=SUITES,
                        default=[], metavar="SUITE",
                        help="all suites but this one; may be repeated")
    parser.add_argument("--build", type=pathlib.Path,
                        default=root / "build" / "release",
                        help="build folder (default: build/release)")
    parser.add_argument("--rounds", type=int, default=5, metavar="N",
                        help="times that each is run, in turn (default: 5)")
    parser.add_argument("--rivals", action="store_true",
                        help="also those that are built on request: Oilpan; "
                        "with analyser, other tools")
    parser.add_argument("--rivals-build", type=pathlib.Path, metavar="DIR",
                        default=root / "build" / "rivals",
                        help="build folder of these (default: build/rivals)")
    parser.add_argument("--folder", type=pathlib.Path, metavar="DIR",
                        help="where analyser keeps its snapshots, 3 GB "
                        "(default: .cache/snapshots)")
    parser.add_argument("--goals", action="store_true",
                        help="say which of our goals are reached (goals.py)")
    parser.add_argument("--json", metavar="OUT", help="write the rows there")
    parser.add_argument("--list", action="store_true",
                        help="print suites and variants, run nothing")
    parser.add_argument("--check", action="store_true",
                        help="only check these arguments")
    parser.add_argument("--quick", action="store_true",
                        help="a sixteenth of the work, to test the suites")
    options = parser.parse_args(arguments)
    if options.rounds < 1:
        parser.error("--rounds must be at least 1")
    if options.json and not can_be_written(pathlib.Path(options.json)):
        parser.error(f"--json {options.json}: cannot be written")
    if options.suite and options.without:
        parser.error("either suites, or --without")
    options.suite = [part for suite in options.suite
                     for part in COLLECTIVE.get(suite, (suite,))]
    options.variants = VARIANTS + (RIVALS if options.rivals else ())
    if len(options.suite) == 1 and not options.rivals and (
            options.suite[0] in LABORATORIES):
        options.variants = LABORATORIES[options.suite[0]]
        return options
    if len(options.suite) == 1 and options.suite[0] in ALONE and (
            not options.rivals or ALONE[options.suite[0]].HAS_RIVALS):
        return options
    for suite in options.suite:
        if suite in LABORATORIES or suite in ALONE:
            parser.error(f"{suite} is run alone" + (
                "" if suite in ALONE and ALONE[suite].HAS_RIVALS else
                ", without --rivals"))
        if suite not in SUITES:
            parser.error(f"{suite}: no such suite; there are "
                         f"{', '.join(SUITES)}")
    return options


def can_be_written(path):
    """Tells without writing, so that hours of work are not lost at the end."""
    if path.exists():
        return not path.is_dir() and os.access(path, os.W_OK)
    return path.parent.is_dir() and os.access(path.parent, os.W_OK)


def find_programs(options, suites, variants):
    """Returns {(suite, variant): path} of what has been built."""
    programs = {}
    for suite in suites:
        for variant in variants:
            folder = (options.rivals_build if variant in RIVALS
                      else options.build)
            path = folder / "bench" / f"{suite}.{variant}"
            if os.access(path, os.X_OK):
                programs[suite, variant] = path
    return programs


def run_program(path, arguments):
    try:
        done = subprocess.run([str(path), *arguments], capture_output=True,
                              text=True, timeout=TIMEOUT_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise figures.BadOutput(f"{path}: not done in {TIMEOUT_SECONDS} s")
    if done.returncode != 0:
        detail = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise figures.BadOutput(
            f"{path.name}: exit status {done.returncode}: {detail}")
    return done.stdout


def run_rounds(programs, options, progress):
    """Runs everything `options.rounds` times; returns the samples."""
    groups = {place: run_program(path, ["--list"]).split()
              for place, path in programs.items()}
    samples = []
    machine = settling.Settling(
        not options.quick and settling.reports_free_pages())
    for number in range(options.rounds):
        for suite in dict.fromkeys(suite for suite, _ in programs):
            places = [place for place in programs if place[0] == suite]
            turn = number % len(places)
            for group in dict.fromkeys(
                    group for place in places for group in groups[place]):
                for place in places[turn:] + places[:turn]:
                    if group not in groups[place]:
                        continue
                    progress(f"round {number + 1}/{options.rounds}: "
                             f"{suite}.{place[1]} {group}")
                    machine.wait_before(suite)
                    arguments = [group] + ["--quick"] * options.quick
                    text = run_program(programs[place], arguments)
                    new = figures.parse_samples(text, programs[place].name)
                    machine.note_end(max(row["peak_bytes"] for row in new))
                    new[-1]["_last_of_process"] = 1
                    samples += new
    progress(None)
    figures.check_same_work(samples)
    return samples


def show_progress(text):
    """One line on a terminal's standard error, erased by the next."""
    if sys.stderr.isatty():
        sys.stderr.write("\r\033[K" + (text or ""))
        sys.stderr.flush()


def describe_host(options, load_before):
    """What a reader must know before believing the figures."""
    load = " to ".join(f"{value:.1f}" for value in
                       (load_before, os.getloadavg()[0]))
    lines = [f"{options.rounds} rounds, variants in turn, medians of CPU time; "
             f"{os.cpu_count()} CPUs, load {load}."]
    try:
        cache = (options.build / "CMakeCache.txt").read_text()
        kind = re.search(r"^CMAKE_BUILD_TYPE:\w+=(.*)$", cache, re.M).group(1)
    except (OSError, AttributeError):
        kind = "unknown"
    if kind != "Release":
        lines.append(f"The build type is {kind or 'empty'}, not Release: these "
                     "figures say nothing about speed.")
    if options.quick:
        lines.append("--quick: a test of the suites, no measurement.")
    return lines


def report(rows, programs, options, load_before):
    variants = [v for v in options.variants if any(
        place[1] == v for place in programs)]
    is_laboratory = options.variants in LABORATORIES.values()
    others = [] if is_laboratory else variants[1:]
    for suite in dict.fromkeys(row["suite"] for row in rows):
        print(figures.format_suite(rows, suite, variants, others) + "\n")
    for rival in others:
        line = figures.format_verdicts(rows, variants[0], rival)
        if line:
            print(line)
    timed = [row for row in rows if row["metric"] in ("cpu_ms", "ns_per_op")]
    noisiest = max(timed or rows, key=figures.spread)
    print("\n" + "\n".join(describe_host(options, load_before)))
    print(f"Noise: the median lies up to {figures.spread(noisiest):.0%} above "
          f"the minimum ({noisiest['suite']}/{noisiest['row']}, "
          f"{noisiest['variant']}); differences below that say little.")
    if options.goals:
        print("\n" + goals.report(rows))


def write_json(rows, options):
    """Writes the rows where they were asked for; returns the exit status."""
    if options.json:
        public = [{key: value for key, value in row.items()
                   if not key.startswith("_")} for row in rows]
        try:
            with open(options.json, "w", encoding="utf-8") as out:
                json.dump(public, out, indent=1)
                out.write("\n")
        except OSError as error:
            print(f"bench: {options.json}: {error.strerror}", file=sys.stderr)
            return 1
    return 0


def run_alone(suite, options):
    try:
        status, rows = suite.run(options, show_progress)
    except figures.BadOutput as error:
        show_progress(None)
        print(f"bench: {error}", file=sys.stderr)
        return 1
    return status or write_json(rows, options)


def main(arguments):
    options = parse_arguments(arguments)
    suites = options.suite or [suite for suite in SUITES
                               if suite not in options.without]
    if options.check:
        return 0
    if len(options.suite) == 1 and options.suite[0] in ALONE:
        return run_alone(ALONE[options.suite[0]], options)
    if options.rivals and not options.list:
        try:
            rivals.prepare(options.rivals_build, show_progress)
        except rivals.Unavailable as error:
            show_progress(None)
            print(f"bench: {error}", file=sys.stderr)
            return 1
        show_progress(None)
    programs = find_programs(options, suites, options.variants)
    if options.list:
        for suite, variant in programs:
            print(suite, variant)
        return 0
    for variant in options.variants:
        if not any(place[1] == variant for place in programs):
            reason = WHERE_FROM.get(variant, "not built (bench/README.md)")
            print(f"{variant}: absent: {reason}")
    if not programs:
        print(f"bench: {options.build}/bench: no suite is built there",
              file=sys.stderr)
        return 1
    load_before = os.getloadavg()[0]
    try:
        rows = figures.make_rows(
            run_rounds(programs, options, show_progress))
    except figures.BadOutput as error:
        show_progress(None)
        print(f"bench: {error}", file=sys.stderr)
        return 1
    report(rows, programs, options, load_before)
    return write_json(rows, options)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
