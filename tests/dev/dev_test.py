#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Runs ./dev on machines that this one is not, made of stub programs.

Each test gets a copy of the script and a PATH with the programs it names and
nothing else, so that it neither installs packages nor asks for a network.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests" / "terminal"))
from terminal import on_terminal  # noqa: E402

TOOLS = ("cat", "cp", "dirname", "echo", "env", "grep", "mkdir", "mv", "nproc",
         "readlink", "rm", "sed", "sh", "tail", "touch")
# The programs of a machine with apt, where only g++ is installed. They write
# what they were asked to $LOG.
DPKG_QUERY = 'case "$4" in g++) echo installed ;; *) exit 1 ;; esac'
APT_GET = """\
echo "apt-get $*" >>"$LOG"
case " $* " in *" download "*) touch debian-policy_1_all.deb ;; esac"""
DPKG_DEB = 'mkdir -p "$3/usr/share/doc/debian-policy/html"'
DEBIAN = {"dpkg-query": DPKG_QUERY, "apt-get": APT_GET, "dpkg-deb": DPKG_DEB,
          "apt-cache": "[ $2 != clang-19 ]"}
# The same where everything is installed, and cmake does as if it built.
READY = {**DEBIAN, "dpkg-query": "echo installed", "cmake": ""}
DEMO = pathlib.PurePath("build/release/examples/dom/halfword-dom")
ROOT_USER = {"id": "echo 0"}
PLAIN_USER = {"id": "echo 1000"}


class DevTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.programs = self.folder / "bin"
        self.programs.mkdir()
        self.log = self.folder / "log"
        self.log.touch()
        for name in ("dev", "apt.txt", "apt-full.txt", "CMakePresets.json"):
            shutil.copy(ROOT / name, self.folder)
        for name in TOOLS:
            (self.programs / name).symlink_to(shutil.which(name))

    def run_dev(self, *arguments, caller=None, dev=None,
                stdout=subprocess.PIPE, **programs):
        """Runs ./dev on a machine with the programs, from the caller's folder
        and by the link `dev` to it."""
        for name, body in programs.items():
            stub = self.programs / name
            stub.write_text(f"#!/bin/sh\n{body}\n")
            stub.chmod(0o755)
        return subprocess.run(
            [dev or self.folder / "dev", *arguments], check=False, cwd=caller,
            env={"PATH": str(self.programs), "LOG": str(self.log)},
            stdout=stdout, stderr=subprocess.PIPE, text=True)

    def dev(self, *arguments, **programs):
        """Returns (status, output) of ./dev, whichever way it went out."""
        result = self.run_dev(*arguments, **programs)
        return result.returncode, result.stderr + result.stdout

    def make_demo(self, body='echo "dom $*"'):
        """Puts a program where the build would, that shows its arguments."""
        program = self.folder / DEMO
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(f"#!/bin/sh\n{body}\n")
        os.chmod(program, 0o755)

    def logged(self):
        return self.log.read_text().splitlines()

    def test_help_goes_with_success_and_a_wrong_verb_with_2(self):
        self.assertEqual(self.dev("--help")[0], 0)
        status, output = self.dev("tset")
        self.assertEqual(status, 2)
        self.assertIn("Usage: ./dev VERB", output)

    def test_each_verb_answers_help_before_any_work(self):
        for verb in ("setup", "test", "format", "ci"):
            for option in ("-h", "--help"):
                result = self.run_dev(verb, option, **DEBIAN, **ROOT_USER)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertIn("Usage: ./dev VERB", result.stdout)
        self.assertEqual(self.logged(), [])

    def test_help_with_benchmarks_neither_builds_nor_installs(self):
        bench = {"python3": 'echo "$*"', "cmake": 'echo built >>"$LOG"'}
        for arguments in (("--help",), ("-h",), ("dom", "--help")):
            result = self.run_dev("bench", *arguments, **{**DEBIAN, **bench},
                                  **ROOT_USER)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(result.stdout,
                             f"-B {self.folder}/bench/run.py --help\n")
        self.assertEqual(self.logged(), [])

    def test_a_row_that_is_not_is_refused_before_the_second_list(self):
        status, output = self.dev(
            "ci", "x", **{**DEBIAN, "python3": 'echo "no row"; exit 2'},
            **ROOT_USER)
        self.assertEqual((status, output.splitlines()[-1]), (2, "no row"))
        self.assertNotIn("valgrind", "".join(self.logged()))

    def test_what_a_verb_does_not_take_is_refused_before_any_work(self):
        for arguments, said in [
                (("setup", "--ful"), "setup takes --full or nothing"),
                (("setup", "--full", "--full"), "not --full --full"),
                (("test", ""), "no preset ''; there are: dev release "),
                (("test", "common"), "no preset 'common'"),
                (("test", "dev\nrelease"), "no preset"),
                (("test", "dev", "--help"), "one preset, not dev --help"),
                (("test", "dev", "asan"), "one preset, not dev asan"),
                (("format", "x"), "format does not take x")]:
            status, output = self.dev(*arguments, **READY, **ROOT_USER)
            self.assertEqual(status, 2, arguments)
            self.assertIn(said, output)
        self.assertEqual(self.logged(), [])

    def test_a_users_paths_are_relative_to_where_he_is(self):
        self.make_demo('echo "$(basename "$PWD") $*"')
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        link = elsewhere / "link"
        link.symlink_to(self.folder / "dev")
        ready = {**READY, "basename": 'echo "${1##*/}"'}
        for dev in (None, link):
            result = self.run_dev("demo", "page.html", caller=elsewhere,
                                  dev=dev, **ready, **ROOT_USER)
            self.assertEqual(result.stdout, "elsewhere --compare page.html\n",
                             result.stderr)

    def test_setup_installs_what_is_missing_and_nothing_else(self):
        status, output = self.dev("setup", **DEBIAN, **ROOT_USER)
        self.assertEqual(status, 0, output)
        update, install, download = self.logged()
        self.assertIn("update", update)
        self.assertIn(" cmake ", install)
        self.assertIn("--no-install-recommends", install)
        self.assertNotIn("g++", install)
        self.assertNotIn("clang", install)
        self.assertIn("download", download)
        self.assertTrue((self.folder / ".cache/pages/html").is_dir())

    def test_setup_twice_fetches_once(self):
        everything = {**DEBIAN, "dpkg-query": "echo installed"}
        self.dev("setup", **everything, **ROOT_USER)
        self.dev("setup", **everything, **ROOT_USER)
        self.assertEqual(len(self.logged()), 1, self.logged())

    def test_full_says_how_npms_part_is_installed(self):
        for arguments, said in ((("setup",), False),
                                (("setup", "--full"), True)):
            result = self.run_dev(*arguments, **READY, **ROOT_USER)
            self.assertEqual("./dev devtools setup" in result.stderr, said)

    def test_devtools_runs_the_reader_where_the_user_is(self):
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        shows = {"basename": 'echo "${1##*/}"',
                 "python3": 'echo "$(basename "$PWD") $*"'}
        result = self.run_dev("devtools", "worker", "a b.heapsnapshot",
                              caller=elsewhere, **DEBIAN, **shows)
        self.assertEqual(
            result.stdout, f"elsewhere -B {self.folder}/tests/devtools/run.py "
            "worker a b.heapsnapshot\n", result.stderr)
        self.assertEqual(self.logged(), [])

    def test_devtools_builds_what_writes_big_heaps(self):
        build = {"cmake": 'echo "cmake $*" >>"$LOG"',
                 "python3": 'echo "python3 $*" >>"$LOG"'}
        self.dev("devtools", "big", **{**READY, **build}, **ROOT_USER)
        configure, make, run = self.logged()
        self.assertIn("--preset release", configure)
        self.assertTrue(make.endswith("--target write-heap"), make)
        self.assertTrue(run.endswith("run.py big"), run)

        self.log.write_text("")
        self.dev("devtools", "big", "--help", **{**READY, **build}, **ROOT_USER)
        self.assertEqual(len(self.logged()), 1, self.logged())

    def test_devtools_installs_npm_only_where_there_is_none(self):
        reader = {"python3": 'echo "python3 $*" >>"$LOG"'}
        self.dev("devtools", "setup", **READY, **ROOT_USER, **reader)
        update, install, run = self.logged()
        self.assertIn("--no-install-recommends npm", install)
        self.assertTrue(run.endswith("run.py setup"), run)

        self.log.write_text("")
        self.dev("devtools", "setup", **READY, **ROOT_USER, **reader, npm="")
        self.assertEqual(len(self.logged()), 1, self.logged())

    def test_full_leaves_out_what_the_distribution_has_not(self):
        status, output = self.dev("setup", "--full", **DEBIAN, **ROOT_USER)
        self.assertEqual(status, 0, output)
        self.assertIn("left out, not in this distribution: clang-19", output)
        install = self.logged()[1].split()
        self.assertIn("valgrind", install)
        self.assertIn("clang-tidy-19", install)
        self.assertNotIn("clang-19", install)

    def test_a_user_with_sudo_installs_by_sudo(self):
        sudo = {"sudo": 'echo "sudo $1" >>"$LOG"; "$@"'}
        status, output = self.dev("setup", **DEBIAN, **PLAIN_USER, **sudo)
        self.assertEqual(status, 0, output)
        self.assertEqual(self.logged()[0], "sudo apt-get")
        self.assertNotIn("sudo", self.logged()[-1])

    def test_a_user_without_sudo_reads_one_line_that_names_the_packages(self):
        for verb in ("setup", "demo", "test"):
            status, output = self.dev(verb, **DEBIAN, **PLAIN_USER)
            self.assertEqual(status, 1)
            self.assertEqual(output.count("\n"), 1, output)
            self.assertIn("dev: neither root nor sudo. Ask for: "
                          "apt-get install cmake ", output)

    def test_a_failed_download_leaves_no_pages(self):
        broken = {**DEBIAN, "dpkg-deb": "exit 2"}
        status, output = self.dev("setup", **broken, **ROOT_USER)
        self.assertEqual(status, 1)
        self.assertIn("cannot download debian-policy", output)
        self.assertFalse((self.folder / ".cache/pages").exists())

    def test_a_build_that_fails_is_one_failed_test(self):
        everything = {**DEBIAN, "dpkg-query": "echo installed"}
        status, output = self.dev("test", **everything, cmake="exit 1")
        self.assertEqual(status, 1)
        self.assertEqual(output.splitlines()[-1],
                         "0 passed, 1 failed, 0 skipped")

    def test_the_demo_takes_pages_of_the_user(self):
        self.make_demo()
        result = self.run_dev("demo", "a b.html", **READY)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout, "dom --compare a b.html\n")
        self.assertEqual(self.logged(), [])

        result = self.run_dev("demo", "--files0-from", "list", **READY)
        self.assertEqual(result.stdout, "dom --compare --files0-from list\n")

    def test_the_demo_says_what_is_next_to_people_only(self):
        self.make_demo()
        result = self.run_dev("demo", "a.html", **READY)
        self.assertNotIn("./dev test", result.stderr)

        result, output = on_terminal(lambda terminal: self.run_dev(
            "demo", "a.html", stdout=terminal, **READY))
        self.assertIn("./dev test", result.stderr)
        self.assertEqual(output, b"dom --compare a.html\r\n")

    def test_the_demo_fetches_pages_where_the_user_names_none(self):
        self.make_demo()
        for arguments in ((), ("--json",), ("--repeat", "2"), ("--repeat",),
                          ("--snapshot", "out"), ("--image", "out")):
            result = self.run_dev("demo", *arguments, **READY)
            self.assertEqual(
                result.stdout,
                " ".join(["dom --compare", *arguments,
                          f"{self.folder}/.cache/pages\n"]))
        self.assertTrue((self.folder / ".cache/pages/html").is_dir())

    def test_only_the_demo_itself_writes_to_standard_output(self):
        loud = {name: f"echo chatter\n{body}" for name, body in READY.items()}
        loud["dpkg-query"] = DPKG_QUERY
        self.make_demo()
        for arguments in (("--json", "a.html"), ("--json",), ("--version",),
                          ("a.html",)):
            result = self.run_dev("demo", *arguments, **loud, **ROOT_USER)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertRegex(result.stdout, r"\Adom --compare [^\n]*\n\Z")
            self.assertIn("chatter", result.stderr)

    def test_the_demo_speaks_of_building_only_where_it_builds(self):
        make = (f'mkdir -p {DEMO.parent}\n'
                f'printf "#!/bin/sh\necho dom\n" >{DEMO}\nchmod +x {DEMO}')
        first = self.run_dev("demo", "a.html", **{**READY, "cmake": make},
                             chmod='exec /bin/chmod "$@"')
        self.assertEqual(first.stdout, "dom\n")
        self.assertIn("the first time this takes", first.stderr)

        again = self.run_dev("demo", "a.html", **READY)
        self.assertIn("Building the demo.\n", again.stderr)
        self.assertNotIn("first time", again.stderr)

        done = {**READY, "cmake": "echo ninja: no work to do."}
        self.assertNotIn("Building",
                         self.run_dev("demo", "a.html", **done).stderr)

    def test_help_with_the_demo_neither_builds_nor_installs(self):
        poor = {**DEBIAN, **PLAIN_USER, "cmake": 'echo cmake >>"$LOG"'}
        result = self.run_dev("demo", "--help", **poor)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("Usage: ./dev demo [OPTION|PAGE]...", result.stdout)

        self.make_demo()
        result = self.run_dev("demo", "--help", **poor)
        self.assertEqual(result.stdout, "dom --help\n")
        self.assertIn("Usage: ./dev demo [OPTION|PAGE]...", result.stderr)
        self.assertEqual(self.logged(), [])


if __name__ == "__main__":
    sys.exit(unittest.main())
