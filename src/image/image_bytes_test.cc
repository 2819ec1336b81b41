// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Bytes in an object of a heap.

#include "image/image_bytes.h"

#include <string>

#include "gtest/gtest.h"
#include "halfword/heap.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

Collector& CollectorOf(Heap* heap) {
  return static_cast<Collector&>(heap->GetAllocationHandle());
}

TEST(ImageBytesTest, AreKeptAndReplaced) {
  const auto heap = Heap::Create();
  {
    ImageBytesHandle handle(&CollectorOf(heap.get()));
    EXPECT_EQ(handle.get(), nullptr);
    ASSERT_TRUE(handle.Set("some bytes"));
    const ImageBytes* const first = handle.get();
    heap->Collect();
    EXPECT_EQ(handle.get()->view(), "some bytes");
    ASSERT_TRUE(handle.Set("others"));
    EXPECT_EQ(handle.get(), first);
    EXPECT_EQ(handle.get()->view(), "others");
    const std::string many(100'000, 'x');
    ASSERT_TRUE(handle.Set(many));
    EXPECT_EQ(handle.get()->view(), many);
  }
  heap->Collect({.stack = StackState::kNoHeapPointers});
  EXPECT_EQ(heap->CollectStatistics(HeapStatistics::kDetailed).used_size_bytes,
            0u);
}

// A file says how long they are.
TEST(ImageBytesTest, ALengthThatIsNotTrueIsNotBelieved) {
  const auto heap = Heap::Create();
  ImageBytesHandle handle(&CollectorOf(heap.get()));
  ASSERT_TRUE(handle.Set("few"));
  const ImageBytes* const few = handle.get();
  // What most likely is behind them, where other objects may be.
  std::string many = "few";
  many.resize(4000);

  handle.get()->set_length_bytes(static_cast<uint32_t>(many.size()));
  ASSERT_TRUE(handle.Set(many));

  EXPECT_NE(handle.get(), few);
  EXPECT_TRUE(handle.get()->view() == many);
}

TEST(ImageBytesTest, AHeapWithoutRoomIsAnAnswer) {
  const auto heap = Heap::Create({.max_heap_bytes = size_t{1} << 20});
  ImageBytesHandle handle(&CollectorOf(heap.get()));
  ASSERT_TRUE(handle.Set("few"));
  EXPECT_FALSE(handle.Set(std::string(size_t{2} << 20, 'x')));
  EXPECT_EQ(handle.get()->view(), "few");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
