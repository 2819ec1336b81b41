#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Runs the command line as a user would. Usage: cli_test.py PROGRAM"""

import csv
import gzip
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
                          ["snapshot", "diff", "--help"],
                          ["snapshot", "export", "--help"]):
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
        self.expect_error(2, "called 'foo'", "foo")
        self.expect_error(2, "called 'foo'", "snapshot", "foo", self.old)
        self.expect_error(2, "FILE", "snapshot", "summary")
        for count in ("0", "-1", "1x", "0x10"):
            self.expect_error(2, "expected a whole number above 0", "snapshot",
                              "summary", self.old, "--top=" + count)
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
        self.assertEqual(document["text_bytes"], self.old.stat().st_size)
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

    def test_people_see_30_rows(self):
        path = self.write("many.heapsnapshot", snapshot(
            [(f"Class{place}", 3 + 2 * place, 100) for place in range(45)]))
        for command in (["summary", path], ["diff", self.old, path]):
            with self.subTest(command[0]):
                command = ["snapshot", *command]
                text = self.run_program(*command).stdout
                self.assertIn("\n15 more (--top N, --all)\n"
                              if command[1] == "summary"
                              else "\n17 more (--top N, --all)\n", text)
                self.assertEqual(text.count("\nClass"), 30)
                text = self.run_program(*command, "--all").stdout
                self.assertNotIn("more (", text)
                self.assertEqual(text.count("\nClass"), 45)
                self.assertIn(" more (", self.run_program(
                    *command, "--top", "3").stdout)
                self.expect_error(2, "excludes", *command, "--top", "3",
                                  "--all")
        document = self.expect_json("snapshot", "summary", path)
        self.assertEqual(len(document["classes"]), 45)

    def test_names_cannot_turn_a_line_around(self):
        path = self.write("odd\u202e.heapsnapshot", snapshot(
            [("a\u202eb\x1b[31m\u009b", 3, 100)]))
        for command in (["summary"], ["info"], ["dominators"], ["leaks"],
                        ["objects", "/a/"], ["object", "3"],
                        ["retainers", "3"], ["retainers", "/a/"]):
            with self.subTest(command):
                result = self.run_program("snapshot", command[0], path,
                                          *command[1:])
                self.assertEqual(result.returncode, 0)
                for bad in "\u202e\x1b\u009b":
                    self.assertNotIn(bad, result.stdout)
        self.assertIn("a?b?[31m?", self.run_program(
            "snapshot", "summary", path).stdout)

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
        self.assertEqual(document, self.expect_json("snapshot", "retainers",
                                                    path, "@7"))
        row = {"edge": "cache", "edge_type": "property", "id": 3,
               "name": "Session", "distance": 1}
        weak = {"edge": "old", "edge_type": "weak", "id": 5,
                "name": "Session", "distance": 1}
        heavy = {"edge": "cache", "id": 3, "name": "Session",
                 "retained_bytes": 20}
        self.assertEqual(document, {
            "id": 7, "name": "Cache", "distance": 2, "self_bytes": 10,
            "retained_bytes": 10, "retainers": [row], "weak_holders": [weak],
            "path": [row], "heaviest_path": [heavy]})
        result = self.run_program("snapshot", "retainers", path, "7")
        self.assertIn("Session @3", result.stdout)
        self.assertIn("weakly held by", result.stdout)
        document = self.expect_json("snapshot", "retainers", path, "/^Ca/")
        self.assertEqual(document, {
            "selector": "/^Ca/", "count": 1,
            "holders": [{"class": "Session", "edge": "cache", "count": 1}],
            "ways": [{"count": 1, "id": 7, "name": "Cache",
                      "retained_bytes": 10,
                      "path": [{"id": 3, "name": "Session"},
                               {"edge": "cache", "id": 7, "name": "Cache"}]}],
            "objects": [{"id": 7, "name": "Cache", "distance": 2,
                         "retained_bytes": 10,
                         "path": [{"id": 3, "name": "Session"},
                                  {"edge": "cache", "id": 7,
                                   "name": "Cache"}]}]})
        result = self.run_program("snapshot", "retainers", path, "Cache")
        self.assertIn("Cache: 1 objects", result.stdout)

    def test_ways_that_are_equal(self):
        # A Map whose table, an array, has two Items.
        header = json.loads(self.old.read_text())["snapshot"]
        header.update(node_count=5, edge_count=4)
        header["meta"]["node_types"][0] += ["array"]
        header["meta"]["edge_types"][0] += ["internal"]
        path = self.write("map.heapsnapshot", json.dumps({
            "snapshot": header,
            "nodes": [0, 0, 1, 0, 1, 1, 1, 3, 10, 1, 3, 0, 5, 100, 2,
                      1, 2, 7, 10, 0, 1, 2, 9, 11, 0],
            "edges": [2, 4, 5, 4, 3, 10, 4, 5, 15, 4, 6, 20],
            "strings": ["", "Map", "Item", "table", "map", "7", "10"]},
            separators=(",", ":")))
        document = self.expect_json("snapshot", "retainers", path, "Item")
        self.assertEqual(document["holders"], [
            {"class": "(array)", "owner": "Map", "edge": "[]", "count": 2}])
        self.assertEqual(len(document["objects"]), 2)
        (way,) = document["ways"]
        self.assertEqual((way["count"], way["id"]), (2, 9))
        self.assertEqual(way["path"][-1]["edge"], "[]")
        result = self.run_program("snapshot", "retainers", path, "Item")
        self.assertRegex(result.stdout, r"\(array\) of Map +\[\] +2\n")
        self.assertIn("\n2 such as Item @9 retains 11 B\n  Map @3\n",
                      result.stdout)

    def test_what_no_object_is(self):
        command = ("snapshot", "retainers", self.old)
        self.expect_error(1, "no object has the id 8", *command, "8")
        self.expect_error(1, "no object is of such a class", *command, "Foo")
        self.expect_error(2, "missing )", *command, "/(/")
        self.expect_error(2, "4294967296: ids are less than", *command,
                          "@4294967296")


class ObjectTest(CliTest):

    def setUp(self):
        super().setUp()
        # Window 3 has two Sessions; that in an element has a name, a string.
        meta = json.loads(self.old.read_text())["snapshot"]["meta"]
        meta["location_fields"] = ["object_index", "script_id", "line",
                                   "column"]
        self.path = self.write("objects.heapsnapshot", json.dumps({
            "snapshot": {"meta": meta, "node_count": 5, "edge_count": 5},
            "nodes": [0, 0, 1, 0, 1, 1, 1, 3, 10, 2, 1, 2, 5, 20, 1,
                      1, 2, 7, 30, 1, 2, 3, 9, 40, 0],
            "edges": [2, 4, 5, 0, 8, 10, 1, 5, 15, 1, 6, 20, 3, 6, 20],
            "locations": [10, 7, 0, 4],
            "strings": ["", "Window", "Session", "a\nname", "w", "last",
                        "name"]}, separators=(",", ":")))

    def test_one(self):
        document = self.expect_json("snapshot", "object", self.path, "@5")
        self.assertEqual(document, {
            "id": 5, "name": "Session", "type": "object", "class": "Session",
            "distance": 2, "self_bytes": 20, "retained_bytes": 60,
            "dominator": {"id": 3, "name": "Window"},
            "location": {"script_id": 7, "line": 1, "column": 5},
            "field_count": 1,
            "fields": [{"edge": "name", "edge_type": "property", "id": 9,
                        "name": "a\nname", "type": "string",
                        "self_bytes": 40, "retained_bytes": 40}]})
        result = self.run_program("snapshot", "object", self.path, "5")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("Session @5: object of class Session\n", result.stdout)
        self.assertIn("source     script 7, 1:5\n", result.stdout)
        self.assertRegex(result.stdout, r'name +"a\Sname" @9 +40 B +40 B\n')
        result = self.run_program("snapshot", "object", self.path, "3")
        self.assertRegex(result.stdout, r"\[8\] +Session @5 ")
        result = self.run_program("snapshot", "object", self.path, "7")
        self.assertIn("name (weak)", result.stdout)
        root = self.expect_json("snapshot", "object", self.path, "1")
        self.assertNotIn("dominator", root)
        self.expect_error(1, "no object has the id 4", "snapshot", "object",
                          self.path, "4")
        self.expect_error(2, "expected an id", "snapshot", "object",
                          self.path, "Session")

    def test_those_of_a_class(self):
        command = ("snapshot", "objects", self.path, "Session")
        document = self.expect_json(*command)
        self.assertEqual((document["count"], document["self_bytes"]), (2, 50))
        self.assertEqual(document["objects"], [
            {"id": 5, "name": "Session", "class": "Session", "distance": 2,
             "self_bytes": 20, "retained_bytes": 60,
             "location": {"script_id": 7, "line": 1, "column": 5}},
            {"id": 7, "name": "Session", "class": "Session", "distance": 2,
             "self_bytes": 30, "retained_bytes": 30}])
        self.assertEqual(
            len(self.expect_json(*command, "--top", "1")["objects"]), 1)
        result = self.run_program(*command)
        self.assertIn("Session: 2 objects, 50 B\n", result.stdout)
        self.assertRegex(result.stdout,
                         r"Session @5 +2 +20 B +60 B +script 7, 1:5\n")
        self.expect_error(2, "not an id", "snapshot", "objects", self.path,
                          "@5")
        self.expect_error(1, "no object is of such a class", "snapshot",
                          "objects", self.path, "Foo")


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


class CompressedTest(CliTest):

    def compress(self, data, name="old.gz"):
        path = self.folder / name
        path.write_bytes(gzip.compress(data))
        return path

    def test_figures_are_those_of_the_text(self):
        text = self.old.read_bytes()
        path = self.compress(text, "old.heapsnapshot")
        wanted = self.expect_json("snapshot", "summary", self.old)
        self.assertEqual(self.expect_json("snapshot", "summary", path), wanted)
        with path.open() as file:
            self.assertEqual(self.expect_json("snapshot", "summary", "-",
                                              stdin=file), wanted)
        diff = self.expect_json("snapshot", "diff", path, self.old)
        self.assertEqual(diff["classes"], [])

    def test_standard_input_from_a_pipe(self):
        data = gzip.compress(self.old.read_bytes())
        done = subprocess.run(
            [PROGRAM, "snapshot", "info", "-", "--json"], input=data,
            capture_output=True, check=True, timeout=60)
        document = json.loads(done.stdout)
        self.assertEqual(document["file_bytes"], len(data))
        self.assertEqual(document["text_bytes"], self.old.stat().st_size)

    def test_info_tells_both_sizes(self):
        path = self.compress(self.old.read_bytes())
        result = self.run_program("snapshot", "info", path)
        self.assertRegex(result.stdout,
                         r"file +\d+ B, \d+ B decompressed\n")

    def test_damage_is_one_line_with_its_place(self):
        data = gzip.compress(self.old.read_bytes())
        path = self.folder / "bad.gz"
        bad = {"is cut off here": data[:-1],
               "something else": data + b"x",
               "incorrect data check": data[:-8] + b"1234" + data[-4:]}
        for text, content in bad.items():
            with self.subTest(text):
                path.write_bytes(content)
                self.expect_error(1, text, "snapshot", "info", path)
                self.expect_error(1, "bad.gz: compressed byte ", "snapshot",
                                  "summary", path)
        path.write_bytes(b"\x28\xb5\x2f\xfd")
        self.expect_error(1, "compressed byte 4: is cut off here", "snapshot",
                          "info", path)

    def test_a_bomb(self):
        path = self.folder / "bomb.gz"
        path.write_bytes(gzip.compress(bytes(16 << 20)) * 17)
        self.expect_error(1, "250 times as long", "snapshot", "info", path)

    def test_folders_for_temporary_files(self):
        path = self.compress(self.old.read_bytes())
        environment = dict(os.environ)
        for folder in ("", ".", str(self.folder)):
            environment["TMPDIR"] = folder
            self.expect_json("snapshot", "info", path, env=environment,
                             cwd=self.folder)
        # In the last, nobody can make a file.
        for folder in ("/nowhere", "nowhere", "/dev/null", "/proc/self"):
            environment["TMPDIR"] = folder
            self.expect_error(1, f"cannot be copied to {folder} (TMPDIR",
                              "snapshot", "info", path, env=environment)

    def test_a_limit_of_file_sizes(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        environment = {**os.environ, "TMPDIR": str(self.folder)}
        self.expect_error(1, f"cannot be copied to {self.folder} (TMPDIR names "
                          "the folder): File too large", "snapshot", "info",
                          self.compress(self.old.read_bytes()),
                          preexec_fn=limit, env=environment)
        self.assertEqual(sorted(file.name for file in self.folder.iterdir()),
                         ["new.heapsnapshot", "old.gz", "old.heapsnapshot"])


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
                        [PROGRAM, *map(str, self.export(form, path="-"))],
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


class BadFileTest(CliTest):

    def test_each_is_one_line_with_its_name(self):
        text = self.old.read_text()
        bad = {
            "empty": "",
            "foreign": "no snapshot\n",
            "cut": text[:len(text) // 2],
            "cut_strings": text[:-3],
            "extra": text.replace('"node_count"', '"extra_native_bytes":'
                                  '18446744073709551615,"node_count"'),
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
        for arguments in (["snapshot", "info", self.old], ["--help"],
                          ["--version"], ["snapshot", "diff", "--help"],
                          ["completion", "bash"]):
            with self.subTest(arguments), open("/dev/full", "w",
                                               encoding="utf-8") as full:
                done = subprocess.run([PROGRAM, *arguments],
                                      stdout=full, stderr=subprocess.PIPE,
                                      check=False, timeout=60)
                self.assertEqual(done.returncode, 1)
                self.assertIn(b"halfword: standard output: ", done.stderr)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
