# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

"""One image, opened by other versions of the program that made it.

    layouts_test.py PROGRAM_1 ... PROGRAM_6
"""

import hashlib
import os
import subprocess
import sys
import tempfile
import unittest

PROGRAMS = sys.argv[1:7]


class LayoutsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.image = os.path.join(folder.name, "people.image")
        self.run_version(1, "make")

    def call(self, version, command):
        return subprocess.run(
            [PROGRAMS[version - 1], command, self.image], timeout=120,
            check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True)

    def run_version(self, version, command):
        result = self.call(version, command)
        self.assertEqual(result.returncode, 0, result.stdout)

    def refusal_of(self, version, command):
        result = self.call(version, command)
        self.assertEqual(result.returncode, 1, result.stdout)
        self.assertEqual(result.stdout.count("\n"), 1, result.stdout)
        self.assertTrue(result.stdout.startswith(self.image), result.stdout)
        return result.stdout

    def content(self):
        with open(self.image, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()

    def test_a_reader_converts_for_itself(self):
        before = self.content()
        self.run_version(2, "check")
        self.assertEqual(self.content(), before)
        self.run_version(1, "check")

    def test_the_file_changes_with_a_save(self):
        self.run_version(2, "edit")
        self.run_version(2, "strict")
        line = self.refusal_of(1, "strict")
        # Which class comes first depends on the width of references.
        self.assertIn("is not the program's: ", line)
        self.assertRegex(line, "there and .* here|no field '[a-z_]+' here")

    def test_what_was_not_converted_is_not_taken_for_the_same(self):
        self.assertIn("class", self.refusal_of(2, "strict"))

    def test_another_kind_of_field_is_refused_by_name(self):
        line = self.refusal_of(3, "check")
        self.assertIn("class Person", line)
        self.assertIn("'age_'", line)
        self.assertIn("not converted", line)

    def test_what_would_become_narrower_is_refused(self):
        self.run_version(2, "edit")
        self.assertIn("not converted", self.refusal_of(1, "check"))

    def test_a_field_for_another_class_is_refused(self):
        line = self.refusal_of(4, "check")
        self.assertIn("next_", line)
        self.assertIn("not converted", line)

    def test_a_key_with_other_bytes_under_a_hash_of_its_own_is_refused(self):
        before = self.content()
        line = self.refusal_of(5, "edit")
        self.assertIn("Number", line)
        self.assertIn("its hash is the program's own", line)
        self.assertIn("not converted", line)
        self.assertEqual(self.content(), before)

    def test_a_function_sees_to_what_names_do_not_say(self):
        before = self.content()
        self.run_version(6, "check")
        self.assertEqual(self.content(), before)
        self.run_version(6, "edit")
        self.assertNotEqual(self.content(), before)
        self.run_version(6, "strict")
        # No function is called for what is already right.
        self.run_version(6, "missing")

    def test_without_the_function_it_is_refused(self):
        line = self.refusal_of(6, "none")
        self.assertIn("not converted: class Person: field", line)

    def test_what_a_function_cannot_have_is_said(self):
        before = self.content()
        for command, said in [
                ("missing", "asks for field 'shoe_size_', which is not there"),
                ("large", "asks for field 'age_', which holds a number that "
                          "its new type does not have"),
                ("kind", "asks for field 'age_', which is no string there"),
                ("class", "asks for field 'next_', which refers to what is no "
                          "People here"),
                ("refuse", "class Person: it is 42")]:
            with self.subTest(command=command):
                line = self.refusal_of(6, command)
                self.assertIn("class Person: ", line)
                self.assertIn(said, line)
                self.assertEqual(self.content(), before)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
