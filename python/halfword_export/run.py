# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""What `halfword snapshot export` runs: run.py FORMAT [TABLE PATH]...

Says "ready" when it can begin, reads the tables from standard input in this
order and writes each to its path. The last line of what it prints otherwise is
why it failed.
"""

import os
import sys


def run(kind, tables):
    try:
        # pyarrow is what a machine may not have.
        from halfword_export import tables as writers
    except ImportError as error:
        print(f"--format {kind} needs the Python package pyarrow: pip install "
              f"pyarrow ({error})")
        return 1
    from halfword_export.frames import open_table
    print("ready", flush=True)
    for name, path in tables:
        try:
            writers.write_table(kind, name, open_table(sys.stdin.buffer), path)
        except Exception as error:  # whatever it is, it is one line
            reason = str(error).replace("\n", " ") or type(error).__name__
            print(f"cannot write {path}: {reason}")
            return 1
    return 0


def main():
    kind, *words = sys.argv[1:]
    status = run(kind, list(zip(words[::2], words[1::2])))
    sys.stdout.flush()
    # Not by sys.exit(): a thread that pyarrow has not ended yet would end the
    # process by an abort. All files are closed.
    os._exit(status)
