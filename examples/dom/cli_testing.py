# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""What tests of the halfword-dom programs share: the programs, and a folder for
the pages of a test."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAMS = ["halfword-dom", "halfword-dom-64", "halfword-dom-malloc"]
HEAP_PROGRAMS = PROGRAMS[:2]
# Bits of a reference; the first program has those that the build has chosen.
KINDS = {"halfword-dom": os.environ.get("DOM_TEST_REFERENCES", "32"),
         "halfword-dom-64": "64"}
MEMORY_DEBUG = "DOM_TEST_MEMORY_DEBUG" in os.environ


class CliTest(unittest.TestCase):
    programs = pathlib.Path()  # their folder; from the command line

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return str(path)

    def run_program(self, program, *arguments, **options):
        return subprocess.run([self.programs / program, *arguments], text=True,
                              capture_output=True, timeout=120, **options)

    def copy_program(self, program):
        """A copy that stands alone in the test's folder."""
        copy = self.folder / program
        copy.write_bytes((self.programs / program).read_bytes())
        copy.chmod(0o755)
        return copy

    def expect_refusal(self, argument, message):
        """Every program complains of the argument in one line, and fails."""
        for program in PROGRAMS:
            with self.subTest(program):
                result = self.run_program(program, argument)
                self.assertEqual(result.stderr,
                                 f"{program}: {argument}: {message}\n")
                self.assertEqual(result.stdout, "")
                self.assertEqual(result.returncode, 1)


def main():
    """Runs the cases of the calling script: SCRIPT FOLDER [OPTION]..."""
    CliTest.programs = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
