#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""What the command line does where there is hardly any memory. A sanitizer's
programs do not start there. Usage: cli_memory_test.py PROGRAM"""

import resource

from cli_testing import CliTest, main

KIB = 1 << 10
STEP_BYTES = 16 * KIB
COMMAND = ("snapshot", "info", "--help")


class LittleMemoryTest(CliTest):

    def run_within(self, limit_bytes):
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (limit_bytes, limit_bytes))
        return self.run_program(*COMMAND, preexec_fn=limit)

    def least_bytes(self):
        """How much the command takes, to a step."""
        low, high = 0, 4 * KIB * KIB
        while self.run_within(high).returncode != 0:
            low, high = high, 2 * high
        while high - low > STEP_BYTES:
            middle = (low + high) // 2
            if self.run_within(middle).returncode == 0:
                high = middle
            else:
                low = middle
        return high

    def test_says_so(self):
        enough = self.least_bytes()
        results = [self.run_within(enough - steps * STEP_BYTES)
                   for steps in range(1, 33)]
        # Those with the least end before main() has begun.
        self.assertIn((1, "halfword: out of memory\n"),
                      [(result.returncode, result.stderr)
                       for result in results])
        for result in results:
            self.assertNotIn("bad_alloc", result.stderr)


if __name__ == "__main__":
    main()
