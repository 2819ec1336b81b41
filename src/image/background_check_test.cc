// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// An image that is used while it is checked: damage is told, and nothing is
// written over it.

#include "image/background_check.h"

#include <atomic>
#include <fstream>
#include <string>

#include "gtest/gtest.h"
#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/heap_vector.h"
#include "image/file/page_place.h"
#include "image/image_heap.h"
#include "image/image_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {

class CheckedList : public GarbageCollected<CheckedList> {
 public:
  HeapVector<uint64_t> numbers_;
  HALFWORD_FIELDS(CheckedList, numbers_)
};

namespace {

class BackgroundCheckTest : public ImageTest {
 protected:
  void MakeImage() {
    const auto heap = Open<CheckedList>();
    auto* const list =
        MakeGarbageCollected<CheckedList>(heap->GetAllocationHandle());
    heap->SetRoot("list", list);
    list->numbers_.resize(2'000'000);
    for (size_t i = 0; i < 2'000'000; ++i) list->numbers_[i] = i;
    Save(heap.get());
    const ImageHeap& image = *ImageHeap::Of(heap->GetAllocationHandle());
    const ImageMemory& memory = image.memory();
    damaged_page_ = static_cast<ImagePage>(
        memory.OffsetOf(&list->numbers_[1'500'000]) / kPageBytes);
    damaged_offset_ =
        PageOffset(const_cast<ImageHeap&>(image).file().state(), damaged_page_);
  }

  void Damage() const {
    std::fstream file(Path(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(damaged_offset_) + 100);
    file.put('\xff');
  }

  std::string FindingText() const {
    return "page " + std::to_string(damaged_page_);
  }

  ImagePage damaged_page_ = 0;
  uint64_t damaged_offset_ = 0;
};

constexpr ImageCheck kBehind = ImageCheck::kBehind;

TEST_F(BackgroundCheckTest, AGoodImageIsUsedMeanwhileAndSaved) {
  MakeImage();
  for (int i = 0; i < 3; ++i) {
    const auto heap = Open<CheckedList>({.check = kBehind});
    auto* const list = heap->GetRoot<CheckedList>("list");
    EXPECT_EQ(list->numbers_[3], static_cast<uint64_t>(3 + i));
    ++list->numbers_[3];
    if (i == 1) {
      EXPECT_TRUE(heap->FinishCheck().ok());
    }
    Save(heap.get());
    EXPECT_TRUE(heap->FinishCheck().ok());
  }
}

TEST_F(BackgroundCheckTest, DamageIsToldAndNothingIsSaved) {
  MakeImage();
  Damage();
  std::string told;
  const auto note = [&](const ImageStatus& status) { told = status.message(); };
  const auto heap =
      Open<CheckedList>({.check = kBehind, .damage_callback = note});
  ASSERT_NE(heap, nullptr);
  const ImageStatus found = heap->FinishCheck();
  EXPECT_EQ(found.error(), ImageError::kDamaged);
  EXPECT_NE(found.message().find(FindingText()), std::string::npos)
      << found.message();
  EXPECT_EQ(told, found.message());
  heap->GetRoot<CheckedList>("list")->numbers_[3] = 1;
  EXPECT_EQ(heap->Save().error(), ImageError::kDamaged);
  EXPECT_EQ(OpenFailing<CheckedList>().error(), ImageError::kBusy);
}

TEST_F(BackgroundCheckTest, AReaderIsToldToo) {
  MakeImage();
  Damage();
  const auto heap =
      Open<CheckedList>({.access = ImageAccess::kReadOnly, .check = kBehind});
  EXPECT_EQ(heap->FinishCheck().error(), ImageError::kDamaged);
}

TEST_F(BackgroundCheckTest, TheCheckEndsWithTheHeap) {
  MakeImage();
  Damage();
  std::atomic<int> calls = 0;
  for (int i = 0; i < 20; ++i) {
    const auto heap = Open<CheckedList>(
        {.check = kBehind,
         .damage_callback = [&](const ImageStatus&) { ++calls; }});
    ASSERT_NE(heap, nullptr) << "the lock of the one before is gone";
  }
  EXPECT_LE(calls, 20);
}

TEST_F(BackgroundCheckTest, WithoutACheckAllIsWell) {
  MakeImage();
  EXPECT_TRUE(Open<CheckedList>()->FinishCheck().ok());
  EXPECT_TRUE(Heap::Create()->FinishCheck().ok());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
