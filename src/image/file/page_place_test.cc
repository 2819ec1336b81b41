// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Places of pages, and states that cannot be believed.

#include "image/file/page_place.h"

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr uint64_t kMiB = uint64_t{1} << 20;

ImageState TwoSegments() {
  ImageState state;
  state.page_count = 310;
  state.file_bytes = 32 * kMiB;
  state.segment_count = 2;
  state.segments[0] = {2 * kMiB, kDirectoryOffset, 0, 300};
  state.segments[1] = {16 * kMiB, 15 * kMiB, 300, 10};
  return state;
}

TEST(PagePlaceTest, FindsPagesAndTheirHashes) {
  const ImageState state = TwoSegments();
  ASSERT_TRUE(IsSound(state));
  EXPECT_EQ(PageOffset(state, 0), 2 * kMiB);
  EXPECT_EQ(PageOffset(state, 299), 2 * kMiB + 299 * kImagePageBytes);
  EXPECT_EQ(PageOffset(state, 300), 16 * kMiB);
  DirectoryBlock block = DirectoryBlockOf(state, 257);
  EXPECT_EQ(block.offset, kDirectoryOffset + kUnitBytes);
  EXPECT_EQ(block.first_page, 256);
  EXPECT_EQ(block.page_count, 44);
  block = DirectoryBlockOf(state, 309);
  EXPECT_EQ(block.offset, 15 * kMiB);
  EXPECT_EQ(block.first_page, 300);
  EXPECT_EQ(block.page_count, 10);
}

TEST(PagePlaceTest, BelievesNoStateThatCannotBe) {
  const auto is_refused = [](auto change) {
    ImageState state = TwoSegments();
    change(&state);
    return !IsSound(state);
  };
  EXPECT_TRUE(is_refused([](ImageState* s) { s->page_count = 311; }));
  EXPECT_TRUE(is_refused([](ImageState* s) { s->segment_count = 1; }));
  EXPECT_TRUE(is_refused([](ImageState* s) { s->segment_count = 49; }));
  EXPECT_TRUE(is_refused([](ImageState* s) { s->page_bytes_log2 = 12; }));
  EXPECT_TRUE(is_refused([](ImageState* s) { s->file_bytes = 16 * kMiB; }));
  EXPECT_TRUE(is_refused([](ImageState* s) { s->segments[0].first_page = 1; }));
  EXPECT_TRUE(is_refused(
      [](ImageState* s) { s->segments[1].pages_offset = 3 * kMiB; }));
  EXPECT_TRUE(
      is_refused([](ImageState* s) { s->segments[0].directory_offset = 0; }));
  EXPECT_TRUE(
      is_refused([](ImageState* s) { s->segments[0].pages_offset += 100; }));
  EXPECT_TRUE(is_refused(
      [](ImageState* s) { s->segments[1].pages_offset = UINT64_MAX - 4095; }));
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
