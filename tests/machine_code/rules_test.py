#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Shows listing.py what objdump prints, and rules.py code that breaks each
rule: a check that cannot fail would say nothing of the real code."""

import sys
import unittest

import listing
import rules

# What g++ 12 makes of get(), as objdump prints it.
GET = """\

0000000000000010 <get>:
  10:\t48 63 07             \tmovslq (%rdi),%rax
  13:\t48 c1 e0 03          \tshl    $0x3,%rax
  17:\t48 23 05 00 00 00 00 \tand    0x0(%rip),%rax        # 1e <get+0xe>\
\t1a: R_X86_64_PC32\thalfword_cage_mask-0x4
  1e:\tc3                   \tret
  1f:\t90                   \tnop
"""

SLOW = "internal::WriteBarrierSlow"
TEST = ["mov 0x0(%rip),%rax write_barrier_is_on", "cmpb $0x0,%fs:(%rax)"]


def code(name, *lines):
    """Returns {name: Function} of instructions that have one byte each, from
    address 0. What stands behind the last space of a line with two or more
    is the symbol that the instruction refers to."""
    made = listing.Function(name)
    for at, line in enumerate(lines):
        words = line.split(" ")
        symbol = words[2] if len(words) > 2 else ""
        made.instructions.append(listing.Instruction(
            at, 1, " ".join(words[:2]), symbol))
    return {name: made}


def faults(rule, *lines, decoder="zero", compiler="g++", **others):
    functions = {**code("f", *lines), **others}
    return "\n".join(rules.faults(functions, "f", rule, decoder, compiler))


class ListingTest(unittest.TestCase):

    def test_reads_instructions_with_their_lengths_and_symbols(self):
        get = listing.parse(GET)["get"]
        self.assertEqual([each.name for each in get.instructions],
                         ["movslq", "shl", "and", "ret"])
        self.assertEqual(get.instructions[2].symbol, "halfword_cage_mask")
        self.assertEqual(get.byte_count, 15)

    def test_leaves_out_padding_and_endbr64(self):
        text = GET.replace("48 63 07             \tmovslq (%rdi),%rax",
                           "f3 0f 1e fa          \tendbr64")
        text += "  20:\t66 2e 0f 1f 84 \tcs nopw 0x0(%rax,%rax,1)\n"
        text += "  25:\t66 90           \txchg   %ax,%ax\n"
        self.assertEqual(listing.parse(text)["get"].byte_count, 12)

    def test_tells_functions_apart(self):
        text = GET + GET.replace("<get>", "<get.cold>")
        self.assertEqual(list(listing.parse(text)), ["get", "get.cold"])

    def test_knows_the_target_of_a_jump(self):
        line = "  10:\t75 ec                \tjne    100 <get_in_loop+0x10>"
        jump = listing.parse("0000 <f>:\n" + line)["f"].instructions[0]
        self.assertEqual(jump.target, 0x100)
        away = listing.parse("0000 <f>:\n" + line +
                             "\t12: R_X86_64_PC32\t.text.unlikely-0x4")
        self.assertIsNone(away["f"].instructions[0].target)
        self.assertEqual(away["f"].instructions[0].symbol, ".text.unlikely")


class LengthTest(unittest.TestCase):

    def test_finds_a_get_that_is_too_long(self):
        functions = listing.parse(GET)
        self.assertEqual(
            rules.faults(functions, "get", rules.GET, "based", "g++"), [])
        functions["get"].instructions[0].byte_count += 1
        self.assertIn("has 16 bytes, at most 15", "\n".join(rules.faults(
            functions, "get", rules.GET, "based", "g++")))

    def test_finds_a_compression_that_is_too_long(self):
        rule = rules.Rule(beyond=("move", 4))
        move = code("move", "ret")
        lines = ["mov a", "shr a", "mov a", "mov a", "ret"]
        self.assertEqual(faults(rule, *lines, **move), "")
        self.assertIn("is 5 bytes longer than move",
                      faults(rule, "or a", *lines, **move))

    def test_finds_a_function_that_is_missing(self):
        self.assertEqual(rules.faults({}, "f", rules.Rule(), "zero", "g++"),
                         ["f: is not there"])


class DecodeTest(unittest.TestCase):

    def test_finds_each_way_to_decode(self):
        for line in ("shl $0x3,%rax", "sal $0x3,%eax", "shlx %rcx,%rax,%rax",
                     "lea 0x0(,%rax,8),%rax", "mov 0x8(,%rax,8),%rax",
                     "movslq (%rdi),%rax", "cltq", "imul $0x8,%rax,%rax",
                     "and 0x0(%rip),%rax halfword_cage_mask"):
            self.assertIn("decodes: " + line.split(" ")[0],
                          faults(rules.Rule(), line, "ret", decoder="based"))

    def test_takes_nothing_else_for_a_decode(self):
        for line in ("shr $0x3,%rsi", "lea (%rbx,%r12,1),%rax",
                     "mov (%rdi),%eax", "and $0x7,%eax", "movzbl %al,%eax",
                     "sete %al"):
            self.assertEqual(faults(rules.Rule(), line, "ret"), "")

    def test_finds_a_decode_in_the_slow_part(self):
        cold = {"f.cold": code("", "shl $0x3,%rax", f"jmp 9 {SLOW}")[""]}
        store = ["mov %eax,(%rdi)", *TEST, "jne 9 .text.unlikely", "ret"]
        self.assertIn("decodes in its slow part: shl",
                      faults(rules.STORE, *store, **cold))
        self.assertIn("decodes in its slow part: shl", faults(
            rules.STORE, *TEST, "jne 4", "ret", "shl $0x3,%rax",
            f"jmp 9 {SLOW}"))

    def test_wants_a_decode_where_there_must_be_one(self):
        self.assertIn("does not decode", faults(rules.GET, "ret"))
        self.assertIn("does not load the base", faults(
            rules.GET, "shl $0x3,%rax", "ret", decoder="based"))


class BaseTest(unittest.TestCase):
    LINES = ["and 0x0(%rip),%rax halfword_cage_mask"] * 2 + ["ret"]

    def test_allows_gcc_one_load_a_use(self):
        two, one = rules.Rule(uses=2), rules.Rule(uses=1)
        self.assertEqual(faults(two, *self.LINES, decoder="based"), "")
        self.assertIn("loads the base 2 times, at most 1",
                      faults(one, *self.LINES, decoder="based"))

    def test_allows_clang_one_load_a_function(self):
        self.assertIn("loads the base 2 times, at most 1", faults(
            rules.Rule(uses=2), *self.LINES, decoder="based", compiler="clang"))

    def test_allows_no_load_to_the_zero_based_decoder(self):
        self.assertIn("at most 0", faults(rules.Rule(uses=2), *self.LINES))


class PathTest(unittest.TestCase):

    def test_finds_branches(self):
        for jump in ("je 2", "jmp 2", "jns 2", "jmp 9 other"):
            self.assertIn("branches: " + jump[:5], faults(
                rules.Rule(), "test %eax,%eax", jump, "ret"))

    def test_finds_a_call(self):
        self.assertIn("calls ['other']", faults(
            rules.Rule(), "call 9 other", "ret"))
        self.assertIn("calls nothing, not ['call']", faults(
            rules.Rule(calls=("call",)), "ret"))

    def test_follows_a_clear_flag(self):
        for tail in (["jne 9 .text.unlikely", "ret"],
                     ["je 4", f"jmp 9 {SLOW}", "ret"],
                     ["jne 4", "ret", f"call 9 {SLOW}", "jmp 3"],
                     ["mov a", "jne 9 .text.unlikely", "ret"]):
            self.assertEqual(faults(rules.STORE, *TEST, *tail), "")
        set_flag = [TEST[0], "cmpb $0x1,%fs:(%rax)"]
        self.assertEqual(faults(rules.STORE, *set_flag, f"je 9 {SLOW}", "ret"),
                         "")

    def test_finds_a_branch_beside_the_flag_test(self):
        self.assertIn("branches: js", faults(
            rules.STORE, "test %eax,%eax", "js 2", *TEST, f"jne 9 {SLOW}",
            "ret"))
        self.assertIn("branches: jne", faults(
            rules.STORE, *TEST, "test %eax,%eax", f"jne 9 {SLOW}", "ret"))

    def test_counts_flag_tests(self):
        once = [*TEST, f"jne 9 {SLOW}"]
        self.assertIn("2 times, not 1", faults(
            rules.STORE, *once, *once, "ret"))
        self.assertIn("0 times, not 1", faults(rules.STORE, "ret"))
        self.assertIn("1 times, not 0", faults(rules.Rule(), *once, "ret"))

    def test_finds_another_flag(self):
        self.assertIn("another flag", faults(
            rules.STORE, TEST[1], f"jne 9 {SLOW}", "ret"))

    def test_finds_a_call_of_something_else_in_the_slow_part(self):
        self.assertIn("calls in its slow part: call 9 other", faults(
            rules.STORE, *TEST, "jne 4", "ret", "call 9 other", "jmp 3"))

    def test_finds_a_base_and_an_index_behind_the_call(self):
        rule = rules.Rule(keeps=True)
        read = "mov (%rax,%rdx,4),%eax"
        self.assertEqual(
            faults(rule, read, "call 9 call()", "mov 4(%rbx),%eax"), "")
        self.assertIn("keeps a base and an index: mov",
                      faults(rule, "call 9 call()", read))
        self.assertIn("has 0 calls", faults(rule, read))

    def test_allows_a_loop_to_branch(self):
        rule = rules.Rule(uses=1, branches=True)
        self.assertEqual(faults(rule, "shl $0x3,%rax", "jne 0", "ret"), "")


if __name__ == "__main__":
    sys.exit(unittest.main())
