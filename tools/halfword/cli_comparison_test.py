#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Files compared on the command line, and what they have too much of.
Usage: cli_comparison_test.py PROGRAM"""

import json

from cli_testing import CliTest, main, OLD, snapshot


class DiffTest(CliTest):

    def test_objects_that_are_new(self):
        command = ("snapshot", "diff", self.old, self.new, "--objects")
        document = self.expect_json(*command, "/ess/")
        self.assertEqual(document["objects"], [
            {"id": 9, "class": "Session", "self_bytes": 1100}])
        result = self.run_program(*command, "Session")
        self.assertRegex(result.stdout, r"Session @9 +1.1 kB\n")
        self.assertEqual(self.expect_json(*command, "Cache")["objects"], [])
        self.expect_error(2, "--objects Sesion: no file has a class of this "
                          "name; near: Session", *command, "Sesion")

    def test_json(self):
        document = self.expect_json("snapshot", "diff", self.old, self.new)
        self.assertEqual(document, {"classes": [
            {"name": "Session", "added_count": 1, "removed_count": 1,
             "added_bytes": 1100, "removed_bytes": 100,
             "delta_bytes": 1000}], "grown": [], "failed": [],
            "doubts": []})

    def test_a_third_file(self):
        later = self.write("later.heapsnapshot",
                           snapshot([("Session", 9, 1100)]))
        command = ("snapshot", "diff", self.old, self.new, later)
        document = self.expect_json(*command)
        row = document["classes"][0]
        self.assertEqual((row["kept_count"], row["kept_bytes"]), (1, 1100))
        document = self.expect_json(*command, "--fail-on-growth",
                                    "/ess/=1kB", status=1)
        self.assertEqual(
            document["failed"],
            ["Session has grown by 1100 bytes, more than 1000"])

    def test_what_has_grown(self):
        new = self.write("grown.heapsnapshot", snapshot([("Cache", 7, 90)]))
        old = self.write("small.heapsnapshot", snapshot([("Cache", 7, 50)]))
        document = self.expect_json("snapshot", "diff", old, new)
        self.assertEqual(document, {
            "classes": [], "failed": [], "doubts": [], "grown": [
                {"name": "Cache", "grown_count": 1, "grown_bytes": 40}]})
        self.expect_json("snapshot", "diff", old, new, "--fail-on-growth",
                         "Cache=39", status=1)
        result = self.run_program("snapshot", "diff", old, new)
        self.assertRegex(result.stdout, r"Cache +1 +\+40 B\n")

    def test_a_third_file_of_what_has_grown(self):
        files = [self.write(name, snapshot([("Cache", 7, size)]))
                 for name, size in (("a", 50), ("b", 90), ("c", 70))]
        command = ("snapshot", "diff", *files)
        document = self.expect_json(*command)
        self.assertEqual(document["grown"], [
            {"name": "Cache", "grown_count": 1, "grown_bytes": 40,
             "kept_count": 1, "kept_bytes": 20}])
        self.expect_json(*command, "--fail-on-growth", "Cache=20")
        document = self.expect_json(*command, "--fail-on-growth", "Cache=19",
                                    status=1)
        self.assertEqual(document["failed"],
                         ["Cache has grown by 20 bytes, more than 19"])
        result = self.run_program(*command)
        self.assertRegex(result.stdout, r"Cache +1 +\+40 B +1 +20 B\n")

    def test_growth_fails(self):
        bound = ("snapshot", "diff", self.old, self.new, "--fail-on-growth")
        self.expect_json(*bound, "Session=1000")
        document = self.expect_json(*bound, "Session=999", status=1)
        self.assertEqual(
            document["failed"],
            ["Session has grown by 1000 bytes, more than 999"])

    def test_files_of_other_programs(self):
        other = self.write("other.heapsnapshot",
                           snapshot([("Session", 13, 100)]))
        result = self.run_program("snapshot", "diff", self.old, other)
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stderr, "halfword: warning: "
                         f"{self.old} and {other} have no object in common: "
                         "is it one program?\n")
        result = self.run_program("snapshot", "diff", self.old, self.new,
                                  other, "--json")
        self.assertEqual(json.loads(result.stdout)["doubts"],
                         [f"{self.new} and {other} have no object in common"])
        node = self.write("node.heapsnapshot", snapshot(
            OLD + [("node:internal/bootstrap/realm", 13, 8)]))
        chrome = self.write("chrome.heapsnapshot", snapshot(
            OLD + [("HTMLDocument", 13, 8)]))
        result = self.run_program("snapshot", "diff", node, chrome)
        self.assertIn(" are of Node.js and of Chrome: ", result.stderr)

    def test_a_bound_on_what_is_in_no_file(self):
        bound = ("snapshot", "diff", self.old, self.new, "--fail-on-growth")
        self.expect_error(2, "Sesion=1: no file has a class of this name; "
                          "near: Session (--allow-missing", *bound, "Sesion=1")
        self.expect_error(2, "/^Other/=0: no file", *bound, "/^Other/=0")
        result = self.run_program(*bound, "Sesion=1", "--allow-missing",
                                  "--json")
        self.assertEqual(result.returncode, 0)
        self.assertEqual(json.loads(result.stdout)["failed"], [])
        self.assertEqual(
            result.stderr, "halfword: warning: --fail-on-growth Sesion=1: no "
            "file has a class of this name; near: Session\n")
        # Of what has not changed there is a class, too.
        self.expect_json(*bound, "Cache=0")

    def test_equal_files_have_no_rows(self):
        document = self.expect_json("snapshot", "diff", self.old, self.old)
        self.assertEqual(document["classes"], [])


class FindingsTest(CliTest):

    def test_duplicates(self):
        # Two equal strings and one other, below the root.
        text = snapshot([("text", 3, 16), ("text", 5, 24), ("other", 7, 16)])
        text = text.replace('[0,0,1,0,3,1', '[0,0,1,0,3,2')
        text = text.replace(',0,1,2,5', ',0,2,2,5')
        path = self.write("text.heapsnapshot", text)
        document = self.expect_json("snapshot", "duplicates", path)
        self.assertEqual(document["strings"], [
            {"text": "text", "is_cut": False, "may_differ": False, "count": 2,
             "self_bytes": 40, "retained_bytes": 40, "wasted_bytes": 16,
             "ids": [3, 5]}])
        self.assertEqual(document["string_wasted_bytes"], 16)
        self.assertEqual(document["objects"], [])
        result = self.run_program("snapshot", "duplicates", path)
        self.assertRegex(result.stdout, r"text +2 +40 B +16 B +@3\n")

    def collection(self, name, count):
        """A Window that holds an Array of so many references."""
        header = json.loads(self.old.read_text())["snapshot"]
        header.update(node_count=4, edge_count=count + 2)
        return self.write(name, json.dumps({
            "snapshot": header,
            "nodes": [0, 0, 1, 0, 1, 1, 1, 3, 10, 1, 1, 2, 5, 100, count,
                      1, 3, 7, 10, 0],
            "edges": [2, 4, 5, 1, 5, 10] + count * [0, 1, 15],
            "strings": ["", "Window", "Array", "Item", "w", "list"]},
            separators=(",", ":")))

    def test_leaks(self):
        path = self.collection("new.heapsnapshot", 1500)
        way = [{"id": 3, "name": "Window"},
               {"edge": "list", "id": 5, "name": "Array"}]
        suspect = {"id": 5, "name": "Array", "class": "Array",
                   "retained_bytes": 110, "path": way}
        document = self.expect_json("snapshot", "leaks", path)
        self.assertEqual(document, {
            "total_bytes": 120, "detached": [], "closures": [],
            "dominators": [],
            "collections": [{**suspect, "reference_count": 1500}]})
        older = self.collection("old.heapsnapshot", 1200)
        document = self.expect_json("snapshot", "leaks", path, "--since",
                                    older)
        self.assertEqual(document["collections"][0]["growth"], 300)
        self.assertEqual(document["grown"], [])
        result = self.run_program("snapshot", "leaks", path, "--since", older)
        self.assertIn("Array @5 retains 110 B, references: 1,500, growth: +300"
                      "\n    Window @3\n    list: Array @5\n", result.stdout)

    def test_leaks_of_what_refers_to_nothing(self):
        older = self.write("small", snapshot([("List", 3, 100)]))
        path = self.write("large", snapshot([("List", 3, 5100)]))
        row = {"id": 3, "name": "List", "class": "List", "grown_bytes": 5000,
               "retained_bytes": 5100, "path": [{"id": 3, "name": "List"}]}
        document = self.expect_json("snapshot", "leaks", path, "--since",
                                    older)
        self.assertEqual(document["grown"], [row])
        result = self.run_program("snapshot", "leaks", path, "--since", older)
        self.assertTrue(result.stdout.startswith(
            "Larger than before\n  List @3 retains 5.1 kB, growth: +5.0 kB\n"),
            result.stdout)

    def test_leaks_name_the_file_that_is_bad(self):
        bad = self.write("bad.heapsnapshot", "")
        result = self.run_program("snapshot", "leaks", self.new, "--since",
                                  bad)
        self.assertEqual(result.stderr, f"halfword: {bad}: is empty\n")

    def test_leaks_of_an_older_file_that_is_missing(self):
        self.expect_error(1, "missing: cannot be opened", "snapshot", "leaks",
                          self.new, "--since", self.folder / "missing")


if __name__ == "__main__":
    main()
