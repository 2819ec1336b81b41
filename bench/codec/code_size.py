#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Prints how many bytes of machine code each codec costs: code.cc, compiled for
each of them by every compiler here that is installed, for x86-64 and aarch64.

A function is counted with its return and without the padding behind it; what a
function calls is not counted.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import figures  # noqa: E402

CODECS = ("Raw", "Cage2GiB", "Cage4GiB", "Cage16GiB", "ZeroBased", "BaseOffset",
          "TlsInitialExec", "TlsGlobalDynamic", "VirtualBits")
FUNCTIONS = ("decompress", "compress", "field", "chain", "store", "sum")
COMPILERS = (("g++", "objdump"), ("clang++-19", "llvm-objdump-19"),
             ("aarch64-linux-gnu-g++", "aarch64-linux-gnu-objdump"))


def compile_codec(compiler, codec, folder):
    """Returns the object file of code.cc for one codec."""
    target = pathlib.Path(folder, f"{codec}.o")
    # A library is compiled to lie anywhere; a program in one piece.
    place = "-fPIC" if codec == "TlsGlobalDynamic" else "-fPIE"
    subprocess.run(
        [compiler, "-std=c++20", "-O2", place, "-c", str(HERE / "code.cc"),
         f"-I{HERE.parents[1]}", f"-DHALFWORD_BENCH_CODEC={codec}", "-o",
         str(target)], check=True)
    return target


def parse_symbols(text):
    """Returns {function: bytes} of what `readelf -sW` prints."""
    sizes = {}
    for line in text.splitlines():
        match = re.match(r"\s*\d+: [0-9a-f]+\s+(\d+) FUNC .* (\w+)$", line)
        if match and match.group(2) in FUNCTIONS:
            sizes[match.group(2)] = int(match.group(1))
    return sizes


def measure(compiler, folder):
    """Returns the lines of one compiler's table."""
    lines = [[compiler, *FUNCTIONS]]
    for codec in CODECS:
        target = compile_codec(compiler, codec, folder)
        text = subprocess.run(["readelf", "-sW", str(target)], text=True,
                              stdout=subprocess.PIPE, check=True).stdout
        sizes = parse_symbols(text)
        lines.append(["  " + codec, *(str(sizes[f]) for f in FUNCTIONS)])
    return lines


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--disassemble", metavar="CODEC", choices=CODECS,
                        help="show the code instead")
    options = parser.parse_args(arguments)
    for compiler, disassembler in COMPILERS:
        if not shutil.which(compiler):
            print(f"{compiler}: absent\n")
            continue
        with tempfile.TemporaryDirectory() as folder:
            if options.disassemble:
                target = compile_codec(compiler, options.disassemble, folder)
                subprocess.run([disassembler, "-d", "--no-show-raw-insn",
                                str(target)], check=True)
            else:
                print(figures.layout(measure(compiler, folder)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
