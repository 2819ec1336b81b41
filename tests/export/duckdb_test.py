#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""The guide's queries in DuckDB. Usage: duckdb_test.py PROGRAM"""

import duckdb

import example_heap
import export_testing
from export_testing import ExportTest, as_text, guide_blocks


class DuckdbTest(ExportTest):

    def test_reads_any_text(self):
        for form, source in (
                ("csv", "read_csv('{}/nodes.csv', allow_quoted_nulls = false)"),
                ("parquet", "read_parquet('{}/nodes.parquet')")):
            with self.subTest(form):
                folder = self.export_odd_texts(form)
                rows = duckdb.sql(f"SELECT name FROM {source.format(folder)} "
                                  "WHERE id > 1 ORDER BY id").fetchall()
                self.assertEqual([name for name, in rows],
                                 example_heap.ODD_TEXTS)

    def test_guide(self):
        self.enter_guide()
        self.run_shell(guide_blocks("Exporting")[0][0])
        queries = guide_blocks("DuckDB")
        self.assertGreater(len(queries), 5)
        for query, wanted in queries:
            with self.subTest(query):
                result = duckdb.sql(query)
                if wanted is not None:
                    self.assertEqual(as_text(result.fetchall()), wanted)


if __name__ == "__main__":
    export_testing.main()
