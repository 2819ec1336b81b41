// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Fragmentation: a heap that loses objects here and there and makes others is
// soon as full as one that was never touched, because free slots are used
// before pages are taken (design/heap.md).

#include <algorithm>
#include <random>
#include <vector>

#include "base/test_seed.h"
#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Piece : public GarbageCollected<Piece> {
 public:
  Member<Piece> other_;
  uint64_t number_;
  HALFWORD_FIELDS(Piece, other_, number_)
};

class WidePiece : public GarbageCollected<WidePiece> {
 public:
  Member<WidePiece> others_[5];
  uint32_t number_;
  HALFWORD_FIELDS(WidePiece, others_, number_)
};

class TextPiece : public GarbageCollected<TextPiece> {
 public:
  uint32_t byte_count_;
  HALFWORD_FIELDS(TextPiece, byte_count_)
  HALFWORD_TRAILING(TextPiece, char)
};

constexpr size_t kPieceCount = 100'000;
constexpr double kRatioMax = 1.15;

class RegrowthTest : public ::testing::Test {
 protected:
  void Fill() {
    AllocationHandle& handle = heap_->GetAllocationHandle();
    while (pieces_.size() + wide_pieces_.size() + texts_.size() < kPieceCount) {
      const auto number = static_cast<uint32_t>(random_());
      if (number % 4 == 0) {
        pieces_.emplace_back(MakeGarbageCollected<Piece>(handle));
      } else if (number % 4 == 1) {
        wide_pieces_.emplace_back(MakeGarbageCollected<WidePiece>(handle));
      } else {
        texts_.emplace_back(MakeGarbageCollected<TextPiece>(
            handle, AdditionalBytes(4 + number / 4 % 24)));
      }
    }
  }

  void DropHalf() {
    DropHalfOf(&pieces_);
    DropHalfOf(&wide_pieces_);
    DropHalfOf(&texts_);
  }

  size_t PageBytes() {
    CollectPrecisely(*heap_);
    return heap_->CollectStatistics(HeapStatistics::kBrief).page_bytes;
  }

 private:
  template <typename T>
  void DropHalfOf(std::vector<Persistent<T>>* objects) {
    std::shuffle(objects->begin(), objects->end(), random_);
    objects->resize(objects->size() / 2);
  }

  const TestSeed seed_;
  std::mt19937 random_{seed_.value()};
  const std::unique_ptr<Heap> heap_ = Heap::Create();
  std::vector<Persistent<Piece>> pieces_;
  std::vector<Persistent<WidePiece>> wide_pieces_;
  std::vector<Persistent<TextPiece>> texts_;
};

TEST_F(RegrowthTest, AHeapThatLosesHalfAndGrowsAgainIsNoLarger) {
  Fill();
  const size_t fresh_bytes = PageBytes();
  for (int round = 0; round < 4; ++round) {
    DropHalf();
    // Survivors stand in nearly all pages.
    EXPECT_GT(PageBytes(), fresh_bytes / 2);

    Fill();

    EXPECT_LT(static_cast<double>(PageBytes()),
              kRatioMax * static_cast<double>(fresh_bytes))
        << "round " << round;
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
