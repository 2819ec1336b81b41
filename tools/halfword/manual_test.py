#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Holds the manual to what the program says of itself.
Usage: manual_test.py PROGRAM"""

import pathlib
import re
import subprocess
import sys
import unittest

PROGRAM = ""
MANUAL = pathlib.Path(__file__).parent / "halfword.1"


def levels(*path):
    """Yields each subcommand's path and its help."""
    text = subprocess.run([PROGRAM, *path, "--help"], text=True, check=True,
                          capture_output=True).stdout
    yield path, text
    below = re.search(r"^Subcommands:\n((?:  .*\n)+)", text, re.MULTILINE)
    if below:
        for name in re.findall(r"^  (\w+)  ", below.group(1), re.MULTILINE):
            yield from levels(*path, name)


class ManualTest(unittest.TestCase):

    def test_names_all_subcommands_and_options(self):
        text = MANUAL.read_text().replace("\\-", "-")
        seen = 0
        for path, help_text in levels():
            if path:
                self.assertRegex(text, rf"(?m)^\.Cm .*{' '.join(path)}\b", path)
            for option in re.findall(r"^  (?:-\w,)?--([\w-]+)", help_text,
                                     re.MULTILINE):
                self.assertRegex(text, rf"(?m)^\.It (Fl \w , )?Fl -{option}\b")
                seen += 1
        self.assertGreater(seen, 10)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
