#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""How long a virtual machine is uneasy after a large process has ended.

Where its balloon reports free pages, the host takes back, in a few passes two
seconds apart, what a process has freed. On one such machine every access of
another process to its own pages was slow once after such a pass: 70 to 190 ms
in one batch of a loop that only read and wrote one gigabyte, on 17 of 20
occasions, each within 10 seconds of the end of a process of 2 GB. A suite that
looks for the longest stop of a millisecond would measure that.
"""

import pathlib
import time

DEVICES = pathlib.Path("/sys/bus/virtio/drivers/virtio_balloon")
# VIRTIO_BALLOON_F_REPORTING of the Virtual I/O Device specification.
REPORTING_BIT = 5
SUITES = ("pauses",)
LARGE_BYTES = 256 << 20
SECONDS = 12


def reports_free_pages(devices=DEVICES):
    """Whether this is a machine that gives freed pages back to its host."""
    for features in devices.glob("*/features"):
        try:
            bits = features.read_text().strip()
        except OSError:
            continue
        if bits[REPORTING_BIT:REPORTING_BIT + 1] == "1":
            return True
    return False


class Settling:
    """Told of each process, waits before those of SUITES until all is quiet."""

    def __init__(self, is_uneasy, now=time.monotonic, sleep=time.sleep):
        self._is_uneasy = is_uneasy
        self._now = now
        self._sleep = sleep
        self._quiet_from = now()

    def note_end(self, peak_bytes):
        """A process has ended that had so much memory at most."""
        if self._is_uneasy and peak_bytes >= LARGE_BYTES:
            self._quiet_from = self._now() + SECONDS

    def wait_before(self, suite):
        left = self._quiet_from - self._now()
        if suite in SUITES and left > 0:
            self._sleep(left)
