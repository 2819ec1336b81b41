#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Whether DevTools and memlab show Halfword's snapshots with the right figures.

Run as `halfword_test.py [OPTION]... FILE...`, each FILE a snapshot; the checks
are done for each. With --program the files are pages, of which that build of
halfword-dom writes snapshots first, or without pages of one that is made up,
and two more while its tree grows; with --made there are none, and make_heap.py
writes two, so that the checks themselves are checked. With --compare the last
file is also compared with the first, an earlier snapshot of the same heap. With
--track the program's heaps note where and when objects are allocated.
--no-browser and --no-memlab leave out checks, and --costs prints what loading
took. The rest goes to unittest.

The figures have four sources that must agree: the file, read literally by
snapshot_file.py; DevTools' worker; the grids of DevTools; memlab.
"""

import argparse
import functools
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import allocations
import devtools
import make_heap
import shown
import snapshot_file

FILES = []
OPTIONS = argparse.Namespace(compare=False, no_browser=False, no_memlab=False,
                             seconds=120, screenshots=None)
ROOT_GROUPS = {"(Stack roots)", "(Persistent roots)", "(Cross-thread roots)",
               "(String roots)", "(Weak roots)", "(invalid references)"}
OUR_ROWS = {"(synthetic)", "(array)", "(string)", "(concatenated string)",
            "(sliced string)"}
NODE_FIELDS = ["type", "name", "id", "self_size", "edge_count", "detachedness"]
TRACKED_NODE_FIELDS = [*NODE_FIELDS[:5], "trace_node_id", "detachedness"]
TRACE_FIELDS = {
    "trace_function_info_fields": ["function_id", "name", "script_name",
                                   "script_id", "line", "column"],
    "trace_node_fields": ["id", "function_info_index", "count", "size",
                          "children"],
    "sample_fields": ["timestamp_us", "last_assigned_id"],
}
GC_ROOTS = 3  # an id
NODES_OPENED = 9
PAGE_ROWS = 6000
HEAP_MAX = "2m"


def read_once(function):
    """Remembers what a function gives for a file, also where it fails, so that
    a file which cannot be read is tried once and not by each test."""
    @functools.cache
    def attempt(path):
        try:
            return function(path), None
        except (devtools.DevtoolsError, snapshot_file.FormatError) as error:
            return None, error

    def answer(path):
        result, error = attempt(path)
        if error:
            raise error
        return result
    return answer


@read_once
def file_of(path):
    return snapshot_file.SnapshotFile(path)


@read_once
def worker_of(path):
    return devtools.read_worker([path], [GC_ROOTS], samples=NODES_OPENED,
                                seconds=OPTIONS.seconds)


@read_once
def memlab_of(path):
    return devtools.read_memlab(path, seconds=OPTIONS.seconds)


@read_once
def views_of(path):
    """Returns what the browser shows of a file, and of the nodes that the
    worker has looked at closely."""
    screenshot = OPTIONS.screenshots and (
        pathlib.Path(OPTIONS.screenshots) / (pathlib.Path(path).stem + ".png"))
    return devtools.read_browser([path], worker_of(path)["nodes"],
                                 screenshot=screenshot,
                                 seconds=OPTIONS.seconds)


@read_once
def worker_of_both(files):
    return devtools.read_worker(files, seconds=OPTIONS.seconds)


@read_once
def browser_of_both(files):
    return devtools.read_browser(files, seconds=OPTIONS.seconds)


@read_once
def timeline_of(path):
    """Returns what the browser shows of the file as a recording, which only
    the file's name makes it."""
    with tempfile.TemporaryDirectory() as folder:
        link = pathlib.Path(folder, pathlib.Path(path).stem + ".heaptimeline")
        link.symlink_to(pathlib.Path(path).resolve())
        screenshot = OPTIONS.screenshots and (
            pathlib.Path(OPTIONS.screenshots) / (link.name + ".png"))
        return devtools.read_browser([link.absolute()], screenshot=screenshot,
                                     seconds=OPTIONS.seconds)


def is_tracked(snapshot):
    return snapshot.header["trace_function_count"] > 0


@read_once
def shown_sizes(path):
    return snapshot_file.moved_sizes(file_of(path))


def for_each_file(check):
    """Makes a test of a check, which gets what its class has `of` a file."""
    @functools.wraps(check)
    def test(self):
        for path in FILES:
            with self.subTest(path):
                check(self, *self.of(path))
    return test


class FileTest(unittest.TestCase):
    """The file by itself: what DevTools would put up with, but is wrong."""

    @staticmethod
    def of(path):
        return path, file_of(path)

    @for_each_file
    def test_counts_of_the_header_are_exact(self, _, snapshot):
        self.assertEqual(snapshot.header["node_count"],
                         snapshot.node_count())
        self.assertEqual(snapshot.header["edge_count"],
                         snapshot.edge_count())
        self.assertEqual(sum(snapshot.node_column("edge_count")),
                         snapshot.edge_count())

    @for_each_file
    def test_node_fields_are_those_that_are_documented(self, _, snapshot):
        self.assertEqual(
            snapshot.meta["node_fields"],
            TRACKED_NODE_FIELDS if is_tracked(snapshot) else NODE_FIELDS)

    @for_each_file
    def test_ids_are_positive_and_unique(self, _, snapshot):
        ids = snapshot.node_column("id")
        self.assertGreater(min(ids), 0)
        self.assertLess(max(ids), 1 << 32)
        self.assertEqual(len(set(ids)), len(ids))

    @for_each_file
    def test_sizes_fit_32_bits(self, _, snapshot):
        self.assertLess(max(snapshot.node_column("self_size")), 1 << 32)

    @for_each_file
    def test_edges_lead_to_nodes_and_names_to_strings(self, _, snapshot):
        targets = snapshot.edge_column("to_node")
        self.assertTrue(all(target % snapshot.node_width == 0
                            for target in targets))
        self.assertLess(max(targets), len(snapshot.sections["nodes"]))
        self.assertLess(max(snapshot.node_column("name")),
                        len(snapshot.strings))
        indexed = {snapshot.edge_types.index(name)
                   for name in ("element", "hidden")}
        named = (name for kind, name in zip(
            snapshot.edge_column("type"),
            snapshot.edge_column("name_or_index"))
            if kind not in indexed)
        self.assertLess(max(named), len(snapshot.strings))

    @for_each_file
    def test_each_name_is_stored_once(self, _, snapshot):
        """Of two classes with one name DevTools drops a row. Contents of
        strings may come twice; all strings are one class."""
        strings = {snapshot.node_types.index(kind)
                   for kind in snapshot_file.STRING_TYPES}
        names = {name for kind, name in zip(snapshot.node_column("type"),
                                            snapshot.node_column("name"))
                 if kind not in strings}
        self.assertEqual(len({snapshot.strings[name] for name in names}),
                         len(names))

    @for_each_file
    def test_roots_are_as_devtools_expects_them(self, _, snapshot):
        names = [snapshot.strings[name]
                 for name in snapshot.node_column("name")[:64]]
        ids = snapshot.node_column("id")
        types = snapshot.node_column("type")
        self.assertEqual((names[0], ids[0]), ("", 1))
        self.assertEqual(names[list(ids).index(3)], "(GC roots)")
        shortcuts = [target for kind, _, target
                     in snapshot.children_of_root() if kind == "shortcut"]
        self.assertTrue(shortcuts, "no shortcut from the root to the heap")
        for target in shortcuts:
            self.assertNotEqual(snapshot.node_types[types[target]],
                                "synthetic")


@functools.cache
def cost_names(path):
    """The names of what a heap costs beside its objects, below "(heap)"."""
    snapshot = file_of(path)
    cost = next((target for _, _, target in snapshot.children_of_root()
                 if snapshot.name_of(target) == "(heap)"), None)
    return set() if cost is None else {
        snapshot.name_of(target)
        for _, _, target in snapshot.children_of(cost)}


class WorkerTest(unittest.TestCase):
    """The file in DevTools' own worker."""

    @staticmethod
    def of(path):
        return path, worker_of(path)

    @for_each_file
    def test_counts_are_those_of_the_file(self, path, report):
        self.assertEqual(report["node_count"], file_of(path).node_count())
        self.assertEqual(report["edge_count"], file_of(path).edge_count())

    @for_each_file
    def test_the_total_is_the_sum_of_all_sizes(self, path, report):
        self.assertEqual(report["total_bytes"],
                         file_of(path).total_bytes())
        self.assertEqual(report["statistics"]["total"],
                         file_of(path).total_bytes())

    @for_each_file
    def test_class_rows_are_those_computed_from_the_file(self, path, report):
        found = {row["name"]: (row["count"], row["shallow"])
                 for row in report["classes"]}
        self.assertEqual(len(found), len(report["classes"]))
        self.assertEqual(found,
                         snapshot_file.class_rows(file_of(path)))

    @for_each_file
    def test_class_rows_add_up_to_the_total(self, path, report):
        extra = file_of(path).header.get("extra_native_bytes", 0)
        self.assertEqual(sum(row["shallow"] for row in report["classes"])
                         + extra, report["total_bytes"])

    @for_each_file
    def test_no_class_has_a_name_of_the_engine(self, path, report):
        """Classes are C++ classes; "(object)", "(system)" or an empty name
        would be nodes of a wrong type or without their name."""
        for row in report["classes"]:
            self.assertNotEqual(row["name"], "")
            if row["name"].startswith("("):
                self.assertIn(row["name"], OUR_ROWS | cost_names(path))
            self.assertFalse(row["name"].startswith("{"), row["name"])

    @for_each_file
    def test_classes_are_not_split_by_places(self, _, report):
        for row in report["classes"]:
            self.assertEqual(row["key"], "," + row["name"])

    @for_each_file
    def test_everything_shown_is_reached(self, _, report):
        """A collection has removed the rest; weak edges alone keep nothing."""
        self.assertEqual(report["warnings"], [])
        for row in report["classes"]:
            self.assertGreaterEqual(row["distance"], 0, row["name"])

    @for_each_file
    def test_objects_hang_on_the_heap_and_not_on_the_system(self, path,
                                                            report):
        system = {"(synthetic)"} | cost_names(path)
        for row in report["classes"]:
            if row["name"] not in system:
                self.assertLess(row["distance"], shown.SYSTEM_DISTANCE,
                                row["name"])

    @for_each_file
    def test_the_roots_are_grouped_by_kind(self, _, report):
        groups = {row["name"] for row
                  in report["nodes"][0]["children"]["rows"]}
        self.assertLessEqual(groups, ROOT_GROUPS)
        self.assertTrue(groups)
        names = {row["name"] for row in report["containment"]["rows"]}
        self.assertIn("(heap)", names)


class AllocationTest(unittest.TestCase):
    """Where and when objects were allocated, of a heap that tracks that."""

    def of(self, path):
        if not is_tracked(file_of(path)):
            self.skipTest("allocations are not tracked")
        return path, file_of(path), worker_of(path)

    @for_each_file
    def test_fields_are_those_that_are_documented(self, _, snapshot, __):
        self.assertEqual({name: snapshot.meta[name] for name in TRACE_FIELDS},
                         TRACE_FIELDS)

    @for_each_file
    def test_functions_tree_and_samples_are_whole(self, _, snapshot, __):
        self.assertEqual(list(allocations.complaints(snapshot)), [])

    @for_each_file
    def test_every_object_says_where_it_was_allocated(self, _, snapshot, __):
        self.assertEqual(allocations.untracked_objects(snapshot), [])

    @for_each_file
    def test_functions_and_callers_are_those_computed_from_the_file(
            self, path, snapshot, report):
        self.assertEqual(report["allocations"], allocations.function_rows(
            snapshot, shown_sizes(path)))

    @for_each_file
    def test_stacks_are_those_of_the_tree(self, _, snapshot, report):
        ids = list(snapshot.node_column("id"))
        for node in report["nodes"]:
            self.assertEqual(node["stack"], allocations.stack(
                snapshot, ids.index(node["id"])), node["id"])
        self.assertTrue(any(node["stack"] for node in report["nodes"]))

    @for_each_file
    def test_the_timeline_is_that_computed_from_the_file(
            self, path, snapshot, report):
        self.assertEqual(report["timeline"], allocations.timeline_rows(
            snapshot, shown_sizes(path)))

    @for_each_file
    def test_the_timeline_has_the_bytes_of_all_objects(self, _, snapshot,
                                                       report):
        # What the heap itself costs has even ids: nobody allocated it.
        costs = sum(size for node_id, size in zip(
                        snapshot.node_column("id"),
                        snapshot.node_column("self_size"))
                    if node_id % 2 == 0)
        self.assertEqual(sum(bar["bytes"] for bar in report["timeline"]),
                         report["total_bytes"] - costs)

    @for_each_file
    def test_the_browser_shows_the_functions(self, path, _, report):
        if OPTIONS.no_browser:
            self.skipTest("--no-browser")
        views = timeline_of(path)
        self.assertEqual(views["allocations"], [
            shown.allocation_row(row) for row in report["allocations"]])
        self.assertEqual(views["classes"],
                         [shown.class_row(row, report["total_bytes"])
                          for row in report["classes"]])


class MemlabTest(unittest.TestCase):
    """The file in memlab."""

    def of(self, path):
        if OPTIONS.no_memlab:
            self.skipTest("--no-memlab")
        return path, memlab_of(path)

    @for_each_file
    def test_counts_are_those_of_the_file(self, path, report):
        self.assertEqual(report["node_count"], file_of(path).node_count())
        self.assertEqual(report["edge_count"], file_of(path).edge_count())
        self.assertEqual(report["total_bytes"],
                         sum(file_of(path).node_column("self_size")))

    @for_each_file
    def test_classes_are_those_of_the_file(self, path, report):
        expected = snapshot_file.type_rows(file_of(path))
        for row in report["classes"]:
            self.assertEqual((row["count"], row["bytes"]),
                             expected[row["type"], row["name"]],
                             row["name"])


class BrowserTest(unittest.TestCase):
    """The file in DevTools in Chromium: what the worker has must be there."""

    def of(self, path):
        if OPTIONS.no_browser:
            self.skipTest("--no-browser")
        worker = worker_of(path)
        return worker["total_bytes"], worker, views_of(path)

    @for_each_file
    def test_summary_shows_every_class_with_its_figures(
            self, total, worker, browser):
        self.assertEqual(browser["classes"],
                         [shown.class_row(row, total)
                          for row in worker["classes"]])

    @for_each_file
    def test_the_list_of_files_shows_the_total(self, total, _, browser):
        self.assertEqual(browser["total"], shown.size(total))

    @for_each_file
    def test_containment_shows_the_roots(self, total, worker, browser):
        self.assertEqual(browser["containment"], shown.object_rows(
            worker["containment"], total))

    @for_each_file
    def test_containment_shows_what_an_object_holds(
            self, total, worker, browser):
        self.assertTrue(worker["nodes"])
        for have, found in zip(worker["nodes"], browser["nodes"],
                               strict=True):
            self.assertEqual(found["children"], shown.object_rows(
                have["children"], total), have["id"])

    @for_each_file
    def test_retainers_show_what_holds_an_object(self, total, worker, browser):
        for have, found in zip(worker["nodes"], browser["nodes"],
                               strict=True):
            self.assertEqual(found["retainers"], shown.object_rows(
                have["retainers"], total), have["id"])

    @for_each_file
    def test_statistics_show_the_kinds(self, _, worker, browser):
        self.assertEqual(browser["statistics"],
                         shown.statistics(worker["statistics"]))


class ComparisonTest(unittest.TestCase):
    """The last file beside the first one."""

    def files(self):
        if not OPTIONS.compare:
            self.skipTest("without --compare")
        return FILES[0], FILES[-1]

    def test_rows_are_what_the_ids_of_the_files_say(self):
        """A node that is in both keeps its id, so the difference of a class
        is the difference of its counts."""
        worker = worker_of_both(self.files())
        counts = [{row["name"]: row["count"] for row in
                   worker_of(path)["classes"]} for path in self.files()]
        changes = {name: counts[1].get(name, 0) - counts[0].get(name, 0)
                   for name in {*counts[0], *counts[1]}}
        deltas = {row["name"]: row["count_delta"]
                  for row in worker["comparison"]}
        self.assertEqual({name: delta for name, delta in deltas.items()
                          if delta},
                         {name: change for name, change in changes.items()
                          if change})

    def test_what_is_in_both_files_is_neither_new_nor_deleted(self):
        before, after = (set(file_of(path).node_column("id"))
                         for path in self.files())
        for row in worker_of_both(self.files())["comparison"]:
            if row["name"] not in OUR_ROWS:
                self.assertFalse(before & set(row["added_ids"]), row["name"])
                self.assertFalse(after & set(row["removed_ids"]), row["name"])

    def test_objects_are_new_or_deleted_by_their_ids(self):
        """An object in a dead one's slot is another; none changes its class."""
        files = self.files()
        before, after = (set(file_of(path).node_column("id"))
                         for path in files)
        new, deleted = (
            snapshot_file.class_counts(file_of(files[1]), "native", before),
            snapshot_file.class_counts(file_of(files[0]), "native", after))
        system = cost_names(files[0]) | cost_names(files[1])
        shown_rows = {row["name"]: (row["added_count"], row["removed_count"])
                      for row in worker_of_both(files)["comparison"]
                      if row["name"] not in system | OUR_ROWS}
        self.assertEqual(shown_rows, {
            name: (new[name], deleted[name])
            for name in {*new, *deleted} - system})

    def test_comparison_shows_the_rows(self):
        if OPTIONS.no_browser:
            self.skipTest("--no-browser")
        worker = worker_of_both(self.files())
        browser = browser_of_both(self.files())
        self.assertEqual(browser["comparison"], [
            shown.comparison_row(row) for row in worker["comparison"]])


def make_files(folder):
    """Two snapshots of one heap that is made up."""
    paths = [str(pathlib.Path(folder, f"{name}.heapsnapshot"))
             for name in ("before", "after")]
    for path, options in zip(paths, ([], ["--replaced", "1500"])):
        make_heap.main([path, "--nodes", "20000", *options])
    OPTIONS.compare = True
    return paths


def write_snapshots(program, pages, folder):
    paths = []
    for number, page in enumerate(pages):
        paths.append(str(pathlib.Path(folder, f"{number}.heapsnapshot")))
        subprocess.run([program, page, "--repeat", "1", "--snapshot",
                        paths[-1]], check=True, stdout=subprocess.DEVNULL)
    return paths


def make_page(folder):
    """Writes a page with all that a snapshot shows in a way of its own: ids,
    links to them, listeners, and texts that are stored, or short, or equal."""
    path = pathlib.Path(folder, "page.html")
    rows = (f"<div id=row{i} class=c{i % 7} onclick='show({i})'><p>Row {i} "
            f"\u00e4\U0001f600 and more</p>ab<a href='#row{i // 2}'>up</a>"
            "</div>"
            for i in range(PAGE_ROWS))
    path.write_text("<!DOCTYPE html><title>A page</title>" + "\n".join(rows))
    return str(path)


def grow(program, page, folder):
    """Returns two snapshots that one heap wrote by itself while it was filled,
    close to a limit that the whole page does not fit in."""
    environment = {**os.environ, "HALFWORD_OPTIONS": ",".join(filter(None, (
        os.environ.get("HALFWORD_OPTIONS"), f"max-heap={HEAP_MAX}",
        "near-limit-snapshots=2", f"snapshot-dir={folder}")))}
    subprocess.run([program, page, "--repeat", "1"], check=False,
                   env=environment, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    found = sorted(map(str, pathlib.Path(folder).glob("Heap.*.heapsnapshot")))
    if len(found) != 2:
        raise SystemExit(f"{program}: {len(found)} snapshots instead of 2")
    return found


def snapshots_of_a_page(program, folder):
    page = make_page(folder)
    before, after = grow(program, page, folder)
    OPTIONS.compare = True
    return [before, *write_snapshots(program, [page], folder), after]


def print_costs():
    """Prints what each reader took, for each file and for the comparison."""
    readings = [(path, reader, read) for path in FILES for reader, read in (
        ("worker", worker_of), ("browser", views_of), ("memlab", memlab_of))]
    if OPTIONS.compare:
        both = FILES[0], FILES[-1]
        readings += [(both, "worker, both files", worker_of_both),
                     (both, "browser, both files", browser_of_both)]
    for what, reader, read in readings:
        if (OPTIONS.no_browser and reader.startswith("browser")
                or OPTIONS.no_memlab and reader == "memlab"):
            continue
        cost = read(what)["cost"]
        name = what if isinstance(what, str) else what[-1]
        print(f"{pathlib.Path(name).name}, {reader}: loaded in "
              f"{cost['load_seconds']:.1f} s, at most "
              f"{cost['peak_bytes'] / 1e9:.1f} GB")


def main(arguments):
    parser = argparse.ArgumentParser(
        description="Checks Halfword's heap snapshots in DevTools and memlab.")
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--program", help="halfword-dom, for pages")
    parser.add_argument("--made", action="store_true")
    for name in ("--compare", "--track", "--costs", "--no-browser",
                 "--no-memlab"):
        parser.add_argument(name, action="store_true", default=False)
    parser.add_argument("--seconds", type=int)
    parser.add_argument("--screenshots", metavar="FOLDER")
    parser.add_argument("-k", dest="patterns", action="append", default=[],
                        help="only tests of this name, as for unittest")
    known, rest = parser.parse_known_args(arguments, OPTIONS)
    if bool(known.files or known.program) == known.made:
        parser.error("give files, --program or --made")
    if known.track:
        os.environ["HALFWORD_OPTIONS"] = "track-allocations"
    with tempfile.TemporaryDirectory() as folder:
        if known.made:
            FILES.extend(make_files(folder))
        elif known.program and known.files:
            FILES.extend(write_snapshots(known.program, known.files, folder))
        elif known.program:
            FILES.extend(snapshots_of_a_page(known.program, folder))
        else:
            FILES.extend(known.files)
        rest += [f"-k={pattern}" for pattern in known.patterns]
        tests = unittest.main(argv=[sys.argv[0], *rest], exit=False)
        if known.costs:
            print_costs()
    return 0 if tests.result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
