# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""What the halfword-dom programs report of pages, as JSON and as a table.
Usage: cli_report_test.py FOLDER"""

import json
import os
import pathlib
import subprocess
import sys

from cli_testing import CliTest, MEMORY_DEBUG, PROGRAMS, main

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests" / "terminal"))
from terminal import on_terminal  # noqa: E402

BUILD_KEYS = {
    "kind", "node_count", "bytes_per_node", "total_bytes", "build_ms",
    "traverse_ms", "resolve_ms", "collect_ms", "remove_half_ms",
    "bytes_after_half_removed", "string_bytes", "string_count",
    "inline_string_count", "string_owners", "attribute_count", "text_bytes",
    "id_count", "link_count", "resolved_link_count", "listening_count",
    "ids_after_half_removed", "listening_after_half_removed", "checksum",
}


class ReportTest(CliTest):

    def setUp(self):
        super().setUp()
        self.page = self.write(
            "a.html", b"<p id=same>words<b>more</b></p>" * 5000)

    def expect_build(self, build):
        self.assertLessEqual(BUILD_KEYS, build.keys())
        self.assertEqual(build["node_count"], 4 + 20000)
        self.assertAlmostEqual(build["bytes_per_node"],
                               build["total_bytes"] / build["node_count"])
        self.assertGreater(build["build_ms"], 0)
        self.assertGreater(build["traverse_ms"], 0)
        self.assertEqual(build["collect_ms"] == 0, build["kind"] == "malloc")
        self.assertLess(build["bytes_after_half_removed"],
                        0.6 * build["total_bytes"])
        self.assertLess(build["string_bytes"], 0.6 * build["total_bytes"])
        owners = build["string_owners"]
        self.assertEqual(owners.keys(), {"one", "two", "three_or_more"})
        self.assertEqual(sum(owners.values()), build["string_count"])
        self.assertGreater(owners["one"], 10000)  # the texts
        self.assertGreaterEqual(owners["three_or_more"], 1)  # same

    def expect_tables(self, build):
        """Each paragraph has an id, a script and a link to itself."""
        self.assertEqual(build["id_count"], 100)
        self.assertEqual(build["link_count"], 101)
        self.assertEqual(build["resolved_link_count"], 100)
        self.assertEqual(build["listening_count"], 201)
        # Nothing is said of an element that is gone: neither by an id that a
        # link names nor by a listener whose link names its own element.
        self.assertEqual(build["ids_after_half_removed"], 50)
        self.assertEqual(build["listening_after_half_removed"], 100)

    def test_tables_forget_what_was_removed(self):
        page = self.write("tables.html", b"".join(
            b"<p id=paragraph%d onclick=show()><a href=#paragraph%d>x</a>"
            % (i, i) for i in range(100)) + b"<a href=#nowhere>y</a>")
        result = self.run_program("halfword-dom", "--json", "--compare", page)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        for build in json.loads(result.stdout)["builds"]:
            with self.subTest(build["kind"]):
                self.expect_tables(build)

    def test_a_page_made_of_ids_and_listeners(self):
        tags = b"".join(b"<i id=a on%d=a()><a href=#a></a></i>" % (i % 7)
                        for i in range(20000))
        attributes = b"<p " + b" ".join(b"on%d=%d" % (i, i)
                                        for i in range(2000)) + b">"
        page = self.write("a.html", tags + attributes)
        for program in PROGRAMS:
            with self.subTest(program):
                result = self.run_program(program, "--json", page)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                build = json.loads(result.stdout)["builds"][0]
                self.assertEqual(build["id_count"], 1)
                self.assertEqual(build["resolved_link_count"], 20000)
                self.assertEqual(build["listening_count"], 40001)

    def test_json_of_one_build(self):
        for program in PROGRAMS:
            with self.subTest(program):
                result = self.run_program(program, "--json", self.page)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                report = json.loads(result.stdout)
                self.assertEqual(report["files"], [self.page])
                self.assertEqual(len(report["builds"]), 1)
                self.expect_build(report["builds"][0])

    def test_json_of_a_comparison(self):
        for program in PROGRAMS:
            with self.subTest(program):
                result = self.run_program(program, "--json", "--compare",
                                          "--repeat", "1", self.page)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                builds = json.loads(result.stdout)["builds"]
                for build in builds:
                    self.expect_build(build)
                self.assertEqual(builds[-1]["kind"], "malloc")
                sizes = [build["total_bytes"] for build in builds]
                if MEMORY_DEBUG:
                    sizes.pop()
                # With granules of 16 bytes the last two are about the same.
                self.assertEqual(sizes[0], min(sizes))

    def test_table(self):
        result = self.run_program("halfword-dom", "--compare", self.page)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("20,004 nodes", result.stdout)
        self.assertRegex(result.stdout, r"of these, strings( +[\d.]+ KiB){3}\n")
        self.assertRegex(result.stdout, r"  with one owner( +10,0\d\d){3}\n")
        self.assertIn("unique_ptr", result.stdout)
        # Less than malloc, but where references are as wide as pointers.
        is_smaller = "4-byte references" in result.stdout and not MEMORY_DEBUG
        self.assertRegex(
            result.stdout,
            r"against unique_ptr on mimalloc: %s\.\d\d times the memory"
            % ("0" if is_smaller else r"\d"))
        self.assertIn("Try next: ", result.stdout)
        self.assertNotIn("\x1b", result.stdout)

    def test_a_tiny_page_is_not_compared(self):
        page = self.write("tiny.html", b"<p id=x>words")
        result = self.run_program("halfword-dom", "--compare", page)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn(" 6 nodes, 1 attribute, ", result.stdout)
        self.assertIn("Too small to compare: ", result.stdout)
        self.assertIn(" µs", result.stdout)
        self.assertNotIn("0.00 ms", result.stdout)
        self.assertNotIn("times the memory", result.stdout)

    def test_colours_on_a_terminal_only_if_wanted(self):
        for no_color, expected in [("", True), ("1", False)]:
            _, output = on_terminal(lambda terminal: subprocess.run(
                [self.programs / PROGRAMS[0], self.page], stdout=terminal,
                env=os.environ | {"NO_COLOR": no_color}, check=True))
            self.assertIn(b"Try next: ", output)
            self.assertEqual(b"\x1b" in output, expected)

    def test_a_missing_sibling_is_named(self):
        alone = self.copy_program("halfword-dom")
        result = subprocess.run([alone, "--compare", self.page], text=True,
                                capture_output=True)
        self.assertEqual(
            result.stderr, f"halfword-dom: {self.folder}/halfword-dom-64: No "
            "such file or directory, expected a build of halfword-dom beside "
            "this one\n")
        self.assertEqual(result.returncode, 1)


if __name__ == "__main__":
    main()
