// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the suite "image" asks of a way to keep a tree in a file. A header of
// this folder, store_*.h, answers with
//
//   constexpr bool kVerifies       whether opening can check every byte
//   void MakeTree(path, count)     makes a balanced search tree with the keys 0
//                                  to count - 1 in a new file, and makes it
//                                  durable
//   Size SizeOf(path)              of that file
//   class OpenTree                 (path, check): opens it; the end closes it
//     uint64_t RootKey()           the first access
//     uint64_t SumKeys()           depth first, by the links; each key is read
//
// A node is a key of 8 bytes and two links, in whatever form a link has there.
// Recursion is fine: the tree is as deep as the logarithm of its size.
//
// Next: store.h, which chooses one.

#ifndef HALFWORD_BENCH_IMAGE_STORED_TREE_H_
#define HALFWORD_BENCH_IMAGE_STORED_TREE_H_

#include <cstdint>

namespace bench {

enum class Check { kEverything, kNothing };

struct Size {
  uint64_t tree_bytes = 0;  // pages that hold the tree, and tables of them
  uint64_t file_bytes = 0;
};

}  // namespace bench

#endif  // HALFWORD_BENCH_IMAGE_STORED_TREE_H_
