#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Shows a heap snapshot as DevTools or memlab sees it: `./dev devtools`.

Usage: run.py setup
       run.py worker FILE [NEWER] [--id N]... [--all-nodes] [--json]
       run.py browser FILE [NEWER] [--id N]... [--class NAME]...
                      [--screenshot OUT.png] [--json]
       run.py memlab FILE [--id N]... [--json]
       run.py big [--program PROGRAM] [--folder FOLDER] [--divisor N]

Exits with 1 and one line where a file cannot be read. README.md describes the
document that --json prints.
"""

import argparse
import json
import signal
import sys

import big
import devtools

ROWS_SHOWN = 20


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="devtools", description="Shows a heap snapshot as DevTools or "
        "memlab sees it.")
    tools = parser.add_subparsers(dest="tool", required=True)
    tools.add_parser("setup", help="install what the others need")
    for name, told in (("worker", "DevTools' own code under Node"),
                       ("browser", "DevTools in a headless Chromium"),
                       ("memlab", "memlab's analysis library")):
        tool = tools.add_parser(name, help=told)
        tool.add_argument("file")
        if name != "memlab":
            tool.add_argument("newer", nargs="?",
                              help="what to compare with the file")
        tool.add_argument("--id", type=int, action="append", default=[],
                          help="a node to look at closely")
        tool.add_argument("--seconds", type=int, default=900)
        tool.add_argument("--json", action="store_true")
    large = tools.add_parser(
        "big", help="check large heaps, for a quarter of an hour")
    large.add_argument("--program", help="write-heap, in another build")
    large.add_argument("--folder", help="where there are 4 GB for files")
    large.add_argument("--divisor", type=int, default=1, metavar="N",
                       help="make the heaps N times smaller")
    tools.choices["worker"].add_argument("--all-nodes", action="store_true")
    browser = tools.choices["browser"]
    browser.add_argument("--class", dest="class_names", action="append",
                         default=[], help="a class whose objects to list")
    browser.add_argument("--screenshot", metavar="OUT.png")
    return parser.parse_args(arguments)


def read(options):
    if options.tool == "memlab":
        return devtools.read_memlab(options.file, options.id, options.seconds)
    files = [options.file] + [options.newer] * bool(options.newer)
    if options.tool == "worker":
        return devtools.read_worker(files, options.id, options.all_nodes,
                                    options.seconds)
    nodes = options.id and devtools.read_worker(
        files[-1:], options.id)["nodes"]
    return devtools.read_browser(files, nodes, options.class_names,
                                 options.screenshot, options.seconds)


def print_for_people(report):
    cost = report.pop("cost")
    for name, value in report.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            print(f"{name}: {len(value)}")
            for row in value[:ROWS_SHOWN]:
                print("  " + ", ".join(f"{key} {cell}" for key, cell
                                       in row.items()))
        else:
            print(f"{name}: {value}")
    print(f"loaded in {cost['load_seconds']:.1f} s, at most "
          f"{cost['peak_bytes'] / 1e6:.0f} MB of memory")


def main(arguments):
    options = parse(arguments)
    try:
        if options.tool == "setup":
            devtools.install()
            print(f"installed in {devtools.INSTALLED}")
            return 0
        if options.tool == "big":
            return 0 if big.check(options.program, options.folder,
                                  options.divisor) else 1
        report = read(options)
    except devtools.DevtoolsError as error:
        print(f"devtools: {error}", file=sys.stderr)
        return 1
    if options.json:
        print(json.dumps(report))
    else:
        print_for_people(report)
    return 0


if __name__ == "__main__":
    # Who reads the output may stop, as head does.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main(sys.argv[1:]))
