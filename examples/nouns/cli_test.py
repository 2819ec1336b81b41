# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""halfword-nouns from outside: what it prints, where, and how it ends. Run as
`cli_test.py PROGRAM`; ctest does.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = ""  # from the command line
PAIR = bytes([41])  # [0 0]


class CliTest(unittest.TestCase):

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def write(self, content, name="a.jam"):
        path = self.folder / name
        path.write_bytes(content)
        return str(path)

    def run_program(self, *arguments, **options):
        return subprocess.run([PROGRAM, *arguments], text=True,
                              stdout=options.pop("stdout", subprocess.PIPE),
                              stderr=subprocess.PIPE, timeout=120, **options)

    def expect_refusal(self, path, message, **options):
        result = self.run_program("info", path, **options)
        self.assertEqual(result.stderr, f"halfword-nouns: {message}\n")
        self.assertEqual(result.stdout, "")
        self.assertEqual(result.returncode, 1)

    def test_info_as_json(self):
        path = self.write(PAIR)
        result = self.run_program("info", path, "--json")
        self.assertEqual(result.stderr, "")
        self.assertEqual(result.returncode, 0)
        document = json.loads(result.stdout)
        self.assertEqual(set(document), {
            "file", "cell_count", "indirect_atom_count", "heap_bytes",
            "side_table_bytes"})
        self.assertEqual(document["file"], path)
        self.assertEqual(document["cell_count"], 1)
        self.assertEqual(document["indirect_atom_count"], 0)
        self.assertGreater(document["heap_bytes"], 0)

    def test_a_jam_goes_through_an_image(self):
        jam = self.write(PAIR + b"\0")
        image = str(self.folder / "a.image")
        again = str(self.folder / "again.jam")
        for arguments in (["cue", jam, "--image", image],
                          ["jam", image, again]):
            result = self.run_program(*arguments)
            self.assertEqual((result.stdout, result.stderr), ("", ""))
            self.assertEqual(result.returncode, 0)
        self.assertEqual(pathlib.Path(again).read_bytes(), PAIR + b"\0")
        info = json.loads(self.run_program("info", image, "--json").stdout)
        self.assertEqual(info["cell_count"], 1)

    def test_what_exists_is_replaced_on_demand(self):
        jam = self.write(PAIR)
        image = str(self.folder / "a.image")
        self.assertEqual(self.run_program("cue", jam, "--image",
                                          image).returncode, 0)
        result = self.run_program("cue", jam, "--image", image)
        self.assertEqual(result.returncode, 1)
        self.assertIn("--force", result.stderr)
        result = self.run_program("cue", jam, "--image", image, "--force")
        self.assertEqual(result.returncode, 0)
        result = self.run_program("jam", image, jam)
        self.assertEqual(result.returncode, 1)
        self.assertIn("--force", result.stderr)
        self.assertEqual(pathlib.Path(jam).read_bytes(), PAIR)

    def test_a_bad_jam_leaves_no_image(self):
        image = self.folder / "a.image"
        result = self.run_program("cue", self.write(b"\1\2\3"), "--image",
                                  str(image))
        self.assertEqual(result.returncode, 1)
        self.assertEqual(len(result.stderr.splitlines()), 1)
        self.assertFalse(image.exists())

    def test_info_as_text(self):
        path = self.write(PAIR)
        result = self.run_program("info", path)
        self.assertEqual(result.returncode, 0)
        lines = result.stdout.splitlines()
        self.assertEqual(lines[:3],
                         [path, "  cells           1", "  indirect atoms  0"])

    def test_info_of_an_atom(self):
        result = self.run_program("info", self.write(bytes([2])))
        self.assertEqual(result.returncode, 0)
        self.assertIn("cells           0\n", result.stdout)

    def test_bad_jams(self):
        path = self.write(b"")
        self.expect_refusal(path, f"{path}: 0 bytes, expected a jam")
        path = self.write(bytes([1]))
        self.expect_refusal(path, f"{path}: bit 8: the end, expected the rest "
                            "of a noun")
        path = self.write(PAIR + b"x")
        self.expect_refusal(path, f"{path}: bit 11: a one behind the noun, "
                            "which ends at bit 6, expected zeros")

    def test_files_that_are_none(self):
        path = str(self.folder / "none")
        self.expect_refusal(path, f"{path}: No such file or directory, "
                            "expected a readable file")
        self.expect_refusal(str(self.folder), f"{self.folder}: not a file, "
                            "expected a readable file")
        fifo = str(self.folder / "fifo")
        os.mkfifo(fifo)
        self.expect_refusal(fifo,
                            f"{fifo}: not a file, expected a readable file")

    def test_name_with_control_characters(self):
        path = self.write(b"", "a\nb.jam")
        shown = path.replace("\n", "?")
        self.expect_refusal(path, f"{shown}: 0 bytes, expected a jam")

    def test_heap_that_is_too_small(self):
        # 300,000 cells, each in the tail of the one before: bits 10 01.
        path = self.write(b"\x99" * 150_000 + b"\x02")
        self.assertEqual(self.run_program("info", path).returncode, 0)
        self.expect_refusal(
            path, "out of memory",
            env={**os.environ, "HALFWORD_OPTIONS": "max-heap=1m"})

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_full_disk(self):
        with open("/dev/full", "w") as full:
            result = self.run_program("info", self.write(PAIR), stdout=full)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr, "halfword-nouns: standard output: No "
                         "space left on device\n")

    def test_help_and_version(self):
        for words in (["--help"], ["info", "--help"], ["--version"]):
            result = self.run_program(*words)
            self.assertEqual(result.returncode, 0, words)
            self.assertEqual(result.stderr, "")
            self.assertTrue(result.stdout)
        self.assertIn("Example", self.run_program("--help").stdout)

    def test_wrong_usage(self):
        for words in ([], ["info"], ["nothing"], ["info", "a", "b"],
                      ["info", "--nothing", "a"]):
            result = self.run_program(*words)
            self.assertEqual(result.returncode, 2, words)
            self.assertEqual(result.stdout, "")
            self.assertEqual(len(result.stderr.splitlines()), 1, words)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop()
    unittest.main()
