# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""What tests of exports have in common: a folder, the command, the guide."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import example_heap

ROOT = pathlib.Path(__file__).resolve().parents[2]
GUIDE = ROOT / "docs" / "guide" / "querying_snapshots.md"


class ExportTest(unittest.TestCase):
    program = ""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, *arguments, **options):
        return subprocess.run(
            [self.program, *map(str, arguments)], text=True, check=False,
            capture_output=True, timeout=120,
            env={**os.environ, "HALFWORD_PYTHON": sys.executable}, **options)

    def export(self, path, form, folder, *arguments):
        result = self.run_program("snapshot", "export", path, "--format", form,
                                  "-o", folder, "--json", *arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return json.loads(result.stdout)

    def export_odd_texts(self, form):
        """Returns the folder with a node for each of ODD_TEXTS."""
        path = self.folder / "odd.heapsnapshot"
        example_heap.write_odd_heap(path)
        self.export(path, form, self.folder / form)
        return self.folder / form

    def enter_guide(self):
        """Makes the guide's files the way the guide says; goes there."""
        example_heap.write_guide_heaps(self.folder)
        bin_folder = self.folder / "bin"
        bin_folder.mkdir()
        (bin_folder / "halfword").symlink_to(self.program)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)

    def run_shell(self, script):
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        subprocess.run(["sh", "-e", "-c", script], check=True, timeout=120,
                       stdout=subprocess.DEVNULL,
                       env={**os.environ, "PATH": path,
                            "HALFWORD_PYTHON": sys.executable})


def guide_blocks(heading):
    """The code of a section: pairs of code and what the guide says it prints,
    or None."""
    section = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)",
                        GUIDE.read_text(), re.MULTILINE | re.DOTALL).group(1)
    blocks = []
    for kind, code in re.findall(r"^```(\w+)\n(.*?)^```$", section,
                                 re.MULTILINE | re.DOTALL):
        if kind == "text":
            blocks[-1] = (blocks[-1][0], code)
        else:
            blocks.append((code, None))
    return blocks


def as_text(rows):
    """Rows of a query as the guide shows them."""
    return "".join(" | ".join(map(str, row)) + "\n" for row in rows)


def main():
    ExportTest.program = os.path.abspath(sys.argv.pop(1))
    unittest.main(module="__main__")
