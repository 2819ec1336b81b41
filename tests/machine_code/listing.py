# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Machine code of x86-64 as `objdump -drw` prints it, read into functions.

A line has three or four parts between tabs, the last a relocation:

       7:<tab>48 23 05 00 00 00 00 <tab>and    0x0(%rip),%rax<tab>a: R_X86_...

What an instruction refers to outside of its function is only in the relocation.
"""

import re
from dataclasses import dataclass, field

_HEAD = re.compile(r"[0-9a-f]+ <(.+)>:")
_LINE = re.compile(
    r"\s*([0-9a-f]+):\t((?:[0-9a-f]{2} )+)\s*\t([^\t]+)(?:\t(.*))?")
_PADDING = re.compile(r"(data16 )*(cs )?nop|xchg +%ax,%ax$|int3")


@dataclass
class Instruction:
    """One instruction: its place, its length, its text, what it refers to."""
    address: int
    byte_count: int
    text: str
    symbol: str = ""

    @property
    def name(self):
        return self.text.split()[0]

    @property
    def target(self):
        """The address that a jump within the function goes to, or None."""
        match = re.fullmatch(r"\w+ +([0-9a-f]+)( <.*>)?", self.text)
        return int(match.group(1), 16) if match and not self.symbol else None


@dataclass
class Function:
    """A function without its padding and without endbr64, which one option
    adds to each."""
    name: str
    instructions: list = field(default_factory=list)

    @property
    def byte_count(self):
        return sum(each.byte_count for each in self.instructions)


def parse(text):
    """Returns {name: Function} of what objdump printed."""
    functions, current = {}, None
    for line in text.splitlines():
        head = _HEAD.fullmatch(line)
        if head:
            current = Function(head.group(1))
            functions[current.name] = current
            continue
        match = _LINE.fullmatch(line)
        if match:
            address, raw, code, relocation = match.groups()
            code = code.split("#")[0].strip()
            symbol = (relocation or "").rpartition("\t")[2]
            if code != "endbr64":
                current.instructions.append(Instruction(
                    int(address, 16), len(raw.split()), code,
                    re.sub(r"[-+]0x[0-9a-f]+$", "", symbol)))
    for function in functions.values():
        code = function.instructions
        while code and _PADDING.match(code[-1].text):
            code.pop()
    return functions
