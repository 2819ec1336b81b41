// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What is merged, and what is left alone since somebody could notice.

#include "image/offline/merge_equal.h"

#include <map>

#include "halfword/halfword.h"
#include "image/image_testing.h"
#include "image/offline/offline_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {

class MergedPair : public GarbageCollected<MergedPair> {
 public:
  MergedPair(Tagged<MergedPair> head, Tagged<MergedPair> tail)
      : head_(head), tail_(tail) {}
  Tagged<MergedPair> head_;
  Tagged<MergedPair> tail_;
  HALFWORD_FIELDS(MergedPair, head_, tail_)
  HALFWORD_IMMUTABLE(MergedPair)
};

// The same, but for that it may change.
class MutablePair : public GarbageCollected<MutablePair> {
 public:
  uint64_t number_ = 5;
  HALFWORD_FIELDS(MutablePair, number_)
};

class MergedHolder : public GarbageCollected<MergedHolder> {
 public:
  HeapVector<Member<MergedPair>> pairs_;
  WeakMember<MergedPair> weak_;
  HeapHashSet<Member<MergedPair>> set_;
  HeapVector<Member<MutablePair>> mutable_;
  HeapVector<String> strings_;
  MutableString text_;
  HeapVector<char> bytes_;
  HALFWORD_FIELDS(MergedHolder, pairs_, weak_, set_, mutable_, strings_, text_,
                  bytes_)
};

namespace {

class EqualObjectsTest : public ImageTest {
 protected:
  // Fills a holder, saves it, and finds what is equal in the image.
  template <typename Fill>
  uint32_t CountMerged(Fill fill) {
    {
      const auto heap = Open<MergedHolder, MergedPair, MutablePair>(
          {.heap = {.growth_bytes_min = SIZE_MAX}});
      const HeapScope scope(*heap);
      handle_ = &heap->GetAllocationHandle();
      auto* const holder = MakeGarbageCollected<MergedHolder>(*handle_);
      heap->SetRoot("holder", holder);
      fill(holder);
      Save(heap.get());
    }
    const OfflineImage image(Path());
    const EqualObjects merged(image.objects(), image.maps(), image.live());
    std::map<ImageGranule, int> sets;
    image.live().ForEach(
        [&](ImageGranule object) { ++sets[merged.Of(object)]; });
    EXPECT_EQ(sets.size() + merged.merged_count(), image.live().count());
    return merged.merged_count();
  }
  MergedPair* Pair(Tagged<MergedPair> head, Tagged<MergedPair> tail) {
    return MakeGarbageCollected<MergedPair>(*handle_, head, tail);
  }

  AllocationHandle* handle_ = nullptr;
};

TEST_F(EqualObjectsTest, EqualTreesBecomeOne) {
  // Twice the same tree of 3 pairs; its two leaves are equal, too.
  EXPECT_EQ(CountMerged([this](MergedHolder* holder) {
              for (int i = 0; i < 2; ++i) {
                holder->pairs_.push_back(Pair(Pair(1, 2), Pair(1, 2)));
              }
            }),
            4u);
}

TEST_F(EqualObjectsTest, DeepListsTakeNoStack) {
  constexpr int kCount = 200'000;
  EXPECT_EQ(CountMerged([this](MergedHolder* holder) {
              for (int i = 0; i < 2; ++i) {
                MergedPair* list = Pair(0, 0);
                for (int k = 1; k < kCount; ++k) list = Pair(k, list);
                holder->pairs_.push_back(list);
              }
            }),
            static_cast<uint32_t>(kCount));
}

TEST_F(EqualObjectsTest, WhatIsAskedForItsIdentityStays) {
  EXPECT_EQ(CountMerged([this](MergedHolder* holder) {
              holder->pairs_.push_back(Pair(1, 2));
              holder->pairs_.push_back(Pair(1, 2));
              holder->weak_ = holder->pairs_[0];
            }),
            0u);
}

TEST_F(EqualObjectsTest, KeysOfTablesStay) {
  EXPECT_EQ(CountMerged([this](MergedHolder* holder) {
              for (int i = 0; i < 40; ++i) holder->set_.insert(Pair(1, 2));
            }),
            0u);
}

TEST_F(EqualObjectsTest, WhatMayChangeStays) {
  EXPECT_EQ(
      CountMerged([this](MergedHolder* holder) {
        holder->mutable_.push_back(MakeGarbageCollected<MutablePair>(*handle_));
        holder->mutable_.push_back(MakeGarbageCollected<MutablePair>(*handle_));
      }),
      0u);
}

TEST_F(EqualObjectsTest, OfStringsThoseThatNobodyWritesTo) {
  EXPECT_EQ(CountMerged([this](MergedHolder* holder) {
              const std::string bytes = "the same bytes everywhere";
              for (int i = 0; i < 3; ++i) {
                holder->strings_.push_back(String(*handle_, bytes));
              }
              holder->strings_.push_back(String(*handle_, "other bytes"));
              holder->text_ = bytes;
              holder->bytes_.assign(bytes.begin(), bytes.end());
            }),
            2u);
}

TEST_F(EqualObjectsTest, CirclesStay) {
  EXPECT_EQ(CountMerged([this](MergedHolder* holder) {
              for (int i = 0; i < 2; ++i) {
                MergedPair* const pair = Pair(1, 0);
                pair->tail_ = pair;
                holder->pairs_.push_back(pair);
              }
            }),
            0u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
