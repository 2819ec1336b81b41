// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What is written past the end of an object, or to freed memory, is found the
// next time that its memory is looked at, and named.

#include "heap/memory_debug.h"

#include <cinttypes>
#include <cstdio>
#include <string>

#include "gtest/gtest.h"
#include "heap/heap_testing.h"
#include "heap/poison.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Small : public GarbageCollected<Small> {
 public:
  char bytes_[24];
  HALFWORD_FIELDS(Small, bytes_)
};

class Text : public GarbageCollected<Text> {
 public:
  uint32_t size_;
  HALFWORD_FIELDS(Text, size_)
  HALFWORD_TRAILING(Text, char)
};

TEST(MemoryDebugTest, TellsAnObjectByClassAndAddress) {
  TestHeap heap;
  const void* const object = heap.Allocate<Text>(10);
  char address[32];
  std::snprintf(address, sizeof(address), "::Text 0x%" PRIxPTR,
                reinterpret_cast<uintptr_t>(object));

  const std::string text = ObjectText(object).c_str();
  EXPECT_NE(text.find(address), std::string::npos) << text;
}

// Other builds have neither canaries nor filled memory.
#if HALFWORD_MEMORY_DEBUG

TEST(MemoryDebugTest, FillsSlotsThatHoldNoObject) {
  TestHeap heap;
  auto* const first = heap.Allocate<Small>();
  auto* const second = heap.Allocate<Small>();
  const PageRecord& record = RecordOf(first);
  EXPECT_EQ(FindDamagedCanary(record, first), SIZE_MAX);

  heap.CloseRuns();
  heap.Free(second);
  EXPECT_EQ(FindDamageInFreed(record, second), SIZE_MAX);
  EXPECT_EQ(FindDamagedCanary(record, first), SIZE_MAX);
  heap.Abandon(first);
}

TEST(MemoryDebugTest, RemembersTheLastObjectOfASlot) {
  TestHeap heap;
  auto* const object = heap.Allocate<Text>(10);
  const auto address = reinterpret_cast<uintptr_t>(object);
  EXPECT_TRUE(ObjectText::LastAt(address + 4096).empty());

  heap.Free(object);

  const std::string last = ObjectText::LastAt(address + 3).c_str();
  EXPECT_NE(last.find("::Text 0x"), std::string::npos) << last;
}

// Writes one byte, so far from where an object begins.
void WriteAt(void* object, size_t offset) {
  UnpoisonMemory(object, offset + 1);
  static_cast<volatile char*>(object)[offset] = 'x';
}

TEST(MemoryDebugDeathTest, NamesAnObjectThatWasWrittenPast) {
  TestHeap heap;
  auto* const object = heap.Allocate<Small>();
  WriteAt(object, sizeof(Small) - 1);

  EXPECT_DEATH(
      {
        WriteAt(object, sizeof(Small));
        heap.SweepAll();
      },
      "byte 24 of .*Small 0x.* was written to, and the object ends at 24");
}

TEST(MemoryDebugDeathTest, TheEndOfAnObjectIsToTheByte) {
  TestHeap heap;
  auto* const object = heap.Allocate<Text>(3);

  EXPECT_DEATH(
      {
        WriteAt(object, sizeof(Text) + 3);
        heap.Free(object);
      },
      "byte 7 of .*Text 0x.* was written to, and the object ends at 7");
}

TEST(MemoryDebugDeathTest, AResizedObjectHasAnotherEnd) {
  TestHeap heap;
  auto* const object = heap.Allocate<Text>(30);
  ASSERT_TRUE(heap.Resize(object, sizeof(Text) + 20));

  EXPECT_DEATH(
      {
        WriteAt(object, sizeof(Text) + 20);
        heap.Free(object);
      },
      "the object ends at 24");
  ASSERT_TRUE(heap.Resize(object, sizeof(Text) + 30));
  WriteAt(object, sizeof(Text) + 29);
  heap.Free(object);
}

TEST(MemoryDebugDeathTest, ResizingHidesNothing) {
  TestHeap heap;
  auto* const object = heap.Allocate<Text>(30);

  EXPECT_DEATH(
      {
        WriteAt(object, sizeof(Text) + 30);
        heap.Resize(object, sizeof(Text) + 20);
      },
      "the object ends at 34");
}

TEST(MemoryDebugDeathTest, NamesALargeObjectThatWasWrittenPast) {
  TestHeap heap;
  auto* const object = heap.Allocate<Text>(3 * kPageBytes);
  WriteAt(object, sizeof(Text) + 3 * kPageBytes - 1);

  EXPECT_DEATH(
      {
        WriteAt(object, sizeof(Text) + 3 * kPageBytes);
        heap.SweepAll();
      },
      "byte 49156 of .*Text 0x.* was written to");
}

TEST(MemoryDebugDeathTest, NamesAFreedObjectThatWasWrittenTo) {
  TestHeap heap;
  auto* const neighbour = heap.Allocate<Small>();
  auto* const object = heap.Allocate<Small>();
  heap.CloseRuns();
  TestHeap::Keep(neighbour);
  heap.SweepAll();

  EXPECT_DEATH(
      {
        WriteAt(object, 8);
        heap.Allocate<Small>();
      },
      "byte 8 of .*Small 0x.* was written to after the object was freed");
}

TEST(MemoryDebugDeathTest, FindsWritesToPagesThatHoldNothing) {
  TestHeap heap;
  auto* const object = heap.Allocate<Small>();
  heap.SweepAll();
  ASSERT_EQ(heap.used_page_bytes(), 0u);

  EXPECT_DEATH(
      {
        WriteAt(object, 8);
        for (int i = 0; i < 100; ++i) heap.Allocate<Text>(kPageBytes);
      },
      "memory was written to after it was freed: 0x");
}

TEST(MemoryDebugDeathTest, FindsWritesToSlotsThatHeldNothingYet) {
  TestHeap heap;
  auto* const object = heap.Allocate<Small>();

  EXPECT_DEATH(
      {
        WriteAt(object, SlotBytes(RecordOf(object)) + 1);
        heap.Allocate<Small>();
      },
      "byte 1 of the slot 0x.* was written to, and no object was in it yet");
}

#endif

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
