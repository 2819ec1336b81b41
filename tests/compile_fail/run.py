#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Compiles one file twice: it must be refused, and its control accepted.

The file holds one mistake, in front of `#ifdef CONTROL` or behind its `#else`,
and a line `// EXPECT: regex` that the compiler's message must match: somebody
who makes the mistake must read what to do. With CONTROL defined the same file
has the mistake put right and must compile; a file that is broken for another
reason therefore fails here. A message that only one compiler words that way is
expected as `// EXPECT(g++): regex` or `// EXPECT(clang): regex`.

The headers may be compiled before, into HEADER.gch. A file whose mistake lies
in how they are included has the line `// PRECOMPILED: no`.

Usage: run.py FILE.cc COMPILER [--headers=HEADER] [FLAG...]
"""

import re
import subprocess
import sys


def expectations(text, compiler):
    """Returns the patterns that the message of this compiler must match."""
    name = "clang" if "clang" in compiler.rsplit("/", 1)[-1] else "g++"
    found = re.findall(r"^// EXPECT(?:\((.*?)\))?: (.+)$", text, re.MULTILINE)
    return [pattern for only, pattern in found if only in ("", name)]


def compile_alone(command):
    """Returns (accepted, message), with plain quotes in the message."""
    result = subprocess.run(command, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, check=False,
                            env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"})
    return result.returncode == 0, result.stdout.decode(errors="replace")


def with_headers(flags, text):
    """Returns the flags of the compiler for a file with that text."""
    precompiled = not re.search(r"^// PRECOMPILED: no$", text, re.MULTILINE)
    result = []
    for flag in flags:
        name, _, value = flag.partition("=")
        if name != "--headers":
            result.append(flag)
        elif precompiled:
            result += ["-include", value]
    return result


def judge(path, compiler, flags):
    """Returns what is wrong, as a list of sentences; empty is good."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    patterns = expectations(text, compiler)
    if not patterns:
        return [f"{path}: no line // EXPECT: regex for {compiler}"]
    if "CONTROL" not in text:
        return [f"{path}: no #ifdef CONTROL"]
    command = [compiler, "-fsyntax-only", "-fdiagnostics-color=never",
               *with_headers(flags, text)]
    accepted, message = compile_alone([*command, "-DCONTROL", path])
    if not accepted:
        return [f"{path}: the control does not compile:\n{message}"]
    accepted, message = compile_alone([*command, path])
    if accepted:
        return [f"{path}: compiles, but must not"]
    return [f"{path}: the message does not match: {pattern}\n{message}"
            for pattern in patterns if not re.search(pattern, message)]


def main(arguments):
    if len(arguments) < 2:
        print("usage: run.py FILE.cc COMPILER [--headers=HEADER] [FLAG...]",
              file=sys.stderr)
        return 2
    path, compiler, *flags = arguments
    wrong = judge(path, compiler, flags)
    print(*wrong or [f"{path}: refused as expected"], sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
