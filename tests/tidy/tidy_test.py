#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Plants a violation of each rule and sees it caught, and a near miss passed.

A rule that cannot fail protects nothing. RuleCoverageTest fails where a rule
has no test here.
"""

import inspect
import pathlib
import sys
import tempfile
import unittest

import code_rules
import document_rules
import text_rules
import tidy
import tree

LICENCE = "// " + text_rules.LICENCE + "\n"
SOURCE = LICENCE + "\n// What it is.\n"


class RuleTest(unittest.TestCase):
    """Gives each test the two questions that a rule answers."""

    def lines(self, rule, files, paths=()):
        """Returns "path:line" of each finding."""
        found = list(rule(tree.Tree(files, paths)))
        for finding in found:
            self.assertEqual(finding.rule, rule.__name__)
        return [f"{finding.path}:{finding.line}" for finding in found]

    def assert_caught(self, rule, files, *places):
        self.assertEqual(self.lines(rule, files), list(places))

    def assert_passed(self, rule, files):
        self.assertEqual(self.lines(rule, files), [])


class TextRulesTest(RuleTest):

    def test_licence_line(self):
        rule = text_rules.licence_line
        self.assert_caught(rule, {"a.cc": "// Hello\n"}, "a.cc:1")
        self.assert_caught(rule, {"a.h": "\n" + LICENCE}, "a.h:1")
        self.assert_caught(rule, {"run": "#!/bin/sh\necho\n"}, "run:1")
        self.assert_passed(rule, {
            "a.cc": SOURCE,
            "run": "#!/bin/sh\n# " + text_rules.LICENCE + "\n",
            "CMakeLists.txt": "# " + text_rules.LICENCE + "\n"})

    def test_opening(self):
        rule = text_rules.opening
        self.assert_caught(rule, {"a.cc": LICENCE + "\n#include <a>\n"},
                           "a.cc:2")
        self.assert_caught(rule, {"a.cc": LICENCE + "\nint a;\n"}, "a.cc:2")
        self.assert_caught(
            rule, {"a.py": f"# {text_rules.LICENCE}\nimport a\n"}, "a.py:2")
        self.assert_passed(rule, {
            "a.cc": SOURCE,
            "a.py": f'# {text_rules.LICENCE}\n"""What it is."""\n',
            "a.cmake": f"# {text_rules.LICENCE}\n#\n# What it is.\n"})

    def test_line_width(self):
        rule = text_rules.line_width
        wide = "x" * 81 + "\n"
        self.assert_caught(rule, {"a.cc": "\n" + wide}, "a.cc:2")
        self.assert_caught(rule, {"CMakeLists.txt": wide}, "CMakeLists.txt:1")
        self.assert_caught(rule, {"a.md": "x" * 101}, "a.md:1")
        self.assert_passed(rule, {
            "a.cc": "x" * 80 + "\n// see https://example.org/" + wide,
            "a.md": "x" * 100 + "\n| " + "x" * 101})

    def test_file_length(self):
        rule = text_rules.file_length
        self.assert_caught(rule, {"src/a.cc": "\n" * 1001}, "src/a.cc:1000")
        self.assert_caught(rule, {"src/a_test.cc": "\n" * 1501},
                           "src/a_test.cc:1500")
        self.assert_passed(rule, {"src/a.cc": "\n" * 1000,
                                  "tests/a.cc": "\n" * 1500})

    def test_cmake_length(self):
        rule = text_rules.cmake_length
        self.assert_caught(rule, {"a/CMakeLists.txt": "\n" * 41},
                           "a/CMakeLists.txt:40")
        self.assert_caught(rule, {"CMakeLists.txt": "\n" * 251},
                           "CMakeLists.txt:250")
        self.assert_passed(rule, {"a/CMakeLists.txt": "\n" * 40,
                                  "CMakeLists.txt": "\n" * 250})

    def test_white_space(self):
        rule = text_rules.white_space
        self.assert_caught(rule, {"a.cc": "a \nb\n"}, "a.cc:1")
        self.assert_caught(rule, {"a.cc": "a\r\nb\n"}, "a.cc:1")
        self.assert_caught(rule, {"a.md": "a\n\tb\n"}, "a.md:2")
        self.assert_caught(rule, {"a.py": "a"}, "a.py:1")
        self.assert_caught(rule, {"a.py": "a\n\n"}, "a.py:3")
        self.assert_passed(rule, {"a.cc": "a\n\n b\n"})

    def test_unfinished_work(self):
        rule = text_rules.unfinished_work
        word = "TO" + "DO"
        self.assert_caught(rule, {"a.cc": f"\n// {word}: later\n"}, "a.cc:2")
        self.assert_caught(rule, {"a.md": f"{word}(somebody)\n"}, "a.md:1")
        self.assert_passed(rule, {"a.cc": f"// {word}(#12): x\nint {word}S;\n"})

    def test_file_names(self):
        rule = text_rules.file_names
        self.assert_caught(rule, {"src/base/utils.h": ""},
                           "src/base/utils.h:1")
        self.assert_caught(rule, {"src/common/a.h": ""}, "src/common/a.h:1")
        self.assert_caught(rule, {"src/base/bad-name.cc": ""},
                           "src/base/bad-name.cc:1")
        self.assert_passed(rule, {"src/base/commonly_used.h": "",
                                  "include/cppgc/heap-state.h": ""})


class CodeRulesTest(RuleTest):

    def test_layer_order(self):
        rule = code_rules.layer_order
        self.assert_caught(rule, {"src/cage/a.h": '\n#include "gc/b.h"\n'},
                           "src/cage/a.h:2")
        self.assert_caught(rule, {"src/base/a_test.cc": '#include "cage/b.h"'},
                           "src/base/a_test.cc:1")
        self.assert_caught(rule, {"src/gc/a.cc": '#include "tools/b.h"'},
                           "src/gc/a.cc:1")
        self.assert_caught(rule, {"src/analysis/a.cc": '#include "gc/b.h"'},
                           "src/analysis/a.cc:1")
        self.assert_caught(
            rule, {"src/analysis/file/a.cc": '#include "analysis/b.h"'},
            "src/analysis/file/a.cc:1")
        self.assert_caught(rule, {"src/gc/weak/a.h": '#include "gc/b.h"'},
                           "src/gc/weak/a.h:1")
        self.assert_caught(rule, {"src/gc/a.cc": '#include "gc/verify/b.h"'},
                           "src/gc/a.cc:1")
        self.assert_caught(
            rule, {"src/gc/weak/a_test.cc": '#include "gc/verify/b.h"'},
            "src/gc/weak/a_test.cc:1")
        self.assert_caught(
            rule, {"src/image/file/a_test.cc": '#include "image/b.h"'},
            "src/image/file/a_test.cc:1")
        self.assert_caught(rule, {"src/other/a.h": ""}, "src/other/a.h:1")
        self.assert_caught(
            rule, {"include/halfword/a.h": '#include "gc/b.h"'},
            "include/halfword/a.h:1")
        self.assert_passed(rule, {
            "src/analysis/a.cc": '#include "analysis/file/b.h"',
            "src/gc/weak/a_test.cc": '#include "gc/b_testing.h"',
            "src/gc/a.cc": '#include "base/b.h"\n#include "gc/c.h"\n'
                           '#include "halfword/d.h"\n#include "gtest/gtest.h"',
            "include/halfword/a.h": '#include "halfword/b.h"'})

    def test_banned_words(self):
        rule = code_rules.banned_words
        self.assert_caught(rule, {"a.cc": "\nassert(x);\n"}, "a.cc:2")
        self.assert_caught(rule, {"a.cc": "#include <cassert>\n"}, "a.cc:1")
        self.assert_caught(rule, {"src/gc/a.cc": "std::cout << 1;\n"},
                           "src/gc/a.cc:1")
        self.assert_caught(rule, {"a.cc": "using namespace std;\n"}, "a.cc:1")
        self.assert_passed(rule, {
            "a.cc": "static_assert(x);\n// assert(x)\n"
                    'f("using namespace");\n/* std::cout\n */',
            "tools/a.cc": "std::cout << 1;\n"})

    def test_functions(self):
        cases = {
            "void F() {\n}\n": [(1, 2)],
            "namespace a {\nclass B : C(D) {\n  int f() const { return 1; }\n"
            "};\n}\n": [(3, 3)],
            "A::A(int b)\n    : b_{b},\n      c_{1} {\n  f();\n}\n": [(2, 5)],
            "TEST(A, B) {\n  for (;;) {\n  }\n}\nint x = 1;\nvoid G() {}\n":
                [(1, 4), (6, 6)],
            "template <typename T>\nstruct A {\n  T t;\n};\n": [],
            "struct B {\n  char c = '{';\n  int d = 1'000;\n};\n": [],
            "#define X(y) {\nvoid F() {\n  // }\n  g(\"}\");\n}\n": [(2, 5)],
            "enum class E { kA };\nint a[] = {1, 2};\n": [],
        }
        for text, expected in cases.items():
            with self.subTest(text):
                self.assertEqual(list(code_rules.functions(text)), expected)

    def test_function_length(self):
        rule = code_rules.function_length
        body = "{\n" + "  g();\n" * 69 + "}\n"
        self.assert_caught(rule, {"a.cc": "\nvoid F() " + body}, "a.cc:2")
        self.assert_caught(rule, {"a.py": "def f():\n" + " g()\n" * 70},
                           "a.py:1")
        self.assert_passed(rule, {
            "a.cc": "void F() " + body.replace("  g();\n", "", 1),
            "b.cc": "namespace a " + body,
            "a.py": "def f():\n" + " g()\n" * 69})

    def test_sibling_tests(self):
        rule = code_rules.sibling_tests
        self.assert_caught(rule, {"src/gc/a.cc": ""}, "src/gc/a.cc:1")
        self.assert_passed(rule, {
            "src/gc/a.cc": "", "src/gc/a_test.cc": "", "src/gc/b_fuzz.cc": "",
            "src/gc/c_bench.cc": "", "src/gc/d.h": "", "tools/e.cc": ""})

    def test_dead_files(self):
        rule = code_rules.dead_files
        self.assert_caught(rule, {"src/gc/a.cc": ""}, "src/gc/a.cc:1")
        self.assert_caught(rule, {"src/gc/a.cc": "",
                                  "CMakeLists.txt": "not_a.cc aa.cc"},
                           "src/gc/a.cc:1")
        self.assert_caught(rule, {"src/gc/a_test.cc": "",
                                  "src/gc/CMakeLists.txt":
                                      "halfword_layer(gc SOURCES b.cc)"},
                           "src/gc/a_test.cc:1")
        self.assert_caught(rule, {"src/gc/a.cc": "", "src/gc/a_test.cc": "",
                                  "src/gc/CMakeLists.txt": "program(a.cc)"},
                           "src/gc/a_test.cc:1")
        self.assert_caught(rule, {"src/gc/a.h": ""}, "src/gc/a.h:1")
        self.assert_caught(rule, {"tests/a.py": "a"}, "tests/a.py:1")
        self.assert_passed(rule, {
            "src/gc/a.cc": '#include "gc/a.h"\n#include "halfword/b.h"\n',
            "src/gc/a.h": "", "src/gc/a_test.cc": "",
            "include/halfword/b.h": "", "tests/c.py": "",
            "tests/CMakeLists.txt": "(c.py)", "tests/d/e.cc": "",
            "tests/d/CMakeLists.txt": 'file(GLOB f\n "${A}/*.cc")',
            "src/gc/CMakeLists.txt": "halfword_layer(gc SOURCES\n  a.cc)"})


class DocumentRulesTest(RuleTest):

    def test_citations(self):
        rule = document_rules.citations
        note = {"docs/design/a.md": "- `req.a.b`  Text. req.a.c is other.\n"}
        self.assert_caught(rule, {"a.h": "\n// (design/x.md#req.a.b).\n"},
                           "a.h:2")
        self.assert_caught(rule, {"a.h": "// design/a.md#req.a.c.\n", **note},
                           "a.h:1")
        self.assert_caught(rule, {"a.md": "see docs/format/image.md\n"},
                           "a.md:1")
        self.assert_passed(rule, {
            "a.h": "// (design/a.md#req.a.b).\n// docs/design/a.md\n", **note})

    def test_requirement_tags(self):
        rule = document_rules.requirement_tags
        self.assert_caught(rule, {"docs/design/a.md": "req.a.b X\nreq.a.b Y\n"},
                           "docs/design/a.md:2")
        self.assert_passed(rule, {
            "docs/design/a.md": "req.a.b See.\nreq.a.c Not req.a.b.\n"})

    def test_links(self):
        rule = document_rules.links
        self.assert_caught(rule, {"docs/a.md": "\n[b](b.md)\n"}, "docs/a.md:2")
        self.assert_caught(rule, {"a.md": "# One\n[b](#two)\n"}, "a.md:2")
        self.assert_caught(rule, {"a.md": "[b](b.md#no)\n", "b.md": "# Yes\n"},
                           "a.md:1")
        self.assert_passed(rule, {
            "docs/a.md": "# One, `two`\n[b](../b.md) [c](#one-two) [d](e/)\n"
                         "[f](https://example.org) `[g](h)`\n```\n[i](j)\n```\n",
            "b.md": "", "docs/e/f.md": ""})


class TidyTest(unittest.TestCase):

    def test_an_exception_hides_one_rule_in_one_file(self):
        planted = tree.Tree({"src/gc/a.cc": SOURCE, "CMakeLists.txt":
                             f"# {text_rules.LICENCE}\n#\n# a.cc\n"})
        allowed = {("sibling_tests", "src/gc/a.cc"): "why"}
        self.assertEqual(len(tidy.findings(planted, {})), 1)
        self.assertEqual(tidy.findings(planted, allowed), [])

    def test_an_exception_that_nothing_needs_is_found(self):
        stale = tidy.findings(tree.Tree({}), {("links", "a.md"): "why"})
        self.assertEqual([finding.path for finding in stale], ["a.md"])

    def test_a_folder_without_git_is_read(self):
        with tempfile.TemporaryDirectory() as name:
            root = pathlib.Path(name)
            (root / "build").mkdir()
            (root / "build" / "a.cc").write_text("x")
            (root / "src").mkdir()
            (root / "src" / "b.cc").write_text("x")
            (root / "c.bin").write_bytes(b"\xff")
            found = tree.read_tree(root)
        self.assertEqual(found.files, {"src/b.cc": "x"})
        self.assertEqual(found.paths, {"src/b.cc", "c.bin"})


class RuleCoverageTest(unittest.TestCase):

    def test_every_rule_has_a_test_that_plants_and_one_that_passes(self):
        tests = {}
        for case in (TextRulesTest, CodeRulesTest, DocumentRulesTest):
            tests.update(inspect.getmembers(case, inspect.isfunction))
        for rule in tidy.RULES:
            source = inspect.getsource(tests["test_" + rule.__name__])
            self.assertIn(f".{rule.__name__}\n", source)
            self.assertIn("assert_caught", source)
            self.assertIn("assert_passed", source)


if __name__ == "__main__":
    sys.exit(unittest.main())
