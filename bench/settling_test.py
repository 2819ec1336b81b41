#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Tests of settling.py, with a clock and devices made here."""

import pathlib
import tempfile
import unittest

import settling


class DeviceTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.devices = pathlib.Path(folder.name)

    def add(self, name, features):
        (self.devices / name).mkdir()
        (self.devices / name / "features").write_text(features + "\n")

    def test_a_machine_without_a_balloon_does_not(self):
        self.assertFalse(settling.reports_free_pages(self.devices))
        self.assertFalse(
            settling.reports_free_pages(self.devices / "missing"))

    def test_a_balloon_that_is_not_to_report_does_not(self):
        self.add("virtio0", "01101010")
        self.add("virtio1", "")
        self.assertFalse(settling.reports_free_pages(self.devices))

    def test_a_balloon_that_is_to_report_does(self):
        self.add("virtio0", "01101010")
        self.add("virtio1", "00000100")
        self.assertTrue(settling.reports_free_pages(self.devices))


class SettlingTest(unittest.TestCase):
    def setUp(self):
        self.time = 100.0
        self.slept = []

    def make(self, is_uneasy=True):
        def sleep(seconds):
            self.slept.append(seconds)
            self.time += seconds

        return settling.Settling(is_uneasy, lambda: self.time, sleep)

    def test_waits_after_a_large_process_and_once(self):
        machine = self.make()
        machine.wait_before("pauses")
        machine.note_end(settling.LARGE_BYTES)
        self.time += 2
        machine.note_end(settling.LARGE_BYTES - 1)
        machine.wait_before("pauses")
        machine.wait_before("pauses")
        self.assertEqual(self.slept, [settling.SECONDS - 2])

    def test_other_suites_do_not_wait(self):
        machine = self.make()
        machine.note_end(settling.LARGE_BYTES)
        machine.wait_before("dom")
        self.assertEqual(self.slept, [])

    def test_nothing_waits_where_no_host_takes_pages_back(self):
        machine = self.make(is_uneasy=False)
        machine.note_end(settling.LARGE_BYTES)
        machine.wait_before("pauses")
        self.assertEqual(self.slept, [])


if __name__ == "__main__":
    unittest.main()
