# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Rules that need no more than the lines of a file."""

import re

from tree import CMAKE, CPP, Finding

LINE_WIDTH = 80
MARKDOWN_WIDTH = 100
FILE_LINES = 1000
TEST_FILE_LINES = 1500
ROOT_CMAKE_LINES = 250
LEAF_CMAKE_LINES = 40

LICENCE = ("Copyright 2026 The Halfword Authors. "
           "SPDX-License-Identifier: Apache-2.0")
OURS = (*CPP, ".py", ".sh", *CMAKE)
PROSE = (*OURS, ".md", ".txt", ".in", ".json", ".gitignore")


def _lines(text):
    return enumerate(text.split("\n"), 1)


def _code(tree):
    """Yields our sources and scripts, which must explain themselves."""
    yield from tree.of(*OURS)
    yield from tree.scripts()


def licence_line(tree):
    """Every source begins with the licence, scripts after the interpreter."""
    for path, text in _code(tree):
        lines = text.split("\n", 2)
        first = lines[1] if text.startswith("#!") and lines[1:] else lines[0]
        mark = "//" if path.endswith(CPP) else "#"
        if first != f"{mark} {LICENCE}":
            yield Finding("licence_line", path, 1,
                          f"must begin with: {mark} {LICENCE}")


def opening(tree):
    """Every source opens with a paragraph that says what it is."""
    for path, text in _code(tree):
        lines = [line for line in text.split("\n")[:6]
                 if not line.startswith("#!") and LICENCE not in line]
        said = next((line for line in lines if line.strip("#/ ")), "")
        mark = ("//" if path.endswith(CPP) else
                '"""' if path.endswith(".py") else "#")
        if not said.startswith((mark, "r" + mark)):
            yield Finding("opening", path, 2,
                          "the licence must be followed by what this file is")


def line_width(tree):
    """Lines fit the screen; URLs and Markdown tables cannot be broken."""
    for path, text in sorted({*_code(tree), *tree.of(".md", ".txt")}):
        markdown = path.endswith(".md")
        limit = MARKDOWN_WIDTH if markdown else LINE_WIDTH
        for number, line in _lines(text):
            if len(line) <= limit or re.search(r"https?://", line):
                continue
            if markdown and line.lstrip().startswith("|"):
                continue
            yield Finding("line_width", path, number,
                          f"{len(line)} columns, at most {limit}")


def file_length(tree):
    """A file too long to read in one sitting is two files."""
    for path, text in tree.of(*CPP, ".py"):
        is_test = path.startswith("tests/") or "_test." in path
        limit = TEST_FILE_LINES if is_test else FILE_LINES
        count = text.count("\n")
        if count > limit:
            yield Finding("file_length", path, limit,
                          f"{count} lines, at most {limit}")


def cmake_length(tree):
    """Build files name things; what they compute goes to cmake/."""
    for path, text in tree.of("CMakeLists.txt"):
        root = path == "CMakeLists.txt"
        limit = ROOT_CMAKE_LINES if root else LEAF_CMAKE_LINES
        count = text.count("\n")
        if count > limit:
            yield Finding("cmake_length", path, limit,
                          f"{count} lines, at most {limit}")


def white_space(tree):
    """No trailing space, no tab, no carriage return, one newline at the end."""
    for path, text in sorted({*tree.of(*PROSE), *tree.scripts()}):
        for number, line in _lines(text):
            if line != line.rstrip() or "\t" in line:
                yield Finding("white_space", path, number,
                              "trailing space, tab or carriage return")
        if text and (not text.endswith("\n") or text.endswith("\n\n")):
            yield Finding("white_space", path, text.count("\n") + 1,
                          "must end with one newline")


def unfinished_work(tree):
    """What is left to do is an issue, and the code names its number."""
    words = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X)\b(?!\(#\d+\))")
    for path, text in sorted({*_code(tree), *tree.of(".md")}):
        for number, line in _lines(text):
            if words.search(line):
                yield Finding("unfinished_work", path, number,
                              "name an issue, as in (#12), or do it")


def file_names(tree):
    """A name says what is inside; a drawer for everything says nothing."""
    drawers = {"utils", "util", "common", "misc", "helpers", "helper"}
    for path in sorted(tree.paths):
        if path.startswith("include/cppgc/"):
            continue  # the names are Oilpan's
        name = path.rsplit("/", 1)[-1]
        if drawers & set(re.split(r"[/._-]", path)):
            yield Finding("file_names", path, 1, "say what is inside")
        if path.endswith((*CPP, ".py")) and not re.fullmatch(
                r"[a-z][a-z0-9_]*\.[a-z]+", name):
            yield Finding("file_names", path, 1, "must be snake_case")


RULES = (licence_line, opening, line_width, file_length, cmake_length,
         white_space, unfinished_work, file_names)
