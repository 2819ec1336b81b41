// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the collector keeps about objects: handles and their nodes, objects
// whose constructors run, and prefinalizers.

#include <algorithm>
#include <cinttypes>
#include <mutex>
#include <string>
#include <vector>

#include "base/readable_memory.h"
#include "gc/verify/verifier.h"
#include "halfword/internal/compiler.h"
#include "halfword/internal/persistent_node.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Of a handle that may be part of a dead object, which is poisoned until its
// destructor has run.
HALFWORD_NO_SANITIZE RootHandle Read(const RootHandle& handle) {
  RootHandle copy;
  copy.pointer = handle.pointer;
  copy.node_or_location = handle.node_or_location;
  return copy;
}

}  // namespace

void Verifier::VerifyRoots() {
  // Other threads make, move and drop their handles meanwhile.
  const std::lock_guard<std::mutex> lock(CrossThreadRootMutex());
  for (const auto& strength : heap_->roots_) {
    for (const PersistentRegion& region : strength) VerifyRegion(region);
  }
}

void Verifier::VerifyRegion(const PersistentRegion& region) {
  size_t used_count = 0;
  for (const PersistentRegion::Block* block : region.blocks_) {
    if (block->region != &region) {
      findings_.Add("a block of handles names another region than its own");
    }
    used_count += VerifyBlock(*block);
  }
  if (used_count != region.used_count_) {
    findings_.Add("a region has %zu handles, and counts %zu", used_count,
                  region.used_count_);
  }
  VerifyAvailableBlocks(region);
}

// Returns how many handles it has. A block that counts none is passed over by
// the collector, or freed.
size_t Verifier::VerifyBlock(const PersistentRegion::Block& block) {
  size_t used_count = 0;
  for (const PersistentNode& node : block.nodes) {
    if (!node.is_used()) continue;
    ++used_count;
    VerifyNode(node);
  }
  if (used_count != block.used_count) {
    findings_.Add("a block has %zu handles, and counts %zu", used_count,
                  block.used_count);
  }
  const size_t expected = PersistentRegion::kNodesPerBlock - used_count;
  const auto begin = reinterpret_cast<uintptr_t>(block.nodes);
  size_t free_count = 0;
  const PersistentNode* node = block.free;
  while (node != nullptr && free_count <= expected) {
    const uintptr_t distance = reinterpret_cast<uintptr_t>(node) - begin;
    if (distance >= sizeof(block.nodes) || distance % sizeof(*node) != 0 ||
        node->is_used()) {
      break;
    }
    ++free_count;
    node = reinterpret_cast<const PersistentNode*>(node->owner_or_next &
                                                   ~uintptr_t{1});
  }
  if (node != nullptr || free_count != expected) {
    findings_.Add("a block's list of free nodes does not lead to all %zu",
                  expected);
  }
  return used_count;
}

void Verifier::VerifyAvailableBlocks(const PersistentRegion& region) {
  std::vector<const PersistentRegion::Block*> expected;
  for (const PersistentRegion::Block* block : region.blocks_) {
    if (block->free != nullptr) expected.push_back(block);
  }
  std::sort(expected.begin(), expected.end());
  size_t count = 0;
  const PersistentRegion::Block* block = region.available_;
  while (block != nullptr && count < expected.size() &&
         std::binary_search(expected.begin(), expected.end(), block)) {
    ++count;
    block = block->next_available;
  }
  if (block != nullptr || count != expected.size()) {
    findings_.Add(
        "a region's list of blocks with room does not lead to all "
        "%zu",
        expected.size());
  }
}

void Verifier::VerifyNode(const PersistentNode& node) {
  const RootHandle* const owner = node.owner();
  if (reinterpret_cast<uintptr_t>(owner) % alignof(RootHandle) != 0 ||
      !IsReadable(owner, sizeof(RootHandle))) {
    findings_.Add("the node of a handle made at %s refers to none",
                  node.location.ToString().c_str());
    return;
  }
  const RootHandle handle = Read(*owner);
  if (handle.node() != &node) {
    findings_.Add("a handle made at %s and its node do not refer to each other",
                  node.location.ToString().c_str());
    return;
  }
  const auto address = reinterpret_cast<uintptr_t>(handle.pointer);
  if (LiveObject(address) == 0) {
    findings_.Add("a handle made at %s refers to 0x%" PRIxPTR
                  ", which is no live object of its heap",
                  node.location.ToString().c_str(), address);
  }
}

void Verifier::VerifyPrefinalizers() {
  heap_->prefinalizers().ForEach([&](const void* object) {
    const auto address = reinterpret_cast<uintptr_t>(object);
    if (LiveObject(address) == 0) {
      findings_.Add("a prefinalizer waits for 0x%" PRIxPTR
                    ", which is no live object of its heap",
                    address);
    }
  });
}

void Verifier::ListUnderConstruction() {
  for (const void* object : heap_->constructing_) {
    const auto address = reinterpret_cast<uintptr_t>(object);
    under_construction_.push_back(address);
    if (LiveObject(address) == address) continue;
    findings_.Add("0x%" PRIxPTR
                  " is under construction, and is no live object of its heap",
                  address);
  }
  std::sort(under_construction_.begin(), under_construction_.end());
}

bool Verifier::IsUnderConstruction(uintptr_t object) const {
  return std::binary_search(under_construction_.begin(),
                            under_construction_.end(), object);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
