// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The groups of the suite snapshots: of heaps (heap_groups.cc), and of the
// table of names (names.cc).

#ifndef HALFWORD_BENCH_SNAPSHOTS_GROUPS_H_
#define HALFWORD_BENCH_SNAPSHOTS_GROUPS_H_

namespace bench {

struct Scale;

void RunDom100Mb(const Scale& scale);
void RunDom500Mb(const Scale& scale);
void RunMillion(const Scale& scale);
void RunTenMillion(const Scale& scale);
void RunStrings(const Scale& scale);
void RunNumbers(const Scale& scale);
void RunHandles(const Scale& scale);
void RunNamed(const Scale& scale);
void RunPairs(const Scale& scale);
void RunRepeat(const Scale& scale);
void RunNames(const Scale& scale);

}  // namespace bench

#endif  // HALFWORD_BENCH_SNAPSHOTS_GROUPS_H_
