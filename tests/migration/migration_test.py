# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

"""Images that were packed and migrated, opened by programs of each width.

    migration_test.py HALFWORD ALBUM_PROGRAM ALBUM_PROGRAM_64

The second program is of the width that the build has chosen, the third always
has references of 64 bits. images/ has an image of each version of the format
ever written, for each kind of build."""

import gzip
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HALFWORD, OWN, FULL_WIDTH = "", "", ""  # from the command line
IMAGES = pathlib.Path(__file__).parent / "images"


class MigrationTest(unittest.TestCase):

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.count = 0

    def path(self):
        self.count += 1
        return self.folder / f"{self.count}.image"

    def call(self, *arguments):
        return subprocess.run([str(a) for a in arguments], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=120, check=False)

    def succeed(self, *arguments):
        result = self.call(*arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout

    def make(self, program):
        image = self.path()
        self.succeed(program, "make", image)
        return image

    def rewrite(self, image, *options, command="migrate"):
        out = self.path()
        line = self.succeed(HALFWORD, "image", command, image, out, *options)
        self.assertEqual(len(line.splitlines()), 1)
        self.succeed(HALFWORD, "image", "check", out)
        return out

    def check(self, program, image):
        """Opens a copy, since a program goes on with what it opens."""
        copy = self.path()
        shutil.copyfile(image, copy)
        self.succeed(program, "check", copy)
        self.succeed(HALFWORD, "image", "check", copy)

    def info(self, image):
        return json.loads(
            self.succeed(HALFWORD, "image", "info", image, "--json"))

    def options_for(self, program):
        """What makes images that the program opens."""
        info = self.info(self.make(program))
        options = ["--references", str(info["references"])]
        if info["virtual_bits"] != 0:
            options += ["--virtual-bits", str(info["virtual_bits"])]
        if info["memory_debug"]:
            options.append("--memory-debug")
        return options

    def test_full_width_to_own_and_back(self):
        image = self.make(FULL_WIDTH)
        own = self.rewrite(image, *self.options_for(OWN))
        self.check(OWN, own)
        back = self.rewrite(own, *self.options_for(FULL_WIDTH))
        self.check(FULL_WIDTH, back)
        again = self.rewrite(back, *self.options_for(OWN))
        self.check(OWN, again)
        # Nothing grows on the way. But canaries are of one size, so that slots
        # do not double with what is in them, and arrays get some room.
        info = self.info(own)
        growth = 0.05 if info["memory_debug"] else 0
        self.assertAlmostEqual(self.info(again)["page_count"],
                               info["page_count"],
                               delta=growth * info["page_count"])

    def test_own_to_other_widths_and_back(self):
        image = self.make(OWN)
        for options in (["--references", "64"], ["--virtual-bits", "4"],
                        ["--virtual-bits", "3"], ["--memory-debug"],
                        ["--references", "64", "--virtual-bits", "4"],
                        ["--references", "64", "--memory-debug"]):
            other = self.rewrite(image, *options)
            self.check(OWN, self.rewrite(other, *self.options_for(OWN)))

    def test_packed(self):
        for program in (OWN, FULL_WIDTH):
            image = self.make(program)
            self.check(program, self.rewrite(image, command="pack"))
            merged = self.rewrite(image, "--deduplicate", command="pack")
            self.check(program, merged)

    def test_a_migrated_image_is_as_small_as_one_made_so(self):
        made = self.info(self.make(OWN))
        migrated = self.info(
            self.rewrite(self.make(FULL_WIDTH), *self.options_for(OWN)))
        # An array has room for as many elements as where it was made, which
        # has other steps of growth: where slots have canaries, too, a little
        # more.
        room = 0.03 if made["memory_debug"] else 0.02
        self.assertLessEqual(migrated["live_bytes"],
                             (1 + room) * made["live_bytes"])
        self.assertLessEqual(migrated["page_count"], made["page_count"])

    def test_another_width_is_refused_with_the_command_that_helps(self):
        image = self.make(FULL_WIDTH)
        if self.info(image)["references"] == int(self.options_for(OWN)[1]):
            return  # the build's own width is this one
        result = self.call(OWN, "check", image)
        self.assertEqual(result.returncode, 1)
        (line,) = result.stderr.splitlines()
        command = line[line.index("'halfword ") + 1:line.rindex("'")].split()
        out = self.path()
        words = [str(out) if word == "OUT" else word for word in command[1:]]
        self.succeed(HALFWORD, *words)
        self.check(OWN, out)

    def test_images_of_every_version_and_build(self):
        kept = sorted(IMAGES.glob("*.image.gz"))
        self.assertGreaterEqual(len(kept), 3)
        for file in kept:
            image = self.path()
            image.write_bytes(gzip.decompress(file.read_bytes()))
            self.check(OWN, self.rewrite(image, *self.options_for(OWN)))
            self.check(FULL_WIDTH,
                       self.rewrite(image, *self.options_for(FULL_WIDTH)))

    def test_damage_is_one_line_and_no_file(self):
        image = self.make(OWN)
        content = bytearray(image.read_bytes())
        content[-20_000] ^= 1
        image.write_bytes(content)
        for command in ("pack", "migrate", "snapshot"):
            out = self.path()
            result = self.call(HALFWORD, "image", command, image, out)
            self.assertEqual(result.returncode, 1)
            self.assertEqual(len(result.stderr.splitlines()), 1)
            self.assertEqual(os.listdir(self.folder), [image.name])

    def test_an_existing_file_is_replaced_with_force_alone(self):
        image = self.make(OWN)
        out = self.path()
        for command in ("pack", "migrate", "snapshot"):
            out.write_text("somebody's")
            result = self.call(HALFWORD, "image", command, image, out)
            self.assertEqual(result.returncode, 1)
            self.assertIn("--force", result.stderr)
            self.assertEqual(out.read_text(), "somebody's")
            self.succeed(HALFWORD, "image", command, image, out, "--force")
            self.assertNotEqual(out.read_bytes()[:10], b"somebody's")
            result = self.call(HALFWORD, "image", command, image, image,
                               "--force")
            self.assertEqual(result.returncode, 1)
        self.check(OWN, image)

    def test_snapshot_and_diff_of_any_width(self):
        for program in (OWN, FULL_WIDTH):
            image = self.make(program)
            out = self.folder / "out.heapsnapshot"
            self.succeed(HALFWORD, "image", "snapshot", image, out, "--force")
            summary = json.loads(self.succeed(
                HALFWORD, "snapshot", "summary", out, "--json"))
            counts = {row["name"]: row["count"] for row in summary["classes"]}
            self.assertEqual(counts["album::Picture"], 800)
            self.assertEqual(counts["album::LargePicture"], 200)
            later = self.path()
            shutil.copyfile(image, later)
            self.succeed(program, "check", later)
            diff = json.loads(self.succeed(
                HALFWORD, "image", "diff", image, later, "--json"))
            self.assertEqual(diff["compared_by"], "place")
            rows = {row["name"]: row for row in diff["classes"]}
            self.assertEqual(rows["album::Picture"]["added_count"], 1)
            self.assertEqual(rows["album::Picture"]["removed_count"], 0)
            self.assertEqual(diff["roots"],
                             [{"name": "more", "change": "added"}])


if __name__ == "__main__":
    HALFWORD, OWN, FULL_WIDTH = sys.argv[1:4]
    unittest.main(argv=sys.argv[:1])
