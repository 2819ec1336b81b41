# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""The tables on standard input, one behind the other.

Each is a sequence of frames: a length of four bytes, little-endian, and so many
bytes; a length of 0 ends the table. An input that ends elsewhere was cut off.
"""

import io

LENGTH_BYTES = 4
BUFFER_BYTES = 1 << 18


class CutOff(Exception):
    """Who sends the tables has ended in the middle of one."""


class _Frames(io.RawIOBase):
    """The bytes of one table."""

    def __init__(self, stream):
        super().__init__()
        self._stream = stream
        self._left = 0  # of this frame
        self._at_end = False

    def readable(self):
        return True

    def readinto(self, buffer):
        if self._left == 0 and not self._at_end:
            length = self._stream.read(LENGTH_BYTES)
            if len(length) != LENGTH_BYTES:
                raise CutOff("the table ends too early")
            self._left = int.from_bytes(length, "little")
            self._at_end = self._left == 0
        if self._at_end:
            return 0
        wanted = memoryview(buffer)[:self._left]
        count = self._stream.readinto(wanted)
        if not count:
            raise CutOff("the table ends too early")
        self._left -= count
        return count


def open_table(stream):
    """The next table of a binary stream, as a file that ends where it ends."""
    return io.BufferedReader(_Frames(stream), BUFFER_BYTES)
