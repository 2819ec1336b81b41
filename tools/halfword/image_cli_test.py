# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""`halfword image` from outside, with images that `halfword-nouns` makes. Run
as `image_cli_test.py HALFWORD HALFWORD_NOUNS`; ctest does.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

HALFWORD = ""  # from the command line
NOUNS = ""
PAIR = bytes([41])  # [0 0]


class ImageCliTest(unittest.TestCase):

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        jam = self.folder / "a.jam"
        jam.write_bytes(PAIR)
        self.image = self.folder / "a.image"
        subprocess.run([NOUNS, "cue", jam, "--image", self.image], check=True,
                       timeout=60)

    def run_program(self, *arguments):
        return subprocess.run([HALFWORD, "image", *arguments], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=120, check=False)

    def test_info_as_json(self):
        result = self.run_program("info", str(self.image), "--json")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        document = json.loads(result.stdout)
        self.assertLessEqual({
            "format_version", "references", "virtual_bits", "generation",
            "page_count", "live_bytes", "types", "roots"}, set(document))
        self.assertEqual(document["roots"],
                         [{"name": "noun", "type": "nouns::NounRoot"}])
        counts = {type["name"]: type["count"] for type in document["types"]}
        self.assertEqual(counts["nouns::Cell"], 1)
        self.assertGreater(document["live_bytes"], 0)

    def test_info_as_text(self):
        result = self.run_program("info", str(self.image))
        self.assertEqual(result.returncode, 0)
        self.assertIn("root        noun: nouns::NounRoot", result.stdout)

    def test_a_good_image_checks(self):
        result = self.run_program("check", str(self.image), "--json")
        document = json.loads(result.stdout)
        self.assertTrue(document["ok"])
        self.assertEqual(document["damage"], [])
        self.assertEqual(result.returncode, 0)

    def test_a_bad_page_is_named(self):
        content = bytearray(self.image.read_bytes())
        content[-20_000] ^= 1
        self.image.write_bytes(content)
        result = self.run_program("check", str(self.image), "--json")
        document = json.loads(result.stdout)
        self.assertFalse(document["ok"])
        self.assertEqual(document["damage"][0]["kind"], "page")
        self.assertIsInstance(document["damage"][0]["page"], int)
        self.assertEqual(result.returncode, 1)
        result = self.run_program("check", str(self.image))
        self.assertEqual(len(result.stdout.splitlines()), 1)

    def test_other_files_are_no_images(self):
        other = self.folder / "other"
        for content in (b"", b"x" * 200_000):
            other.write_bytes(content)
            for command in ("info", "check"):
                result = self.run_program(command, str(other))
                self.assertEqual(result.returncode, 1)
                self.assertEqual(result.stdout, "")
                self.assertEqual(result.stderr,
                                 f"halfword: {other}: is no image\n")

    def test_wrong_usage(self):
        self.assertEqual(self.run_program().returncode, 2)
        self.assertEqual(self.run_program("info").returncode, 2)


if __name__ == "__main__":
    HALFWORD, NOUNS = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1])
