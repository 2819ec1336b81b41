# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Runs `halfword snapshot` on large heap snapshots, beside other tools.

analyser_files.py makes the files, analyser_tools.py knows the tools. Each run
is a process, of which CPU time and peak memory are taken. The tools take turns
within a round, in another order each round. Before anything is timed, the
figures must be those of DevTools.
"""

import os

import analyser_files
import analyser_tools
import figures
import goals

SUITE = "analyser"
HAS_RIVALS = True
OURS = "halfword"
JUDGE = "heap-snapshot"  # what our goals for CPU time are set by
# A rival that takes longer than this is run once, but for the judge.
SLOW_MS = 60_000
VIEWS = ("info", "leaks", "duplicates")
BIG, LATER = "typescript-large", "typescript-later"
# Where --quick leaves no large file.
QUICK_VIEWS_OF = "list-10m"


def sample(row, variant, used, paths):
    """Returns what make_rows() takes; the larger file is what memory is
    compared with."""
    file_bytes = max(path.stat().st_size for path in paths)
    return {"suite": SUITE, "row": row, "variant": variant, "metric": "cpu_ms",
            "file_bytes": file_bytes, **used,
            "peak_of_file": used["peak_bytes"] / file_bytes}


class Check:
    """Compares figures; what is slow has been measured on the way."""

    def __init__(self, program, rivals):
        self.program, self.rivals = program, rivals
        self.samples, self.lines = [], []
        self.failed = set()

    def file(self, name, path):
        """Raises BadOutput where a figure is not DevTools'."""
        found = analyser_tools.figures_of(self.program, path)
        for variant, tool in self.rivals.items():
            try:
                used, lines = analyser_tools.compare(
                    tool, self.program, path, found)
            except analyser_tools.Unequal as error:
                raise figures.BadOutput(f"{name}: {error}") from None
            except figures.BadOutput as error:
                self.failed.add((name, variant))
                lines = [f"failed: {error}"]
            else:
                if used["wall_ms"] > SLOW_MS:
                    self.samples.append(sample(name, variant, used, [path]))
            self.lines += [f"{name}: {variant}: {line}" for line in lines]


def work_of(program, files, rivals):
    """Returns [(row, [(variant, command, input)], paths)]."""
    tools = [analyser_tools.halfword(program), *rivals.values()]
    work = [(name, [(tool.variant, tool.command(path), tool.text(path))
                    for tool in tools], [path])
            for name, path in files.items() if name != LATER]
    big = BIG if BIG in files else QUICK_VIEWS_OF
    if big in files:
        for view in VIEWS:
            work.append((view, [(OURS, [program, "snapshot", view, files[big]],
                                 "")], [files[big]]))
    if BIG in files and LATER in files:
        both = [files[BIG], files[LATER]]
        work.append(("diff", [(OURS, [program, "snapshot", "diff", *both],
                               "")], both))
    return work


def is_done(variant, samples):
    return variant not in (OURS, JUDGE) and any(
        one["wall_ms"] > SLOW_MS for one in samples)


def run_rounds(work, samples, failed, rounds, progress):
    """Adds the samples of all rounds to those that there are."""
    for number in range(rounds):
        for row, runs, paths in work:
            turn = number % len(runs)
            for variant, command, text in runs[turn:] + runs[:turn]:
                before = [one for one in samples
                          if (one["row"], one["variant"]) == (row, variant)]
                if is_done(variant, before) or (row, variant) in failed:
                    continue
                progress(f"round {number + 1}/{rounds}: {row} {variant}")
                try:
                    used, _ = analyser_tools.measure(command, text)
                except figures.BadOutput as error:
                    if variant == OURS:
                        raise
                    progress(None)
                    print(f"{row}: {variant}: failed: {error}")
                    failed.add((row, variant))
                    continue
                samples.append(sample(row, variant, used, paths))
    progress(None)


def sums(rows):
    """Returns rows "all" of ours and of the judge: the sums over the files that
    the goals are about, and that both have read."""
    def of(variant):
        return {name: row for name in goals.SNAPSHOTS if (
            row := figures.find(rows, SUITE, name, variant))}

    ours, theirs = of(OURS), of(JUDGE)
    names = [name for name in ours if name in theirs or not theirs]
    found = []
    for variant, all_of in ((OURS, ours), (JUDGE, theirs)):
        if not all_of or not names:
            continue
        total = {key: sum(all_of[name][key] for name in names)
                 for key in ("cpu_ms", "cpu_ms_min", "wall_ms", "peak_bytes",
                             "file_bytes")}
        found.append({
            "suite": SUITE, "row": "all", "variant": variant,
            "metric": "cpu_ms", **total, "files": len(names),
            "runs": min(all_of[name]["runs"] for name in names),
            "peak_of_file": total["peak_bytes"] / total["file_bytes"]})
    return found


def table(rows):
    """Returns times, memory, and ratios of ours to each rival, as text."""
    names = list(dict.fromkeys(row["row"] for row in rows))
    variants = [variant for variant in (OURS, *analyser_tools.RIVALS)
                if any(row["variant"] == variant for row in rows)]
    lines = [[SUITE, "MB", *variants] +
             [f"to {variant}" for variant in variants[1:]]]
    for name in names:
        found = [figures.find(rows, SUITE, name, variant)
                 for variant in variants]
        size = next(row["file_bytes"] for row in found if row)
        for title, key, unit, digits in (
                (f"  {name} [CPU s]", "cpu_ms_min", 1e3, 2),
                ("    peak [MB]", "peak_bytes", 1e6, 0)):
            is_first = key == "cpu_ms_min"
            lines.append(
                [title, f"{size / 1e6:.0f}" if is_first else ""] +
                [f"{row[key] / unit:.{digits}f}" if row else "-"
                 for row in found] +
                [f"{found[0][key] / row[key]:.3f}" if row else "-"
                 for row in found[1:]])
        lines.append(["    peak [of file]", ""] + [
            f"{row['peak_of_file']:.3f}" if row else "-" for row in found] +
            [""] * (len(variants) - 1))
    return figures.layout(lines)


def report(rows, options, load_before):
    print(table(rows))
    print(f"\nLeast CPU time of {options.rounds} rounds, tools in turn, what "
          f"takes a minute but once; {os.cpu_count()} CPUs, load "
          f"{load_before:.1f} to {os.getloadavg()[0]:.1f}.")
    noisiest = max(rows, key=figures.spread)
    print(f"Noise: the median lies up to {figures.spread(noisiest):.0%} above "
          f"the minimum ({noisiest['row']}, {noisiest['variant']}).")
    if options.quick:
        print("--quick: a test of the suite, no measurement.")
    elif options.goals:
        print("\n" + goals.report(rows, goals.ANALYSER_GOALS))


def describe_files(program, files):
    lines = [["file", "MB", "nodes", "edges", "written by"]]
    for name, path in files.items():
        info = analyser_tools.ask(program, "info", path)
        lines.append([name, f"{info['file_bytes'] / 1e6:.0f}",
                      f"{info['node_count']:,}", f"{info['edge_count']:,}",
                      info["producer"]])
    return figures.layout(lines)


def find(options, progress):
    """Returns (files, rivals), and prints what is absent."""
    folder = options.folder or analyser_files.DEFAULT_FOLDER
    files, absent = analyser_files.prepare(folder, options.quick, progress)
    rivals = {}
    if options.rivals:
        rivals, missing = analyser_tools.find_rivals(folder)
        absent.update(missing)
    for name, reason in absent.items():
        print(f"{name}: absent: {reason}")
    if not files:
        raise figures.BadOutput("no snapshot could be made")
    return files, rivals


def run(options, progress):
    """The body of `./dev bench analyser`; returns the exit status, rows."""
    program = options.build / "tools" / "halfword" / "halfword"
    is_built = os.access(program, os.X_OK)
    if options.list:
        if is_built:
            print(SUITE, OURS)
        return 0, []
    if not is_built:
        raise figures.BadOutput(f"{program}: not built")
    files, rivals = find(options, progress)
    print(describe_files(program, files) + "\n")
    check = Check(program, rivals)
    for name, path in files.items():
        if rivals and name != LATER:
            progress(f"comparing figures: {name}")
            check.file(name, path)
    progress(None)
    if check.lines:
        print("\n".join(check.lines) + "\n")
    load_before = os.getloadavg()[0]
    samples = check.samples
    run_rounds(work_of(program, files, rivals), samples, check.failed,
               options.rounds, progress)
    rows = figures.make_rows(samples)
    rows += sums(rows)
    report(rows, options, load_before)
    return 0, rows
