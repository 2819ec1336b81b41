// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Pages that come from a source of chunks, and pages that are adopted: what a
// heap does with them, and which it refuses. src/image has whole heaps.

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "cage/cage.h"
#include "gtest/gtest.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/trailing_array.h"
#include "heap/heap_core.h"
#include "heap/heap_testing.h"
#include "heap/memory_debug.h"
#include "heap/object_lookup.h"
#include "heap/slot_map.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

using Small = Sized<16, 1>;

// Chunks of the cage, each with two pages that are tables.
class TestSource final : public ChunkSource {
 public:
  static constexpr uint32_t kTablePages = 2;

  explicit TestSource(int* given_back) : given_back_(given_back) {}

  SourceRun Take(uint32_t page_count) override {
    const size_t chunks = (page_count + kTablePages) / kChunkPages + 1;
    const uintptr_t address = Cage::Get().AllocateChunks(chunks);
    if (address == 0) return {};
    taken_.push_back({address, chunks});
    return {PageIndexOf(address), static_cast<uint32_t>(chunks * kChunkPages),
            kTablePages};
  }
  size_t CapacityBytes() const override { return Cage::Get().capacity_bytes(); }
  void GiveBackAll() override {
    for (const auto& [address, chunks] : taken_) {
      std::memset(AllocatedBits(PageIndexOf(address)), 0,
                  chunks * kChunkPages * kPageBitmapWords * sizeof(uint64_t));
      Cage::Get().FreeChunks(address, chunks);
      ++*given_back_;
    }
    taken_.clear();
  }

 private:
  int* const given_back_;
  std::vector<std::pair<uintptr_t, size_t>> taken_;
};

class AdoptPagesTest : public testing::Test {
 protected:
  AdoptPagesTest() {
    auto source = std::make_unique<TestSource>(&given_back_);
    source_ = source.get();
    heap_ = std::make_unique<HeapCore>(0, std::move(source));
  }
  ~AdoptPagesTest() override {
    heap_->DropEverything();
    heap_.reset();
    EXPECT_EQ(given_back_, runs_);
  }

  PageIndex AdoptRun() {
    const SourceRun run = source_->Take(4);
    heap_->AdoptRun(run);
    ++runs_;
    run_ = run;
    return run.first_page + run.table_page_count;
  }
  // What memory debugging has behind the only object of a page.
  static void FillBehind(PageIndex page, size_t object_bytes) {
    if (!kMemoryDebug) return;
    auto* const begin = reinterpret_cast<unsigned char*>(PageAddress(page));
    std::memset(begin, kFreedByte, kPageBytes);
    std::memset(begin, 0, object_bytes);
    std::fill_n(begin + object_bytes, kCanaryBytes, kCanaryByte);
  }
  // What is left of the run.
  void AdoptRest(PageIndex from) {
    heap_->AdoptFree(from, run_.first_page + run_.page_count - from);
  }

  int given_back_ = 0;
  int runs_ = 0;
  TestSource* source_;
  std::unique_ptr<HeapCore> heap_;
  SourceRun run_;
};

TEST_F(AdoptPagesTest, AHeapGrowsByItsSource) {
  for (int i = 0; i < 5000; ++i) {
    void* const object = heap_->TryAllocate(TypeInfoOf<Small>(), sizeof(Small));
    ASSERT_NE(object, nullptr);
    EXPECT_EQ(RecordOf(object).heap, heap_.get());
  }
  // Each run has one chunk.
  runs_ = static_cast<int>(heap_->pool().chunk_bytes() / kChunkBytes);
  EXPECT_GT(runs_, 0);
}

TEST_F(AdoptPagesTest, WhatIsAdoptedLivesAndDies) {
  const PageIndex page = AdoptRun();
  const TypeInfo& type = TypeInfoOf<Small>();
  AllocatedBits(page)[0] = 1;
  FillBehind(page, sizeof(Small));
  ASSERT_TRUE(heap_->AdoptSlots(
      page, {.type = &type,
             .slot_bytes = static_cast<uint32_t>(sizeof(Small) + kCanaryBytes),
             .live_slots = 1,
             .space_index = 0,
             .type_ids = {}}));
  ASSERT_TRUE(heap_->AdoptLarge(page + 1, 3, type));
  AdoptRest(page + 4);
  EXPECT_EQ(heap_->used_page_bytes(), 4 * kPageBytes);
  EXPECT_TRUE(heap_->IsLive(reinterpret_cast<void*>(PageAddress(page))));
  EXPECT_TRUE(heap_->IsLive(reinterpret_cast<void*>(PageAddress(page + 1))));
  // The next object of the type goes to its page.
  void* const next = heap_->TryAllocate(type, sizeof(Small));
  EXPECT_EQ(PageIndexOf(reinterpret_cast<uintptr_t>(next)), page);
}

// A file keeps what was in a page when it was in use.
TEST_F(AdoptPagesTest, FreePagesMayHoldAnything) {
  const PageIndex page = AdoptRun();
  const uint32_t count = run_.first_page + run_.page_count - page;
  std::memset(reinterpret_cast<void*>(PageAddress(page)), 0xab,
              count * kPageBytes);
  AdoptRest(page);
  for (size_t bytes = 0; bytes < count * kPageBytes;
       bytes += sizeof(Small) + kCanaryBytes) {
    const auto* const object = static_cast<const unsigned char*>(
        heap_->TryAllocate(TypeInfoOf<Small>(), sizeof(Small)));
    ASSERT_NE(object, nullptr);
    for (size_t i = 0; i < sizeof(Small); ++i) ASSERT_EQ(object[i], 0) << i;
  }
  runs_ = static_cast<int>(heap_->pool().chunk_bytes() / kChunkBytes);
}

TEST_F(AdoptPagesTest, PagesThatCannotBeAreRefused) {
  const PageIndex page = AdoptRun();
  const TypeInfo& type = TypeInfoOf<Small>();
  const auto slot_bytes = static_cast<uint32_t>(sizeof(Small) + kCanaryBytes);
  const AdoptedSlots good = {&type, slot_bytes, 0, 0, {}};
  AdoptedSlots bad = good;
  bad.slot_bytes += kGranuleBytes;
  EXPECT_FALSE(heap_->AdoptSlots(page, bad));
  bad = good;
  bad.space_index = 1;
  EXPECT_FALSE(heap_->AdoptSlots(page, bad));
  bad = good;
  bad.live_slots = kPageGranules + 1;
  EXPECT_FALSE(heap_->AdoptSlots(page, bad));
  bad = good;
  bad.type = nullptr;
  bad.slot_bytes = 12;
  EXPECT_FALSE(heap_->AdoptSlots(page, bad));
  bad.slot_bytes = 16;  // and too few types
  EXPECT_FALSE(heap_->AdoptSlots(page, bad));
  EXPECT_EQ(RecordAt(page).slot_data, nullptr);
  EXPECT_FALSE(heap_->AdoptLarge(page, 0, type));
  AdoptRest(page);
}

class Part : public GarbageCollectedMixin {
 public:
  HALFWORD_FIELDS(Part)
};

// The bits of a file may be any, and its types those of slots that are free.
TEST_F(AdoptPagesTest, ASharedPageHasAClassForEachObject) {
  constexpr uint32_t kSlotBytes = 64;
  constexpr size_t kGranules = kSlotBytes / kGranuleBytes;
  const PageIndex page = AdoptRun();
  std::vector<TypeId> types(kPageBytes / kSlotBytes);
  types[0] = TypeInfoOf<Small>().id;
  // An object in the first slot, and one at a granule, its slot of a type.
  const auto adopts = [&](size_t granule, TypeId type) {
    AllocatedBits(page)[0] = uint64_t{1} | uint64_t{1} << granule;
    types[1] = type;
    return heap_->AdoptSlots(page, {.type = nullptr,
                                    .slot_bytes = kSlotBytes,
                                    .live_slots = 2,
                                    .space_index = 0,
                                    .type_ids = types});
  };

  EXPECT_FALSE(adopts(kGranules, 0));
  EXPECT_FALSE(adopts(kGranules, 60'000)) << "an id that was never given out";
  EXPECT_FALSE(
      adopts(kGranules, TypeInfoOf<Sized<size_t{2} * kSlotBytes>>().id));
  EXPECT_FALSE(adopts(kGranules, TypeInfoOf<Part>().id));
  EXPECT_FALSE(adopts(kGranules + 1, types[0])) << "between two slots";

  EXPECT_EQ(RecordAt(page).slot_data, nullptr);
  FillBehind(page, kSlotBytes - kCanaryBytes);
  ASSERT_TRUE(adopts(kGranules, types[0]));
  EXPECT_EQ(&TypeOfSlot(RecordAt(page), PageAddress(page) + kSlotBytes),
            &TypeInfoOf<Small>());
  AdoptRest(page + 1);
}

class Text : public GarbageCollected<Text> {
 public:
  uint64_t numbers_[8] = {};
  HALFWORD_FIELDS(Text, numbers_)
  HALFWORD_TRAILING(Text, char)
};

TEST_F(AdoptPagesTest, SlotsHaveRoomForTheFieldsOfTheirClass) {
  const PageIndex page = AdoptRun();
  const TypeInfo& type = TypeInfoOf<Text>();
  const auto adopts = [&](uint32_t slot_bytes) {
    return heap_->AdoptSlots(page, {.type = &type,
                                    .slot_bytes = slot_bytes,
                                    .live_slots = 0,
                                    .space_index = 0,
                                    .type_ids = {}});
  };

  EXPECT_FALSE(adopts(sizeof(Text) / 2));
  EXPECT_FALSE(heap_->AdoptLarge(page, 1, TypeInfoOf<Part>()));

  EXPECT_TRUE(adopts(2 * sizeof(Text)));
  AdoptRest(page + 1);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
