// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The tree of the suite "image" in an image of Halfword: for the store and for
// the groups that save it.

#ifndef HALFWORD_BENCH_IMAGE_IMAGE_TREE_H_
#define HALFWORD_BENCH_IMAGE_IMAGE_TREE_H_

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include "halfword/halfword.h"
#include "halfword/image.h"

namespace bench {

class TreeNode : public halfword::GarbageCollected<TreeNode> {
 public:
  uint64_t key_ = 0;
  halfword::Member<TreeNode> left_, right_;
  HALFWORD_FIELDS(TreeNode, key_, left_, right_)
};

inline void ExpectOk(const halfword::ImageStatus& status) {
  if (status.ok()) return;
  std::fprintf(stderr, "%s\n", status.message().c_str());
  std::exit(1);
}

// No collection while it grows: there is no garbage.
inline std::unique_ptr<halfword::Heap> OpenImage(
    const std::string& path, halfword::ImageAccess access,
    halfword::ImageCheck check = halfword::ImageCheck::kFull) {
  halfword::ImageOptions options;
  options.types = halfword::ImageTypes::Of<TreeNode>();
  options.access = access;
  options.check = check;
  options.heap.growth_bytes_min = SIZE_MAX;
  halfword::ImageStatus status;
  auto heap = halfword::Heap::Open(path, std::move(options), &status);
  ExpectOk(status);
  return heap;
}

// The tree of the keys from first to end - 1; node(made) is told of each.
template <typename Node>
TreeNode* GrowTree(halfword::AllocationHandle& handle, uint64_t first,
                   uint64_t end, Node&& node) {
  if (first >= end) return nullptr;
  const uint64_t middle = (first + end) / 2;
  auto* const made = halfword::MakeGarbageCollected<TreeNode>(handle);
  made->key_ = middle;
  node(made);
  made->left_ = GrowTree(handle, first, middle, node);
  made->right_ = GrowTree(handle, middle + 1, end, node);
  return made;
}

}  // namespace bench

#endif  // HALFWORD_BENCH_IMAGE_IMAGE_TREE_H_
