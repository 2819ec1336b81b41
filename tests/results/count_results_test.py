#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Counts the results of a real ctest run that has one of each outcome."""

import contextlib
import io
import pathlib
import subprocess
import sys
import tempfile
import unittest

import count_results

PROJECT = """\
cmake_minimum_required(VERSION 3.25)
project(outcomes NONE)
enable_testing()
add_test(NAME passes COMMAND ${CMAKE_COMMAND} -E true)
add_test(NAME fails COMMAND ${CMAKE_COMMAND} -E false)
add_test(NAME takes_too_long COMMAND ${CMAKE_COMMAND} -E sleep 9)
set_tests_properties(takes_too_long PROPERTIES TIMEOUT 0.1)
add_test(NAME is_not_there COMMAND ${CMAKE_CURRENT_BINARY_DIR}/no-such-program)
add_test(NAME skips COMMAND ${CMAKE_COMMAND} -E false)
set_tests_properties(skips PROPERTIES SKIP_RETURN_CODE 1)
add_test(NAME is_disabled COMMAND ${CMAKE_COMMAND} -E true)
set_tests_properties(is_disabled PROPERTIES DISABLED TRUE)
set_tests_properties(fails PROPERTIES FIXTURES_SETUP ground)
add_test(NAME has_no_ground COMMAND ${CMAKE_COMMAND} -E true)
set_tests_properties(has_no_ground PROPERTIES FIXTURES_REQUIRED ground)
"""


def run_ctest(folder, project):
    """Returns the JUnit file of one run of the project's tests."""
    (folder / "CMakeLists.txt").write_text(project)
    build = folder / "build"
    subprocess.run(["cmake", "-G", "Ninja", "-S", folder, "-B", build],
                   check=True,
                   stdout=subprocess.DEVNULL)
    subprocess.run(["ctest", "--test-dir", build, "--output-junit",
                    folder / "junit.xml"], check=False,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return str(folder / "junit.xml")


class CountResultsTest(unittest.TestCase):

    def run_main(self, project):
        """Returns the exit status and the lines printed."""
        with tempfile.TemporaryDirectory() as name:
            results = run_ctest(pathlib.Path(name), project)
            output = io.StringIO()
            with contextlib.redirect_stdout(output):
                status = count_results.main([results])
        return status, output.getvalue().splitlines()

    def test_a_test_that_could_not_run_has_failed(self):
        status, lines = self.run_main(PROJECT)
        self.assertEqual(status, 1)
        self.assertEqual(lines[-1], "1 passed, 4 failed, 2 skipped")
        self.assertEqual(sorted(lines[:-1]), [
            "failed: fails", "failed: has_no_ground", "failed: is_not_there",
            "failed: takes_too_long"])

    def test_green_where_nothing_failed(self):
        project = "\n".join(PROJECT.splitlines()[:4])
        self.assertEqual(self.run_main(project),
                         (0, ["1 passed, 0 failed, 0 skipped"]))

    def test_red_where_nothing_ran(self):
        project = "\n".join(PROJECT.splitlines()[:3])
        self.assertEqual(self.run_main(project),
                         (1, ["0 passed, 0 failed, 0 skipped"]))


if __name__ == "__main__":
    sys.exit(unittest.main())
