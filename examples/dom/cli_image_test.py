# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""The images that the halfword-dom programs keep pages in.
Usage: cli_image_test.py FOLDER"""

import json
import os
import pathlib
import subprocess
import unittest

from cli_testing import CliTest, HEAP_PROGRAMS, KINDS, PROGRAMS, main


class ImageTest(CliTest):
    """--image: trees that are there again."""

    def setUp(self):
        super().setUp()
        self.out = str(self.folder / "pages.image")
        self.first = self.write("pages/1.html", b"<p id=a>one</p><a href=#a>")
        self.second = self.write("pages/2.html", b"<p>two</p><p>three</p>")
        self.pages = str(self.folder / "pages")

    def update(self, program, *arguments):
        """Returns what it says of the image."""
        result = self.run_program(program, "--json", "--repeat", "1",
                                  *(arguments or [self.pages]), "--image",
                                  self.out)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        report = json.loads(result.stdout)
        self.assertEqual(report["builds"][0]["kind"], KINDS[program])
        return report["image"]

    def read(self, program):
        result = self.run_program(program, "--json", "--image", self.out)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return json.loads(result.stdout)["image"]

    def expect_failure(self, program, message, *arguments):
        """One line that names the image; what was measured is not lost."""
        result = self.run_program(program, "--json", *arguments, "--image",
                                  self.out)
        self.assertRegex(result.stderr, rf"^{program}: {self.out}: "
                         rf"{message}[^\n]*\n$")
        self.assertEqual(result.returncode, 1)
        if arguments:
            self.assertNotIn("image", json.loads(result.stdout))
        else:
            self.assertEqual(result.stdout, "")

    def test_a_later_page_is_compared_with_the_one_in_the_image(self):
        for program in HEAP_PROGRAMS:
            with self.subTest(program):
                self.setUp()  # another folder
                self.expect_changes(program)

    def expect_changes(self, program):
        made = self.update(program)
        self.assertTrue(made["is_made"])
        self.assertEqual(made["path"], self.out)
        self.assertEqual(made["file_bytes"], os.path.getsize(self.out))
        self.assertEqual(made["page_count"], 2)
        self.assertEqual([page["change"] for page in made["pages"]],
                         ["new", "new"])

        self.write("pages/2.html", b"<p>two</p><p>more</p><b>x</b>")
        self.write("pages/3.html", b"<p>x")
        again = self.update(program)
        self.assertFalse(again["is_made"])
        self.assertEqual(again["page_count"], 3)
        self.assertGreater(again["open_ms"], 0)
        self.assertGreater(again["save_ms"], 0)
        self.assertEqual(
            again["pages"],
            [{"path": self.first, "change": "equal", "node_count_before": 7,
              "node_count": 7, "added_node_count": 0, "removed_node_count": 0},
             {"path": self.second, "change": "changed", "node_count_before": 8,
              "node_count": 10, "added_node_count": 3,
              "removed_node_count": 1},
             {"path": self.pages + "/3.html", "change": "new",
              "node_count_before": 0, "node_count": 6, "added_node_count": 6,
              "removed_node_count": 0}])

        # Pages that are not given stay; the pages themselves are not needed.
        os.remove(self.second)
        self.update(program, self.first)
        held = self.read(program)
        self.assertEqual([page["node_count"] for page in held["pages"]],
                         [7, 10, 6])
        self.assertEqual(held["pages"][0],
                         {"path": self.first, "node_count": 7,
                          "attribute_count": 2, "text_bytes": 6,
                          "link_count": 1, "resolved_link_count": 1})
        self.assertEqual(held["file_bytes"], os.path.getsize(self.out))

    def test_an_equal_page_writes_next_to_nothing(self):
        page = self.write("large.html", b"<p>some words</p>" * 50_000)
        self.update("halfword-dom", page)
        before = pathlib.Path(self.out).read_bytes()
        self.assertEqual(self.update("halfword-dom", page)["pages"][0]
                         ["change"], "equal")
        after = pathlib.Path(self.out).read_bytes()
        self.assertEqual(len(after), len(before))
        changed = sum(before[i:i + 4096] != after[i:i + 4096]
                      for i in range(0, len(before), 4096))
        self.assertLess(changed, 16)

    def test_people_read_it_too(self):
        result = self.run_program("halfword-dom", self.pages, "--image",
                                  self.out)
        self.assertRegex(result.stdout, r"\nImage: [\d.]+ [KM]iB, 2 pages, "
                         r"made in [^\n]+, saved in [^\n]+\.\n  Of the pages "
                         r"given 2 new, 0 changed, 0 equal\.\n")
        result = self.run_program("halfword-dom", "--image", self.out)
        self.assertRegex(result.stdout, rf"^{self.out}: [\d.]+ [KM]iB, opened "
                         r"in [^\n]+\n2 pages: 15 nodes, ")
        self.assertIn(f"       7 nodes  {self.first}\n", result.stdout)

    def test_a_snapshot_and_an_image(self):
        snapshot = self.folder / "out.heapsnapshot"
        self.update("halfword-dom", self.pages, "--snapshot", str(snapshot))
        self.assertTrue(snapshot.exists())
        self.assertEqual(len(self.read("halfword-dom")["pages"]), 2)

    def test_malloc_cannot(self):
        for pages in [[], [self.first]]:
            result = self.run_program("halfword-dom-malloc", *pages, "--image",
                                      self.out)
            self.assertEqual(result.stderr, "halfword-dom-malloc: --image: only"
                             " builds with a heap can, halfword-dom and "
                             "halfword-dom-64\n")
            self.assertEqual((result.returncode, result.stdout), (2, ""))
            self.assertFalse(os.path.exists(self.out))

    def test_what_is_no_image_is_refused(self):
        for program in HEAP_PROGRAMS:
            with self.subTest(program):
                self.write("pages.image", b"words" * 1000)
                self.expect_failure(program, "is no image")
                self.expect_failure(program, "is no image", self.first)
                os.remove(self.out)
                self.expect_failure(program, "open: No such file")
                self.assertFalse(os.path.exists(self.out))

    @unittest.skipIf(KINDS["halfword-dom"] == KINDS["halfword-dom-64"],
                     "the build has chosen references of 64 bits, too")
    def test_an_image_of_other_references_is_refused(self):
        self.update("halfword-dom")
        before = pathlib.Path(self.out).read_bytes()
        reason = "it has [^,]+, this program "
        self.expect_failure("halfword-dom-64", reason, self.first)
        self.expect_failure("halfword-dom-64", reason)
        self.assertEqual(pathlib.Path(self.out).read_bytes(), before)

    def test_a_damaged_image_is_refused(self):
        self.update("halfword-dom")
        image = bytearray(pathlib.Path(self.out).read_bytes())
        place = image.rindex(b"/2.html")
        image[place + 1] ^= 1
        pathlib.Path(self.out).write_bytes(image)
        damage = r"page \d+ is damaged"
        self.expect_failure("halfword-dom", damage, self.first)
        self.expect_failure("halfword-dom", damage)
        self.assertEqual(pathlib.Path(self.out).read_bytes(), image)

    def test_no_room_leaves_nothing(self):
        # Files of this program may not grow to the size of an image.
        program = self.programs / "halfword-dom"
        for limit in [0, 64, 1024]:
            with self.subTest(limit=limit):
                result = subprocess.run(
                    ["sh", "-c", f"trap '' XFSZ; ulimit -f {limit}; "
                     'exec "$@"', "sh", program, self.first, "--image",
                     self.out], text=True, capture_output=True, timeout=120)
                self.assertRegex(result.stderr,
                                 rf"^halfword-dom: {self.out}: [^\n]+\n$")
                self.assertEqual(result.returncode, 1)
                self.assertEqual([path.name for path in
                                  self.folder.glob("pages.image*")], [])

    def test_a_page_is_not_written_over(self):
        for program in PROGRAMS:
            with self.subTest(program):
                result = self.run_program(program, "--image", self.first,
                                          self.second)
                self.assertRegex(result.stderr, rf"^{program}: [^\n]*ends like "
                                 r"a page, [^\n]+\n$")
                self.assertEqual((result.returncode, result.stdout), (2, ""))


if __name__ == "__main__":
    main()
