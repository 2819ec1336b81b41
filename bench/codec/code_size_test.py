#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Tests of code_size.py: what it reads from a symbol table, and that what is
not installed is said and no failure."""

import contextlib
import io
import unittest
from unittest import mock

import code_size


class CodeSizeTest(unittest.TestCase):

    def test_reads_the_functions_of_code_cc_and_no_others(self):
        text = """
   Num:    Value          Size Type    Bind   Vis      Ndx Name
     5: 0000000000000000     7 FUNC    GLOBAL DEFAULT    1 decompress
     6: 0000000000000010    28 FUNC    GLOBAL DEFAULT    1 sum
     7: 0000000000000030     8 OBJECT  GLOBAL DEFAULT    3 field
     8: 0000000000000040    30 FUNC    GLOBAL DEFAULT    1 consume
"""
        self.assertEqual(code_size.parse_symbols(text),
                         {"decompress": 7, "sum": 28})

    def test_says_which_compiler_is_absent(self):
        out = io.StringIO()
        with mock.patch.object(code_size.shutil, "which", lambda name: None), \
                contextlib.redirect_stdout(out):
            self.assertEqual(code_size.main([]), 0)
        self.assertIn("clang++-19: absent", out.getvalue())

    def test_refuses_an_unknown_codec(self):
        with self.assertRaises(SystemExit) as stop, \
                contextlib.redirect_stderr(io.StringIO()):
            code_size.main(["--disassemble", "Nothing"])
        self.assertEqual(stop.exception.code, 2)


if __name__ == "__main__":
    unittest.main()
