// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One damage at a time: the image is refused with the reason, or it is opened
// as what was saved. Never is it opened as anything else.

#include "image/file/recovery.h"

#include <array>
#include <map>
#include <random>

#include "base/test_seed.h"
#include "gtest/gtest.h"
#include "image/file/image_hash.h"
#include "image/file/image_store.h"
#include "image/file/simulated_disk.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

using Page = std::array<std::byte, kImagePageBytes>;

constexpr uint32_t kPages = 6;

// An image with one page at home that is free, and two saves in the log.
class RecoveryTest : public testing::Test {
 protected:
  RecoveryTest() : random_(seed_.value()), disk_(&random_) {
    for (uint32_t i = 0; i < kPages; ++i) {
      for (std::byte& byte : pages_[i]) {
        byte = static_cast<std::byte>(random_());
      }
    }
    EXPECT_TRUE(ImageStore::Create(&disk_, {1, 2}, kPages,
                                   [this](uint32_t page) {
                                     return page == 3 ? nullptr
                                                      : pages_[page].data();
                                   },
                                   {}, {.log_half_bytes = 32 * kUnitBytes}));
    ImageStore store(&disk_);
    ImageDamage damage;
    EXPECT_EQ(store.Open(PageCheck::kAll, &damage), StoreResult::kDone);
    for (const uint32_t page : {1u, 3u}) {
      pages_[page][5000] ^= std::byte{1};
      const PageChange change = {
          page, static_cast<uint8_t>(page == 3 ? 0b1111 : 0b0010),
          HashPage(pages_[page].data(), page), pages_[page].data()};
      EXPECT_EQ(store.Save({&change, 1}, {}, Durability::kStrict),
                StoreResult::kDone);
    }
    good_ = disk_.sectors();
  }

  // What is wrong; kNone: it is as it was saved.
  ImageDamage Recover(const char* what, uint64_t place) {
    RecoveredImage image;
    ImageDamage damage = RecoverImage(&disk_, PageCheck::kAll, &image);
    if (damage) {
      EXPECT_FALSE(damage.text.empty());
      EXPECT_EQ(damage.text.find('\n'), std::string::npos);
      return damage;
    }
    EXPECT_EQ(image.state.sequence, 3) << what << place;
    for (uint32_t i = 0; i < kPages; ++i) {
      Page page;
      EXPECT_TRUE(ReadPage(&disk_, image.state, image.units, i, page.data()));
      EXPECT_EQ(page, pages_[i]) << what << place;
    }
    return damage;
  }

  void Restore() { disk_.sectors() = good_; }

  const TestSeed seed_;
  std::mt19937 random_;
  SimulatedDisk disk_;
  std::map<uint32_t, Page> pages_;
  std::map<uint64_t, SimulatedDisk::Sector> good_;
};

TEST_F(RecoveryTest, NamesOrSurvivesEachFlip) {
  int named = 0;
  int harmless = 0;
  for (const auto& [number, sector] : good_) {
    for (int i = 0; i < 3; ++i) {
      const size_t place = random_() % sector.size();
      disk_.sectors()[number][place] ^= std::byte{1} << random_() % 8;
      const ImageDamage damage = Recover("flip in sector ", number);
      damage ? ++named : ++harmless;
      Restore();
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(named, 0);
  EXPECT_GT(harmless, 0);
}

TEST_F(RecoveryTest, NamesOrSurvivesEachZeroedAndEachSwappedSector) {
  auto other = good_.begin();
  for (const auto& [number, sector] : good_) {
    disk_.sectors()[number] = {};
    Recover("zeroed sector ", number);
    Restore();
    std::advance(other, 1);
    if (other == good_.end()) other = good_.begin();
    disk_.sectors()[number] = other->second;
    Recover("another's sector ", number);
    Restore();
    if (HasFailure()) return;
  }
}

TEST_F(RecoveryTest, NamesEachLength) {
  const uint64_t bytes = disk_.bytes();
  for (uint64_t length = 0; length < bytes; length += 8191) {
    disk_.SetBytes(length);
    EXPECT_TRUE(Recover("length ", length)) << length;
  }
  disk_.SetBytes(bytes + 100'000);
  EXPECT_FALSE(Recover("length ", bytes + 100'000));
}

TEST_F(RecoveryTest, SaysWhatIsDamaged) {
  const auto kind_after = [this](uint64_t offset) {
    disk_.sectors()[offset / SimulatedDisk::kSectorBytes][1] ^= std::byte{1};
    const ImageDamage damage = Recover("offset ", offset);
    Restore();
    return damage.kind;
  };
  RecoveredImage image;
  ASSERT_FALSE(RecoverImage(&disk_, PageCheck::kAll, &image));
  EXPECT_EQ(kind_after(image.records[0].offset), DamageKind::kLogRecord);
  EXPECT_EQ(kind_after(kDirectoryOffset), DamageKind::kDirectory);
  EXPECT_EQ(kind_after(image.state.segments[0].pages_offset),
            DamageKind::kPage);
  EXPECT_EQ(kind_after(kHeaderOffsets[0]), DamageKind::kNone);
  disk_.sectors()[kHeaderOffsets[0] / SimulatedDisk::kSectorBytes][9] ^=
      std::byte{1};
  EXPECT_EQ(kind_after(kHeaderOffsets[1]), DamageKind::kHeader);
  disk_.sectors().clear();
  EXPECT_EQ(Recover("nothing ", 0).kind, DamageKind::kNoImage);
}

TEST_F(RecoveryTest, TellsAnotherVersion) {
  for (const uint64_t offset : kHeaderOffsets) {
    HeaderCopy header;
    ASSERT_TRUE(disk_.Read(offset, &header, sizeof(header)));
    header.version = 9;
    SealBlock(&header);
    ASSERT_TRUE(disk_.Write(offset, &header, sizeof(header)));
  }
  const ImageDamage damage = Recover("version ", 9);
  EXPECT_EQ(damage.kind, DamageKind::kOtherVersion);
  EXPECT_EQ(damage.version, 9);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
