#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""The page of `halfword snapshot report` as a browser shows it.

Usage: page_test.py PROGRAM [UNITTEST ARGUMENT...]

Each test makes a page of a heap of heaps.py, opens it in a headless Chromium
from a file, with every request refused, and looks at what is there. None may
ask for anything, nor may the console have a line.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "devtools"))

import devtools  # noqa: E402
import heaps  # noqa: E402

PROGRAM = ""
TREEMAP, ICICLE = "#treemap", "#icicle"
FOCUS = "#path [aria-current]"
CLASS_ROWS = "#constructors tbody tr"


class PageTest(unittest.TestCase):
    heap = staticmethod(heaps.leak)

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.snapshot = cls.folder / "a heap.heapsnapshot"
        cls.snapshot.write_text(cls.heap().text())
        cls.page = cls.folder / "page.html"
        subprocess.run([PROGRAM, "snapshot", "report", cls.snapshot, "-o",
                        cls.page], check=True, stdout=subprocess.DEVNULL)

    def open(self, *steps, **options):
        """Returns the results of the steps that have one."""
        request = {"file": str(self.page), "chromium": devtools.chromium(),
                   "options": options, "steps": steps}
        done = subprocess.run(
            [devtools.node(), HERE / "open_page.mjs", devtools.INSTALLED,
             json.dumps(request)], capture_output=True, text=True,
            check=False, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        report = json.loads(done.stdout)
        self.assertEqual(report["requests"], [])
        self.assertEqual(report["errors"], [])
        return [result for result in report["results"] if result is not None]

    def summary(self):
        return json.loads(subprocess.run(
            [PROGRAM, "snapshot", "summary", "--json", self.snapshot],
            capture_output=True, check=True).stdout)


class TotalsTest(PageTest):

    def test_totals_and_figures_are_those_of_the_summary(self):
        totals, exact, data = self.open(
            ["texts", ".totals dd"],
            ["evaluate", "document.querySelector('.totals [title]').title"],
            ["evaluate", "JSON.parse(document.getElementById('data')"
                         ".textContent)"])
        summary = self.summary()
        size = self.snapshot.stat().st_size
        self.assertEqual(exact, f"{summary['total_bytes']:,} bytes")
        self.assertEqual(totals, ["824 kB", "60,007", "60,006", "60,013",
                                  f"{size / 1e6:.2f} MB", "unknown"])
        columns = data["classes"]
        self.assertEqual(
            [[data["texts"][name], *rest] for name, *rest in zip(*(
                columns[key] for key in ("name", "count", "distance",
                                         "shallow", "retained")))],
            [[row[key] for key in ("name", "count", "distance",
                                   "shallow_bytes", "retained_bytes")]
             for row in summary["classes"]])

    def test_without_a_script_totals_and_constructors_show(self):
        totals, rows, shown = self.open(
            ["texts", ".totals dd"], ["texts", CLASS_ROWS],
            ["count", "#treemap:visible, #filter:visible"],
            javaScriptEnabled=False)
        self.assertEqual(totals[0], "824 kB")
        self.assertIn("Cache 2 1 1.00 kB 601 kB 72.9 %", rows)
        self.assertEqual(shown, 0)

    def test_accumulations_lead_into_the_tree(self):
        first, focus = self.open(
            ["texts", "[aria-labelledby=accumulations-title] tbody tr"],
            ["click", "[data-row] button"], ["texts", FOCUS])
        self.assertEqual(
            first[0], "Cache @5 601 kB 72.9 % 601 kB 60,000 × Entry, 600 kB")
        self.assertEqual(focus, ["Cache"])


class TreeTest(PageTest):

    def test_sizes_add_up(self):
        sums, areas = self.open(
            ["evaluate", """(() => {
               const data = JSON.parse(byId('data').textContent);
               const tree = new DominatorTree(data);
               return Array.from({length: tree.count}, (_, row) => [
                 tree.retainedBy(row), tree.partsOf(row).reduce(
                   (sum, part) => sum + part.bytes, 0)]);
             })()"""],
            ["evaluate", """squarify([6, 6, 4, 3, 2, 2, 1],
               {x: 0, y: 0, w: 6, h: 4}).map(({w, h}) => w * h)"""])
        for retained, parts in sums:
            self.assertEqual(retained, parts)
        self.assertGreater(len(sums), 5)
        for area, size in zip(areas, [6, 6, 4, 3, 2, 2, 1], strict=True):
            self.assertAlmostEqual(area, size)

    def test_a_squarified_treemap_is_that_of_its_authors(self):
        rectangles, = self.open(
            ["evaluate", """squarify([6, 6, 4, 3, 2, 2, 1],
               {x: 0, y: 0, w: 6, h: 4}).map(
                 ({x, y, w, h}) => [x, y, w, h])"""])
        wanted = [[0, 0, 3, 2], [0, 2, 3, 2], [3, 0, 12 / 7, 7 / 3],
                  [3 + 12 / 7, 0, 9 / 7, 7 / 3]]
        for rectangle, want in zip(rectangles, wanted):
            for value, exact in zip(rectangle, want, strict=True):
                self.assertAlmostEqual(value, exact)

    def test_a_click_looks_inside_and_escape_goes_up(self):
        results = self.open(
            ["texts", FOCUS],
            ["point", TREEMAP, "click", 0.3, 0.5], ["texts", FOCUS],
            ["texts", "#path .step"], ["texts", ".parts tbody tr"],
            ["press", "Escape"], ["texts", FOCUS],
            ["press", "Escape"], ["press", "Escape"], ["texts", FOCUS],
            ["point", ICICLE, "click", 0.3, 0.4], ["texts", FOCUS],
            ["click", "#path .step"], ["texts", FOCUS])
        self.assertEqual(results, [
            ["(root)"], ["Cache"], ["(root)", "Window", "Cache"],
            ["60,000 × Entry 600 kB 99.8 %", "itself 1.00 kB 0.17 %"],
            ["Window"], ["(root)"], ["Window"], ["(root)"]])

    def test_keys_move_and_look(self):
        results = self.open(
            ["focus", TREEMAP], ["texts", "#cursor-status"],
            ["press", "ArrowDown"], ["texts", "#cursor-status"],
            ["press", "ArrowRight"], ["press", "Enter"], ["texts", FOCUS],
            ["press", "ArrowRight"], ["texts", "#cursor-status"],
            ["press", "ArrowUp"], ["press", "ArrowUp"],
            ["texts", "#cursor-status"])
        words = [result[0].split(" · ")[0] for result in results]
        self.assertEqual(words, ["Window @3", "Cache @5", "Parser",
                                 "parse @120013", "Parser @120007"])

    def test_the_pointer_tells_names_and_sizes(self):
        results = self.open(
            ["count", "#tip:visible"],
            ["point", TREEMAP, "hover", 0.3, 0.5], ["texts", "#tip > *"],
            ["point", ICICLE, "hover", 0.1, 0.3], ["texts", "#tip > *"])
        self.assertEqual(results, [
            0,
            ["60,000 × Entry", "retain 600 kB, 72.8 % of all",
             "10 B each on average", "below Cache @5"],
            ["Window @3", "retains 824 kB, 100.0 % of all", "itself 100 B",
             "60,006 objects", "class Window"]])

    def test_a_search_finds_and_leads_on(self):
        results = self.open(
            ["fill", "#search", "entry"], ["texts", "#search-status"],
            ["fill", "#search", "/^pars/i"], ["texts", "#search-status"],
            ["press", "Enter"], ["texts", "#search-status"], ["texts", FOCUS],
            ["fill", "#search", "@120009"], ["press", "Enter"],
            ["texts", FOCUS],
            ["fill", "#search", "/(/"], ["texts", "#search-status"],
            ["fill", "#search", "nowhere"], ["texts", "#search-status"],
            ["fill", "#search", ""], ["texts", "#search-status"])
        self.assertEqual([text for text, in results], [
            "60,000 objects in 1 place, together 600 kB",
            "3 objects in 3 places, together 223 kB",
            "1 of 3: Parser @120007 · retains 223 kB, 27.1 % of all",
            "Window", "Parser", "not a regular expression",
            "nothing found among what is shown", ""])

    def test_what_is_not_found_is_faint(self):
        entries = ["colour", "#treemap canvas", 300, 300]
        plain, found, faint = self.open(
            entries, ["fill", "#search", "Entry"], entries,
            ["fill", "#search", "Parser"], entries)
        self.assertEqual(found, plain)
        self.assertGreater(sum(faint), sum(plain))


class ConstructorTest(PageTest):
    heap = staticmethod(lambda: heaps.classes(4000))

    def test_columns_sort_both_ways(self):
        head = "#constructors th[data-key={}] button"
        first = f"{CLASS_ROWS}:first-child th"
        results = self.open(
            ["texts", first],
            ["click", head.format("name")], ["texts", first],
            ["click", head.format("name")], ["texts", first],
            ["click", head.format("shallow")], ["texts", first],
            ["click", head.format("shallow")], ["texts", first],
            ["evaluate", "document.querySelector('[data-key=shallow]')"
                         ".ariaSort"],
            ["click", head.format("distance")], ["texts", first])
        self.assertEqual(results, [
            ["Window"], ["Class0"], ["Window"], ["Class0"], ["Window"],
            "ascending", ["Window"]])

    def test_a_filter_takes_parts_and_expressions(self):
        results = self.open(
            ["fill", "#filter", "class29"], ["texts", "#filter-status"],
            ["fill", "#filter", "/^Class2?9$/"], ["texts", CLASS_ROWS + " th"],
            ["fill", "#filter", "/[/"], ["texts", "#filter-status"],
            ["count", CLASS_ROWS],
            ["fill", "#filter", ""], ["texts", "#filter-status"])
        self.assertEqual(results, [
            ["110 of 3,000"], ["Class9", "Class29"],
            ["not a regular expression"], 0, [""]])

    def test_rows_come_when_they_are_scrolled_to(self):
        steps = [["scroll", "#constructors .scroller"]] * 20
        before, foot, after = self.open(
            ["count", CLASS_ROWS], ["texts", "#constructors tfoot th"],
            *steps, ["count", CLASS_ROWS])
        self.assertEqual(before, 200)
        self.assertEqual(foot, ["1,001 others together"])
        self.assertEqual(after, 3000)

    def test_a_constructor_is_found_in_the_tree(self):
        status, = self.open(["click", f"{CLASS_ROWS}:nth-child(2) button"],
                            ["texts", "#search-status"])
        self.assertEqual(status, ["1 object in 1 place, together 40.0 kB"])


class ListTest(PageTest):
    heap = staticmethod(lambda: heaps.listing(100000))

    def test_a_long_list_is_a_few_rows(self):
        data, found, bars = self.open(
            ["evaluate", "JSON.parse(byId('data').textContent).tree.levels"],
            ["texts", "[data-row]"],
            ["point", ICICLE, "click", 0.3, 0.9], ["texts", "#path .step"])
        self.assertLess(len(data), 40)
        self.assertRegex(found[0], r"^… 99,9\d\d levels: Item$")
        self.assertEqual(bars[:3], ["(root)", "Item", "Item"])


class HostileTest(PageTest):
    heap = staticmethod(heaps.hostile)

    def test_names_are_names(self):
        names, scripts, title, classes = self.open(
            ["texts", ".parts tbody th"],
            ["evaluate", "document.querySelectorAll("
                         "'script, img, svg, iframe, object').length"],
            ["evaluate", "document.title"],
            ["texts", CLASS_ROWS + " th"],
            ["fill", "#search", "</script>"], ["fill", "#filter", "<img"])
        self.assertEqual(scripts, 2)
        self.assertEqual(title, "a heap.heapsnapshot – heap report")
        self.assertEqual(names, ["Window @3"])
        for name in ("</script><script>alert(1)</script>", "{{data}}",
                     "\\u202egnp.exe", "\\u2028alert(4)\\u2029",
                     "a\\u0000\\u001b[31m\\r\\nb", "__proto__"):
            self.assertIn(name, classes)


class LookTest(PageTest):

    def test_colours_follow_the_system(self):
        page = ["evaluate", "getComputedStyle(document.body).backgroundColor"]
        entries = ["colour", "#treemap canvas", 300, 300]
        light, light_cell, dark, dark_cell = self.open(
            page, entries, ["scheme", "dark"], page, entries)
        self.assertEqual(light, "rgb(255, 255, 255)")
        self.assertEqual(dark, "rgb(20, 23, 26)")
        self.assertGreater(sum(light_cell), sum(dark_cell))

    def test_nothing_sticks_out_of_narrow_and_wide_windows(self):
        width = "[document.documentElement.scrollWidth, innerWidth]"
        for scrolled, inner in self.open(
                *(step for size in (360, 800, 1400, 2560) for step in (
                    ["resize", size, 900], ["evaluate", width]))):
            self.assertLessEqual(scrolled, inner)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
