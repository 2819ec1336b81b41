# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""What run.py computes from the lines that the suites print, without running
anything: parsing, medians and minima, checksums, ratios and the table.

A sample is one line of one process, a dict with at least KEYS. A row is all
samples of one (suite, row, variant); INTERFACES.md names its keys.
"""

import json
import statistics

KEYS = ("suite", "row", "variant", "cpu_ms", "wall_ms", "peak_bytes", "metric")
TEXT_KEYS = ("suite", "row", "variant", "metric")

# Below this difference two variants are called even.
EVEN_SHARE = 0.02


class BadOutput(Exception):
    """A suite printed what is not a row, or variants did different work."""


def parse_samples(text, source):
    """Returns the samples in `text`, what one process printed."""
    samples = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            sample = json.loads(line)
        except ValueError:
            sample = None
        if not isinstance(sample, dict):
            raise BadOutput(f"{source}: line {number}: expected a JSON object")
        for key in KEYS:
            if key not in sample:
                raise BadOutput(f"{source}: line {number}: no \"{key}\"")
        if sample["metric"] not in sample:
            raise BadOutput(
                f"{source}: line {number}: no figure \"{sample['metric']}\"")
        samples.append(sample)
    if not samples:
        raise BadOutput(f"{source}: printed no row")
    return samples


def check_same_work(samples):
    """Raises BadOutput where samples of one row differ in their checksum."""
    expected = {}
    for sample in samples:
        place = (sample["suite"], sample["row"])
        first = expected.setdefault(place, sample)
        if sample.get("checksum") != first.get("checksum"):
            raise BadOutput(
                f"{place[0]}/{place[1]}: {sample['variant']} has checksum "
                f"{sample.get('checksum')}, {first['variant']} has "
                f"{first.get('checksum')}: they did different work")


def make_rows(samples):
    """Returns one row for each (suite, row, variant), in order of appearance.

    Every number is the median of the runs; "cpu_ms_min", "ns_per_op_min" and,
    for rows that are compared by another figure, its "..._min" are minima.
    """
    groups = {}
    for sample in samples:
        place = (sample["suite"], sample["row"], sample["variant"])
        groups.setdefault(place, []).append(sample)
    rows = []
    for runs in groups.values():
        row = {}
        for key, value in runs[0].items():
            if key in TEXT_KEYS or key == "checksum":
                row[key] = value
            else:
                row[key] = statistics.median(run[key] for run in runs)
        for key in {"cpu_ms", "ns_per_op", row["metric"]} & row.keys():
            row[key + "_min"] = min(run[key] for run in runs)
        row["peak_bytes"] = int(row["peak_bytes"])
        row["runs"] = len(runs)
        rows.append(row)
    return rows


def spread(row):
    """How far the median CPU time lies above the minimum, as a share."""
    if row["cpu_ms_min"] <= 0:
        return 0.0
    return row["cpu_ms"] / row["cpu_ms_min"] - 1


def ratio(row, other, suffix=""):
    """Metric of `row` over that of `other` (a row or None), or None."""
    key = row["metric"] + suffix
    if other is None or other[key] <= 0:
        return None
    return row[key] / other[key]


def verdict(value):
    """"better", "worse" or "even" for a ratio where less is better."""
    if value < 1 - EVEN_SHARE:
        return "better"
    return "worse" if value > 1 + EVEN_SHARE else "even"


def find(rows, suite, name, variant):
    for row in rows:
        if (row["suite"], row["row"], row["variant"]) == (suite, name, variant):
            return row
    return None


# What a metric is shown in: (unit, how much of the metric that is).
UNITS = {"cpu_ms": ("ms", 1), "ns_per_op": ("ns", 1),
         "bytes_per_node": ("bytes", 1), "probes": ("places", 1),
         "resident_bytes": ("KiB", 1024)}


def format_figure(row):
    if row is None:
        return "-"
    value = row[row["metric"]] / UNITS.get(row["metric"], ("", 1))[1]
    return f"{value:.2f}" if value < 100 else f"{value:.0f}"


def format_ratio(row, other):
    value = ratio(row, other) if row else None
    if value is None:
        return "-"
    word = {"worse": " worse", "even": " even", "better": ""}[verdict(value)]
    return f"{value:.2f}{word}"


def layout(lines):
    """Aligns a list of lists of cells: the first column left, others right."""
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    return "\n".join(
        "  ".join([line[0].ljust(widths[0])] +
                  [cell.rjust(width)
                   for cell, width in zip(line[1:], widths[1:])]).rstrip()
        for line in lines)


def format_suite(rows, suite, variants, rivals):
    """The table of one suite: figures by variant, then the ratios of our first
    variant (variants[0]) to each of `rivals`, by medians. Peak memory is one
    line for each row at which the process had ended."""
    names = []
    for row in rows:
        if row["suite"] == suite and row["row"] not in names:
            names.append(row["row"])
    lines = [[suite] + list(variants) + ["to " + rival for rival in rivals]]
    for name in names:
        by_variant = {v: find(rows, suite, name, v) for v in variants}
        first = by_variant[variants[0]]
        metric = next(r["metric"] for r in by_variant.values() if r)
        unit = UNITS.get(metric, (metric, 1))[0]
        lines.append(
            [f"  {name} [{unit}]"] +
            [format_figure(by_variant[v]) for v in variants] +
            [format_ratio(first, by_variant.get(rival)) for rival in rivals])
        if any(row and row.get("_last_of_process")
               for row in by_variant.values()):
            peaks = {v: row and {"metric": "mb", "mb": row["peak_bytes"] / 1e6}
                     for v, row in by_variant.items()}
            lines.append(
                ["    peak memory [MB]"] +
                [format_figure(peaks[v]) for v in variants] +
                [format_ratio(peaks[variants[0]], peaks.get(rival))
                 for rival in rivals])
    return layout(lines)


def format_verdicts(rows, ours, rival):
    """One line: where `ours` is better and worse than `rival`, by medians."""
    found = {"better": [], "worse": [], "even": []}
    for row in rows:
        if row["variant"] != ours:
            continue
        value = ratio(row, find(rows, row["suite"], row["row"], rival))
        if value is not None:
            found[verdict(value)].append(
                f"{row['suite']}/{row['row']} {value:.2f}")
    if not any(found.values()):
        return None
    worse = ": " + ", ".join(found["worse"]) if found["worse"] else ""
    return (f"{ours} to {rival}: {len(found['better'])} rows better, "
            f"{len(found['even'])} even, {len(found['worse'])} worse{worse}")
