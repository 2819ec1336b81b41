// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A save writes what has changed.

#include "image/page_changes.h"

#include <filesystem>

#include "gtest/gtest.h"
#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/heap_vector.h"
#include "image/image_heap.h"
#include "image/image_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {

class NumberList : public GarbageCollected<NumberList> {
 public:
  HeapVector<uint64_t> numbers_;
  HALFWORD_FIELDS(NumberList, numbers_)
};

namespace {

class PageChangesTest : public ImageTest {
 protected:
  // Pages that a save would write.
  static std::vector<ImagePage> Changed(Heap* heap) {
    ImageHeap& image = *ImageHeap::Of(heap->GetAllocationHandle());
    const ImageMemory& memory = image.memory();
    std::vector<uint8_t> unit_masks;
    memory.FindChanged(&unit_masks);
    PageChanges changes(memory);
    changes.Find(image.file().store()->directory(),
                 image.file().state().page_count, unit_masks);
    std::vector<ImagePage> pages;
    for (const PageChange& change : changes.changes()) {
      pages.push_back(change.page);
    }
    return pages;
  }
};

TEST_F(PageChangesTest, NothingAfterASaveAndOnePageAfterAStore) {
  const auto heap = Open<NumberList>();
  auto* const numbers =
      MakeGarbageCollected<NumberList>(heap->GetAllocationHandle());
  heap->SetRoot("numbers", numbers);
  numbers->numbers_.resize(1'000'000);
  Save(heap.get());
  EXPECT_TRUE(Changed(heap.get()).empty());
  numbers->numbers_[500'000] = 7;
  EXPECT_EQ(Changed(heap.get()).size(), 1u);
  // As it was.
  numbers->numbers_[500'000] = 0;
  EXPECT_TRUE(Changed(heap.get()).empty());
}

TEST_F(PageChangesTest, ASmallChangeTakesLittleOfTheFile) {
  const auto heap = Open<NumberList>();
  auto* const numbers =
      MakeGarbageCollected<NumberList>(heap->GetAllocationHandle());
  heap->SetRoot("numbers", numbers);
  numbers->numbers_.resize(1'000'000);
  Save(heap.get());
  const auto bytes = std::filesystem::file_size(Path());
  for (uint64_t i = 0; i < 20; ++i) {
    numbers->numbers_[i * 1000] = i + 1;
    Save(heap.get());
  }
  EXPECT_EQ(std::filesystem::file_size(Path()), bytes);
  numbers->numbers_[3] = 99;
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
