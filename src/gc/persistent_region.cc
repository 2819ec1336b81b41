// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Nodes of roots: taken from and given back to a free list through the blocks.
// The lowest bit of a free node's link tells it from one in use.

#include "gc/persistent_region.h"

#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::internal {

PersistentRegion::~PersistentRegion() {
  ForEach(Clear);
  for (Block* block : blocks_) delete block;
}

void PersistentRegion::Take(RootHandle* handle) {
  HALFWORD_DCHECK(handle->node() == nullptr, "a handle has one node");
  if (free_ == nullptr) AddBlock();
  PersistentNode* const node = free_;
  free_ =
      reinterpret_cast<PersistentNode*>(node->owner_or_next & ~uintptr_t{1});
  node->location = handle->location();
  node->set_owner(handle);
  handle->set_node(node);
  ++used_count_;
}

void PersistentRegion::GiveBack(RootHandle* handle) {
  PersistentNode* const node = handle->node();
  HALFWORD_DCHECK(node->is_used(), "a handle gives its node back once");
  handle->DropNode(node->location);
  auto* const block = reinterpret_cast<Block*>(
      reinterpret_cast<uintptr_t>(node) & ~(kBlockBytes - 1));
  PersistentRegion* const region = block->region;
  node->owner_or_next = reinterpret_cast<uintptr_t>(region->free_) | 1;
  region->free_ = node;
  --region->used_count_;
}

void PersistentRegion::Clear(RootHandle* handle) {
  GiveBack(handle);
  // Cross-thread handles are read without the lock.
  __atomic_store_n(&handle->pointer, nullptr, __ATOMIC_RELEASE);
}

void PersistentRegion::AddBlock() {
  auto* const block = new Block{};
  block->region = this;
  for (PersistentNode& node : block->nodes) {
    node.owner_or_next = reinterpret_cast<uintptr_t>(free_) | 1;
    free_ = &node;
  }
  blocks_.push_back(block);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
