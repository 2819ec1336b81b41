// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// PersistentRegion: the roots of one heap of one kind (strong or weak, own
// thread or any), as nodes in blocks.
//
// Cost: taking and giving back a node is constant; a collection walks the
// blocks that hold handles, and frees those that hold none.
// Threads: the heap's own, or any under CrossThreadRootMutex().

#ifndef HALFWORD_GC_ROOTS_PERSISTENT_REGION_H_
#define HALFWORD_GC_ROOTS_PERSISTENT_REGION_H_

#include <algorithm>
#include <cstddef>
#include <vector>

#include "halfword/internal/persistent_node.h"

namespace halfword::inline HALFWORD_ABI::internal {

class PersistentRegion {
 public:
  PersistentRegion() = default;
  // Clears the handles that are left: they outlive their heap as null.
  ~PersistentRegion();
  PersistentRegion(const PersistentRegion&) = delete;
  PersistentRegion& operator=(const PersistentRegion&) = delete;

  // Gives the handle a node, which gets its location.
  // Requires: it has none.
  void Take(RootHandle* handle);
  // The region is found from the node's address. Requires: it has a node.
  static void GiveBack(RootHandle* handle);

  // Calls function(RootHandle*) for each handle; it may clear that handle.
  template <typename Function>
  void ForEach(Function function) {
    for (size_t i = 0; i < blocks_.size(); ++i) ForEachIn(i, function);
  }

  // The same for those of one block, of block_count() in all, of which a pause
  // may see one after the other, and let other threads use handles in between:
  // blocks stay in their order, and new ones come last.
  template <typename Function>
  void ForEachIn(size_t block_index, Function function) {
    Block* const block = blocks_[block_index];
    if (block->used_count == 0) return;
    for (PersistentNode& node : block->nodes) {
      if (node.is_used()) function(node.owner());
    }
  }

  // The same for all, with memory asked for ahead: handles may lie anywhere,
  // and so may what they refer to, which look(const RootHandle*) asks for some
  // handles before function() has its turn. Requires: function() changes none.
  template <typename Look, typename Function>
  void ForEachAhead(Look look, Function function) {
    for (const Block* block : blocks_) {
      if (block->used_count == 0) continue;
      for (size_t i = 0; i < kNodesPerBlock; ++i) {
        __builtin_prefetch(block->NodeAt(i + 2 * kNodesAhead).owner());
        const PersistentNode& next = block->NodeAt(i + kNodesAhead);
        if (next.is_used()) look(next.owner());
        if (block->nodes[i].is_used()) function(block->nodes[i].owner());
      }
    }
  }

  // Makes a handle null and takes its node back.
  static void Clear(RootHandle* handle);

  // Frees the blocks without handles, but for one. Requires: not in ForEach().
  void FreeEmptyBlocks();

  size_t node_count() const { return used_count_; }
  size_t block_count() const { return blocks_.size(); }

 private:
  friend class Verifier;
  friend struct PersistentRegionTestPeer;

  static constexpr size_t kBlockBytes = 4096;
  struct Block;
  struct BlockHeader {
    PersistentRegion* region;
    Block* next_available;  // of those with free nodes
    PersistentNode* free;
    size_t used_count;
  };
  static constexpr size_t kNodesPerBlock =
      (kBlockBytes - sizeof(BlockHeader)) / sizeof(PersistentNode);
  static constexpr size_t kNodesAhead = 12;
  struct alignas(kBlockBytes) Block : BlockHeader {
    // Or the last one.
    const PersistentNode& NodeAt(size_t i) const {
      return nodes[std::min(i, kNodesPerBlock - 1)];
    }

    PersistentNode nodes[kNodesPerBlock];
  };
  static_assert(sizeof(Block) == kBlockBytes);

  static Block* BlockOf(PersistentNode* node);
  void AddBlock();
  void MakeAvailable(Block* block);

  std::vector<Block*> blocks_;
  Block* available_ = nullptr;
  size_t used_count_ = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_ROOTS_PERSISTENT_REGION_H_
