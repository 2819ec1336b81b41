# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""The snapshots that the suite "analyser" reads, which are made once.

Each is of a heap that is the same every time, and stays in a folder outside of
the sources. What a machine cannot make is absent, and one line says why. The
makers are in analyser/.
"""

import collections
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
HERE = ROOT / "bench" / "analyser"
DEFAULT_FOLDER = ROOT / ".cache" / "snapshots"
PACKAGE_FILES = ("package.json", "package-lock.json", ".npmrc")

sys.path.append(str(ROOT / "tests" / "devtools"))
import devtools  # noqa: E402

# A maker writes all of `names` in one run. `needs` says with what: "node",
# "packages" (Node and the npm packages), "chromium", or "" for Python alone.
# `counts` are its numbers; with --quick each is divided by `quick`, and a maker
# that has no such number is left out.
Recipe = collections.namedtuple("Recipe", "names maker needs counts quick")
RECIPES = (
    Recipe(("list-300k",), "make_list.mjs", "node", (300_000,), 1000),
    Recipe(("chromium-page",), "make_page.mjs", "chromium", (12_000,), None),
    Recipe(("typescript",), "make_typescript.mjs", "packages", (1,), None),
    Recipe(("typescript-large", "typescript-later"), "make_typescript.mjs",
           "packages", (4,), None),
    Recipe(("numbers-1m",), "make_numbers.mjs", "node", (1_000_000,), 1000),
    Recipe(("eslint",), "make_eslint.mjs", "packages", (), None),
    Recipe(("list-10m",), "write_deep_list.py", "", (10_000_000,), 1000),
)


class Absent(Exception):
    """Why a file or a rival is not there, in one line."""


def last_line(text):
    return ([line.strip() for line in text.splitlines() if line.strip()] or
            ["no message"])[-1]


def run(command, **options):
    """Runs a command that says nothing unless it fails."""
    try:
        done = subprocess.run([str(part) for part in command], text=True,
                              stdout=subprocess.PIPE, check=False,
                              stderr=subprocess.STDOUT, **options)
    except OSError as error:
        raise Absent(f"{command[0]}: {error.strerror}") from None
    if done.returncode:
        raise Absent(f"{pathlib.Path(command[0]).name}: {done.returncode}: "
                     f"{last_line(done.stdout)}")


def node():
    """The user's Node, whose snapshots these are; else that of the tests."""
    found = shutil.which("node")
    if found:
        return found
    try:
        return devtools.node()
    except devtools.DevtoolsError as error:
        raise Absent(str(error)) from None


def packages(folder):
    """Returns where the npm packages are, which are installed first."""
    target = folder / "packages"
    wanted = "".join((HERE / name).read_text() for name in PACKAGE_FILES)
    stamp = target / "stamp"
    if stamp.is_file() and stamp.read_text() == wanted:
        return target
    if not shutil.which("npm"):
        raise Absent("npm is not installed")
    target.mkdir(parents=True, exist_ok=True)
    stamp.unlink(missing_ok=True)
    for name in PACKAGE_FILES:
        shutil.copy(HERE / name, target)
    run(["npm", "ci"], cwd=target)
    stamp.write_text(wanted)
    return target


def command_of(recipe, folder, outputs, divisor):
    """Returns the command line that makes the files of a recipe."""
    counts = [count // (divisor or 1) for count in recipe.counts]
    if recipe.needs == "":
        return [sys.executable, "-B", HERE / recipe.maker, *counts, *outputs]
    needed = []
    if recipe.needs == "packages":
        needed = [packages(folder)]
    elif recipe.needs == "chromium":
        if not devtools.is_installed():
            raise Absent("first run ./dev devtools setup")
        try:
            needed = [devtools.INSTALLED, devtools.chromium()]
        except devtools.DevtoolsError as error:
            raise Absent(str(error)) from None
    return [node(), "--expose-gc",
            f"--max-old-space-size={devtools.NODE_HEAP_MB}",
            HERE / recipe.maker, *needed, *counts, *outputs]


def prepare(folder, is_quick, tell):
    """Makes what is missing; returns ({name: path}, {name: why it is absent}).

    `tell` takes a line of progress.
    """
    found, absent = {}, {}
    inside = folder / "quick" if is_quick else folder
    for recipe in RECIPES:
        if is_quick and recipe.quick is None:
            continue
        paths = {name: inside / f"{name}.heapsnapshot" for name in recipe.names}
        try:
            if not all(path.is_file() for path in paths.values()):
                tell(f"making {', '.join(recipe.names)}")
                inside.mkdir(parents=True, exist_ok=True)
                run(command_of(recipe, folder, paths.values(),
                               is_quick and recipe.quick))
            found.update(paths)
        except (Absent, OSError) as error:
            absent.update(dict.fromkeys(recipe.names, str(error)))
    tell(None)
    return found, absent
