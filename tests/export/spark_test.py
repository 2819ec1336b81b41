#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""The guide's queries in Spark. Usage: spark_test.py PROGRAM"""

import contextlib
import io
import os
import sys

from pyspark.sql import SparkSession

import example_heap
import export_testing
from export_testing import ExportTest, guide_blocks


class SparkTest(ExportTest):

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        os.environ["PYSPARK_PYTHON"] = sys.executable
        cls.spark = (SparkSession.builder.master("local[1]")
                     .config("spark.ui.enabled", "false")
                     .config("spark.driver.bindAddress", "127.0.0.1")
                     .config("spark.driver.host", "127.0.0.1")
                     .config("spark.sql.shuffle.partitions", "1")
                     .getOrCreate())
        cls.addClassCleanup(cls.spark.stop)

    def test_reads_any_text(self):
        folder = self.export_odd_texts("parquet")
        frame = self.spark.read.parquet(str(folder / "nodes.parquet"))
        rows = frame.where("id > 1").orderBy("id").collect()
        self.assertEqual([row["name"] for row in rows], example_heap.ODD_TEXTS)

    def test_reads_any_text_of_csv(self):
        folder = self.export_odd_texts("csv")
        frame = self.spark.read.csv(
            str(folder / "nodes.csv"), header=True, multiLine=True, quote='"',
            escape='"', inferSchema=True)
        rows = frame.where("id > 1").orderBy("id").collect()
        # As the guide says, it takes an empty text for NULL.
        self.assertEqual([row["name"] or "" for row in rows],
                         example_heap.ODD_TEXTS)

    def test_guide(self):
        self.enter_guide()
        self.run_shell(guide_blocks("Exporting")[0][0])
        blocks = guide_blocks("Spark")
        self.assertGreater(len(blocks), 4)
        # Its driver started where this test did.
        place = f'"{self.folder}/tables/'
        names = {}
        for code, wanted in blocks:
            with self.subTest(code):
                printed = io.StringIO()
                with contextlib.redirect_stdout(printed):
                    exec(code.replace('"tables/', place), names)
                self.assertEqual(printed.getvalue().strip(),
                                 (wanted or "").strip())


if __name__ == "__main__":
    export_testing.main()
