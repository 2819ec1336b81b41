#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Single objects on the command line: what dominates, what retains, what they
are. Usage: cli_objects_test.py PROGRAM"""

import json

from cli_testing import CliTest, main


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


if __name__ == "__main__":
    main()
