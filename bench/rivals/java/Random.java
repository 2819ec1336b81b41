// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

/** A repeatable sequence of numbers, the same in every variant. */
final class Random {
  private long state = 0x9e3779b97f4a7c15L;

  long next() {
    state ^= state << 13;
    state ^= state >>> 7;
    state ^= state << 17;
    return state >>> 32;
  }

  int below(int bound) {
    return (int) (next() * bound >>> 32);
  }
}
