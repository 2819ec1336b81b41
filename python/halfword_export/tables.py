# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""What the columns of tables are, and the files that they become.

Only the rows of one group are in memory at a time.
"""

import pyarrow
from pyarrow import csv, ipc, parquet

NUMBER = pyarrow.int64()
TEXT = pyarrow.string()
SCHEMAS = {
    "nodes": pyarrow.schema([
        ("id", NUMBER), ("type", TEXT), ("name", TEXT), ("class", TEXT),
        ("self_bytes", NUMBER), ("retained_bytes", NUMBER),
        ("distance", pyarrow.int32()), ("dominator_id", NUMBER),
        ("detachedness", pyarrow.int8())]),
    "edges": pyarrow.schema([
        ("from_id", NUMBER), ("type", TEXT), ("name", TEXT),
        ("to_id", NUMBER)]),
    "strings": pyarrow.schema([("index", NUMBER), ("text", TEXT)]),
}
# Of these few are different; others are only looked at (Parquet).
DICTIONARIES = ["type", "name", "class"]
# A reader skips whole groups, and takes one a thread.
GROUP_ROWS = 1 << 18
# More than the longest row: texts end after 128 KiB.
BLOCK_BYTES = 4 << 20


class ParquetFile:
    """Columns in groups of rows."""

    def __init__(self, sink, schema):
        dictionaries = [name for name in schema.names if name in DICTIONARIES]
        self._writer = parquet.ParquetWriter(
            sink, schema, compression="zstd", use_dictionary=dictionaries,
            write_batch_size=1024)
        self._waiting = []
        self._rows = 0

    def write(self, batch):
        self._waiting.append(batch)
        self._rows += batch.num_rows
        if self._rows >= GROUP_ROWS:
            self._write_group()

    def _write_group(self):
        if self._waiting:
            table = pyarrow.Table.from_batches(self._waiting)
            self._writer.write_table(table, row_group_size=table.num_rows)
        self._waiting = []
        self._rows = 0

    def close(self):
        self._write_group()
        self._writer.close()


class ArrowFile:
    """Record batches, as they come."""

    def __init__(self, sink, schema):
        self._writer = ipc.new_file(
            sink, schema, options=ipc.IpcWriteOptions(compression="zstd"))

    def write(self, batch):
        self._writer.write_batch(batch)

    def close(self):
        self._writer.close()


FORMATS = {"parquet": ParquetFile, "arrow": ArrowFile}


def read_batches(stream, schema):
    """Yields the rows of a table. What has no quotes and is empty is null."""
    reader = csv.open_csv(
        stream,
        read_options=csv.ReadOptions(block_size=BLOCK_BYTES,
                                     use_threads=False),
        parse_options=csv.ParseOptions(newlines_in_values=True),
        convert_options=csv.ConvertOptions(
            column_types=dict(zip(schema.names, schema.types)),
            null_values=[""], strings_can_be_null=False))
    if reader.schema != schema:
        raise ValueError("halfword_export is of another version than halfword: "
                         f"columns {', '.join(reader.schema.names)}")
    yield from reader


def write_table(kind, name, stream, path):
    """Writes one table from a stream of CSV to a file that is there already."""
    schema = SCHEMAS[name]
    with pyarrow.OSFile(path, "wb") as sink:
        file = FORMATS[kind](sink, schema)
        for batch in read_batches(stream, schema):
            file.write(batch)
        file.close()
