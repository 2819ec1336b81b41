#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Checks the house rules over the whole repository.

Rules that only reviewers remember get forgotten, so they are a test. A rule is
a function from a Tree to its findings; tidy_test.py plants a violation of each.
Exceptions are listed here, each with its reason, and one that is no longer
needed is an error as well.

Usage: tidy.py [ROOT]; exits with 1 where a rule is broken.
"""

import pathlib
import sys

import code_rules
import document_rules
import text_rules
from tree import Finding, read_tree

RULES = text_rules.RULES + code_rules.RULES + document_rules.RULES

# (rule, path): why this file may break this rule.
ALLOWED = {
    ("sibling_tests", "src/base/build_config.cc"):
        "defines one symbol; tests/install links without it",
}


def findings(tree, allowed):
    """Returns what the rules find, less the exceptions, plus stale ones."""
    found = [finding for rule in RULES for finding in rule(tree)]
    used = {(finding.rule, finding.path) for finding in found}
    stale = [Finding(rule, path, 1, "listed as an exception, but needs none")
             for rule, path in allowed if (rule, path) not in used]
    return [finding for finding in found
            if (finding.rule, finding.path) not in allowed] + stale


def main(arguments):
    here = pathlib.Path(__file__).resolve()
    root = pathlib.Path(arguments[0]) if arguments else here.parents[2]
    found = findings(read_tree(root), ALLOWED)
    for finding in found:
        print(finding)
    print(f"tidy: {len(found)} findings, {len(RULES)} rules")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
