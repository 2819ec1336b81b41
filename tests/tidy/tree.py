# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""The repository as the rules see it: text by path, and C++ without its noise.

A rule gets a Tree and never touches the disk, so that its unit test can plant a
violation in a Tree of two lines.
"""

import pathlib
import re
import subprocess

# Folders a checkout grows; without git they are left out by name.
GROWN = {".git", ".cache", "build", "__pycache__"}

CPP = (".h", ".cc")
CMAKE = (".cmake", ".cmake.in", "CMakeLists.txt")

_NOISE = re.compile(
    r'//[^\n]*'
    r'|/\*.*?\*/'
    r'|R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])*'",
    re.DOTALL)


class Finding:
    """One violation: where it is, which rule it breaks, and what to do."""

    def __init__(self, rule, path, line, message):
        self.rule, self.path, self.line = rule, path, line
        self.message = message

    def __str__(self):
        return f"{self.path}:{self.line}: {self.message} [{self.rule}]"


class Tree:
    """Maps each path, with "/" and relative to the root, to its text.

    Files that are not UTF-8 text (test data) are in `paths` only.
    """

    def __init__(self, files, paths=()):
        self.files = dict(files)
        self.paths = set(paths) | set(files)

    def of(self, *suffixes, under=""):
        """Yields (path, text) of the files that end in one of the suffixes."""
        for path in sorted(self.files):
            if path.endswith(suffixes) and path.startswith(under):
                yield path, self.files[path]

    def scripts(self):
        """Yields files without a suffix that name their interpreter."""
        for path in sorted(self.files):
            name = path.rsplit("/", 1)[-1]
            if "." not in name and self.files[path].startswith("#!"):
                yield path, self.files[path]


def read_tree(root):
    """Reads what git tracks and what it would add, or else the whole folder."""
    files, paths = {}, set()
    for path in _list(root):
        try:
            files[path] = (root / path).read_bytes().decode()
        except UnicodeDecodeError:
            paths.add(path)
        except (FileNotFoundError, IsADirectoryError):
            continue
    return Tree(files, paths)


def _list(root):
    try:
        listing = subprocess.run(
            ["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=root,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
        return [name for name in listing.stdout.decode().split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        # A source archive, or a clone that belongs to another user.
        files = (path for path in pathlib.Path(root).rglob("*")
                 if path.is_file())
        found = (path.relative_to(root) for path in files)
        return [path.as_posix() for path in found if path.parts[0] not in GROWN
                and "__pycache__" not in path.parts]


def bare_code(text):
    """Returns C++ with comments and the insides of literals blanked.

    Lines stay where they are. Digit separators (1'000) are no literals.
    """
    def blank(match):
        found = match.group()
        lines = "\n" * found.count("\n")
        return lines if found[0] == "/" else '""' + lines
    return _NOISE.sub(blank, text)


def includes(text):
    """Yields (line number, name) for each #include "name"."""
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
        if match:
            yield number, match.group(1)
