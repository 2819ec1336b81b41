// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Single saves, by hand; image_store_model_test.cc has their histories.

#include "image/file/image_store.h"

#include <array>
#include <random>

#include "gtest/gtest.h"
#include "image/file/image_hash.h"
#include "image/file/simulated_disk.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class ImageStoreTest : public testing::Test {
 protected:
  ImageStoreTest() : random_(1), disk_(&random_), store_(&disk_) {
    EXPECT_TRUE(ImageStore::Create(&disk_, {1, 2}, 2,
                                   [this](uint32_t) { return page_.data(); },
                                   {}, {.log_half_bytes = 12 * kUnitBytes}));
    Open();
  }

  void Open() {
    ImageDamage damage;
    EXPECT_EQ(store_.Open(PageCheck::kAll, &damage), StoreResult::kDone)
        << damage.text;
  }

  StoreResult Save(Durability durability = Durability::kStrict) {
    page_[0] ^= std::byte{1};
    const PageChange change = {1, 0b0001, HashPage(page_.data(), 1),
                               page_.data()};
    return store_.Save({&change, 1}, {}, durability, [this] { ++applied_; });
  }

  std::mt19937 random_;
  SimulatedDisk disk_;
  std::array<std::byte, kImagePageBytes> page_ = {};
  ImageStore store_;
  int applied_ = 0;
};

TEST_F(ImageStoreTest, CountsSaves) {
  EXPECT_EQ(store_.state().sequence, 1);
  EXPECT_EQ(Save(), StoreResult::kDone);
  EXPECT_EQ(store_.state().sequence, 2);
  EXPECT_EQ(store_.units().size(), 1);
  EXPECT_EQ(store_.Checkpoint(), StoreResult::kDone);
  EXPECT_TRUE(store_.units().empty());
  EXPECT_EQ(store_.Close(), StoreResult::kDone);
  Open();
  EXPECT_EQ(store_.state().sequence, 2);
}

TEST_F(ImageStoreTest, EmptiesItsLogWhenItIsFull) {
  for (int i = 0; i < 12; ++i) ASSERT_EQ(Save(), StoreResult::kDone);
  EXPECT_GE(applied_, 2);
  Open();
  EXPECT_EQ(store_.state().sequence, 13);
}

TEST_F(ImageStoreTest, AsksForAPackWhereReadersKeepTheLogFull) {
  disk_.SetReader(true);
  StoreResult result = StoreResult::kDone;
  for (int i = 0; i < 12 && result == StoreResult::kDone; ++i) result = Save();
  EXPECT_EQ(result, StoreResult::kNeedsPack);
  EXPECT_EQ(store_.Checkpoint(), StoreResult::kFailed);
  disk_.SetReader(false);
  EXPECT_EQ(Save(), StoreResult::kDone);
}

TEST_F(ImageStoreTest, CanBeTriedAgainWhenTheDiskWasFull) {
  disk_.SetRoom(2);
  EXPECT_EQ(Save(), StoreResult::kFailed);
  EXPECT_NE(store_.error().find("No space"), std::string::npos);
  disk_.SetRoom(SimulatedDisk::kMuch);
  EXPECT_EQ(Save(), StoreResult::kDone);
}

TEST_F(ImageStoreTest, IsBrokenWhenASyncHasFailed) {
  disk_.FailNextSync();
  EXPECT_EQ(Save(), StoreResult::kBroken);
  EXPECT_EQ(Save(), StoreResult::kBroken);
  EXPECT_EQ(store_.Checkpoint(), StoreResult::kBroken);
  EXPECT_EQ(store_.Close(), StoreResult::kBroken);
  Open();
}

TEST_F(ImageStoreTest, TellsOfARelaxedSaveThatMayBeLost) {
  ASSERT_EQ(Save(), StoreResult::kDone);
  ASSERT_EQ(Save(Durability::kRelaxed), StoreResult::kDone);
  const uint64_t sequence = store_.state().sequence;
  // The head of the last record.
  RecoveredImage image;
  ASSERT_FALSE(RecoverImage(&disk_, PageCheck::kAll, &image));
  disk_.sectors()[image.records.back().offset / SimulatedDisk::kSectorBytes]
                 [0] ^= std::byte{1};
  Open();
  EXPECT_TRUE(store_.has_lost_relaxed_save());
  EXPECT_EQ(store_.state().sequence, sequence - 1);
}

TEST_F(ImageStoreTest, Grows) {
  ASSERT_EQ(store_.Grow(5), StoreResult::kDone);
  const PageChange change = {4, 0b1111, HashPage(page_.data(), 4),
                             page_.data()};
  ASSERT_EQ(store_.Save({&change, 1}, {}, Durability::kStrict),
            StoreResult::kDone);
  ASSERT_EQ(store_.Close(), StoreResult::kDone);
  Open();
  EXPECT_EQ(store_.state().page_count, 5);
  EXPECT_TRUE(store_.directory()[3].is_zero());
  EXPECT_TRUE(store_.directory()[4] == HashPage(page_.data(), 4));
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
