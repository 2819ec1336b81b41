#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Tests of analyser.py and what it stands on: which files are made, what is
measured, and what happens when figures differ or a tool is missing or fails.
The program, Node and the rivals are small shell scripts."""

import contextlib
import io
import json
import os
import pathlib
import tempfile
import unittest
from unittest import mock

import analyser
import analyser_files
import analyser_tools
import figures
import goals
import run

DEEP_LIST = analyser_files.RECIPES[-1]
CLASSES = [{"name": "Link", "count": 2, "distance": 1, "shallow_bytes": 32,
            "retained_bytes": 32}]
COUNTS = {"node_count": 4, "edge_count": 3}
SUMMARY = {"total_bytes": 32, "statistics": {
    "total_bytes": 32, "native_bytes": 1, "typed_array_bytes": 2,
    "code_bytes": 3, "string_bytes": 4, "js_array_bytes": 5,
    "system_bytes": 6}, "classes": CLASSES}
INFO = {**COUNTS, "file_bytes": 7, "producer": "V8"}
DOMINATORS = {"nodes": [{"id": 5, "name": "Link", "retained_bytes": 32}]}
WORKER = {**COUNTS, "total_bytes": 32, "comparison": None, "statistics": {
    "total": 32, "native": {"total": 1, "typedArrays": 2},
    "v8heap": {"code": 3, "strings": 4, "jsArrays": 5, "system": 6}},
    "classes": [{"name": "Link", "count": 2, "distance": 1, "shallow": 32,
                 "retained": 32}]}
MEMLAB = {**COUNTS, "total_bytes": 32, "nodes": [{"id": 5, "retained": 16}]}
TABLE = """Constructor                  Distance   Shallow Size   Retained Size
\u25b6 Link [script_id=1:L2:3]  \u00d72      1   32 B 100%     1.5 kB 100%
\u25b6 (string)  \u00d71,234                  U   2 kB   9%     3.2 MB   1%
\u25b6 Two  \u00d71                           2   8 B    0%       8 B    0%
\u25b6 Two  \u00d73                           2   8 B    0%       8 B    0%
"""


class Folder(unittest.TestCase):
    """With a folder for files and scripts."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def patch(self, *arguments, **options):
        patcher = mock.patch.object(*arguments, **options)
        patcher.start()
        self.addCleanup(patcher.stop)

    def add_script(self, name, body):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#!/bin/sh\n" + body)
        path.chmod(0o755)
        return path

    def add_json(self, name, document):
        (self.folder / name).write_text(json.dumps(document))


class MeasureTest(Folder):
    def test_tells_time_memory_and_output(self):
        used, output = analyser_tools.measure(
            ["python3", "-c", "print(input() * 2); bytearray(b'x' * 2**26)"],
            "text\n")
        self.assertEqual(output, "texttext\n")
        self.assertGreater(used["cpu_ms"], 0)
        self.assertGreater(used["wall_ms"], 0)
        self.assertGreater(used["peak_bytes"], 2**26)
        self.assertLess(used["peak_bytes"], 2**28)

    def test_does_not_count_what_the_caller_has_in_memory(self):
        kept = bytearray(b"x" * 2**27)
        used, _ = analyser_tools.measure(["true"])
        self.assertLess(used["peak_bytes"], len(kept))

    def test_tells_the_last_line_of_what_fails(self):
        with self.assertRaisesRegex(figures.BadOutput,
                                    "sh: exit status 3: second"):
            analyser_tools.measure(
                ["sh", "-c", "echo first >&2; echo second >&2; exit 3"])
        with self.assertRaisesRegex(figures.BadOutput, "no-such-program"):
            analyser_tools.measure(["no-such-program"])

    def test_ends_what_takes_too_long(self):
        self.patch(analyser_tools, "LIMIT_SECONDS", 1)
        with self.assertRaisesRegex(figures.BadOutput, "exit status -"):
            analyser_tools.measure(["sh", "-c", "while :; do :; done"])


class FilesTest(Folder):
    def prepare(self, *recipes):
        self.patch(analyser_files, "RECIPES", recipes)
        return analyser_files.prepare(self.folder, True, lambda _: None)

    def test_the_deep_list_holds_each_link_by_the_one_before(self):
        found, absent = self.prepare(DEEP_LIST)
        self.assertEqual(absent, {})
        document = json.loads(found["list-10m"].read_text())
        header, nodes = document["snapshot"], document["nodes"]
        self.assertEqual(header["node_count"], 10_002)
        self.assertEqual(len(nodes), 6 * header["node_count"])
        self.assertEqual(len(document["edges"]), 3 * header["edge_count"])
        self.assertEqual(sum(nodes[4::6]), header["edge_count"])
        self.assertEqual(document["edges"][2::3],
                         [6 * node for node in range(1, 10_002)])

    def test_makes_a_file_once(self):
        found, _ = self.prepare(DEEP_LIST)
        found["list-10m"].write_text("kept")
        again, _ = self.prepare(DEEP_LIST)
        self.assertEqual(again["list-10m"].read_text(), "kept")

    def test_says_in_a_line_why_a_file_is_absent(self):
        node = self.add_script("node", "echo one; echo 'two is wrong'; exit 9")
        self.patch(analyser_files, "node", return_value=str(node))
        self.patch(analyser_files.shutil, "which", return_value=None)
        self.patch(analyser_files.devtools, "is_installed", return_value=False)
        recipe = analyser_files.Recipe
        found, absent = self.prepare(
            recipe(("a", "b"), "x.mjs", "node", (9,), 1),
            recipe(("c",), "x.mjs", "packages", (), 1),
            recipe(("d",), "x.mjs", "chromium", (), 1))
        self.assertEqual(found, {})
        self.assertEqual(absent, {
            "a": "node: 9: two is wrong", "b": "node: 9: two is wrong",
            "c": "npm is not installed", "d": "first run ./dev devtools setup"})

    def test_every_maker_is_there(self):
        for recipe in analyser_files.RECIPES:
            self.assertTrue((analyser_files.HERE / recipe.maker).is_file())
        made = {name for recipe in analyser_files.RECIPES
                for name in recipe.names}
        self.assertLessEqual({*goals.SNAPSHOTS, analyser.BIG, analyser.LATER},
                             made)


class TableTest(unittest.TestCase):
    def test_reads_what_heap_snapshot_prints(self):
        self.assertEqual(analyser_tools.of_heap_snapshot(TABLE), {
            "Link": (2, (32, 1), (1536, 102.4)),
            "(string)": (1234, (2048, 1024), (3.2 * 2**20, 2**20 / 10))})

    def test_a_rounded_figure_is_no_difference(self):
        def told(**more):
            return analyser_tools.differences_of_heap_snapshot(
                TABLE, {"classes": [{**CLASSES[0], **more}]})

        self.assertEqual(
            told(retained_bytes=1500),
            ["of 1 classes differ: 0 in objects, 0 in shallow, 0 in retained"])
        first, second = told(retained_bytes=1300, count=3)
        self.assertIn("1 in objects, 0 in shallow, 1 in retained", first)
        self.assertEqual(second, "Link: 3 objects, 32 bytes, retains 1,300; "
                                 "there 2, 32, 1,536")


class SumsTest(unittest.TestCase):
    def row(self, name, variant, cpu_ms):
        return {"suite": "analyser", "row": name, "variant": variant,
                "cpu_ms": cpu_ms + 1, "cpu_ms_min": cpu_ms, "wall_ms": 9,
                "peak_bytes": 10, "file_bytes": 40, "runs": 3}

    def test_adds_only_files_that_both_have_read(self):
        rows = [self.row("typescript", "halfword", 1),
                self.row("eslint", "halfword", 4),
                self.row("list-300k", "halfword", 100),
                self.row("list-10m", "halfword", 1000),
                self.row("typescript", "heap-snapshot", 6),
                self.row("eslint", "heap-snapshot", 7)]
        ours, theirs = analyser.sums(rows)
        self.assertEqual((ours["cpu_ms_min"], theirs["cpu_ms_min"]), (5, 13))
        self.assertEqual((ours["peak_of_file"], ours["files"]), (0.25, 2))

    def test_adds_all_where_there_is_no_rival(self):
        ours, = analyser.sums([self.row("typescript", "halfword", 1),
                               self.row("eslint", "halfword", 4)])
        self.assertEqual(ours["cpu_ms"], 7)


class RunTest(Folder):
    """Whole runs over one small file."""

    def setUp(self):
        super().setUp()
        self.patch(analyser_files, "RECIPES", (DEEP_LIST,))
        self.add_script("tools/halfword/halfword", f'''
case "$*" in
  *" info --json "*) exec cat {self.folder}/info ;;
  *" summary --json "*) exec cat {self.folder}/summary ;;
  *" dominators --json "*) exec cat {self.folder}/dominators ;;
  *" --json "*) exit 1 ;;
esac
''')
        self.add_json("info", INFO)
        self.add_json("summary", SUMMARY)
        self.add_json("dominators", DOMINATORS)
        self.add_json("worker", WORKER)
        self.add_json("memlab", MEMLAB)
        (self.folder / "table").write_text(TABLE)
        node = self.add_script("node", f'''
case "$*" in
  *read_many.mjs*) exec cat {self.folder}/worker ;;
  *) exec cat {self.folder}/memlab ;;
esac
''')
        self.patch(analyser_files.devtools, "is_installed", return_value=True)
        self.patch(analyser_files.devtools, "node", return_value=str(node))
        program = self.add_script("rival", f"cat {self.folder}/table")
        self.patch(os, "environ", {**os.environ,
                                   "HALFWORD_HEAP_SNAPSHOT": str(program)})

    def run_main(self, *arguments):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = run.main(["analyser", "--build", str(self.folder),
                               "--folder", str(self.folder), "--quick",
                               "--rounds", "2", *arguments])
        return status, out.getvalue(), err.getvalue()

    def test_measures_every_tool_and_view(self):
        target = self.folder / "rows.json"
        status, out, err = self.run_main("--rivals", "--json", str(target))
        self.assertEqual((status, err), (0, ""))
        self.assertIn("list-10m: devtools: equal: 4 nodes, 3 edges, 1 classes",
                      out)
        rows = json.loads(target.read_text())
        self.assertEqual(
            [(row["row"], row["variant"], row["runs"]) for row in rows],
            [("list-10m", variant, 2) for variant in (
                "halfword", "heap-snapshot", "devtools", "memlab")] +
            [(view, "halfword", 2) for view in analyser.VIEWS])
        size = (self.folder / "quick/list-10m.heapsnapshot").stat().st_size
        for row in rows:
            self.assertEqual(row["file_bytes"], size)
            self.assertGreater(row["cpu_ms"], 0)

    def test_without_rivals_runs_the_program_alone(self):
        status, out, _ = self.run_main()
        self.assertEqual(status, 0)
        self.assertRegex(out, r"list-10m \[CPU s\] +\d+ +\d")
        self.assertNotIn("memlab", out)

    def test_fails_where_a_figure_is_not_that_of_devtools(self):
        wrong = {**WORKER, "classes": [{**WORKER["classes"][0],
                                        "retained": 33}]}
        for document, message in (
                (wrong, r"list-10m: not what DevTools says: classes: .*33"),
                ({**WORKER, "edge_count": 9}, "edge_count: 9, found 3")):
            self.add_json("worker", document)
            status, _, err = self.run_main("--rivals")
            self.assertEqual(status, 1)
            self.assertRegex(err, message)

    def test_prints_where_the_others_differ(self):
        status, out, _ = self.run_main("--rivals")
        self.assertEqual(status, 0)
        self.assertIn("memlab: Link @5 retains 32; there 16", out)
        self.assertIn("heap-snapshot: Link: 2 objects, 32 bytes, retains 32; "
                      "there 2, 32, 1,536", out)

    def test_a_rival_that_fails_or_is_absent_is_a_line(self):
        self.add_script("rival", "[ $1 = --help ] || { echo bad >&2; exit 4; }")
        self.patch(analyser_files.devtools, "is_installed", return_value=False)
        status, out, _ = self.run_main("--rivals")
        self.assertEqual(status, 0)
        self.assertIn("list-10m: heap-snapshot: failed: rival: exit status 4: "
                      "bad\n", out)
        self.assertIn("memlab: absent: first run ./dev devtools setup\n", out)
        self.add_script("rival", "exit 1")
        self.assertIn("heap-snapshot: absent: rival: 1: no message\n",
                      self.run_main("--rivals")[1])

    def test_a_rival_that_fails_later_keeps_what_was_measured(self):
        # The fourth time, after --help, the comparison and the first round.
        self.add_script("rival", f'''
echo >> {self.folder}/times
[ $(wc -l < {self.folder}/times) -lt 4 ] || {{ echo full >&2; exit 5; }}
cat {self.folder}/table
''')
        target = self.folder / "rows.json"
        status, out, _ = self.run_main("--rivals", "--json", str(target))
        self.assertEqual(status, 0)
        self.assertIn("list-10m: heap-snapshot: failed: rival: exit status 5: "
                      "full\n", out)
        self.assertEqual(
            {row["variant"]: row["runs"] for row in
             json.loads(target.read_text()) if row["row"] == "list-10m"},
            {"halfword": 2, "heap-snapshot": 1, "devtools": 2, "memlab": 2})

    def test_runs_a_slow_rival_once(self):
        self.patch(analyser, "SLOW_MS", 0)
        target = self.folder / "rows.json"
        self.run_main("--rivals", "--json", str(target))
        self.assertEqual(
            {row["variant"]: row["runs"] for row in
             json.loads(target.read_text()) if row["row"] == "list-10m"},
            {"halfword": 2, "heap-snapshot": 3, "devtools": 1, "memlab": 1})

    def test_fails_where_the_program_fails_or_is_not_built(self):
        program = self.add_script("tools/halfword/halfword",
                                  "echo 'no memory' >&2; exit 1")
        status, _, err = self.run_main()
        self.assertEqual((status, err), (1, "bench: no memory\n"))
        program.unlink()
        status, _, err = self.run_main()
        self.assertEqual(status, 1)
        self.assertIn("halfword: not built", err)

    def test_is_run_alone(self):
        with self.assertRaises(SystemExit), \
                contextlib.redirect_stderr(io.StringIO()) as err:
            run.main(["analyser", "dom"])
        self.assertIn("analyser is run alone\n", err.getvalue())


if __name__ == "__main__":
    unittest.main()
