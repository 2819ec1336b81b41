#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Runs the command line as a user would: help, figures of one file, and files
that are compressed, damaged or missing. Usage: cli_test.py PROGRAM"""

import gzip
import json
import os
import resource
import subprocess
import unittest

from cli_testing import CliTest, main, snapshot


class HelpTest(CliTest):

    def test_help_has_examples(self):
        for arguments in (["--help"], ["snapshot", "--help"],
                          ["snapshot", "diff", "--help"],
                          ["snapshot", "export", "--help"]):
            with self.subTest(arguments):
                result = self.run_program(*arguments)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertIn("Usage: ", result.stdout)
        result = self.run_program("snapshot", "--help")
        self.assertIn("halfword snapshot diff before.heapsnapshot",
                      result.stdout)

    def test_version(self):
        self.assertRegex(self.run_program("--version").stdout,
                         r"^halfword \d+\.\d+\.\d+\n$")

    def test_wrong_usage_is_one_line(self):
        self.expect_error(2, "subcommand")
        self.expect_error(2, "subcommand", "snapshot")
        self.expect_error(2, "called 'foo'", "foo")
        self.expect_error(2, "called 'foo'", "snapshot", "foo", self.old)
        self.expect_error(2, "FILE", "snapshot", "summary")
        for count in ("0", "-1", "1x", "0x10"):
            self.expect_error(2, "expected a whole number above 0", "snapshot",
                              "summary", self.old, "--top=" + count)
        self.expect_error(2, "FILE", "snapshot", "diff", self.old)
        self.expect_error(2, "--top", "snapshot", "summary", self.old,
                          "--top", "none")
        self.expect_error(2, "NAME=BYTES", "snapshot", "diff", self.old,
                          self.new, "--fail-on-growth", "Session")


class InfoTest(CliTest):

    def test_json(self):
        document = self.expect_json("snapshot", "info", self.old)
        self.assertEqual(document["file"], str(self.old))
        self.assertEqual(document["file_bytes"], self.old.stat().st_size)
        self.assertEqual(document["text_bytes"], self.old.stat().st_size)
        self.assertEqual(document["producer"], "unknown")
        self.assertEqual(
            [document[key] for key in ("node_count", "edge_count",
                                       "string_count", "self_bytes")],
            [4, 3, 4, 250])

    def test_text(self):
        result = self.run_program("snapshot", "info", self.old)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("objects   250 B", result.stdout)


class SummaryTest(CliTest):

    def test_json(self):
        document = self.expect_json("snapshot", "summary", self.old)
        self.assertEqual(document["total_bytes"], 250)
        self.assertEqual(document["classes"], [
            {"name": "Session", "count": 2, "distance": 1,
             "shallow_bytes": 200, "retained_bytes": 200},
            {"name": "Cache", "count": 1, "distance": 1, "shallow_bytes": 50,
             "retained_bytes": 50}])
        self.assertEqual(document["statistics"]["native_bytes"], 0)

    def test_top(self):
        document = self.expect_json("snapshot", "summary", self.old, "--top",
                                    "1")
        self.assertEqual([row["name"] for row in document["classes"]],
                         ["Session"])

    def test_people_see_30_rows(self):
        path = self.write("many.heapsnapshot", snapshot(
            [(f"Class{place}", 3 + 2 * place, 100) for place in range(45)]))
        for command in (["summary", path], ["diff", self.old, path]):
            with self.subTest(command[0]):
                command = ["snapshot", *command]
                text = self.run_program(*command).stdout
                self.assertIn("\n15 more (--top N, --all)\n"
                              if command[1] == "summary"
                              else "\n17 more (--top N, --all)\n", text)
                self.assertEqual(text.count("\nClass"), 30)
                text = self.run_program(*command, "--all").stdout
                self.assertNotIn("more (", text)
                self.assertEqual(text.count("\nClass"), 45)
                self.assertIn(" more (", self.run_program(
                    *command, "--top", "3").stdout)
                self.expect_error(2, "excludes", *command, "--top", "3",
                                  "--all")
        document = self.expect_json("snapshot", "summary", path)
        self.assertEqual(len(document["classes"]), 45)

    def test_names_cannot_turn_a_line_around(self):
        path = self.write("odd\u202e.heapsnapshot", snapshot(
            [("a\u202eb\x1b[31m\u009b", 3, 100)]))
        for command in (["summary"], ["info"], ["dominators"], ["leaks"],
                        ["objects", "/a/"], ["object", "3"],
                        ["retainers", "3"], ["retainers", "/a/"]):
            with self.subTest(command):
                result = self.run_program("snapshot", command[0], path,
                                          *command[1:])
                self.assertEqual(result.returncode, 0)
                for bad in "\u202e\x1b\u009b":
                    self.assertNotIn(bad, result.stdout)
        self.assertIn("a?b?[31m?", self.run_program(
            "snapshot", "summary", path).stdout)

    def test_standard_input(self):
        with self.old.open() as file:
            from_file = self.expect_json("snapshot", "summary", "-",
                                         stdin=file)
        piped = self.expect_json("snapshot", "summary", "-",
                                 input=self.old.read_text())
        self.assertEqual(from_file["total_bytes"], 250)
        self.assertEqual(piped, from_file)

    def test_text(self):
        result = self.run_program("snapshot", "summary", self.old)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertRegex(result.stdout, r"Session +2 +1 +200 B +200 B +80 %\n")
        self.assertNotIn("\x1b", result.stdout)


class CompressedTest(CliTest):

    def compress(self, data, name="old.gz"):
        path = self.folder / name
        path.write_bytes(gzip.compress(data))
        return path

    def test_figures_are_those_of_the_text(self):
        text = self.old.read_bytes()
        path = self.compress(text, "old.heapsnapshot")
        wanted = self.expect_json("snapshot", "summary", self.old)
        self.assertEqual(self.expect_json("snapshot", "summary", path), wanted)
        with path.open() as file:
            self.assertEqual(self.expect_json("snapshot", "summary", "-",
                                              stdin=file), wanted)
        diff = self.expect_json("snapshot", "diff", path, self.old)
        self.assertEqual(diff["classes"], [])

    def test_standard_input_from_a_pipe(self):
        data = gzip.compress(self.old.read_bytes())
        done = subprocess.run(
            [self.program, "snapshot", "info", "-", "--json"], input=data,
            capture_output=True, check=True, timeout=60)
        document = json.loads(done.stdout)
        self.assertEqual(document["file_bytes"], len(data))
        self.assertEqual(document["text_bytes"], self.old.stat().st_size)

    def test_info_tells_both_sizes(self):
        path = self.compress(self.old.read_bytes())
        result = self.run_program("snapshot", "info", path)
        self.assertRegex(result.stdout,
                         r"file +\d+ B, \d+ B decompressed\n")

    def test_damage_is_one_line_with_its_place(self):
        data = gzip.compress(self.old.read_bytes())
        path = self.folder / "bad.gz"
        bad = {"is cut off here": data[:-1],
               "something else": data + b"x",
               "incorrect data check": data[:-8] + b"1234" + data[-4:]}
        for text, content in bad.items():
            with self.subTest(text):
                path.write_bytes(content)
                self.expect_error(1, text, "snapshot", "info", path)
                self.expect_error(1, "bad.gz: compressed byte ", "snapshot",
                                  "summary", path)
        path.write_bytes(b"\x28\xb5\x2f\xfd")
        self.expect_error(1, "compressed byte 4: is cut off here", "snapshot",
                          "info", path)

    def test_a_bomb(self):
        path = self.folder / "bomb.gz"
        path.write_bytes(gzip.compress(bytes(16 << 20)) * 17)
        self.expect_error(1, "250 times as long", "snapshot", "info", path)

    def test_folders_for_temporary_files(self):
        path = self.compress(self.old.read_bytes())
        environment = dict(os.environ)
        for folder in ("", ".", str(self.folder)):
            environment["TMPDIR"] = folder
            self.expect_json("snapshot", "info", path, env=environment,
                             cwd=self.folder)
        # In the last, nobody can make a file.
        for folder in ("/nowhere", "nowhere", "/dev/null", "/proc/self"):
            environment["TMPDIR"] = folder
            self.expect_error(1, f"cannot be copied to {folder} (TMPDIR",
                              "snapshot", "info", path, env=environment)

    def test_a_limit_of_file_sizes(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        environment = {**os.environ, "TMPDIR": str(self.folder)}
        self.expect_error(1, f"cannot be copied to {self.folder} (TMPDIR names "
                          "the folder): File too large", "snapshot", "info",
                          self.compress(self.old.read_bytes()),
                          preexec_fn=limit, env=environment)
        self.assertEqual(sorted(file.name for file in self.folder.iterdir()),
                         ["new.heapsnapshot", "old.gz", "old.heapsnapshot"])


class BadFileTest(CliTest):

    def test_each_is_one_line_with_its_name(self):
        text = self.old.read_text()
        bad = {
            "empty": "",
            "foreign": "no snapshot\n",
            "cut": text[:len(text) // 2],
            "cut_strings": text[:-3],
            "extra": text.replace('"node_count"', '"extra_native_bytes":'
                                  '18446744073709551615,"node_count"'),
            "count": text.replace('"node_count":4', '"node_count":999'),
            "edge": text.replace('"edges":[2,1,5', '"edges":[2,1,6'),
            "string": text.replace('"nodes":[0,0', '"nodes":[0,99'),
        }
        for name, content in bad.items():
            path = self.write(name, content)
            for command in ("info", "summary"):
                if command == "info" and name in ("edge", "string"):
                    continue  # it does not look
                with self.subTest(name, command=command):
                    self.expect_error(1, f"{path}: ", "snapshot", command,
                                      path)
            with self.subTest(name, command="diff"):
                self.expect_error(1, f"{path}: ", "snapshot", "diff",
                                  self.old, path)

    def test_what_cannot_be_opened(self):
        missing = self.folder / "missing"
        self.expect_error(1, "missing: cannot be opened", "snapshot", "info",
                          missing)
        self.expect_error(1, "is a folder", "snapshot", "summary",
                          self.folder)
        self.expect_error(1, "?", "snapshot", "info", "a\nb")

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_a_full_disk(self):
        for arguments in (["snapshot", "info", self.old], ["--help"],
                          ["--version"], ["snapshot", "diff", "--help"],
                          ["completion", "bash"]):
            with self.subTest(arguments), open("/dev/full", "w",
                                               encoding="utf-8") as full:
                done = subprocess.run([self.program, *arguments],
                                      stdout=full, stderr=subprocess.PIPE,
                                      check=False, timeout=60)
                self.assertEqual(done.returncode, 1)
                self.assertIn(b"halfword: standard output: ", done.stderr)


if __name__ == "__main__":
    main()
