# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""What tests of the command line share: two small snapshots, and a call of the
program with what a user would look at."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

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
    program = ""  # main() takes it from the command line

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
        return subprocess.run([self.program, *map(str, arguments)], text=True,
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


def main():
    """Runs the cases of the calling script: SCRIPT PROGRAM [OPTION]..."""
    CliTest.program = sys.argv.pop(1)
    unittest.main()
