// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Nodes of roots: taken from and given back to the free list of their block.
// The lowest bit of a free node's link tells it from one in use.

#include "gc/roots/persistent_region.h"

#include <new>

#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::internal {

PersistentRegion::~PersistentRegion() {
  ForEach(Clear);
  for (Block* block : blocks_) delete block;
}

PersistentRegion::Block* PersistentRegion::BlockOf(PersistentNode* node) {
  return reinterpret_cast<Block*>(reinterpret_cast<uintptr_t>(node) &
                                  ~(kBlockBytes - 1));
}

void PersistentRegion::Take(RootHandle* handle) {
  HALFWORD_DCHECK(handle->node() == nullptr, "a handle has one node");
  if (available_ == nullptr) AddBlock();
  Block* const block = available_;
  PersistentNode* const node = block->free;
  block->free =
      reinterpret_cast<PersistentNode*>(node->owner_or_next & ~uintptr_t{1});
  if (block->free == nullptr) available_ = block->next_available;
  node->location = handle->location();
  node->set_owner(handle);
  handle->set_node(node);
  ++block->used_count;
  ++used_count_;
}

void PersistentRegion::GiveBack(RootHandle* handle) {
  PersistentNode* const node = handle->node();
  HALFWORD_DCHECK(node->is_used(), "a handle gives its node back once");
  handle->DropNode(node->location);
  Block* const block = BlockOf(node);
  if (block->free == nullptr) block->region->MakeAvailable(block);
  node->owner_or_next = reinterpret_cast<uintptr_t>(block->free) | 1;
  block->free = node;
  --block->used_count;
  --block->region->used_count_;
}

void PersistentRegion::Clear(RootHandle* handle) {
  GiveBack(handle);
  // Cross-thread handles are read without the lock.
  __atomic_store_n(&handle->pointer, nullptr, __ATOMIC_RELEASE);
}

void PersistentRegion::FreeEmptyBlocks() {
  available_ = nullptr;
  bool keeps_one = false;
  std::erase_if(blocks_, [&](Block* block) {
    const bool is_empty = block->used_count == 0;
    if (is_empty && keeps_one) {
      delete block;
      return true;
    }
    keeps_one |= is_empty;
    if (block->free != nullptr) MakeAvailable(block);
    return false;
  });
}

void PersistentRegion::MakeAvailable(Block* block) {
  block->next_available = available_;
  available_ = block;
}

void PersistentRegion::AddBlock() {
  blocks_.push_back(nullptr);
  try {
    blocks_.back() = new Block{};
  } catch (const std::bad_alloc&) {
    blocks_.pop_back();
    throw;
  }
  Block* const block = blocks_.back();
  block->region = this;
  PersistentNode* next = nullptr;
  for (PersistentNode& node : block->nodes) {
    node.owner_or_next = reinterpret_cast<uintptr_t>(next) | 1;
    next = &node;
  }
  block->free = next;
  MakeAvailable(block);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
