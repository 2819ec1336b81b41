// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Saves at times that a program does not choose: while a cycle marks, which
// goes on, and when there is no room for anything else.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "image/image_heap.h"
#include "image/image_memory.h"
#include "image/image_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {

class Note : public GarbageCollected<Note> {
 public:
  explicit Note(bool throws = false) {
    if (throws) throw 1;
  }
  Member<Note> next_;
  MutableString text_;
  int number_ = 0;
  HALFWORD_FIELDS(Note, next_, text_, number_)
};

namespace {

class ImageSavesTest : public ImageTest {
 protected:
  static constexpr int kCount = 100'000;

  static Note* MakeNote(Heap* heap, int number, Note* next) {
    auto* const note = MakeGarbageCollected<Note>(heap->GetAllocationHandle());
    note->next_ = next;
    note->number_ = number;
    return note;
  }
  static void MakeNotes(Heap* heap) {
    Persistent<Note> first;
    for (int i = kCount; i-- > 0;) first = MakeNote(heap, i, first);
    heap->SetRoot("first", first.Get());
  }
  static void CheckNotes(Heap* heap) {
    int count = 0;
    for (const Note* note = heap->GetRoot<Note>("first"); note != nullptr;
         note = note->next_) {
      ASSERT_EQ(note->number_, count);
      if (count % 1000 == 0) {
        ASSERT_EQ(note->text_, "a text of the program");
      }
      ++count;
    }
    EXPECT_EQ(count, kCount);
  }
};

class ImageSavesInModeTest : public ImageSavesTest,
                             public ::testing::WithParamInterface<MarkingType> {
};

// Strings that lie outside of the heap are copied by a save: the copies are of
// objects that are marked already.
TEST_P(ImageSavesInModeTest, ACycleGoesOn) {
  {
    const auto heap = Open<Note>(
        {.heap = {.marking_support = GetParam(), .marker_count_max = 2}});
    MakeNotes(heap.get());
    Save(heap.get());
    Collector& collector = CollectorOf(*heap);
    const size_t collections = collector.collection_count();
    collector.BeginMarking();
    Note* note = heap->GetRoot<Note>("first");
    bool is_done = false;
    for (int i = 0; i < kCount; ++i, note = note->next_) {
      if (i % 1000 != 0) continue;
      note->text_ = MutableString::FromLiteral("a text of the program");
      MakeNote(heap.get(), -1, nullptr);
      if (i % 10'000 == 0) {
        Save(heap.get(), {.is_relaxed = true, .verifies_all = false});
      }
      ASSERT_TRUE(collector.is_marking_beside());
      is_done = is_done || collector.StepMarking(StackState::kNoHeapPointers);
    }
    collector.FinishMarking({.stack = StackState::kNoHeapPointers});
    EXPECT_EQ(collector.collection_count(), collections + 1);
    EXPECT_EQ(Findings(*heap), "");
    CheckNotes(heap.get());
    Save(heap.get(), {.verifies_all = true});
  }
  CheckNotes(Open<Note>().get());
}

TEST_P(ImageSavesInModeTest, WhatWasAbandonedMeanwhileIsNotSaved) {
  const auto heap = Open<Note>({.heap = {.marking_support = GetParam()}});
  MakeNotes(heap.get());
  CollectorOf(*heap).BeginMarking();
  EXPECT_THROW(MakeGarbageCollected<Note>(heap->GetAllocationHandle(), true),
               int);
  Save(heap.get(), {.verifies_all = false});
  EXPECT_FALSE(CollectorOf(*heap).is_marking_beside());
}

INSTANTIATE_TEST_SUITE_P(
    , ImageSavesInModeTest,
    ::testing::Values(MarkingType::kIncremental,
                      MarkingType::kIncrementalAndConcurrent),
    [](const auto& mode) {
      return mode.param == MarkingType::kIncremental ? "Incremental"
                                                     : "Concurrent";
    });

// Only the pages of such strings stay apart from the file; of the others a save
// asks the system which were written to.
TEST_F(ImageSavesTest, AStringThatLiesOutsideKeepsNoOtherPages) {
  static constexpr std::string_view kOutside = "bytes that are not in the heap";
  const auto heap = Open<Note>();
  MakeNotes(heap.get());
  Note* const first = heap->GetRoot<Note>("first");
  first->text_ = MutableString::FromForeign(
      kOutside, [](std::string_view, void*) {}, nullptr);
  first->next_->text_ = first->text_;
  Save(heap.get());

  const ImageMemory& memory =
      ImageHeap::Of(heap->GetAllocationHandle())->memory();
  std::vector<uint8_t> unit_masks;
  memory.FindChanged(&unit_masks);
  size_t unchanged_count = 0;
  size_t changed_count = 0;
  for (ImagePage page = 0; page < unit_masks.size(); ++page) {
    if (RecordAt(memory.PageIndexAt(page)).kind != PageKind::kSlots) continue;
    ++(unit_masks[page] == 0 ? unchanged_count : changed_count);
  }
  EXPECT_GT(unchanged_count, 10 * changed_count);
  EXPECT_EQ(first->text_, kOutside);
  first->number_ = 7;
  Save(heap.get());
  EXPECT_EQ(first->text_, kOutside);
}

// A limit that is reached must not cost what was done since the last save.
TEST_F(ImageSavesTest, AHeapAtItsLimitIsSaved) {
  constexpr int kRootCount = 1000;
  std::vector<std::string> results;
  int made_count = 0;
  {
    ImageOptions options;
    options.heap.max_heap_bytes = size_t{4} << 20;
    options.heap.out_of_memory_handler = [&results](Heap& heap, size_t) {
      for (int i = 0; i < kRootCount; ++i) {
        heap.SetRoot("a root, number " + std::to_string(i),
                     heap.GetRoot<Note>("first"));
      }
      results.push_back(heap.Save().message());
      throw std::bad_alloc();
    };
    const auto heap = Open<Note>(std::move(options));
    Persistent<Note> first;
    try {
      for (;; ++made_count) {
        first = MakeNote(heap.get(), made_count, first);
        first->text_ = MutableString::FromLiteral("a text of the program");
        heap->SetRoot("first", first.Get());
      }
    } catch (const std::bad_alloc&) {
      results.emplace_back("out of memory");
    }
  }
  EXPECT_EQ(results, (std::vector<std::string>{"", "out of memory"}));
  const auto heap = Open<Note>();
  EXPECT_EQ(heap->GetRoot<Note>("first")->number_, made_count - 1);
  EXPECT_EQ(heap->RootNames().size(), size_t{kRootCount} + 1);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
