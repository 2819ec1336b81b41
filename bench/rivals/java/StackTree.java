// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

/** Row stack: a tree that only a local variable holds. */
final class StackTree {
  private static final int REPLACED_DEPTH = 2;

  private static final class Fork {
    Fork left;
    Fork right;
  }

  private StackTree() {}

  private static Fork make(int depth) {
    Fork made = new Fork();
    if (depth != 0) {
      made.left = make(depth - 1);
      made.right = make(depth - 1);
    }
    return made;
  }

  static void run(int divisor) throws Exception {
    int depth = 31 - Integer.numberOfLeadingZeros((1 << 22) / divisor);
    Random random = new Random();
    Fork tree = make(depth);
    Batches batches = new Batches();
    batches.run(
        (1 << 22) / divisor,
        () -> {
          long path = random.next();
          Fork at = tree;
          for (int i = REPLACED_DEPTH + 1; i < depth; ++i, path >>= 1) {
            at = (path & 1) != 0 ? at.left : at.right;
          }
          Fork made = make(REPLACED_DEPTH);
          if ((path & 1) != 0) {
            at.left = made;
          } else {
            at.right = made;
          }
        });
    batches.print("stack", random.next());
  }
}
