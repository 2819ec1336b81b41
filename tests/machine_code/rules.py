# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""What the machine code of each function must be: of operations.cc
(design/references.md#req.word.no-decode) and, at the end, of weak_tables.cc.

The length of a function is that of all its instructions, the return included,
padding and endbr64 not. Its fast path is what runs while no cycle marks: the
one test of the write barrier's flag that a store of a Member or a WeakMember
has goes the way of a clear flag, and nothing else may branch. The rest, with
what the compiler put into NAME.cold, is the slow part: it calls the barrier and
decodes nothing; what the barrier decodes it decodes out of line, in the
library.

A decode is a shift to the left, a scaled address, a sign extension or a use of
the mask; compression is none of these. The mask is counted where the function
refers to it: clang loads it once, g++ may do so at each use.
"""

import re
from dataclasses import dataclass, field

FLAG = "write_barrier_is_on"
SLOW = "WriteBarrierSlow"
MASK = "halfword_cage_mask"

_DECODES = re.compile(r"sh?l[lqx]?$|shl|sal|rol|i?mul|movs[bwl]|cltq|cdqe")
_SCALED = re.compile(r",[248]\)")
_KEEPS_TEST = re.compile(r"mov|lea|push|pop|nop")
_INDEXED = re.compile(r"\(%\w+,%\w+")
_FLAG_TEST = re.compile(r"cmpb +\$0x([01]),%fs:")


@dataclass
class Rule:
    """Of one function.

    uses          how many references it decodes, at most; 0: it decodes nothing
    bytes_max     its length at most, by the name of the decoder
    beyond        (function, bytes): how much longer than that it may be
    flag_tests    how often it asks whether a cycle marks
    branches      whether its fast path may branch: it has a loop
    calls         what its fast path calls
    keeps         whether it is about a reference that is kept over its only
                  call, behind which no address has a base and an index
    """
    uses: int = 0
    bytes_max: dict = field(default_factory=dict)
    beyond: tuple = ()
    flag_tests: int = 0
    branches: bool = False
    calls: tuple = ()
    keeps: bool = False


GET = Rule(uses=1, bytes_max={"zero": 8, "based": 15})
STORE = Rule(flag_tests=1)

OPERATIONS = {
    "get": GET,
    "get_by_star": GET,
    "get_by_conversion": GET,
    "get_weak": GET,
    "get_untraced": GET,
    "get_field": Rule(uses=1),
    "get_chain": Rule(uses=3),
    "get_two": Rule(uses=2),
    "get_around_calls": Rule(uses=3, calls=("call", "call")),
    "get_in_loop": Rule(uses=1, branches=True),
    "move": Rule(),
    "compress": Rule(beyond=("move", 4)),
    "move_to_word": Rule(),
    "compress_to_untraced": Rule(beyond=("move_to_word", 4)),
    "move_with_barrier": STORE,
    "compress_to_member": Rule(flag_tests=1, beyond=("move_with_barrier", 4)),
    "compress_to_weak": Rule(flag_tests=1, beyond=("move_with_barrier", 4)),
    "compress_to_new_member": Rule(
        flag_tests=1, beyond=("move_with_barrier", 4)),
    "test_null": Rule(),
    "test_bool": Rule(),
    "test_sentinel": Rule(),
    "clear": Rule(),
    "compare": Rule(),
    "compare_order": Rule(),
    "compare_with_weak": Rule(),
    "compare_with_derived": Rule(),
    "compare_words": Rule(),
    "compare_with_pointer": Rule(beyond=("compare_words", 4)),
    "copy_untraced": Rule(),
    "copy_weak": STORE,
    "copy_to_weak": STORE,
    "copy": STORE,
    "copy_from_weak": STORE,
    "copy_from_derived": STORE,
    "copy_to_new": STORE,
    "copy_and_clear": STORE,
    "exchange": Rule(flag_tests=2),
    # One load; the bytes without a branch, wherever they are
    # (design/mutable_string.md#req.mutable.reading).
    "load_number": Rule(),
    "string_size": Rule(beyond=("load_number", 0)),
    "string_empty": Rule(),
    "string_data": Rule(uses=1),
    "string_byte": Rule(uses=1),
    "string_end": Rule(uses=1),
}

# A scan of the stack looks for the whole address of an entry
# (design/tables.md#req.table.clean).
WEAK_TABLES = dict.fromkeys(
    ("keep_of_set", "keep_of_map", "keep_of_linked"), Rule(keeps=True))

# By the name of the source.
RULES = {"operations.cc": OPERATIONS, "weak_tables.cc": WEAK_TABLES}


@dataclass
class Path:
    """The fast path of a function, and what is not on it."""
    fast: list = field(default_factory=list)
    branches: list = field(default_factory=list)
    calls: list = field(default_factory=list)
    flag_tests: int = 0
    slow: list = field(default_factory=list)


def _skips(jump, test):
    """Whether a jump behind the test of the flag is taken if that is clear."""
    equal = test.group(1) == "0"
    return equal if jump.name in ("je", "jz") else not equal


def _follow(path, instruction, test):
    """Puts one instruction on the path. Returns where it goes on: an address,
    None for what follows, or -1 behind the end. The test is that of the flag,
    if the processor's flags still come from it."""
    path.fast.append(instruction)
    if _FLAG_TEST.match(instruction.text):
        path.flag_tests += 1
    if instruction.name.startswith("ret"):
        return -1
    if instruction.name == "call":
        path.calls.append(instruction.symbol or instruction.text)
    elif test and instruction.name in ("je", "jz", "jne", "jnz"):
        if _skips(instruction, test):
            return -1 if instruction.symbol else instruction.target
    elif instruction.name.startswith("j"):
        path.branches.append(instruction)
    return None


def trace(function):
    """Returns the Path of a function. A branch that is not the flag's is noted
    and not taken."""
    path = Path()
    places = {each.address: at
              for at, each in enumerate(function.instructions)}
    at, test = 0, None
    while at < len(function.instructions):
        instruction = function.instructions[at]
        goal = _follow(path, instruction, test)
        if not _KEEPS_TEST.match(instruction.name):
            test = _FLAG_TEST.match(instruction.text)
        if goal == -1 or len(path.fast) > len(function.instructions):
            break
        at = at + 1 if goal is None else places.get(goal, len(places))
    fast = {each.address for each in path.fast}
    path.slow = [each for each in function.instructions
                 if each.address not in fast]
    return path


def decodes(instruction):
    """Whether an instruction is part of a decode."""
    return bool(_DECODES.match(instruction.name)
                or _SCALED.search(instruction.text)
                or instruction.symbol == MASK)


def mask_loads(instructions):
    return sum(each.symbol == MASK for each in instructions)


def _mask_faults(function, rule, decoder, compiler):
    loads = mask_loads(function.instructions)
    allowed = min(rule.uses, 1) if compiler == "clang" else rule.uses
    if decoder == "zero":
        allowed = 0
    if loads > allowed:
        yield f"loads the base {loads} times, at most {allowed}"
    if rule.uses and not any(map(decodes, function.instructions)):
        yield "does not decode, so these rules do not see what they should"
    if rule.uses and decoder == "based" and not loads:
        yield "does not load the base"


def _path_faults(path, rule):
    if path.branches and not rule.branches:
        yield f"branches: {path.branches[0].text}"
    if tuple(path.calls) != rule.calls:
        yield f"calls {path.calls or 'nothing'}, not {list(rule.calls)}"
    if path.flag_tests != rule.flag_tests:
        yield (f"tests the barrier's flag {path.flag_tests} times, not "
               f"{rule.flag_tests}")
    elif path.flag_tests and not any(FLAG in each.symbol for each in path.fast):
        yield "tests another flag than the barrier's"


def _slow_faults(slow):
    for each in slow:
        if decodes(each):
            yield f"decodes in its slow part: {each.text}"
        if each.name == "call" and SLOW not in each.symbol:
            yield f"calls in its slow part: {each.text} {each.symbol}"


def _length_faults(functions, function, rule, decoder):
    limit = rule.bytes_max.get(decoder)
    if limit and function.byte_count > limit:
        yield f"has {function.byte_count} bytes, at most {limit}"
    if rule.beyond:
        other, limit = rule.beyond
        more = function.byte_count - functions[other].byte_count
        if more > limit:
            yield f"is {more} bytes longer than {other}, at most {limit}"


def _keeping_faults(code):
    calls = [at for at, each in enumerate(code)
             if each.name == "call" and each.symbol.startswith("call")]
    if len(calls) != 1:
        yield f"has {len(calls)} calls of call(), not one"
        return
    yield from (f"keeps a base and an index: {each.text}"
                for each in code[calls[0]:]
                if _INDEXED.search(each.text) and "nop" not in each.text)


def faults(functions, name, rule, decoder, compiler):
    """Returns what is wrong with one function, as sentences."""
    if name not in functions:
        return [f"{name}: is not there"]
    function = functions[name]
    if rule.keeps:
        return [f"{name}: {each}"
                for each in _keeping_faults(function.instructions)]
    path = trace(function)
    found = [*_length_faults(functions, function, rule, decoder),
             *_path_faults(path, rule),
             *_mask_faults(function, rule, decoder, compiler)]
    if not rule.uses:
        found += [f"decodes: {each.text}"
                  for each in path.fast if decodes(each)]
    if not rule.branches:
        cold = functions.get(name + ".cold")
        found += _slow_faults(path.slow + (cold.instructions if cold else []))
    return [f"{name}: {each}" for each in found]


def judge(functions, source, decoder, compiler):
    """Returns what is wrong with all functions of a source, by its name. The
    decoder is zero or based, the compiler g++ or clang."""
    return [fault for name, rule in RULES[source].items()
            for fault in faults(functions, name, rule, decoder, compiler)]
