// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Records, written and read, whole and damaged.

#include "image/file/image_log.h"

#include <random>
#include <vector>

#include "gtest/gtest.h"
#include "image/file/image_hash.h"
#include "image/file/simulated_disk.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr uint64_t kLogOffset = kDirectoryOffset + kUnitBytes;

class ImageLogTest : public testing::Test {
 protected:
  ImageLogTest() : random_(1), disk_(&random_), page_(kImagePageBytes) {
    header_.id = {7, 8};
    header_.epoch = 2;
    header_.halves[0] = {kLogOffset, 16 * kUnitBytes};
    state_.page_count = 3;
    state_.file_bytes = kPagesAlignment * 2;
    state_.segment_count = 1;
    state_.segments[0] = {kPagesAlignment, kDirectoryOffset, 0, 3};
    state_.sequence = 5;
    state_.previous = {1, 2};
    for (size_t i = 0; i < page_.size(); ++i) {
      page_[i] = static_cast<std::byte>(i / kUnitBytes + 1);
    }
    EXPECT_TRUE(disk_.Allocate(state_.file_bytes));
  }

  bool Write(const std::vector<PageChange>& changes) {
    RecordHead head;
    head.epoch = header_.epoch;
    head.id = header_.id;
    head.state = state_;
    bool has_head_failed = false;
    return WriteRecord(&disk_, kLogOffset, changes, &head, &has_head_failed);
  }
  RecordCheck Read(LogRecord* record) {
    return ReadRecord(&disk_, header_, kLogOffset, 5, {1, 2}, record);
  }

  std::mt19937 random_;
  SimulatedDisk disk_;
  std::vector<std::byte> page_;
  HeaderCopy header_;
  ImageState state_;
};

TEST_F(ImageLogTest, GivesBackWhatWasWritten) {
  const std::vector<PageChange> changes = {{0, 0b0101, {3, 4}, page_.data()},
                                           {2, 0, {}, nullptr}};
  ASSERT_TRUE(Write(changes));
  LogRecord record;
  ASSERT_EQ(Read(&record), RecordCheck::kGood);
  EXPECT_EQ(record.head.record_bytes, RecordBytes(changes));
  ASSERT_EQ(record.entries.size(), 2);
  EXPECT_EQ(record.entries[0].unit_mask, 0b0101);
  LoggedUnits units;
  NoteUnits(record, &units);
  std::byte unit[kUnitBytes];
  ASSERT_TRUE(disk_.Read(units[0][2], unit, sizeof(unit)));
  EXPECT_EQ(unit[0], std::byte{3});
  EXPECT_EQ(units[0][1], 0);
  EXPECT_EQ(units[2][0], 0);
}

TEST_F(ImageLogTest, HasNoRecordForAnyFlip) {
  ASSERT_TRUE(Write({{0, 0b0001, {3, 4}, page_.data()}}));
  LogRecord record;
  for (uint64_t i = 0; i < 3 * kUnitBytes; i += 37) {
    const uint64_t sector = (kLogOffset + i) / SimulatedDisk::kSectorBytes;
    std::byte& byte = disk_.sectors()[sector][i % SimulatedDisk::kSectorBytes];
    byte ^= std::byte{4};
    EXPECT_EQ(Read(&record),
              i < kUnitBytes ? RecordCheck::kNone : RecordCheck::kTorn)
        << i;
    byte ^= std::byte{4};
  }
  EXPECT_EQ(Read(&record), RecordCheck::kGood);
}

TEST_F(ImageLogTest, BelongsToItsImageEpochAndState) {
  ASSERT_TRUE(Write({{0, 0b0001, {3, 4}, page_.data()}}));
  LogRecord record;
  EXPECT_EQ(ReadRecord(&disk_, header_, kLogOffset, 6, {1, 2}, &record),
            RecordCheck::kNone);
  EXPECT_EQ(ReadRecord(&disk_, header_, kLogOffset, 5, {1, 3}, &record),
            RecordCheck::kNone);
  header_.epoch = 4;
  EXPECT_EQ(Read(&record), RecordCheck::kNone);
  header_.epoch = 2;
  header_.id.high = 9;
  EXPECT_EQ(Read(&record), RecordCheck::kNone);
}

TEST_F(ImageLogTest, HasNoHeadIfThePayloadFails) {
  disk_.SetRoom(3);
  EXPECT_FALSE(Write({{0, 0b1111, {3, 4}, page_.data()}}));
  LogRecord record;
  EXPECT_EQ(Read(&record), RecordCheck::kNone);
  EXPECT_EQ(record.head.magic, 0);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
