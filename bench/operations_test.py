#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Tests of operations.py: how valgrind's file is read, and what is reported.
The programs and valgrind are small shell scripts."""

import contextlib
import io
import json
import pathlib
import tempfile
import unittest
from unittest import mock

import operations
import run

CALLGRIND = """# callgrind format
fn=(1) main
cfn=(2) operation_copy
calls=1 0
58 1200
cfn=(3) operation_empty
calls=1 0
59 200

fn=(2)
12 400
cfn=(4) malloc
calls=100 3281
13 800

fn=(5) other
cfn=(2)
calls=1 0
60 34
"""


class CostTest(unittest.TestCase):
    def test_takes_what_a_function_and_its_callees_cost(self):
        self.assertEqual(operations.parse_costs(CALLGRIND),
                         {"copy": 1234, "empty": 200})

    def test_divides_the_difference_of_two_runs(self):
        less, more = {"copy": 1500}, {"copy": 2500}
        self.assertEqual(
            operations.one_operation("copy", less, more, (10, 30)), 50)
        less, more = ({"make_and_drop_15": n} for n in (0, 80000))
        self.assertEqual(operations.one_operation(
            "make_and_drop_15", less, more, (10, 30)), 10)

    def test_calls_a_tenth_the_same(self):
        self.assertEqual(
            [operations.verdict(n, 100) for n in (89, 90, 110, 111)],
            ["faster", "same", "same", "slower"])
        self.assertEqual(operations.verdict(0, 0), "same")
        self.assertEqual(operations.verdict(3, 0), "slower")


class RunTest(unittest.TestCase):
    """Whole runs over a valgrind that is a script."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.build = pathlib.Path(folder.name)
        (self.build / "bench").mkdir()

    def add_script(self, path, body):
        path.write_text("#!/bin/sh\n" + body)
        path.chmod(0o755)

    def add(self, variant, cost, checksum=7):
        # What it prints is what the false valgrind makes of it.
        self.add_script(self.build / "bench" / f"operations.{variant}",
                        f"echo {cost} {checksum}\n")

    def run_main(self, *arguments, with_valgrind=True):
        self.add_script(self.build / "valgrind", '''
for out; do case $out in --callgrind-out-file=*) break;; esac; done
while [ "${1#--}" != "$1" ]; do shift; done
set -- $("$1") "$2"
{ echo "cfn=(1) operation_copy"; echo "calls=1 0"; echo "1 $(($1 * $3))"
  echo "cfn=(2) operation_empty"; echo "calls=1 0"; echo "1 $((2 * $3))"
} > "${out#*=}"
echo "empty 0"; echo "copy $2"
''')
        out, err = io.StringIO(), io.StringIO()
        which = str(self.build / "valgrind") if with_valgrind else None
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), \
                mock.patch.object(operations.shutil, "which",
                                  return_value=which):
            status = run.main(["operations", "--build", str(self.build),
                               *arguments])
        return status, out.getvalue(), err.getvalue()

    def test_prints_each_operation_and_the_shares(self):
        self.add("string", 12)
        self.add("std", 22)
        target = self.build / "rows.json"

        status, out, err = self.run_main("--json", str(target))

        self.assertEqual((status, err), (0, ""))
        self.assertRegex(out, r"copy +10 +20 +0\.50 faster")
        self.assertIn("string: of 1 operations 1 faster (100 %; plan 20 %), "
                      "0 same", out)
        rows = json.loads(target.read_text())
        self.assertEqual([(r["variant"], r["instructions"]) for r in rows],
                         [("string", 10), ("std", 20)])

    def test_without_valgrind_says_so_in_one_line(self):
        self.add("std", 22)
        status, out, _ = self.run_main(with_valgrind=False)
        self.assertEqual(status, 0)
        self.assertRegex(out, r"^operations: absent: .*package valgrind\n$")

    def test_fails_where_variants_did_different_work(self):
        self.add("string", 12, checksum=8)
        self.add("std", 22)
        status, _, err = self.run_main()
        self.assertEqual(status, 1)
        self.assertIn("they did different work", err)

    def test_fails_where_nothing_is_built(self):
        status, _, err = self.run_main()
        self.assertEqual(status, 1)
        self.assertIn("operations is not built there", err)


if __name__ == "__main__":
    unittest.main()
