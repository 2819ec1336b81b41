#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Tests of goals.py: which figure is compared with which, and that a goal
without figures is neither reached nor missed."""

import unittest

import goals


def row(variant, cpu_ms, suite="dom", name="random_visit", **more):
    return {"suite": suite, "row": name, "variant": variant,
            "metric": "cpu_ms", "cpu_ms": 2 * cpu_ms, "cpu_ms_min": cpu_ms,
            **more}


class GoalsTest(unittest.TestCase):

    def line(self, rows, place, other, variant="halfword", figure=None):
        """Returns the cells of one goal's line in the report."""
        for line in goals.report(rows).splitlines():
            cells = line.split()
            if (cells[0] == place and cells[1] == variant
                    and cells[3] == other and figure in (None, cells[2])):
                return cells[4:]
        return self.fail(f"no goal for {place}, {variant} and {other}")

    def test_compares_minima_and_takes_the_limit_for_reached(self):
        for mine, verdict in ((1.05, "reached"), (1.06, "MISSED")):
            rows = [row("halfword", mine), row("halfword-64", 1.0)]
            self.assertEqual(
                self.line(rows, "dom/random_visit", "halfword-64"),
                ["1.050", f"{mine:.3f}", verdict])

    def test_a_goal_without_its_rival_is_not_measured(self):
        for rows in ([], [row("halfword", 1.0)],
                     [row("halfword", 1.0), row("halfword-64", 0.0)]):
            self.assertEqual(
                self.line(rows, "dom/random_visit", "halfword-64"),
                ["1.050", "-", "not", "measured"])

    def test_a_goal_without_another_variant_limits_the_figure(self):
        rows = [row("halfword", 1.0, suite="node2", name="bytes_per_node",
                    bytes_per_node=8.25)]
        self.assertEqual(self.line(rows, "node2/bytes_per_node", "itself"),
                         ["8.500", "8.250", "reached"])

    def test_a_goal_of_another_variant_takes_its_figure(self):
        rows = [row(variant, 1.0, "strings", "C_kept_9", bytes_per_string=size)
                for variant, size in (("halfword", 20.4), ("mutable", 29.5))]
        self.assertEqual(self.line(rows, "strings/C_kept_9", "itself"),
                         ["20.700", "20.400", "reached"])
        self.assertEqual(
            self.line(rows, "strings/C_kept_9", "itself", "mutable"),
            ["29.000", "29.500", "MISSED"])

    def test_every_column_of_strings_has_goals_for_time_and_memory(self):
        rows = [row(variant, 1.0, "strings", name, peak_bytes=peak,
                    bytes_per_string=1)
                for name in goals.STRING_ROWS
                for variant, peak in (("halfword", 7), ("malloc", 2))]
        for name in goals.STRING_ROWS:
            place = f"strings/{name}"
            self.assertEqual(
                self.line(rows, place, "malloc", figure="peak_bytes"),
                ["1.000", "3.500", "MISSED"])
            self.assertEqual(
                self.line(rows, place, "malloc", figure="cpu_ms")[1], "1.000")

    def test_a_goal_may_be_set_beside_another_row_of_the_variant(self):
        for mine, verdict in ((1.1, "reached"), (1.2, "MISSED")):
            rows = [row("halfword", 1.0, "pauses", "lru_atomic"),
                    row("boehm", 9.0, "pauses", "lru_atomic"),
                    row("halfword", mine, "pauses", "lru", batch_ms_max=2,
                        peak_bytes=1)]
            self.assertEqual(
                self.line(rows, "pauses/lru", "row:lru_atomic"),
                ["1.100", f"{mine:.3f}", verdict])

    def test_a_goal_may_be_set_beside_another_row_of_a_rival(self):
        rival = "row:one_marker@oilpan-compressed"
        for mine, verdict in ((9.0, "reached"), (9.1, "MISSED")):
            rows = [row("halfword", 1.0, "marking", "one_marker",
                        wall_ms_min=15.0),
                    row("oilpan-compressed", 1.0, "marking", "one_marker",
                        wall_ms_min=60.0),
                    row("halfword", 1.0, "marking", "two_markers",
                        wall_ms_min=mine)]
            self.assertEqual(
                self.line(rows, "marking/two_markers", rival),
                ["0.150", f"{mine / 60:.3f}", verdict])

    def test_counts_them_all(self):
        last = goals.report([]).splitlines()[-1]
        self.assertEqual(last, f"0 of {len(goals.GOALS)} goals reached, "
                         f"0 missed, {len(goals.GOALS)} not measured")


if __name__ == "__main__":
    unittest.main()
