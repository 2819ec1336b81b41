# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""The halfword-dom programs from outside: what they print, where, and how they
end. Run as `cli_test.py FOLDER`, where FOLDER holds the three programs; ctest
does. A test runs each program, so that no build behaves in its own way."""

import json
import os
import pathlib
import subprocess
import unittest

from cli_testing import CliTest, PROGRAMS, main


class BadInputTest(CliTest):

    def test_missing_file(self):
        self.expect_refusal(
            str(self.folder / "no.html"), "No such file or directory, expected "
            "an HTML page or a folder of them")

    def test_folder_without_pages(self):
        self.write("a.txt", b"<p>")
        self.expect_refusal(
            str(self.folder),
            "no .html or .htm file inside, expected at least one page")

    def test_binary_junk(self):
        self.expect_refusal(self.write("a.html", b"<p>\x00\x01"),
                            "a NUL byte at offset 3, expected text")
        self.expect_refusal(self.write("a.html", b"\x7f\x01\x02\x03"),
                            "4 control characters in 4 bytes, expected text")

    def test_empty_page(self):
        self.expect_refusal(self.write("a.html", b""),
                            "0 bytes, expected an HTML page")

    def test_unreadable_file(self):
        self.expect_refusal("/proc/self/mem",
                            "Input/output error, expected a readable page")

    def test_device(self):
        self.expect_refusal(
            "/dev/zero", "neither a file nor a folder, expected an HTML page "
            "or a folder of them")

    def test_fifo(self):
        fifo = str(self.folder / "a.html")
        os.mkfifo(fifo)
        self.expect_refusal(fifo, "neither a file nor a folder, expected an "
                            "HTML page or a folder of them")
        self.expect_refusal(
            str(self.folder),
            "no .html or .htm file inside, expected at least one page")

    def test_unreadable_subfolder(self):
        pages = [self.write(f"pages/{i}/a.html", b"<p>x") for i in range(5)]
        closed = pathlib.Path(pages.pop(2)).parent
        closed.chmod(0)
        self.addCleanup(closed.chmod, 0o700)
        self.folder.chmod(0o755)
        # Nothing is closed to root, who runs a copy as somebody else.
        options = {"user": 65534} if os.geteuid() == 0 else {}
        program = self.copy_program("halfword-dom")
        result = subprocess.run([program, "--json", self.folder / "pages"],
                                text=True, capture_output=True, **options)
        self.assertEqual(result.stderr, f"halfword-dom: {closed}: Permission "
                         "denied, expected a folder that can be listed\n")
        self.assertEqual(json.loads(result.stdout)["files"], pages)
        self.assertEqual(result.returncode, 1)

    def test_million_nested_tags(self):
        self.expect_refusal(
            self.write("a.html", b"<div>" * 1_000_000),
            "the tag at offset 50000 is nested more than 10000 deep, expected "
            "a page (a parser's time grows with the square of the depth)")

    def test_page_that_exhausts_a_parser(self):
        tags = b"".join(b"<p><b id=%d>" % i for i in range(1000))
        self.expect_refusal(
            self.write("a.html", tags), "parsing needs more than 67 MiB for "
            "12890 bytes, expected a page not made to exhaust a parser")

    def test_huge_file(self):
        path = self.write("a.html", b"")
        os.truncate(path, 2**29 + 1)  # takes no room on the disk
        self.expect_refusal(path,
                            "536870913 bytes, expected at most 536870912")

    def test_goes_on_with_the_other_pages(self):
        good = self.write("pages/good.html", b"<p>x")
        self.write("pages/empty.htm", b"")
        for program in PROGRAMS:
            with self.subTest(program):
                result = self.run_program(program, "--json",
                                          str(self.folder / "pages"), "no.html")
                self.assertEqual(json.loads(result.stdout)["files"], [good])
                self.assertEqual(len(result.stderr.splitlines()), 2)
                self.assertEqual(result.returncode, 1)


class UsageTest(CliTest):

    def test_wrong_usage(self):
        for arguments in [[], ["--snapshot", "x"], ["-x", "a.html"],
                          ["--image", "", "a.html"], ["--image", "a.html"],
                          ["--image", "x", "--compare"],
                          ["--image", "x", "--snapshot", "y"],
                          ["--snapshot", "", "a.html"], ["--redact", "a.html"],
                          ["--repeat", "0", "a.html"], ["--repeat", "many"]]:
            for program in PROGRAMS:
                with self.subTest(program, arguments=arguments):
                    result = self.run_program(program, *arguments)
                    self.assertEqual(result.returncode, 2)
                    self.assertEqual(result.stdout, "")
                    self.assertRegex(result.stderr, rf"^{program}: [^\n]+\n$")

    def test_help_and_version(self):
        for program in PROGRAMS:
            result = self.run_program(program, "--help")
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            for words in ["--compare", "--repeat", "--json", "--version",
                          "--snapshot OUT", "--redact", "--image OUT",
                          "Example: halfword-dom FOLDER --image pages.image\n",
                          "Example: halfword-dom "
                          "page.html --snapshot page.heapsnapshot\n"]:
                self.assertIn(words, result.stdout)
            result = self.run_program(program, "--version")
            self.assertRegex(result.stdout, rf"^{program} \d+\.\d+\.\d+\n$")


class BrokenStreamTest(CliTest):
    """Standard streams that are closed, or full as a disk can be."""

    def run_in_shell(self, redirection, program, *arguments):
        return subprocess.run(
            ["sh", "-c", f'exec "$0" "$@" {redirection}',
             self.programs / program,
             *arguments], text=True, capture_output=True, timeout=120)

    def test_output_that_cannot_be_written(self):
        page = self.write("a.html", b"<p>x")
        for arguments in [["--help"], ["--version"], [page], ["--json", page],
                          ["--json"] + [page] * 1000, ["--compare", page]]:
            for redirection in [">/dev/full", ">&-"]:
                with self.subTest(arguments[:2], redirection=redirection):
                    result = self.run_in_shell(redirection, "halfword-dom",
                                               *arguments)
                    self.assertEqual(result.stderr, "halfword-dom: standard "
                                     "output: cannot be written\n")
                    self.assertEqual(result.returncode, 1)

    def test_messages_that_cannot_be_written(self):
        page = self.write("a.html", b"<p>x")
        for program in PROGRAMS:
            for redirection in ["2>/dev/full", "2>&-", "<&- 2>&-"]:
                with self.subTest(program, redirection=redirection):
                    result = self.run_in_shell(redirection, program, "--json",
                                               "--compare", page, "no.html")
                    self.assertEqual(json.loads(result.stdout)["files"], [page])
                    self.assertEqual(result.returncode, 1)
                    result = self.run_in_shell(redirection, program, "--no")
                    self.assertEqual(result.returncode, 2)

    def test_control_characters_do_not_reach_the_terminal(self):
        page = self.write("a\n\x1b[31m.html", b"")
        result = self.run_program("halfword-dom", page)
        self.assertEqual(result.stderr, f"halfword-dom: {self.folder}/"
                         "a\\n\\x1b[31m.html: 0 bytes, expected an HTML page\n")
        result = self.run_program("halfword-dom", "--a\x1bb\n")
        self.assertNotIn("\x1b", result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), 1)


class ManyPagesTest(CliTest):
    """Names that no command line, no terminal and no JSON can hold."""

    def test_names_that_are_not_utf8(self):
        name = os.fsencode(self.folder) + b"/\xe4.html"
        with open(name, "wb") as page:
            page.write(b"<p>x")
        for program in PROGRAMS:
            with self.subTest(program):
                result = self.run_program(program, "--json", "--compare", name)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertEqual(json.loads(result.stdout)["files"],
                                 [f"{self.folder}/\ufffd.html"])

    def test_a_list_of_pages(self):
        pages = [self.write(f"{i}.html", b"<p>x") for i in range(3)]
        names = "\0".join(pages[1:])
        for program in PROGRAMS:
            for list_name in ["-", self.write("list", names.encode())]:
                with self.subTest(program, list_name=list_name):
                    result = self.run_program(
                        program, "--json", "--files0-from", list_name,
                        pages[0], input=names)
                    self.assertEqual((result.returncode, result.stderr),
                                     (0, ""))
                    self.assertEqual(json.loads(result.stdout)["files"], pages)

    def test_compares_more_pages_than_fit_on_a_command_line(self):
        folder = self.folder / ("x" * 250) / ("y" * 250)
        folder.mkdir(parents=True)
        for i in range(5000):  # 2.5 MB of names
            (folder / f"{i}.html").write_bytes(b"<p>x")
        result = self.run_program("halfword-dom", "--compare", "--json",
                                  "--repeat", "1", self.folder)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(len(json.loads(result.stdout)["files"]), 5000)


class EnvironmentTest(CliTest):

    def test_a_small_stack(self):
        page = self.write("a.html", b"<p>x")
        for program in PROGRAMS:
            with self.subTest(program):
                result = subprocess.run(
                    ["sh", "-c", 'ulimit -s 64; exec "$0" --compare "$1"',
                     self.programs / program, page],
                    text=True, capture_output=True)
                self.assertEqual((result.returncode, result.stderr), (0, ""))

    def expect_out_of_memory(self, program, result):
        self.assertRegex(result.stderr,
                         rf"^{program}: out of memory, expected [^\n]+\n$")
        self.assertEqual((result.returncode, result.stdout), (1, ""))

    def test_a_limit_of_the_heap(self):
        page = self.write("a.html", b"<p>x" * 100_000)
        environment = os.environ | {"HALFWORD_OPTIONS": "max-heap=1m"}
        for program in ["halfword-dom", "halfword-dom-64"]:
            with self.subTest(program):
                self.expect_out_of_memory(
                    program, self.run_program(program, page, env=environment))

    @unittest.skipIf("DOM_TEST_SANITIZED" in os.environ,
                     "a sanitizer needs more addresses than any limit leaves")
    def test_a_limit_of_address_space(self):
        page = self.write("a.html", b"<p>x" * 100_000)
        # From too little for the C++ library's start to enough for the pages.
        # The builds with the heap need 256 MiB for its cage, and tables.
        for kibibytes in [*range(20_000, 320_000, 50_000),
                          *range(318_000, 330_000, 2_000)]:
            for program in PROGRAMS:
                with self.subTest(program, kibibytes=kibibytes):
                    result = subprocess.run(
                        ["sh", "-c", f'ulimit -v {kibibytes}; exec "$0" "$1"',
                         self.programs / program, page], text=True,
                        capture_output=True)
                    if result.returncode != 0:
                        self.expect_out_of_memory(program, result)

    def test_a_bad_option_is_complained_of_once(self):
        page = self.write("a.html", b"<p>x")
        environment = os.environ | {"HALFWORD_OPTIONS": "max-heep=1g,trace-gc"}
        for program in PROGRAMS:
            with self.subTest(program):
                result = self.run_program(program, "--compare", page,
                                          env=environment)
                self.assertEqual(result.returncode, 0)
                self.assertEqual(result.stderr.count("max-heep"), 1)
                self.assertEqual(result.stderr.count("gc heap=1 cycle=1 "), 2)


if __name__ == "__main__":
    main()
