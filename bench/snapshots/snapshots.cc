// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite "snapshots": what it costs to write a heap as a .heapsnapshot, with the
// collection that comes first. A group is a heap (heaps.h), rows are
//
//   GROUP_file       to a file in the build folder; its objects get their ids
//   GROUP_sink       to a sink that drops it
//   nodes_10m_tenth  a tenth of nodes_10m, in the same process; "growth" of
//                    nodes_10m_sink says how many times as long it takes
//   repeat_first, _second, _tenth
//                    snapshots of one heap to a sink; "growth" is to the first
//   names_numbers    a million numbers into the table of names: ns each
//   names_words      words behind them
//
// Of heaps, ns_per_op is of a node. memory_of_bound is what the snapshot took
// beside the heap, as a share of what it may: 15 % of the heap or 6 bytes a
// node, whichever is more. The variants "v8-hash" and "v8-shifted" have the
// names only, "node" is a script.

#include "bench/measure.h"
#include "bench/snapshots/groups.h"

namespace bench {
namespace {

constexpr Group kGroups[] = {
#ifndef HALFWORD_BENCH_SHIFT
    {"dom_100mb", RunDom100Mb}, {"dom_500mb", RunDom500Mb},
    {"nodes_1m", RunMillion},   {"nodes_10m", RunTenMillion},
    {"strings_1m", RunStrings}, {"numbers_1m", RunNumbers},
    {"handles_1m", RunHandles}, {"named_1m", RunNamed},
    {"pairs_1m", RunPairs},     {"repeat", RunRepeat},
#endif
    {"names", RunNames},
};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::Main(argc, argv, bench::kGroups);
}
