# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""A terminal for the programs that tests run: what they say to people only."""

import os
import pty


def on_terminal(run):
    """What run(terminal) returns, and all bytes that were written to the
    terminal meanwhile. They are read afterwards: some pages of them at most."""
    reader, terminal = pty.openpty()
    try:
        result = run(terminal)
    finally:
        os.close(terminal)
    output = b""
    with open(reader, "rb", buffering=0) as file:
        # One read may give a part: the kernel hands lines over while they are
        # read.
        while True:
            try:
                output += file.read(4096)
            except OSError:  # the end
                return result, output
