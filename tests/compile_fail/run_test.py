#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Shows run.py every kind of file that must not pass for a refusal."""

import pathlib
import sys
import tempfile
import unittest

import run

GOOD = """\
// EXPECT: deliberate
#ifndef CONTROL
#error "deliberate"
#endif
"""


class JudgeTest(unittest.TestCase):

    def judge(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.cc")
            path.write_text(text)
            return "\n".join(run.judge(str(path), "g++", ["-std=c++20"]))

    def test_accepts_a_file_that_is_refused_with_the_message(self):
        self.assertEqual(self.judge(GOOD), "")

    def test_finds_a_mistake_that_compiles(self):
        text = GOOD.replace('#error "deliberate"', "int a;")
        self.assertIn("must not", self.judge(text))

    def test_finds_a_file_that_is_broken_anyway(self):
        self.assertIn("control does not compile", self.judge(GOOD + "broken\n"))

    def test_finds_another_message(self):
        text = GOOD.replace("EXPECT: deliberate", "EXPECT: intended")
        self.assertIn("does not match: intended", self.judge(text))

    def test_finds_a_file_without_expectation(self):
        self.assertIn("no line", self.judge(GOOD.replace("EXPECT", "EXPECTED")))
        self.assertIn("no line", self.judge(
            GOOD.replace("EXPECT:", "EXPECT(clang):")))

    def test_finds_a_file_without_control(self):
        self.assertIn("no #ifdef", self.judge(GOOD.replace("CONTROL", "OTHER")))

    def test_includes_headers_but_where_a_file_wants_none(self):
        flags = ["-a", "--headers=b/c.h"]
        self.assertEqual(run.with_headers(flags, GOOD),
                         ["-a", "-include", "b/c.h"])
        self.assertEqual(run.with_headers(flags, "// PRECOMPILED: no\n"),
                         ["-a"])

    def test_finds_headers_that_were_not_compiled(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.cc")
            path.write_text(GOOD)
            found = run.judge(str(path), "g++", [f"--headers={folder}/b.h"])
        self.assertIn("control does not compile", "\n".join(found))

    def test_chooses_the_expectation_by_compiler(self):
        text = "// EXPECT: a\n// EXPECT(g++): b\n// EXPECT(clang): c\n"
        self.assertEqual(run.expectations(text, "/usr/bin/c++"), ["a", "b"])
        self.assertEqual(run.expectations(text, "/usr/bin/clang++-19"),
                         ["a", "c"])


if __name__ == "__main__":
    sys.exit(unittest.main())
