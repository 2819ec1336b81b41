#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Tests of run.py and figures.py: what is computed from the suites' lines, and
what happens when a suite is missing, crashes, or does other work than the
others. The suites here are small shell scripts."""

import contextlib
import io
import json
import pathlib
import tempfile
import unittest
from unittest import mock

import figures
import rivals
import run


def sample(variant="halfword", cpu_ms=2.0, **more):
    return {"suite": "dom", "row": "build", "variant": variant,
            "cpu_ms": cpu_ms, "wall_ms": 2 * cpu_ms, "peak_bytes": 1000,
            "metric": "cpu_ms", "checksum": 7, **more}


class ParseTest(unittest.TestCase):
    def test_reads_one_sample_a_line(self):
        text = json.dumps(sample()) + "\n\n" + json.dumps(sample(cpu_ms=3))
        self.assertEqual([s["cpu_ms"] for s in
                          figures.parse_samples(text, "x")], [2.0, 3])

    def test_names_the_program_and_line_of_what_is_not_a_row(self):
        broken = json.dumps(sample())[:-1]
        no_wall = sample()
        del no_wall["wall_ms"]
        for text, message in (
                (broken, "x: line 1: expected a JSON object"),
                ("[1]", "x: line 1: expected a JSON object"),
                (json.dumps(no_wall), 'x: line 1: no "wall_ms"'),
                (json.dumps(sample(metric="bytes")), 'no figure "bytes"'),
                ("\n", "x: printed no row")):
            with self.assertRaisesRegex(figures.BadOutput, message):
                figures.parse_samples(text, "x")


class RowTest(unittest.TestCase):
    def test_takes_medians_and_minima(self):
        rows = figures.make_rows(
            [sample(cpu_ms=c, collections=n)
             for c, n in ((9, 1), (1, 3), (4, 2))])
        self.assertEqual(len(rows), 1)
        row = rows[0]
        self.assertEqual((row["cpu_ms"], row["cpu_ms_min"]), (4, 1))
        self.assertEqual((row["wall_ms"], row["runs"]), (8, 3))
        self.assertEqual((row["collections"], row["checksum"]), (2, 7))
        self.assertEqual(figures.spread(row), 3.0)

    def test_keeps_variants_apart(self):
        rows = figures.make_rows([sample(), sample("boehm", 5.0), sample()])
        self.assertEqual([(r["variant"], r["runs"]) for r in rows],
                         [("halfword", 2), ("boehm", 1)])

    def test_compares_by_the_metric_of_the_row(self):
        rows = figures.make_rows(
            [sample(v, c, metric="bytes_per_node", bytes_per_node=b)
             for v, c, b in (("halfword", 9.0, 8.0), ("mimalloc", 1.0, 16.0))])
        self.assertEqual(figures.ratio(*rows), 0.5)
        self.assertEqual(figures.ratio(*rows, "_min"), 0.5)

    def test_has_no_ratio_to_what_is_absent_or_zero(self):
        row, zero = figures.make_rows([sample(), sample("boehm", 0.0)])
        self.assertIsNone(figures.ratio(row, None))
        self.assertIsNone(figures.ratio(row, zero))


class ChecksumTest(unittest.TestCase):
    def test_accepts_equal_work(self):
        figures.check_same_work([sample(), sample("boehm"), sample()])

    def test_refuses_another_checksum_and_names_both(self):
        with self.assertRaisesRegex(
                figures.BadOutput, "dom/build: boehm has checksum 8, halfword"):
            figures.check_same_work([sample(), sample("boehm", checksum=8)])

    def test_refuses_a_missing_checksum(self):
        other = sample("boehm")
        del other["checksum"]
        with self.assertRaisesRegex(figures.BadOutput, "checksum None"):
            figures.check_same_work([sample(), other])


class TableTest(unittest.TestCase):
    def test_says_worse_as_plainly_as_better(self):
        rows = figures.make_rows(
            [sample(cpu_ms=3.0), sample("mimalloc", 2.0), sample("boehm", 6.0)])
        table = figures.format_suite(
            rows, "dom", ["halfword", "mimalloc", "boehm"],
            ["mimalloc", "boehm"])
        self.assertRegex(table, r"build \[ms\] .* 1\.50 worse +0\.50$")
        self.assertEqual(
            figures.format_verdicts(rows, "halfword", "mimalloc"),
            "halfword to mimalloc: 0 rows better, 0 even, 1 worse: "
            "dom/build 1.50")

    def test_calls_a_small_difference_even(self):
        self.assertEqual([figures.verdict(v) for v in (0.97, 0.99, 1.01, 1.03)],
                         ["better", "even", "even", "worse"])

    def test_shows_a_dash_for_a_row_that_a_variant_lacks(self):
        rows = figures.make_rows([sample(), sample("boehm", row="other")])
        table = figures.format_suite(rows, "dom", ["halfword", "boehm"],
                                     ["boehm"])
        self.assertRegex(table, r"build \[ms\] +2\.00 +- +-\n")


class RunTest(unittest.TestCase):
    """Whole runs of run.main() over scripts in a temporary build folder."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.build = pathlib.Path(folder.name)
        self.rivals = self.build / "rivals"
        (self.rivals / "bench").mkdir(parents=True)
        (self.build / "bench").mkdir()
        (self.build / "CMakeCache.txt").write_text(
            "CMAKE_BUILD_TYPE:STRING=Release\n")

    def add(self, variant, body=None, **more):
        folder = self.rivals if variant in run.RIVALS else self.build
        path = folder / "bench" / f"dom.{variant}"
        line = body or f"echo '{json.dumps(sample(variant, **more))}'"
        path.write_text(f'#!/bin/sh\n[ "$1" = --list ] && echo all && exit\n'
                        f'{line}\n')
        path.chmod(0o755)

    def run_main(self, *arguments):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = run.main(["--build", str(self.build), "--rivals-build",
                               str(self.rivals), *arguments])
        return status, out.getvalue(), err.getvalue()

    def test_writes_the_rows_and_tells_what_is_absent(self):
        self.add("halfword")
        self.add("mimalloc", cpu_ms=4.0)
        target = self.build / "rows.json"

        status, out, _ = self.run_main("dom", "--rounds", "3", "--json",
                                       str(target))

        self.assertEqual(status, 0)
        self.assertIn("boehm: absent: install libgc-dev", out)
        self.assertNotIn("oilpan", out)
        self.assertIn("halfword to mimalloc: 1 rows better", out)
        rows = json.loads(target.read_text())
        self.assertEqual([(r["variant"], r["cpu_ms"], r["runs"]) for r in rows],
                         [("halfword", 2.0, 3), ("mimalloc", 4.0, 3)])
        for key in ("suite", "row", "wall_ms", "peak_bytes"):
            self.assertIn(key, rows[0])

    def test_runs_a_group_where_there_is_one(self):
        """Each group in a process of its own, with its own peak of memory."""
        log = self.build / "log"
        for variant, groups in (("halfword", "A H"), ("boost", "H"),
                                ("perl", "A H")):
            path = self.build / "bench" / f"strings.{variant}"
            line = json.dumps(sample(variant, suite="strings", row="ROW"))
            path.write_text(
                f'#!/bin/sh\n[ "$1" = --list ] && echo {groups} && exit\n'
                f'echo {variant} "$@" >>{log}\n'
                f"echo '{line}' | sed s/ROW/$1/\n")
            path.chmod(0o755)

        status, out, _ = self.run_main("strings", "--rounds", "1", "--quick")

        self.assertEqual(status, 0)
        self.assertEqual(log.read_text().splitlines(),
                         ["halfword A --quick", "perl A --quick",
                          "halfword H --quick", "boost H --quick",
                          "perl H --quick"])
        self.assertRegex(out, r" A \[ms\] +2\.00 +- +2\.00 ")
        self.assertRegex(out, r" A \[ms\].*\n +peak memory \[MB\].*\n"
                         r" +H \[ms\].*\n +peak memory")
        self.assertIn("qbytearray: absent: only has strings; install qt6", out)

    def test_says_how_to_get_perl_where_there_is_none(self):
        self.add("halfword")
        _, out, _ = self.run_main("--rounds", "1")
        self.assertIn("perl: absent: only has strings; install perl", out)

    def test_fails_where_variants_did_different_work(self):
        self.add("halfword")
        self.add("boehm", checksum=8)
        status, _, err = self.run_main("--rounds", "1")
        self.assertEqual(status, 1)
        self.assertIn("they did different work", err)

    def test_a_suite_may_compare_by_something_else_than_time(self):
        for variant in ("halfword", "mimalloc"):
            self.add(variant, metric="batch_ms_max", batch_ms_max=1.5)
        status, output, _ = self.run_main()
        self.assertEqual(status, 0)
        self.assertIn("[batch_ms_max]", output)
        self.assertIn("Noise: ", output)

    def test_fails_where_a_suite_crashes(self):
        self.add("halfword", body="echo out of room >&2; exit 3")
        status, _, err = self.run_main("--rounds", "1")
        self.assertEqual(status, 1)
        self.assertIn("dom.halfword: exit status 3: out of room", err)

    def test_fails_where_nothing_is_built(self):
        status, _, err = self.run_main()
        self.assertEqual(status, 1)
        self.assertIn("no suite is built there", err)

    def test_says_when_the_build_is_not_a_release(self):
        self.add("halfword")
        (self.build / "CMakeCache.txt").write_text(
            "CMAKE_BUILD_TYPE:STRING=Debug\n")
        _, out, _ = self.run_main("--rounds", "1")
        self.assertIn("The build type is Debug, not Release", out)

    def test_lists_what_is_built_and_runs_nothing(self):
        self.add("halfword", body="exit 1")
        self.add("oilpan-plain", body="exit 1")
        self.assertEqual(self.run_main("--list")[:2], (0, "dom halfword\n"))
        self.assertEqual(self.run_main("--list", "--rivals")[1],
                         "dom halfword\ndom oilpan-plain\n")

    def test_leaves_suites_out(self):
        self.add("halfword")
        path = self.build / "bench" / "lru.halfword"
        path.write_text("#!/bin/sh\nexit 1\n")
        path.chmod(0o755)

        self.assertEqual(self.run_main("--list", "--without", "lru")[1],
                         "dom halfword\n")
        self.assertEqual(
            self.run_main("--rounds", "1", "--without", "lru")[0], 0)
        self.assertEqual(self.run_main("--rounds", "1")[0], 1)

    def test_rivals_are_built_first_and_measured_in_the_same_run(self):
        self.add("halfword")
        self.add("oilpan-compressed", cpu_ms=8.0)
        with mock.patch.object(rivals, "prepare") as prepare:
            status, out, _ = self.run_main("--rivals", "--rounds", "2")
        self.assertEqual(status, 0)
        self.assertEqual(prepare.call_args.args[0], self.rivals)
        self.assertIn("halfword to oilpan-compressed: 1 rows better", out)
        with mock.patch.object(rivals, "prepare") as prepare:
            self.assertNotIn("oilpan", self.run_main("--rounds", "1")[1])
        prepare.assert_not_called()

    def test_rivals_that_cannot_be_built_are_one_line_and_a_failure(self):
        self.add("halfword")
        with mock.patch.object(rivals, "prepare",
                               side_effect=rivals.Unavailable("no network")):
            self.assertEqual(self.run_main("--rivals"),
                             (1, "", "bench: no network\n"))

    def test_says_which_goals_are_reached_when_asked(self):
        self.add("halfword")
        self.assertNotIn("goals", self.run_main("--rounds", "1")[1])
        out = self.run_main("--rounds", "1", "--goals")[1]
        self.assertRegex(out, r"0 of \d+ goals reached, 0 missed, \d+ not")

    def test_codecs_are_the_variants_of_a_suite_that_runs_alone(self):
        for name in ("raw", "zero-based"):
            path = self.build / "bench" / f"codec.{name}"
            line = json.dumps(sample(name, suite="codec"))
            path.write_text(f'#!/bin/sh\n[ "$1" = --list ] && echo all && exit'
                            f"\necho '{line}'\n")
            path.chmod(0o755)
        out = self.run_main("codec", "--rounds", "1")[1]
        self.assertRegex(out, r"codec +raw +zero-based\n")
        self.assertIn("virtual-bits: absent", out)
        self.assertNotIn("halfword", out)

    def test_refuses_a_report_that_cannot_be_written_before_it_measures(self):
        for path in (self.build, self.build / "none" / "rows.json"):
            with self.assertRaises(SystemExit) as stop:
                self.run_main("--check", "--json", str(path))
            self.assertEqual(stop.exception.code, 2)
        path = str(self.build / "rows.json")
        self.assertEqual(self.run_main("--check", "--json", path)[0], 0)

    def test_takes_an_unknown_suite_for_wrong_usage(self):
        for arguments in (("nothing",), ("--rounds", "0"), ("codec", "dom"),
                          ("codec", "--rivals"), ("--without", "nothing"),
                          ("dom", "--without", "lru")):
            with self.assertRaises(SystemExit) as stop:
                self.run_main(*arguments)
            self.assertEqual(stop.exception.code, 2)


if __name__ == "__main__":
    unittest.main()
