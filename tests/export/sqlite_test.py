#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""The guide's queries in SQLite. Usage: sqlite_test.py PROGRAM"""

import sqlite3

import example_heap
import export_testing
from export_testing import ExportTest, as_text, guide_blocks


class SqliteTest(ExportTest):

    def test_reads_any_text(self):
        folder = self.export_odd_texts("sqlite")
        database = sqlite3.connect(folder / "snapshot.sqlite")
        self.addCleanup(database.close)
        for query in ("SELECT name FROM nodes WHERE id > 1 ORDER BY id",
                      "SELECT name FROM edges ORDER BY to_id"):
            self.assertEqual([name for name, in database.execute(query)],
                             example_heap.ODD_TEXTS)

    def test_guide(self):
        self.enter_guide()
        shell, *queries = guide_blocks("SQLite")
        self.run_shell(shell[0])
        database = sqlite3.connect("tuesday/snapshot.sqlite")
        self.addCleanup(database.close)
        self.assertTrue(queries)
        for query, wanted in queries:
            self.assertEqual(as_text(database.execute(query)), wanted)


if __name__ == "__main__":
    export_testing.main()
