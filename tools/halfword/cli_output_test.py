#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Reports and tables that the command line writes, and what becomes of them
when it cannot. Usage: cli_output_test.py PROGRAM"""

import csv
import io
import json
import os
import pathlib
import re
import resource
import signal
import sqlite3
import subprocess
import sys

from cli_testing import CliTest, FIELDS, main, snapshot


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
            "node_count": 4, "shown_nodes": 4, "shown_rows": 4,
            "class_count": 2, "shown_classes": 2})

    def test_the_page_is_one_of_the_file(self):
        result = self.run_program(*self.command, self.page)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertRegex(result.stdout,
                         r"page\.html: \d+ kB, with 4 of 4 objects\n$")
        text = self.page.read_text()
        self.assertTrue(text.startswith("<!DOCTYPE html>\n"))
        self.assertIn("<title>old.heapsnapshot – heap report</title>", text)
        self.assertNotIn(str(self.folder), text)

    def test_counts_the_objects_of_long_ways(self):
        # A list of 500 levels, which is one row, and a tail.
        count = 500
        header = json.loads(self.old.read_text())["snapshot"]
        header.update(node_count=count + 1, edge_count=count)
        nodes = [0, 0, 1, 0, 1]
        edges = []
        for node in range(1, count + 1):
            nodes += [1, 1, 2 * node + 1, 100, int(node < count)]
            edges += [2 if node == 1 else 1, 1, node * len(FIELDS)]
        path = self.write("list.heapsnapshot", json.dumps({
            "snapshot": header, "nodes": nodes, "edges": edges,
            "strings": ["", "Link"]}, separators=(",", ":")))
        command = ("snapshot", "report", path, "-o", self.page)
        document = self.expect_json(*command)
        self.assertLess(document["shown_rows"], document["shown_nodes"])
        result = self.run_program(*command)
        text = self.page.read_text()
        shown = re.search(r"with ([\d,]+) of 501 objects", result.stdout)[1]
        self.assertEqual(int(shown), document["shown_nodes"])
        self.assertTrue(f"{shown} of those that retain most are shown" in text
                        or shown == "501" and "All objects are shown" in text)

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
        self.expect_error(2, "expected a name", *self.command, "")


def limit_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))


class ExportTest(CliTest):
    """The formats that need no Python package; tests/export has the others."""

    def setUp(self):
        super().setUp()
        self.tables = self.folder / "tables"

    def export(self, form, *arguments, path=None):
        return ("snapshot", "export", path or self.old, "--format", form, "-o",
                self.tables, *arguments)

    def test_csv(self):
        document = self.expect_json(*self.export("csv"))
        self.assertEqual(document["tables"],
                         [{"name": "edges", "row_count": 3},
                          {"name": "nodes", "row_count": 4},
                          {"name": "strings", "row_count": 4}])
        for file in document["files"]:
            path = pathlib.Path(file["path"])
            with path.open(encoding="utf-8", newline="") as content:
                self.assertEqual(file["row_count"],
                                 len(list(csv.reader(content))) - 1)
            self.assertEqual(file["file_bytes"], path.stat().st_size)
        with (self.tables / "nodes.csv").open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(rows[1], {
            "id": "3", "type": "object", "name": "Session", "class": "Session",
            "self_bytes": "100", "retained_bytes": "100", "distance": "1",
            "dominator_id": "1", "detachedness": "0"})
        self.assertEqual(rows[0]["dominator_id"], "")

    def test_csv_has_any_text(self):
        texts = ["a,b", 'say "x"', "two\nlines", "c\rd", "e\r\nf", " g ", "",
                 "NULL", "\\", "\0", "\u2028", "\U0001f600", "\ufeff", "'", "#"]
        path = self.write("odd.heapsnapshot", snapshot(
            [(text, 3 + 2 * place, 8) for place, text in enumerate(texts)]))
        self.expect_json(*self.export("csv", path=path))
        with (self.tables / "nodes.csv").open(encoding="utf-8",
                                              newline="") as file:
            content = file.read()
        # Before 3.11 the module refused U+0000.
        rows = list(csv.DictReader(
            io.StringIO(content.replace("\0", "(nul)"), newline="")))
        self.assertEqual([row["name"] for row in rows[1:]],
                         [text.replace("\0", "(nul)") for text in texts])

    def test_sqlite(self):
        document = self.expect_json(*self.export("sqlite"))
        self.assertEqual([file["row_count"] for file in document["files"]],
                         [11])
        database = sqlite3.connect(self.tables / "snapshot.sqlite")
        self.addCleanup(database.close)
        self.assertEqual(
            database.execute("SELECT class, count(*), sum(self_bytes) "
                             "FROM nodes JOIN edges ON id = to_id "
                             "GROUP BY class ORDER BY class").fetchall(),
            [("Cache", 1, 50), ("Session", 2, 200)])
        self.assertEqual(
            database.execute("SELECT dominator_id FROM nodes "
                             "ORDER BY id").fetchall(),
            [(None,), (1,), (1,), (1,)])

    def test_files_that_are_there_are_replaced_by_force(self):
        for form in ("csv", "sqlite"):
            self.expect_json(*self.export(form))
            before = {path: path.stat().st_ino
                      for path in self.tables.iterdir()}
            self.expect_error(1, "exists; --force", *self.export(form))
            self.assertEqual(before, {path: path.stat().st_ino
                                      for path in self.tables.iterdir()})
            self.expect_json(*self.export(form, "--force"))

    def test_a_full_disk_leaves_nothing(self):
        path = self.write("large.heapsnapshot", snapshot(
            [("Session", 3 + 2 * place, 8) for place in range(2000)]))
        for form in ("csv", "sqlite"):
            with self.subTest(form):
                self.expect_error(1, "cannot write", *self.export(
                    form, path=path), preexec_fn=limit_files)
                self.assertFalse(self.tables.exists())

    def test_a_bad_snapshot_leaves_nothing(self):
        path = self.write("cut", self.old.read_text()[:-20])
        for form in ("csv", "sqlite"):
            self.expect_error(1, f"{path}: ", *self.export(form, path=path))
            self.assertFalse(self.tables.exists())
            self.expect_error(1, f"{path}: ", "snapshot", "export", path,
                              "--format", form, "-o", self.tables / "a/b/")
            self.assertFalse(self.tables.exists())
        self.tables.mkdir()
        self.expect_error(1, f"{path}: ", *self.export("csv", path=path))
        self.assertEqual(list(self.tables.iterdir()), [])

    def test_a_signal_leaves_nothing(self):
        for form, number in (("csv", signal.SIGTERM), ("sqlite",
                             signal.SIGINT), ("csv", signal.SIGHUP)):
            with self.subTest(form, signal=number):
                with subprocess.Popen(
                        [self.program, *map(str, self.export(form, path="-"))],
                        stdin=subprocess.PIPE, stderr=subprocess.PIPE) as run:
                    # More than a pipe takes: it reads, and has its files.
                    run.stdin.write(bytes(1 << 20))
                    self.assertNotEqual(list(self.tables.iterdir()), [])
                    run.send_signal(number)
                    self.assertEqual(run.wait(timeout=60), -number)
                    run.stdin.close()
                self.assertEqual(list(self.tables.iterdir()), [])

    def test_what_is_missing_is_named(self):
        for form in ("parquet", "arrow"):
            self.expect_error(
                1, "pyarrow", *self.export(form),
                env={**os.environ, "HALFWORD_PYTHON": str(self.folder / "x")})
            # An interpreter that has no packages.
            isolated = self.write("isolated", "#!/bin/sh\nexec "
                                  f"'{sys.executable}' -S -E \"$@\"\n")
            isolated.chmod(0o755)
            self.expect_error(
                1, "pip install pyarrow", *self.export(form),
                env={**os.environ, "HALFWORD_PYTHON": str(isolated)})
        self.assertFalse(self.tables.exists())

    def test_wrong_usage(self):
        self.expect_error(2, "--format", *self.export("xml"))
        self.expect_error(2, "expected a name", "snapshot", "export", self.old,
                          "--format", "csv", "-o", "")
        self.expect_error(2, "--output", "snapshot", "export", self.old,
                          "--format", "csv")


class ExportOntoItselfTest(CliTest):

    def test_the_snapshot_is_kept(self):
        path = self.folder / "nodes.csv"
        path.write_text(self.old.read_text())
        self.expect_error(1, "is the snapshot itself", "snapshot", "export",
                          path, "--format", "csv", "-o", self.folder,
                          "--force")
        self.assertEqual(path.read_text(), self.old.read_text())

    def test_ids_that_are_twice(self):
        path = self.write("twice.heapsnapshot",
                          snapshot([("A", 5, 10), ("B", 5, 10)]))
        out = self.folder / "out"
        self.expect_error(1, f"{path}: two nodes have the id 5", "snapshot",
                          "export", path, "--format", "sqlite", "-o", out)
        self.expect_json("snapshot", "export", path, "--format", "csv", "-o",
                         out)


if __name__ == "__main__":
    main()
