# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Rules about C++ and the shape of the source tree."""

import ast
import re

from tree import CMAKE, CPP, Finding, bare_code, includes

FUNCTION_LINES = 70

# Each layer and those directly below it; what is below those is below too.
# docs/design and CONTRIBUTING.md draw the same picture.
BELOW = {
    "base": (),
    "cage": ("base",),
    "types": ("cage",),
    "heap": ("types",),
    "gc/platform": ("heap",),
    "gc/roots": ("heap",),
    "gc/weak": ("gc/platform",),
    "gc/marking": ("gc/weak", "gc/roots"),
    "gc": ("gc/marking",),
    "gc/verify": ("gc",),
    "collections": ("gc",),
    "text": ("collections",),
    "image/file": ("base",),
    "image": ("text", "image/file", "gc/verify"),
    "snapshot": ("text",),
    "image/snapshot": ("image", "snapshot"),
    "analysis/file": ("base",),
    "analysis": ("analysis/file",),
    "analysis/export": ("analysis",),
    "analysis/findings": ("analysis",),
    "analysis/report": ("analysis",),
}
# Whose parts are tried on a whole one: their tests may look up.
TRIED_WHOLE = ("gc",)
# Folders that stand on the library; nothing in it may know them.
ABOVE = ("bench/", "examples/", "tests/", "tools/")

BANNED = (
    (re.compile(r"(?<![\w.])assert\s*\("), "",
     "use HALFWORD_CHECK or HALFWORD_DCHECK"),
    (re.compile(r"#\s*include\s*<(cassert|assert\.h)>"), "",
     "use halfword/internal/checks.h"),
    (re.compile(r"\bstd::cout\b"), "src/",
     "a library has no standard output"),
    (re.compile(r"\busing\s+namespace\b"), "", "name what you use"),
)


def _reachable(layer):
    found = {layer}
    for below in BELOW[layer]:
        found |= _reachable(below)
    return found


def _layer(path):
    """The layer of a path below src/: its folder, the longest that is one."""
    parts = path.split("/")
    halves = "/".join(parts[:2])
    return halves if halves in BELOW else parts[0]


def layer_order(tree):
    """Includes go down only, and public headers include public headers."""
    for path, text in tree.of(*CPP, under="src/"):
        layer = _layer(path[len("src/"):])
        if layer not in BELOW:
            yield Finding("layer_order", path, 1,
                          f"{layer} is no layer; tests/tidy lists them")
            continue
        allowed = _reachable(layer)
        whole = layer.split("/")[0]
        if whole in TRIED_WHOLE and re.search(r"_test(ing)?\.(cc|h)$", path):
            allowed |= _reachable(whole)
        for number, name in includes(text):
            other = _layer(name)
            if name.startswith(ABOVE) or other in set(BELOW) - allowed:
                yield Finding("layer_order", path, number,
                              f"{layer} stands below {name}")
    for path, text in tree.of(".h", under="include/"):
        for number, name in includes(text):
            if not name.startswith(("halfword/", "cppgc/")):
                yield Finding("layer_order", path, number,
                              f"{name} is not installed")


def banned_words(tree):
    """Words that have a better one here."""
    for path, text in tree.of(*CPP):
        for number, line in enumerate(bare_code(text).split("\n"), 1):
            for pattern, under, advice in BANNED:
                if path.startswith(under) and pattern.search(line):
                    yield Finding("banned_words", path, number, advice)


def functions(text):
    """Yields (first line, last line) of each function body in C++ text.

    A brace opens a function if a parenthesis closes in front of it and neither
    a type nor a namespace is being declared; braces in its initialiser list
    belong to it. What is inside a function is not looked at.
    """
    code = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*",
                  lambda match: "\n" * match.group().count("\n"),
                  bare_code(text), flags=re.MULTILINE)
    scope = re.compile(r"\s*(template\s*<.*>\s*)?"
                       r"(namespace|class|struct|union|enum|extern)\b",
                       re.DOTALL)
    depth, start, head, pending = 0, None, 0, None
    line = 1
    for at, char in enumerate(code):
        if char == "\n":
            line += 1
        elif char == "{":
            if start is None:
                text_before = code[head:at]
                continued = pending is not None and re.fullmatch(
                    r"\s*(,.*)?", text_before, re.DOTALL)
                if continued or (")" in text_before
                                 and not scope.match(text_before)):
                    start = (pending[0] if continued else line, depth)
                elif pending is not None:
                    yield pending
                    pending = None
            depth += 1
        elif char == "}":
            depth -= 1
            if start is not None and depth == start[1]:
                if pending is not None and pending[0] != start[0]:
                    yield pending
                pending, start = (start[0], line), None
        if char in ";{}" and start is None:
            head = at + 1
    if pending is not None:
        yield pending


def function_length(tree):
    """A function fits on a screen, in C++ and in Python."""
    for path, text in tree.of(*CPP):
        for first, last in functions(text):
            if last - first + 1 > FUNCTION_LINES:
                yield Finding("function_length", path, first,
                              f"{last - first + 1} lines, at most "
                              f"{FUNCTION_LINES}")
    for path, text in tree.of(".py"):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                count = node.end_lineno - node.lineno + 1
                if count > FUNCTION_LINES:
                    yield Finding("function_length", path, node.lineno,
                                  f"{count} lines, at most {FUNCTION_LINES}")


def sibling_tests(tree):
    """Every source of a layer has its unit test beside it."""
    for path, _ in tree.of(".cc", under="src/"):
        stem = path[:-len(".cc")]
        if stem.endswith(("_test", "_bench", "_fuzz")):
            continue
        if stem + "_test.cc" not in tree.files:
            yield Finding("sibling_tests", path, 1, f"no {stem}_test.cc")


def _included(tree):
    """Returns the paths that any include in the tree can mean."""
    found = set()
    for path, text in tree.of(*CPP, ".in"):
        folder = path.rsplit("/", 1)[0]
        for _, name in includes(text):
            found |= {name, f"include/{name}", f"src/{name}",
                      f"{folder}/{name}"}
    return found


def dead_files(tree):
    """A source is named by a build file, alone or with its whole folder, a test
    of a layer by its source's being so, a header by an include, and a Python
    file by anything else."""
    whole_folders = {path[:-len("CMakeLists.txt")]
                     for path, text in tree.of("CMakeLists.txt")
                     if re.search(r"file\(GLOB[^)]*/\*\.cc", text)}
    layers = {path[:-len("CMakeLists.txt")]: set(re.findall(r"[\w.-]+", text))
              for path, text in tree.of("CMakeLists.txt")
              if "halfword_layer(" in text}
    build = "\n".join(text for _, text in tree.of(*CMAKE))
    named = set(re.findall(r"[\w.-]+", build))
    included = _included(tree)
    for path, _ in tree.of(*CPP):
        name = path.rsplit("/", 1)[-1]
        stem = name.rsplit(".", 1)[0]
        if path[:-len(name)] in whole_folders:
            continue
        tested = stem.removesuffix("_test") + ".cc"
        if tested in layers.get(path[:-len(name)], ()):
            continue
        if path.endswith(".cc") and not {name, stem} & named:
            yield Finding("dead_files", path, 1, "no CMakeLists.txt names it")
        if path.endswith(".h") and path not in included and name not in named:
            yield Finding("dead_files", path, 1, "nothing includes it")
    for path, _ in tree.of(".py"):
        word = re.compile(rf"\b{path.rsplit('/', 1)[-1][:-len('.py')]}\b")
        if not any(word.search(text) for other, text in tree.files.items()
                   if other != path):
            yield Finding("dead_files", path, 1, "nothing names it")


RULES = (layer_order, banned_words, function_length, sibling_tests, dead_files)
