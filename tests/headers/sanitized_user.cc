// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A user's file as -fsanitize=undefined compiles it: the type descriptor, with
// its name and its map of references, must still be a constant expression. The
// name has two words that compilers spell differently.

#include <cstdint>

#include "halfword/halfword.h"

namespace {

template <typename T>
class Box : public halfword::GarbageCollected<Box<T>> {
 public:
  T value_{};
  halfword::Member<Box> next_;
  HALFWORD_FIELDS(Box, value_, next_)
};

}  // namespace

namespace user {

void* MakeBoxes(halfword::Heap& heap);
void* MakeBoxes(halfword::Heap& heap) {
  auto* const box = halfword::MakeGarbageCollected<Box<std::uint64_t>>(
      heap.GetAllocationHandle());
  box->next_ = halfword::MakeGarbageCollected<Box<std::uint64_t>>(
      heap.GetAllocationHandle());
  return box;
}

}  // namespace user
