#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Completes command lines in a shell, with what the program gives it.
Usage: completion_test.py PROGRAM bash|zsh|fish SHELL"""

import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import unittest

PROGRAM = SHELL_NAME = SHELL = ""

# bash calls the function with the words, and takes what it leaves behind. So
# does zsh, by its bashcompinit.
BASH = """
source {script}
COMP_WORDS=({words})
COMP_CWORD={place}
_halfword
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
ZSH = """
source {script}
setopt ksharrays
COMP_WORDS=({words})
COMP_CWORD={place}
_halfword
print -rl -- "${{COMPREPLY[@]}}"
"""
FISH = """
source {script}
complete -C {line} | string split -f 1 \\t
true
"""


class CompletionTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.script = self.folder / "script"
        self.script.write_bytes(subprocess.run(
            [PROGRAM, "completion", SHELL_NAME], check=True,
            capture_output=True).stdout)

    def complete(self, line):
        """Returns what the shell offers for the line's last word."""
        words = line.split(" ")
        template = {"bash": BASH, "zsh": ZSH, "fish": FISH}[SHELL_NAME]
        text = template.format(
            script=shlex.quote(str(self.script)),
            words=" ".join(map(shlex.quote, words)), place=len(words) - 1,
            line=shlex.quote(line))
        options = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["-N"]}
        done = subprocess.run(
            [SHELL, *options[SHELL_NAME], "-c", text], text=True,
            capture_output=True, cwd=self.folder, check=False,
            env={**os.environ, "HOME": str(self.folder),
                 "ZDOTDIR": str(self.folder)})
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        offers = set(done.stdout.split())
        if SHELL_NAME == "zsh":  # which chooses from them by itself
            offers = {offer for offer in offers if offer.startswith(words[-1])}
        return offers

    def test_subcommands(self):
        self.assertIn("snapshot", self.complete("halfword "))
        self.assertEqual(self.complete("halfword snap"), {"snapshot"})
        self.assertEqual(self.complete("halfword snapshot d"),
                         {"diff", "dominators", "duplicates"})

    def test_options(self):
        self.assertEqual(self.complete("halfword snapshot diff --f"),
                         {"--fail-on-growth"})
        self.assertNotIn("--since", self.complete("halfword snapshot diff --"))
        self.assertEqual(
            self.complete("halfword snapshot leaks a.heapsnapshot --s"),
            {"--since"})

    def test_choices(self):
        self.assertEqual(self.complete("halfword completion z"), {"zsh"})


if __name__ == "__main__":
    SHELL = sys.argv.pop(3)
    SHELL_NAME = sys.argv.pop(2)
    PROGRAM = sys.argv.pop(1)
    unittest.main()
