# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Runs cage_probe under limits of address space and with HALFWORD_OPTIONS.

Usage: cage_limits_test.py CAGE_PROBE
"""

import os
import re
import resource
import subprocess
import sys
import unittest

KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30
MARGINS = 32 * MIB

PROBE = ""


def run(limit=None, options=None, arguments=()):
    """Returns the finished process."""
    environment = {name: value for name, value in os.environ.items()
                   if name != "HALFWORD_OPTIONS"}
    if options is not None:
        environment["HALFWORD_OPTIONS"] = options

    def set_limit():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

    return subprocess.run([PROBE, *arguments], env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          preexec_fn=set_limit, timeout=30)


class CageLimitsTest(unittest.TestCase):

    def facts(self, process):
        """What the probe printed, as numbers by name."""
        self.assertEqual(process.returncode, 0, process.stderr)
        return {name: int(value) for name, value in
                re.findall(r"(\w+)=(\d+)", process.stdout)}

    def assert_cage(self, process, wanted_bytes):
        facts = self.facts(process)
        if wanted_bytes == facts["window"]:
            wanted_bytes -= MARGINS
        self.assertEqual(facts["cage"], wanted_bytes)
        return facts

    def window_bytes(self):
        return self.facts(run())["window"]

    def test_the_whole_window_is_the_cage_where_nothing_limits_it(self):
        process = run()
        self.assert_cage(process, self.facts(process)["window"])
        self.assertEqual(process.stderr, "")

    def test_a_limit_of_address_space_leads_to_a_smaller_cage(self):
        for limit, cage in ((20 * GIB, 16 * GIB), (6 * GIB, 4 * GIB),
                            (2 * GIB, GIB), (GIB * 6 // 10, 256 * MIB)):
            with self.subTest(limit=limit):
                process = run(limit)
                self.assert_cage(process, cage)
                self.assertEqual(process.stderr, "")

    def test_the_tables_have_to_fit_under_the_limit_too(self):
        # Each limit leaves room for a rung, but not for its tables.
        for limit, cage in ((16 * GIB + 64 * MIB, 4 * GIB),
                            (4 * GIB + 64 * MIB, GIB),
                            (GIB + 24 * MIB, 256 * MIB)):
            with self.subTest(limit=limit):
                self.assert_cage(run(limit), cage)

    def test_no_room_for_the_smallest_cage_is_one_line_that_names_the_limit(
            self):
        for limit in (GIB // 10, 200 * MIB):
            with self.subTest(limit=limit):
                process = run(limit)
                self.assertNotEqual(process.returncode, 0)
                self.assertEqual(process.stdout, "")
                self.assertRegex(
                    process.stderr,
                    r"\Ahalfword: cannot reserve 256 MiB of address space for "
                    r"the cage: RLIMIT_AS \(ulimit -v\) is [\d.]+ MiB\n\Z")

    def test_a_taken_window_is_one_line_that_names_the_based_build(self):
        process = run(arguments=["occupy"])
        if process.returncode == 0:
            # The window of this build is anywhere.
            self.assertEqual(self.facts(process)["fixed"], 0)
            return
        self.assertEqual(process.stdout, "")
        self.assertRegex(
            process.stderr,
            r"\Ahalfword: other mappings fill \[(16|32) GiB, (32|64) GiB\), "
            r"where [^\n]*halfword::based[^\n]*\n\Z")

    def test_the_option_cage_takes_sizes_between_256_mib_and_the_window(self):
        for option, cage in (("1g", GIB), ("256m", 256 * MIB),
                             ("300m", 300 * MIB), ("5g", 5 * GIB),
                             ("1000000k", 1000000 * KIB // (256 * KIB)
                              * 256 * KIB)):
            with self.subTest(option=option):
                process = run(options="cage=" + option)
                self.assert_cage(process, cage)
                self.assertEqual(process.stderr, "")

    def test_the_option_cage_may_name_all_that_the_window_has(self):
        window = self.window_bytes()
        for option, cage in ((window, window),
                             (window - 256 * KIB, window),
                             (window - MARGINS, window - MARGINS)):
            with self.subTest(option=option):
                process = run(options=f"cage={option}")
                self.assert_cage(process, cage)
                self.assertEqual(process.stderr, "")

    def test_a_limit_counts_for_the_option_cage_too(self):
        self.assert_cage(run(2 * GIB, "cage=3g"), GIB)
        self.assert_cage(run(2 * GIB, "cage=512m"), 512 * MIB)

    def test_a_cage_that_cannot_be_is_one_line_and_ignored(self):
        window = self.window_bytes()
        for size in ("255m", "1", f"{window + 1}", "1000t"):
            with self.subTest(size=size):
                process = run(options="cage=" + size)
                self.assert_cage(process, window)
                self.assertRegex(
                    process.stderr,
                    r"\Ahalfword: HALFWORD_OPTIONS: cage=[^\n]+ is outside "
                    r"256 MiB to \d+ GiB, and is ignored\n\Z")

    def test_a_limit_beyond_the_cage_is_one_line(self):
        window = self.window_bytes()
        for options, cage in ((f"max-heap={window + 1}", window),
                              ("cage=512m,max-heap=513m", 512 * MIB)):
            with self.subTest(options=options):
                process = run(options=options)
                self.assert_cage(process, cage)
                self.assertRegex(
                    process.stderr,
                    r"\Ahalfword: HALFWORD_OPTIONS: max-heap=[^\n]+ is more "
                    r"than the cage has, [^\n]+\n\Z")
        process = run(options=f"max-heap={window}")
        self.assertEqual(process.stderr, "")

    def test_a_bad_value_of_the_option_cage_is_one_line_and_ignored(self):
        for option in ("cage", "cage=", "cage=0", "cage=lots", "cage=-1g",
                       "cage=99999999999999999999"):
            with self.subTest(option=option):
                process = run(options=option)
                self.assert_cage(process, self.window_bytes())
                self.assertRegex(process.stderr,
                                 r"\Ahalfword: HALFWORD_OPTIONS: [^\n]*cage"
                                 r"[^\n]*\n\Z")


if __name__ == "__main__":
    PROBE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
