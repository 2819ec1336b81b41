#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Runs the command line as a user would. Usage: cli_test.py PROGRAM"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = ""
FIELDS = ["type", "name", "id", "self_size", "edge_count"]
NODE_TYPES = ["synthetic", "object", "string"]
EDGE_TYPES = ["element", "property", "shortcut", "weak"]


def snapshot(objects):
    """A heap whose root holds objects: (class, id, bytes)."""
    strings = ["", "p"]
    nodes = [0, 0, 1, 0, len(objects)]
    edges = []
    for place, (name, node_id, size) in enumerate(objects):
        if name not in strings:
            strings.append(name)
        nodes += [1, strings.index(name), node_id, size, 0]
        edges += [2, 1, (place + 1) * len(FIELDS)]
    meta = {"node_fields": FIELDS,
            "node_types": [NODE_TYPES] + ["number"] * 4,
            "edge_fields": ["type", "name_or_index", "to_node"],
            "edge_types": [EDGE_TYPES, "string_or_number", "node"]}
    return json.dumps({
        "snapshot": {"meta": meta, "node_count": len(objects) + 1,
                     "edge_count": len(objects)},
        "nodes": nodes, "edges": edges, "strings": strings},
        separators=(",", ":"))


OLD = [("Session", 3, 100), ("Session", 5, 100), ("Cache", 7, 50)]
NEW = [("Session", 5, 100), ("Session", 9, 1100), ("Cache", 7, 50)]


class CliTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.old = self.write("old.heapsnapshot", snapshot(OLD))
        self.new = self.write("new.heapsnapshot", snapshot(NEW))

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def run_program(self, *arguments, **options):
        return subprocess.run([PROGRAM, *map(str, arguments)], text=True,
                              capture_output=True, timeout=60, **options)

    def expect_json(self, *arguments, status=0, **options):
        result = self.run_program(*arguments, "--json", **options)
        self.assertEqual((result.returncode, result.stderr), (status, ""))
        return json.loads(result.stdout)

    def expect_error(self, status, text, *arguments, **options):
        """One line, and the right status."""
        result = self.run_program(*arguments, **options)
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertEqual(result.stdout, "")
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertTrue(result.stderr.startswith("halfword: "), result.stderr)
        self.assertIn(text, result.stderr)


class HelpTest(CliTest):

    def test_help_has_examples(self):
        for arguments in (["--help"], ["snapshot", "--help"],
                          ["snapshot", "diff", "--help"]):
            with self.subTest(arguments):
                result = self.run_program(*arguments)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertIn("Usage: ", result.stdout)
        result = self.run_program("snapshot", "--help")
        self.assertIn("halfword snapshot diff before.heapsnapshot",
                      result.stdout)

    def test_version(self):
        self.assertRegex(self.run_program("--version").stdout,
                         r"^halfword \d+\.\d+\.\d+\n$")

    def test_wrong_usage_is_one_line(self):
        self.expect_error(2, "subcommand")
        self.expect_error(2, "subcommand", "snapshot")
        self.expect_error(2, "FILE", "snapshot", "summary")
        self.expect_error(2, "FILE", "snapshot", "diff", self.old)
        self.expect_error(2, "--top", "snapshot", "summary", self.old,
                          "--top", "none")
        self.expect_error(2, "NAME=BYTES", "snapshot", "diff", self.old,
                          self.new, "--fail-on-growth", "Session")


class InfoTest(CliTest):

    def test_json(self):
        document = self.expect_json("snapshot", "info", self.old)
        self.assertEqual(document["file"], str(self.old))
        self.assertEqual(document["file_bytes"], self.old.stat().st_size)
        self.assertEqual(document["producer"], "unknown")
        self.assertEqual(
            [document[key] for key in ("node_count", "edge_count",
                                       "string_count", "self_bytes")],
            [4, 3, 4, 250])

    def test_text(self):
        result = self.run_program("snapshot", "info", self.old)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("objects   250 B", result.stdout)


class SummaryTest(CliTest):

    def test_json(self):
        document = self.expect_json("snapshot", "summary", self.old)
        self.assertEqual(document["total_bytes"], 250)
        self.assertEqual(document["classes"], [
            {"name": "Session", "count": 2, "distance": 1,
             "shallow_bytes": 200, "retained_bytes": 200},
            {"name": "Cache", "count": 1, "distance": 1, "shallow_bytes": 50,
             "retained_bytes": 50}])
        self.assertEqual(document["statistics"]["native_bytes"], 0)

    def test_top(self):
        document = self.expect_json("snapshot", "summary", self.old, "--top",
                                    "1")
        self.assertEqual([row["name"] for row in document["classes"]],
                         ["Session"])

    def test_standard_input(self):
        with self.old.open() as file:
            from_file = self.expect_json("snapshot", "summary", "-",
                                         stdin=file)
        piped = self.expect_json("snapshot", "summary", "-",
                                 input=self.old.read_text())
        self.assertEqual(from_file["total_bytes"], 250)
        self.assertEqual(piped, from_file)

    def test_text(self):
        result = self.run_program("snapshot", "summary", self.old)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertRegex(result.stdout, r"Session +2 +1 +200 B +200 B +80 %\n")
        self.assertNotIn("\x1b", result.stdout)


class DominatorsTest(CliTest):

    def test_json(self):
        document = self.expect_json("snapshot", "dominators", self.old,
                                    "--top", "2")
        root = {"id": 1, "name": "", "class": "(synthetic)", "depth": 0,
                "distance": 100000000, "self_bytes": 0, "retained_bytes": 250}
        session = {"id": 3, "name": "Session", "class": "Session", "depth": 1,
                   "distance": 1, "self_bytes": 100, "retained_bytes": 100}
        self.assertEqual(document,
                         {"total_bytes": 250, "nodes": [root, session]})
        self.assertEqual(len(self.expect_json(
            "snapshot", "dominators", self.old)["nodes"]), 4)

    def test_text(self):
        result = self.run_program("snapshot", "dominators", self.old)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertRegex(result.stdout, r"\n  Cache @7 +50 B +50 B +20 %\n")


class RetainersTest(CliTest):

    def test_json(self):
        # root - Session 3 - Cache 7, and a weak edge from Session 5.
        strings = ["", "Session", "Cache", "cache", "old"]
        text = json.dumps({
            "snapshot": json.loads(self.old.read_text())["snapshot"],
            "nodes": [0, 0, 1, 0, 2, 1, 1, 3, 10, 1, 1, 1, 5, 10, 1,
                      1, 2, 7, 10, 0],
            "edges": [2, 3, 5, 2, 3, 10, 1, 3, 15, 3, 4, 15],
            "strings": strings}).replace('"edge_count": 3', '"edge_count": 4')
        path = self.write("cache.heapsnapshot", text.replace(" ", ""))
        document = self.expect_json("snapshot", "retainers", path, "7")
        row = {"edge": "cache", "edge_type": "property", "id": 3,
               "name": "Session", "distance": 1}
        self.assertEqual(document, {"id": 7, "name": "Cache", "distance": 2,
                                    "retainers": [row], "path": [row]})
        result = self.run_program("snapshot", "retainers", path, "7")
        self.assertIn("Session @3", result.stdout)

    def test_an_id_that_no_node_has(self):
        self.expect_error(1, "no node has the id 8", "snapshot", "retainers",
                          self.old, "8")


class DiffTest(CliTest):

    def test_json(self):
        document = self.expect_json("snapshot", "diff", self.old, self.new)
        self.assertEqual(document, {"classes": [
            {"name": "Session", "added_count": 1, "removed_count": 1,
             "added_bytes": 1100, "removed_bytes": 100,
             "delta_bytes": 1000}], "failed": []})

    def test_growth_fails(self):
        bound = ("snapshot", "diff", self.old, self.new, "--fail-on-growth")
        self.expect_json(*bound, "Session=1000")
        self.expect_json(*bound, "Other=0")
        document = self.expect_json(*bound, "Session=999", status=1)
        self.assertEqual(
            document["failed"],
            ["Session has grown by 1000 bytes, more than 999"])

    def test_equal_files_have_no_rows(self):
        document = self.expect_json("snapshot", "diff", self.old, self.old)
        self.assertEqual(document["classes"], [])


class ReportTest(CliTest):

    def setUp(self):
        super().setUp()
        self.page = self.folder / "page.html"
        self.command = ("snapshot", "report", self.old, "-o")

    def test_json(self):
        document = self.expect_json(*self.command, self.page)
        self.assertEqual(document, {
            "file": str(self.old), "report": str(self.page),
            "report_bytes": self.page.stat().st_size, "total_bytes": 250,
            "node_count": 4, "shown_nodes": 4, "class_count": 2,
            "shown_classes": 2})

    def test_the_page_is_one_of_the_file(self):
        result = self.run_program(*self.command, self.page)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertRegex(result.stdout,
                         r"page\.html: \d+ kB, with 4 of 4 objects\n$")
        text = self.page.read_text()
        self.assertTrue(text.startswith("<!DOCTYPE html>\n"))
        self.assertIn("<title>old.heapsnapshot – heap report</title>", text)
        self.assertNotIn(str(self.folder), text)

    def test_standard_streams(self):
        self.run_program(*self.command, self.page)
        printed = self.run_program(*self.command, "-")
        self.assertEqual((printed.returncode, printed.stderr), (0, ""))
        self.assertEqual(printed.stdout, self.page.read_text())
        piped = self.run_program("snapshot", "report", "-", "-o", "-",
                                 input=self.old.read_text())
        self.assertIn("<title>standard input –", piped.stdout)
        self.expect_error(2, "standard output", *self.command, "-", "--json")

    def test_a_page_is_replaced_when_the_new_one_is_complete(self):
        self.page.write_text("an old page")
        bad = self.write("bad", self.old.read_text()[:-9])
        self.expect_error(1, f"{bad}: ", "snapshot", "report", bad, "-o",
                          self.page)
        self.assertEqual(self.page.read_text(), "an old page")
        self.expect_json(*self.command, self.page)
        self.assertIn("</html>", self.page.read_text())
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()),
                         ["bad", "new.heapsnapshot", "old.heapsnapshot",
                          "page.html"])

    def test_what_is_not_replaced(self):
        before = self.old.read_text()
        self.expect_error(1, "would replace the snapshot", *self.command,
                          self.old)
        self.assertEqual(self.old.read_text(), before)
        self.expect_error(1, "no regular file", *self.command, self.folder)
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        self.expect_error(1, "no regular file", *self.command, pipe)
        self.expect_error(1, "No such file", *self.command,
                          self.folder / "missing" / "page.html")
        self.expect_error(2, "--output", "snapshot", "report", self.old)


class BadFileTest(CliTest):

    def test_each_is_one_line_with_its_name(self):
        text = self.old.read_text()
        bad = {
            "empty": "",
            "foreign": "no snapshot\n",
            "cut": text[:len(text) // 2],
            "cut_strings": text[:-3],
            "count": text.replace('"node_count":4', '"node_count":999'),
            "edge": text.replace('"edges":[2,1,5', '"edges":[2,1,6'),
            "string": text.replace('"nodes":[0,0', '"nodes":[0,99'),
        }
        for name, content in bad.items():
            path = self.write(name, content)
            for command in ("info", "summary"):
                if command == "info" and name in ("edge", "string"):
                    continue  # it does not look
                with self.subTest(name, command=command):
                    self.expect_error(1, f"{path}: ", "snapshot", command,
                                      path)
            with self.subTest(name, command="diff"):
                self.expect_error(1, f"{path}: ", "snapshot", "diff",
                                  self.old, path)

    def test_what_cannot_be_opened(self):
        missing = self.folder / "missing"
        self.expect_error(1, "missing: cannot be opened", "snapshot", "info",
                          missing)
        self.expect_error(1, "is a folder", "snapshot", "summary",
                          self.folder)
        self.expect_error(1, "?", "snapshot", "info", "a\nb")

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_a_full_disk(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([PROGRAM, "snapshot", "info", self.old],
                                  stdout=full, stderr=subprocess.PIPE,
                                  check=False, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"halfword: ", done.stderr)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
