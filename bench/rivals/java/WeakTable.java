// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

import java.lang.ref.WeakReference;

/** Row weak: a million weak references, half of whose targets live. */
final class WeakTable {
  private record Target(long number) {}

  private WeakTable() {}

  static void run(int divisor) throws Exception {
    int count = (1 << 20) / divisor;
    Random random = new Random();
    @SuppressWarnings("unchecked")
    WeakReference<Target>[] slots = new WeakReference[count];
    Target[] owners = new Target[count / 2];
    Batches batches = new Batches();
    batches.run(
        (1 << 24) / divisor,
        () -> {
          Target made = new Target(random.next());
          slots[random.below(count)] = new WeakReference<>(made);
          owners[random.below(count / 2)] = made;
        });
    batches.print("weak", random.next());
  }
}
