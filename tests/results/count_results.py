#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Turns ctest's JUnit file into one line: "N passed, N failed, N skipped".

ctest writes a test that could not run (no such program, a fixture that failed)
as skipped. Here it has failed: only a test that decided itself to skip, or that
its author disabled, counts as skipped, so that a missing program cannot hide.

Usage: count_results.py JUNIT.xml; exits with 1 where a test failed or none ran.
"""

import sys
import xml.etree.ElementTree as ElementTree


def outcome(case):
    """Returns "passed", "failed" or "skipped" for one <testcase> element."""
    status = case.get("status")
    if status == "run":
        return "passed"
    if status == "disabled":
        return "skipped"
    reason = case.find("skipped")
    if status == "notrun" and reason is not None:
        if reason.get("message", "").startswith("SKIP_"):
            return "skipped"
    return "failed"


def count(path):
    """Returns the number of cases by outcome, and the names of the failed."""
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    failed = []
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        result = outcome(case)
        counts[result] += 1
        if result == "failed":
            failed.append(case.get("name"))
    return counts, failed


def closing_line(counts):
    return (f"{counts['passed']} passed, {counts['failed']} failed, "
            f"{counts['skipped']} skipped")


def main(arguments):
    if len(arguments) != 1:
        print("usage: count_results.py JUNIT.xml", file=sys.stderr)
        return 2
    counts, failed = count(arguments[0])
    for name in failed:
        print(f"failed: {name}")
    print(closing_line(counts))
    return 1 if failed or not counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
