#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Compiles a source and holds its machine code against rules.py.

Usage: check_operations.py [--print] SOURCE COMPILER zero|based VIRTUAL_BITS

The optimisation levels are those that programs are delivered with; -fPIC is how
shared libraries are compiled. --print also tells the length of each function.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

import listing
import rules

INCLUDE = pathlib.Path(__file__).resolve().parents[2] / "include"
LEVELS = (("-O2",), ("-O2", "-fPIC"), ("-O3",), ("-Os",))


def disassemble(source, compiler, flags):
    """Returns what objdump prints of the source."""
    if family(compiler) == "g++":  # keeps equal functions apart
        flags = [*flags, "-fno-ipa-icf"]
    environment = {**os.environ, "LC_ALL": "C"}
    with tempfile.TemporaryDirectory() as folder:
        target = str(pathlib.Path(folder, "operations.o"))
        subprocess.run(
            [compiler, "-std=c++20", *flags, f"-I{INCLUDE}", "-c", source, "-o",
             target], check=True)
        return subprocess.run(["objdump", "-drw", target], text=True,
                              stdout=subprocess.PIPE, check=True,
                              env=environment).stdout


def family(compiler):
    """Returns clang or g++, by what the compiler defines and not by its name,
    which may be c++."""
    macros = subprocess.run([compiler, "-dM", "-E", "-x", "c++", "/dev/null"],
                            text=True, stdout=subprocess.PIPE, check=True)
    return "clang" if "__clang__" in macros.stdout else "g++"


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--print", action="store_true")
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("compiler")
    parser.add_argument("decoder", choices=("zero", "based"))
    parser.add_argument("virtual_bits", choices=("3", "4"))
    options = parser.parse_args(arguments)
    macros = [f"-DHALFWORD_DECODE_BASED={int(options.decoder == 'based')}",
              f"-DHALFWORD_VIRTUAL_BITS={options.virtual_bits}"]
    source, wrong = options.source, []
    for level in LEVELS:
        functions = listing.parse(disassemble(
            source, options.compiler, [*level, *macros]))
        if options.print:
            print(*level, *(f"{name}={functions[name].byte_count}"
                            for name in rules.RULES[source.name]
                            if name in functions))
        wrong += [" ".join(level) + ": " + fault for fault in rules.judge(
            functions, source.name, options.decoder, family(options.compiler))]
    print(*wrong, f"{len(wrong)} faults", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
