// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A plugin that brings its own copy of Halfword along.

#include <memory>

#include "halfword/halfword.h"

namespace {

class Link : public halfword::GarbageCollected<Link> {
 public:
  halfword::Member<Link> next_;
  HALFWORD_FIELDS(Link, next_)
};

}  // namespace

// How many links of a list that it makes are there after a collection.
extern "C" [[gnu::visibility("default")]] int CountLinks(int count) {
  const std::unique_ptr<halfword::Heap> heap = halfword::Heap::Create();
  halfword::Persistent<Link> first;
  for (int i = 0; i < count; ++i) {
    auto* const link =
        halfword::MakeGarbageCollected<Link>(heap->GetAllocationHandle());
    link->next_ = first;
    first = link;
  }
  heap->Collect({.stack = halfword::StackState::kNoHeapPointers});
  if (!heap->Verify().ok()) return -1;
  int found = 0;
  for (Link* link = first; link != nullptr; link = link->next_) ++found;
  return found;
}
