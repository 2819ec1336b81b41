// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the collector keeps about objects: handles and their nodes, objects
// whose constructors run, and prefinalizers.

#include <algorithm>
#include <cinttypes>
#include <mutex>
#include <string>

#include "base/readable_memory.h"
#include "gc/verifier.h"

namespace halfword::inline HALFWORD_ABI::internal {

void Verifier::VerifyRoots() {
  // Other threads make, move and drop their handles meanwhile.
  const std::lock_guard<std::mutex> lock(CrossThreadRootMutex());
  for (const auto& strength : heap_->roots_) {
    for (const PersistentRegion& region : strength) VerifyRegion(region);
  }
}

void Verifier::VerifyRegion(const PersistentRegion& region) {
  size_t used_count = 0;
  for (const auto* block : region.blocks_) {
    if (block->region != &region) {
      findings_.Add("a block of handles names another region than its own");
    }
    for (const PersistentNode& node : block->nodes) {
      if (!node.is_used()) continue;
      ++used_count;
      VerifyNode(node);
    }
  }
  if (used_count != region.used_count_) {
    findings_.Add("a region has %zu handles, and counts %zu", used_count,
                  region.used_count_);
  }
}

void Verifier::VerifyNode(const PersistentNode& node) {
  const RootHandle* const handle = node.owner();
  if (reinterpret_cast<uintptr_t>(handle) % alignof(RootHandle) != 0 ||
      !IsReadable(handle, sizeof(RootHandle))) {
    findings_.Add("the node of a handle made at %s refers to none",
                  node.location.ToString().c_str());
    return;
  }
  if (handle->node() != &node) {
    findings_.Add("a handle made at %s and its node do not refer to each other",
                  node.location.ToString().c_str());
    return;
  }
  const auto address = reinterpret_cast<uintptr_t>(handle->pointer);
  if (LiveObject(address) == 0) {
    findings_.Add("a handle made at %s refers to 0x%" PRIxPTR
                  ", which is no live object of its heap",
                  node.location.ToString().c_str(), address);
  }
}

void Verifier::VerifyPrefinalizers() {
  for (const Collector::Prefinalizer& item : heap_->prefinalizers_) {
    const auto address = reinterpret_cast<uintptr_t>(item.object);
    if (LiveObject(address) == 0) {
      findings_.Add("a prefinalizer waits for 0x%" PRIxPTR
                    ", which is no live object of its heap",
                    address);
    }
  }
}

// Constructors nest as deep as the program likes, so that looking an object up
// must not be a search through all of them.
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
