# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Runs graph_stress_test with numbers that are none.

Usage: stress_options_test.py GRAPH_STRESS_TEST
"""

import os
import subprocess
import sys
import unittest

NO_NUMBERS = ("", "0", "-5", "+5", " 5", "5 ", "0x10", "junk", "12junk",
              "18446744073709551616", "99999999999999999999999")

PROGRAM = ""


def run(arguments=(), seed=None):
    environment = {name: value for name, value in os.environ.items()
                   if name != "HALFWORD_STRESS_SEED"}
    if seed is not None:
        environment["HALFWORD_STRESS_SEED"] = seed
    return subprocess.run(
        [PROGRAM, "--gtest_filter=GraphStress.AHeapIsAsItsModel", *arguments],
        env=environment, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, timeout=60)


class StressOptionsTest(unittest.TestCase):

    def assert_refused(self, process, name):
        self.assertEqual(process.returncode, 2, process.stdout)
        self.assertEqual(process.stderr.count("\n"), 1, process.stderr)
        self.assertIn(f"{name} needs a number from 1 to ", process.stderr)
        self.assertEqual(process.stdout, "")

    def test_the_variable_must_be_a_number(self):
        for text in NO_NUMBERS:
            with self.subTest(text=text):
                self.assert_refused(run(("--steps=1",), seed=text),
                                    "HALFWORD_STRESS_SEED")

    def test_options_must_be_numbers(self):
        for text in NO_NUMBERS:
            for name in ("--seed", "--steps"):
                with self.subTest(name=name, text=text):
                    self.assert_refused(run((f"{name}={text}",)), name)

    def test_an_option_wants_its_number(self):
        for name in ("--seed", "--steps"):
            with self.subTest(name=name):
                self.assert_refused(run((name,)), name)

    def test_the_largest_seed_is_taken(self):
        largest = str(2**64 - 1)
        for process in (run(("--steps=1",), seed=largest),
                        run(("--steps=1", f"--seed={largest}"), seed="7")):
            self.assertEqual(process.returncode, 0, process.stderr)
            self.assertIn(f"--seed={largest} --steps=1", process.stdout)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
