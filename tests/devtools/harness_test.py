#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Whether the readers of snapshots read right, on files with known figures.

The graphs in cases/ are small and made by hand; the figures in their
.expected.json were computed once by DevTools' own worker and compared with a
second implementation of its rules. A reader that reads something else is wrong.
"""

import contextlib
import fcntl
import io
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import allocations
import devtools
import make_heap
import run
import shown
import snapshot_file

CASES = devtools.HERE / "cases"
ONE_FILE = ("01-edge-kinds", "06-shallow-transfer", "10-distances",
            "13-class-retained", "14-statistics", "18-retainers")
ARRAY_OF_STRINGS = (1 << 31) + 1  # the id that make_heap.py gives it
NODE_COLUMNS = ("id", "type", "name", "class", "self", "retained", "distance",
                "dominatorId", "detachedness")


def case_file(name):
    return str(CASES / f"{name}.heapsnapshot")


def expected(name):
    return json.loads((CASES / f"{name}.expected.json").read_text())


def figures(row):
    """A row of Allocation in the columns of the case."""
    return [row["name"], row["count"], row["bytes"], row["live_count"],
            row["live_bytes"]]


def in_words(rows):
    """Rows of the worker in the columns of the cases."""
    return [[row["id"], row["type"], row["name"], row["class"], row["shallow"],
             row["retained"], row["distance"], row["dominator"],
             row["detachedness"]] for row in rows]


class WorkerTest(unittest.TestCase):

    def test_nodes_classes_and_totals_are_those_of_the_cases(self):
        for name in set(ONE_FILE) - {"18-retainers"}:
            with self.subTest(name):
                want = expected(name)
                report = devtools.read_worker([case_file(name)],
                                              all_nodes=True)
                width = len(NODE_COLUMNS)
                self.assertEqual(tuple(want["columns"][:width]), NODE_COLUMNS)
                self.assertEqual(in_words(report["all_nodes"]),
                                 [row[:width] for row in want["nodes"]])
                self.assertEqual(report["total_bytes"], want["totalSize"])
                self.assertEqual(report["statistics"], want["statistics"])
                self.assertEqual(
                    {row["key"]: [row["name"], row["count"], row["distance"],
                                  row["shallow"], row["retained"]]
                     for row in report["classes"]},
                    {key: [row["name"], row["count"], row["distance"],
                           row["self"], row["maxRet"]]
                     for key, row in want["aggregates"].items()})

    def test_class_rows_come_in_the_order_of_the_panel(self):
        report = devtools.read_worker([case_file("06-shallow-transfer")])
        self.assertEqual([row["name"] for row in report["classes"]],
                         ["Window", "(string)", "(system)", "(array)",
                          "(object shape)", "Inner", "B"])

    def test_allocations_are_those_of_the_case(self):
        report = devtools.read_worker([case_file("20-trace-tree")], [9])
        want = expected("20-trace-tree")
        self.assertEqual([figures(row) for row in report["allocations"]],
                         [row[1:6] for row in want["tops"]])
        top = report["allocations"][0]
        self.assertEqual(list(map(figures, top["chain"])), want["g_single"])
        self.assertEqual(list(map(figures, top["branches"])),
                         [row[1:6] for row in want["g_branching"]])
        self.assertEqual(report["nodes"][0]["stack"], want["stack_of_b"])

    def test_the_timeline_is_that_of_the_case(self):
        report = devtools.read_worker([case_file("19-samples")])
        want = expected("19-samples")["samples"]
        self.assertEqual(
            [[row[key] for row in report["timeline"]]
             for key in ("time_ms", "last_id", "bytes")],
            [want["timestamps"], want["lastAssignedIds"], want["sizes"]])

    def test_comparison_is_that_of_the_case(self):
        report = devtools.read_worker([case_file("17-diff.a"),
                                       case_file("17-diff.b")])
        want = expected("17-diff")["diff"]
        self.assertEqual(
            {row["key"]: [row["name"], row["added_count"],
                          row["removed_count"], row["added_bytes"],
                          row["removed_bytes"], row["count_delta"],
                          row["bytes_delta"], row["added_ids"],
                          row["removed_ids"]] for row in report["comparison"]},
            {key: [row["name"], row["addedCount"], row["removedCount"],
                   row["addedSize"], row["removedSize"], row["countDelta"],
                   row["sizeDelta"], row["addedIds"], row["deletedIds"]]
             for key, row in want.items()})

    def test_retainers_come_in_the_order_of_the_panel(self):
        want = expected("18-retainers")
        report = devtools.read_worker([case_file("18-retainers")], [17, 13])
        for node, key in zip(report["nodes"], ("x_byDistance", "v_byDistance"),
                             strict=True):
            # The worker's row has the distance that the grid sorts by.
            self.assertEqual([[row["edge"], row["edge_type"], row["id"],
                               row["distance"]]
                              for row in node["retainers"]["rows"]],
                             [row[:4] for row in want[key]])

    def test_containment_of_the_root_and_of_a_node(self):
        report = devtools.read_worker([case_file("18-retainers")], [9])
        self.assertEqual([(row["edge"], row["edge_type"], row["id"]) for row
                          in report["containment"]["rows"]],
                         [("Window", "shortcut", 5), ("1", "element", 3),
                          ("2", "element", 17)])
        node, = report["nodes"]
        self.assertEqual([row["id"] for row in node["children"]["rows"]], [13])
        self.assertEqual(node["path"], [5, 7, 9])


class MemlabTest(unittest.TestCase):

    def test_it_reads_every_case(self):
        for name in (*ONE_FILE, "17-diff.a", "17-diff.b"):
            with self.subTest(name):
                file = snapshot_file.SnapshotFile(case_file(name))
                report = devtools.read_memlab(case_file(name))
                self.assertEqual(report["node_count"], file.node_count())
                self.assertEqual(report["edge_count"], file.edge_count())
                self.assertEqual(report["total_bytes"],
                                 sum(file.node_column("self_size")))
                self.assertEqual({(row["type"], row["name"]):
                                  (row["count"], row["bytes"])
                                  for row in report["classes"]},
                                 snapshot_file.type_rows(file))

    def test_a_small_file_without_an_answer_is_asked_for_again(self):
        asked = []

        def reader(_script, _files, seconds, **_request):
            asked.append(seconds)
            if len(asked) == 1:
                raise devtools.NoAnswer("no answer")
            return {"node_count": 3}

        with mock.patch.object(devtools, "read", reader), \
                contextlib.redirect_stderr(io.StringIO()) as errors:
            report = devtools.read_memlab(case_file(ONE_FILE[0]))

        self.assertEqual(report, {"node_count": 3})
        self.assertEqual(asked, [devtools.SMALL_FILE_SECONDS, 900])
        self.assertIn("asking again", errors.getvalue())

    def test_a_document_arrives_through_a_full_pipe(self):
        reader, writer = os.pipe()
        fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
        with tempfile.TemporaryDirectory() as folder:
            path = str(pathlib.Path(folder, "wide.heapsnapshot"))
            make_heap.main([path, "--nodes", "9000", "--classes", "1000"])
            request = json.dumps({"files": [path], "ids": []})
            with subprocess.Popen(
                    [devtools.node(), devtools.HERE / "read_memlab.mjs",
                     devtools.INSTALLED, request], stdout=writer) as process:
                os.close(writer)
                # Byte by byte, so that the writer is always ahead.
                text = b"".join(iter(lambda: os.read(reader, 1), b""))
            os.close(reader)
            self.assertEqual(process.returncode, 0)
        self.assertGreater(len(json.loads(text)["classes"]), 900)


class BrowserTest(unittest.TestCase):
    """What is read off the page is what the cases say, rounded as it is."""

    def rows(self, name):
        want = expected(name)
        rows = [{"name": row["name"], "count": row["count"],
                 "distance": row["distance"], "shallow": row["self"],
                 "retained": row["maxRet"]}
                for row in want["aggregates"].values()]
        rows.sort(key=lambda row: (-row["retained"], row["name"]))
        return [shown.class_row(row, want["totalSize"]) for row in rows]

    def test_summary_and_the_total(self):
        for name in ("06-shallow-transfer", "14-statistics"):
            with self.subTest(name):
                report = devtools.read_browser([case_file(name)])
                want = expected(name)
                self.assertEqual(report["classes"], self.rows(name))
                self.assertEqual(report["total"],
                                 shown.size(want["totalSize"]))
                self.assertEqual(report["statistics"],
                                 shown.statistics(want["statistics"]))

    def test_containment_and_retainers(self):
        path = case_file("18-retainers")
        worker = devtools.read_worker([path], [17, 13, 9])
        with tempfile.TemporaryDirectory() as folder:
            screenshot = pathlib.Path(folder, "shot.png")
            report = devtools.read_browser([path], worker["nodes"], ["K"],
                                           screenshot)
            self.assertEqual(screenshot.read_bytes()[1:4], b"PNG")
        total = worker["total_bytes"]
        self.assertEqual(report["containment"],
                         shown.object_rows(worker["containment"], total))
        for node, have in zip(report["nodes"], worker["nodes"], strict=True):
            for side in ("children", "retainers"):
                self.assertEqual(node[side],
                                 shown.object_rows(have[side], total))
        self.assertEqual([(row["edge"], row["id"]) for row
                          in report["nodes"][0]["retainers"]],
                         [(row[0], row[2]) for row
                          in expected("18-retainers")["x_byDistance"]])
        self.assertEqual([row["id"] for row in report["instances"][0]["rows"]],
                         [11])

    def test_allocations_of_a_recording(self):
        """Functions of a script, unlike ours, have a link in front."""
        columns = ("name", "count", "bytes", "live_count", "live_bytes")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "case.heaptimeline")
            path.symlink_to(case_file("20-trace-tree"))
            report = devtools.read_browser([path])
        tops = [dict(zip(columns, row[1:6]))
                for row in expected("20-trace-tree")["tops"]]
        for row, link in zip(tops, ("a.js:2", "a.js:1"), strict=True):
            row["name"] = link + row["name"]
        self.assertEqual(report["allocations"],
                         [shown.allocation_row(row) for row in tops])

    def test_comparison(self):
        report = devtools.read_browser([case_file("17-diff.a"),
                                        case_file("17-diff.b")])
        rows = [{"name": row["name"], "added_count": row["addedCount"],
                 "removed_count": row["removedCount"],
                 "count_delta": row["countDelta"],
                 "added_bytes": row["addedSize"],
                 "removed_bytes": row["removedSize"],
                 "bytes_delta": row["sizeDelta"]}
                for row in expected("17-diff")["diff"].values()]
        rows.sort(key=lambda row: (-row["added_bytes"], row["name"]))
        self.assertEqual(report["comparison"],
                         [shown.comparison_row(row) for row in rows])

    def test_no_row_is_lost_by_scrolling(self):
        """300 classes do not fit on the page, nor 100 children, which are all
        that is shown of 250 at first; and sizes are of every magnitude."""
        with tempfile.TemporaryDirectory() as folder:
            path = str(pathlib.Path(folder, "wide.heapsnapshot"))
            make_heap.main([path, "--nodes", "4000", "--classes", "300",
                            "--element-bytes", "123456", "--strings", "250"])
            worker = devtools.read_worker([path], [ARRAY_OF_STRINGS])
            report = devtools.read_browser([path], worker["nodes"])
        total = worker["total_bytes"]
        self.assertGreater(len(worker["classes"]), 300)
        self.assertEqual(report["classes"], [
            shown.class_row(row, total) for row in worker["classes"]])
        array = worker["nodes"][0]["children"]
        self.assertEqual((array["count"], len(array["rows"])), (250, 100))
        self.assertEqual(report["nodes"][0]["children"],
                         shown.object_rows(array, total))


class ShownTest(unittest.TestCase):

    def test_sizes_are_rounded_as_in_the_panel(self):
        for count, cell, tip in ((0, "0.0 kB", "0 B"), (49, "0.0 kB", "49 B"),
                                 (50, "0.1 kB", "50 B"),
                                 (999, "1.0 kB", "999 B"),
                                 (99_949, "99.9 kB", "99.9 kB"),
                                 (99_999, "100.0 kB", "100.0 kB"),
                                 (100_500, "101 kB", "101 kB"),
                                 (45_918_000, "45,918 kB", "45.9 MB"),
                                 (1_234_567_890, "1,234,568 kB", "1,235 MB")):
            self.assertEqual((shown.kilobytes(count), shown.size(count)),
                             (cell, tip))

    def test_counts_and_distances(self):
        self.assertEqual(shown.spaced(80_418), "80 418")
        self.assertEqual([shown.distance(value) for value in
                          (0, 7, -5, 100_000_000)], ["0", "7", "\u2212",
                                                     "\u2212"])


class CommandTest(unittest.TestCase):

    def run_command(self, *arguments):
        """Returns (status, standard output, standard error)."""
        output, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(output), \
                contextlib.redirect_stderr(errors):
            status = run.main(arguments)
        return status, output.getvalue(), errors.getvalue()

    def test_json_is_one_document(self):
        for tool in ("worker", "memlab"):
            status, output, errors = self.run_command(
                tool, case_file("06-shallow-transfer"), "--json")
            self.assertEqual((status, errors), (0, ""))
            self.assertEqual(json.loads(output)["node_count"], 15)

    def test_a_bad_file_is_one_line_and_status_1(self):
        with tempfile.TemporaryDirectory() as folder:
            cut = pathlib.Path(folder, "cut.heapsnapshot")
            text = pathlib.Path(case_file("06-shallow-transfer")).read_text()
            cut.write_text(text[:900])
            text_file = pathlib.Path(folder, "text.heapsnapshot")
            text_file.write_text("not a snapshot")
            for bad, reason in ((folder, "Is a directory"),
                                (folder + "/none", "No such file"),
                                (text_file, "not a heap snapshot"),
                                (cut, "")):
                for tool in ("worker", "browser", "memlab"):
                    with self.subTest(tool=tool, reason=reason):
                        status, output, errors = self.run_command(
                            tool, str(bad), "--json")
                        self.assertEqual((status, output), (1, ""))
                        self.assertEqual(errors.count("\n"), 1, errors)
                        self.assertIn(f"devtools: {bad}: {reason}", errors)

    def test_a_closed_pipe_is_no_error(self):
        """`./dev devtools worker FILE | head` ends as any command does."""
        reader, writer = os.pipe()
        os.close(reader)
        result = subprocess.run(
            [sys.executable, "-B", devtools.HERE / "run.py", "worker",
             case_file("06-shallow-transfer")], stdout=writer, check=False,
            stderr=subprocess.PIPE)
        os.close(writer)
        self.assertEqual((result.returncode, result.stderr),
                         (-signal.SIGPIPE, b""))

    def test_a_program_that_writes_no_heap_is_one_line_and_status_1(self):
        with tempfile.TemporaryDirectory() as folder:
            for options, said in ((["--program", "/none"], "no snapshots: "),
                                  (["--folder", folder + "/none"],
                                   "No such file")):
                status, output, errors = self.run_command(
                    "big", "--folder", folder, *options)
                self.assertEqual((status, output), (1, ""))
                self.assertEqual(errors.count("\n"), 1, errors)
                self.assertIn(said, errors)

    def test_an_id_that_is_not_there_is_named(self):
        status, _, errors = self.run_command(
            "worker", case_file("01-edge-kinds"), "--id", "4711")
        self.assertEqual(status, 1)
        self.assertIn("no node has the id 4711", errors)


class SnapshotFileTest(unittest.TestCase):
    """The second opinion of halfword_test.py."""

    def test_class_rows_are_those_of_the_cases(self):
        for name in set(ONE_FILE) - {"18-retainers"}:
            with self.subTest(name):
                rows = snapshot_file.class_rows(
                    snapshot_file.SnapshotFile(case_file(name)))
                self.assertEqual(rows, {
                    row["name"]: (row["count"], row["self"])
                    for row in expected(name)["aggregates"].values()})

    def test_allocations_are_those_of_the_case(self):
        snapshot = snapshot_file.SnapshotFile(case_file("20-trace-tree"))
        want = expected("20-trace-tree")
        rows = allocations.function_rows(
            snapshot, snapshot_file.moved_sizes(snapshot))
        self.assertEqual(list(map(figures, rows)),
                         [row[1:6] for row in want["tops"]])
        self.assertEqual(list(map(figures, rows[0]["branches"])),
                         [row[1:6] for row in want["g_branching"]])
        self.assertEqual(allocations.stack(snapshot, 4), want["stack_of_b"])

    def test_the_timeline_is_that_of_the_case(self):
        snapshot = snapshot_file.SnapshotFile(case_file("19-samples"))
        rows = allocations.timeline_rows(
            snapshot, snapshot_file.moved_sizes(snapshot))
        self.assertEqual([row["bytes"] for row in rows],
                         expected("19-samples")["samples"]["sizes"])

    def test_a_cut_file_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            cut = pathlib.Path(folder, "cut.heapsnapshot")
            text = pathlib.Path(case_file("06-shallow-transfer")).read_text()
            for length in (100, 900, len(text.rstrip()) - 1):
                cut.write_text(text[:length])
                with self.assertRaises((snapshot_file.FormatError,
                                        ValueError)):
                    snapshot_file.SnapshotFile(cut)


class SpoiltTracesTest(unittest.TestCase):
    """What is wrong with the sections of allocations is seen as well."""

    def complaints(self, *changes):
        text = pathlib.Path(case_file("20-trace-tree")).read_text()
        for old, new in (('"samples":[]', '"samples":[0,1,50,13]'), *changes):
            self.assertIn(old, text)
            text = text.replace(old, new, 1)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "traced.heapsnapshot")
            path.write_text(text)
            return list(allocations.complaints(
                snapshot_file.SnapshotFile(path)))

    def test_the_case_is_sound(self):
        self.assertEqual(self.complaints(), [])

    def test_each_fault_is_named(self):
        for old, new, said in (
                ('function_count":4', 'function_count":5',
                 "trace_function_count is not that of the functions"),
                (",1,7,8,3", ",2,7,8,3", "functions are not numbered from 0"),
                ("[5,2,1,50", "[4,2,1,50",
                 "numbers of the tree are not positive and unique"),
                ("[1,0,0,0,", "[1,1,0,0,",
                 "the tree has not one root, of the first function"),
                ("6,2,4,40", "6,9,4,40", "a function is not in the table"),
                ("11,6,0,6,0", "11,6,0,8,0",
                 "a node's trace_node_id is not in the tree"),
                ("[3,2,3,300", "[3,2,1,300",
                 "more is alive than was allocated"),
                ("50,13]", "50,0]", "samples go back"),
                ("50,13]", "50,11]",
                 "the last sample is older than the last id")):
            with self.subTest(said):
                self.assertIn(said, self.complaints((old, new)))


class SpoiltFileTest(unittest.TestCase):
    """The checks of halfword_test.py see what is wrong with a file."""

    def failures(self, spoil):
        """Returns the names of the checks that a spoilt file fails."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "made.heapsnapshot")
            make_heap.main([str(path), "--nodes", "40"])
            text = path.read_text()
            spoilt = spoil(text)
            self.assertNotEqual(text, spoilt)
            path.write_text(spoilt)
            result = subprocess.run(
                [sys.executable, "-B", devtools.HERE / "halfword_test.py",
                 path, "--no-browser", "--no-memlab"], text=True, check=False,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertNotEqual(result.returncode, 0, result.stdout)
        return re.findall(r"^(?:FAIL|ERROR): (\w+)", result.stdout,
                          re.MULTILINE)

    def expect(self, check, old, new):
        self.assertIn(check, self.failures(
            lambda text: text.replace(old, new, 1)))

    def test_a_wrong_count(self):
        self.expect("test_counts_of_the_header_are_exact",
                    '"node_count":40', '"node_count":41')

    def test_an_id_twice(self):
        self.expect("test_ids_are_positive_and_unique",
                    ",19,8,0,0", ",17,8,0,0")

    def test_a_name_twice(self):
        self.expect("test_each_name_is_stored_once",
                    '"Attribute"', '"Element0"')

    def test_a_root_without_its_shortcut(self):
        self.expect("test_roots_are_as_devtools_expects_them",
                    '"edges":[5,', '"edges":[2,')

    def test_a_plain_object(self):
        self.expect("test_no_class_has_a_name_of_the_engine",
                    '"Attribute"', '"(object)"')

    def test_an_object_that_nothing_keeps(self):
        owner, target = make_heap.NAME["owner_"], 6 * 9
        property_, weak = (make_heap.EDGE[name] for name in
                           ("property", "weak"))
        self.expect("test_everything_shown_is_reached",
                    f"{property_},{owner},{target}", f"{weak},{owner},{target}")

    def test_objects_that_hang_on_the_system(self):
        document, target = make_heap.NAME["document_"], 6 * 10
        property_, weak = (make_heap.EDGE[name] for name in
                           ("property", "weak"))
        self.expect("test_objects_hang_on_the_heap_and_not_on_the_system",
                    f"{property_},{document},{target}",
                    f"{weak},{document},{target}")


if __name__ == "__main__":
    sys.exit(unittest.main())
