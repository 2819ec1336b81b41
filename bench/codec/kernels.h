// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The laboratory's workloads. Each makes its objects, then does `count`
// operations and returns a number that all codecs must agree on.

#ifndef HALFWORD_BENCH_CODEC_KERNELS_H_
#define HALFWORD_BENCH_CODEC_KERNELS_H_

#include <cstdint>

namespace codec {

// A workload in two steps, so that only the second is timed.
struct Kernel {
  const char* name;
  void* (*make)();
  uint64_t (*run)(void* made, uint64_t count);
  uint64_t count;
};

// chase      follow a list of 512 nodes: the latency of a decode
// chase_far  the same through 32 MB in random order, 16 bytes a node for all
// tree       walk a binary tree of a million nodes, depth first
// hash_set   look up a reference in a set of 2^20 slots, half full, and read
//            the object where it is found
// store      store a reference behind a write barrier
// dom        in a document of 20,000 elements: add 100 items somewhere, change
//            each, delete them
inline constexpr int kKernelCount = 6;

}  // namespace codec

extern "C" {
// The kernels of this program or library; a library is opened with dlopen().
[[gnu::visibility("default")]] const codec::Kernel* codec_kernels();
}

#endif  // HALFWORD_BENCH_CODEC_KERNELS_H_
