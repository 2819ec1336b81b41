# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""The heap snapshots that the halfword-dom programs write.
Usage: cli_snapshot_test.py FOLDER"""

import json
import os
import pathlib
import subprocess

from cli_testing import CliTest, HEAP_PROGRAMS, PROGRAMS, main


class SnapshotTest(CliTest):
    """--snapshot: a file that DevTools opens."""

    # Of the second line, which is not ASCII: é is one UTF-16 unit, the smiley
    # two. An id may be as long as a page.
    HTML = ("<!doctype html>\n"
            "<!-- \u00e9\U0001f600 --><p id=intro>some words of text\r\n"
            "<a href=#intro title='a longer title'>and some more of them</a>\n"
            "<b id=" + "x" * 100 + ">").encode()

    def setUp(self):
        super().setUp()
        self.page = self.write("page.html", self.HTML)
        self.out = self.folder / "out.heapsnapshot"

    def take(self, program, *arguments):
        """Returns the snapshot, and what the program printed of it."""
        result = self.run_program(program, "--json", "--repeat", "1", self.page,
                                  "--snapshot", self.out, *arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return (json.loads(self.out.read_bytes()),
                json.loads(result.stdout)["snapshot"])

    def nodes_of(self, snapshot):
        """The fields of each node by its place, names and types as text."""
        meta = snapshot["snapshot"]["meta"]
        width = len(meta["node_fields"])
        numbers = snapshot["nodes"]
        nodes = {}
        for place in range(0, len(numbers), width):
            node = dict(zip(meta["node_fields"], numbers[place:place + width]))
            node["type"] = meta["node_types"][0][node["type"]]
            node["name"] = snapshot["strings"][node["name"]]
            nodes[place] = node
        return nodes

    def test_shows_elements_attributes_strings_and_tables(self):
        for program in HEAP_PROGRAMS:
            with self.subTest(program):
                snapshot, figures = self.take(program)
                nodes = self.nodes_of(snapshot)
                header = snapshot["snapshot"]
                self.assertEqual(len(nodes), header["node_count"])
                self.assertEqual(figures["node_count"], header["node_count"])
                self.assertEqual(figures["edge_count"], header["edge_count"])
                self.assertEqual(figures["string_count"],
                                 len(snapshot["strings"]))
                self.assertEqual(figures["file_bytes"],
                                 self.out.stat().st_size)
                self.assertEqual(figures["path"], str(self.out))
                self.assertGreater(figures["generation_ms"], 0)
                self.assertGreater(figures["serialization_ms"], 0)
                self.expect_names([node["name"] for node in nodes.values()
                                   if node["type"] == "native"],
                                  [node["name"] for node in nodes.values()
                                   if node["type"] == "string"])

    def expect_names(self, natives, strings):
        for name in ["<html>", "<head>", "<body>", "<a>", '<p id="intro">',
                     f'<b id="{"x" * 64}...">', "dom::Document",
                     "dom::Comment", "dom::Listener"]:
            self.assertEqual(natives.count(name), 1, name)
        self.assertEqual(natives.count("dom::Attr"), 4)
        self.assertNotIn("dom::Element", natives)
        for text in ["some words of text\n", "and some more of them",
                     "a longer title", self.page, "x" * 100]:
            self.assertEqual(strings.count(text), 1, text)

    def test_edges_are_called_as_fields(self):
        for program in HEAP_PROGRAMS:
            with self.subTest(program):
                snapshot, _ = self.take(program)
                names = {snapshot["strings"][name] for kind, name in
                         zip(snapshot["edges"][::3], snapshot["edges"][1::3])
                         if snapshot["snapshot"]["meta"]["edge_types"][0][kind]
                         in ("property", "weak")}
                self.assertLessEqual(
                    {"parent_", "first_child_", "next_sibling_", "owner_",
                     "first_attribute_", "text_", "path_", "ids_",
                     "listeners_"}, names)

    def test_locations_are_those_of_the_page(self):
        for program in HEAP_PROGRAMS:
            with self.subTest(program):
                snapshot, _ = self.take(program)
                nodes = self.nodes_of(snapshot)
                locations = snapshot["locations"]
                places = {
                    nodes[locations[i]]["name"].split()[0].strip("<>"):
                    tuple(locations[i + 1:i + 4])
                    for i in range(0, len(locations), 4)}
                # <html>, <head> and <body> are not in the page.
                self.assertEqual(places, {"p": (1, 1, 12), "a": (1, 2, 0),
                                          "b": (1, 3, 0)})

    def test_elements_know_their_pages(self):
        self.write("pages/0.html", b"<i>x")
        self.write("pages/1.html", b"\n<i>x")
        self.page = str(self.folder / "pages")
        for program in HEAP_PROGRAMS:
            with self.subTest(program):
                numbers = self.take(program)[0]["locations"]
                self.assertEqual(sorted(zip(*[iter(numbers)] * 4))[0][1:],
                                 (1, 0, 0))
                self.assertEqual({tuple(numbers[i + 1:i + 4])
                                  for i in range(0, len(numbers), 4)},
                                 {(1, 0, 0), (2, 1, 0)})

    def test_redacted_has_nothing_of_the_page(self):
        page = (b"<!--hush hush--><hushed hush='%s' id=hush onclick=hush()>%s"
                % (b"hush " * 9, b"hush " * 9999))
        self.page = self.write("hush/page.html", page)
        for program in HEAP_PROGRAMS:
            with self.subTest(program):
                self.take(program)
                self.assertIn(b"hush", self.out.read_bytes())
                snapshot, figures = self.take(program, "--redact")
                self.assertNotIn(b"hush", self.out.read_bytes())
                nodes = self.nodes_of(snapshot)
                self.assertEqual(len(nodes), figures["node_count"])
                names = [node["name"] for node in nodes.values()]
                self.assertEqual(names.count("dom::Element"), 4)

    def test_a_comparison_writes_one(self):
        for program in HEAP_PROGRAMS:
            with self.subTest(program):
                _, figures = self.take(program, "--compare")
                self.assertEqual(figures["path"], str(self.out))
                self.assertEqual(list(self.folder.glob("*.heapsnapshot*")),
                                 [self.out])

    def test_the_table_says_what_was_written(self):
        result = self.run_program("halfword-dom", self.page, "--snapshot",
                                  self.out)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertRegex(result.stdout, r"\nHeap snapshot: [\d.]+ KiB, \d+ "
                         r"objects, written in [\d.]+ (ms|µs)\.\n")

    def test_no_snapshot_unless_asked_for(self):
        result = self.run_program("halfword-dom", "--json", self.page)
        self.assertNotIn("snapshot", json.loads(result.stdout))

    def test_malloc_cannot(self):
        result = self.run_program("halfword-dom-malloc", self.page,
                                  "--snapshot", self.out)
        self.assertEqual(result.stderr, "halfword-dom-malloc: --snapshot: only "
                         "builds with a heap can, halfword-dom and "
                         "halfword-dom-64\n")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertFalse(self.out.exists())

    def test_a_page_is_not_written_over(self):
        for program in PROGRAMS:
            with self.subTest(program):
                result = self.run_program(program, "--snapshot", self.page,
                                          self.page)
                self.assertRegex(result.stderr, rf"^{program}: [^\n]*ends like "
                                 r"a page, [^\n]+\n$")
                self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertEqual(pathlib.Path(self.page).read_bytes(), self.HTML)

    def test_what_cannot_be_written_is_one_line(self):
        # /proc is closed to root, too.
        for out, reason in [
                ("/proc/x.heapsnapshot", "cannot create /proc/x.heapsnapshot"
                 ".tmp: No such file or directory"),
                (str(self.folder), f"cannot replace {self.folder}: it is no ")]:
            for program in HEAP_PROGRAMS:
                with self.subTest(program, out=out):
                    result = self.run_program(program, "--json", self.page,
                                              "--snapshot", out)
                    self.assertRegex(result.stderr,
                                     rf"^{program}: {reason}[^\n]*\n$")
                    self.assertEqual(result.returncode, 1)
                    # What was measured is not lost.
                    report = json.loads(result.stdout)
                    self.assertEqual(report["files"], [self.page])
                    self.assertNotIn("snapshot", report)

    def test_a_closed_folder_keeps_its_snapshot(self):
        closed = self.folder / "closed"
        closed.mkdir()
        old = closed / "old.heapsnapshot"
        old.write_bytes(b"old")
        closed.chmod(0o555)
        self.addCleanup(closed.chmod, 0o700)
        self.folder.chmod(0o755)
        options = {"user": 65534} if os.geteuid() == 0 else {}
        program = self.copy_program("halfword-dom")
        result = subprocess.run([program, self.page, "--snapshot", old],
                                text=True, capture_output=True, **options)
        self.assertEqual(result.stderr, f"halfword-dom: cannot create {old}"
                         ".tmp: Permission denied\n")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(old.read_bytes(), b"old")

    def test_replaces_an_old_one(self):
        for program in HEAP_PROGRAMS:
            with self.subTest(program):
                self.out.write_bytes(b"old")
                snapshot, _ = self.take(program)
                self.assertIn("nodes", snapshot)
                self.assertEqual(list(self.folder.glob("out*")), [self.out])


if __name__ == "__main__":
    main()
