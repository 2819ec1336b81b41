// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A heap without room.

#include "examples/nouns/noun_heap.h"

#include <gtest/gtest.h>

#include <new>

#include "examples/nouns/noun.h"

namespace nouns {
namespace {

TEST(NounHeapTest, ThrowsWhenMemoryRunsOut) {
  const auto heap = MakeNounHeap();
  heap->set_limit_bytes(size_t{1} << 20);
  auto& handle = heap->GetAllocationHandle();

  Noun list = DirectAtom(0);
  const auto fill = [&] {
    for (int i = 0; i < 1'000'000; ++i) list = MakeCell(handle, list, list);
  };

  EXPECT_THROW(fill(), std::bad_alloc);
  EXPECT_TRUE(list.IsObject());
}

}  // namespace
}  // namespace nouns
