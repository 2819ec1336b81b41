#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Parquet and Arrow, read by pyarrow again. Usage: pyarrow_test.py PROGRAM"""

import csv
import os
import resource
import subprocess
import sys

from pyarrow import feather, parquet

import example_heap
import export_testing
from export_testing import ROOT, ExportTest

READERS = {"parquet": parquet.read_table, "arrow": feather.read_table}


def limit_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))


class PyarrowTest(ExportTest):

    def write_large(self):
        """2,000 nodes, each with a name of its own."""
        heap = example_heap.Heap()
        for place in range(2000):
            heap.add("string", f"text {place * 7919}", 3 + 2 * place, 8)
            heap.connect(1, "property", f"name {place}", 3 + 2 * place)
        path = self.folder / "large.heapsnapshot"
        path.write_text(heap.text())
        return path

    def test_is_what_csv_is(self):
        path = self.write_large()
        self.export(path, "csv", self.folder / "csv")
        for form, read in READERS.items():
            document = self.export(path, form, self.folder / form)
            for table, file in zip(document["tables"], document["files"]):
                name = table["name"]
                self.assertEqual(os.path.getsize(file["path"]),
                                 file["file_bytes"])
                with open(self.folder / "csv" / f"{name}.csv",
                          newline="", encoding="utf-8") as content:
                    wanted = list(csv.DictReader(content))
                rows = read(self.folder / form / f"{name}.{form}").to_pylist()
                self.assertEqual(len(rows), table["row_count"])
                self.assertEqual(
                    [{key: "" if cell is None else str(cell)
                      for key, cell in row.items()} for row in rows], wanted)

    def test_reads_any_text(self):
        for form, read in READERS.items():
            folder = self.export_odd_texts(form)
            table = read(folder / f"nodes.{form}")
            self.assertEqual(table["name"].to_pylist()[1:],
                             example_heap.ODD_TEXTS)
            self.assertEqual(table["dominator_id"].to_pylist()[:2], [None, 1])

    def test_a_table_may_be_empty(self):
        path = self.folder / "root.heapsnapshot"
        path.write_text(example_heap.Heap().text())
        for form, read in READERS.items():
            self.export(path, form, self.folder / form)
            self.assertEqual(
                read(self.folder / form / f"edges.{form}").num_rows, 0)

    def test_a_full_disk_leaves_nothing(self):
        path = self.write_large()
        for form in READERS:
            result = self.run_program(
                "snapshot", "export", path, "--format", form, "-o",
                self.folder / form, preexec_fn=limit_files)
            self.assertEqual(result.returncode, 1)
            self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
            self.assertIn("cannot write", result.stderr)
            self.assertFalse((self.folder / form).exists())

    def test_input_that_is_cut_off_is_an_error(self):
        frame = b"index,text\n0,\"a\"\n"
        path = self.folder / "strings.parquet"
        whole = len(frame).to_bytes(4, "little") + frame + bytes(4)
        for data, status in ((whole, 0), (whole[:-1], 1), (whole[:9], 1)):
            result = subprocess.run(
                [sys.executable, "-B", "-c",
                 "import sys; from halfword_export.run import main; "
                 "sys.exit(main())", "parquet", "strings", str(path)],
                input=data, capture_output=True, check=False, timeout=60,
                env={**os.environ, "PYTHONPATH": str(ROOT / "python")})
            self.assertEqual(result.returncode, status, result.stderr)
            if status:
                self.assertIn(b"ends too early", result.stdout)


if __name__ == "__main__":
    export_testing.main()
