// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A page has one owner, whoever comes at the same time.

#include "gc/marking/page_owner.h"

#include <atomic>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(PageOwnerTest, IsWhoComesFirstUntilThePageIsOpened) {
  PageRecord page = {};

  EXPECT_EQ(OwnerOf(&page, 2), 2);
  EXPECT_EQ(OwnerOf(&page, 3), 2);
  OpenPage(&page, 3);
  EXPECT_EQ(OwnerOf(&page, 3), 2);
  OpenPage(&page, 2);
  EXPECT_EQ(OwnerOf(&page, 2), kEverybody);
  EXPECT_EQ(OwnerOf(&page, 3), kEverybody);
}

TEST(PageOwnerTest, OpensAPageThatOthersOftenComeTo) {
  PageRecord page = {};
  EXPECT_EQ(OwnerOf(&page, kMarkerNumberMax), kMarkerNumberMax);

  for (int i = 0; i < kSentWordsMax; ++i) {
    NoteSentWord(&page, kMarkerNumberMax);
    EXPECT_EQ(OwnerOf(&page, 3), kMarkerNumberMax);
  }
  NoteSentWord(&page, kMarkerNumberMax);
  EXPECT_EQ(OwnerOf(&page, kMarkerNumberMax), kEverybody);
  NoteSentWord(&page, kMarkerNumberMax);
  EXPECT_EQ(OwnerOf(&page, 3), kEverybody);
}

TEST(PageOwnerTest, ThereIsOneOwnerOfAPageForAllMarkers) {
  constexpr size_t kPageCount = 20'000;
  constexpr int kMarkerCount = 3;
  std::vector<PageRecord> pages(kPageCount);
  std::vector<std::vector<MarkerNumber>> owners(
      kMarkerCount, std::vector<MarkerNumber>(kPageCount));
  std::atomic<int> ready_count{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < kMarkerCount; ++i) {
    threads.emplace_back([&, i] {
      ready_count.fetch_add(1);
      while (ready_count != kMarkerCount) std::this_thread::yield();
      for (size_t page = 0; page < kPageCount; ++page) {
        owners[static_cast<size_t>(i)][page] =
            OwnerOf(&pages[page], static_cast<MarkerNumber>(i + 1));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();

  for (size_t page = 0; page < kPageCount; ++page) {
    ASSERT_GE(owners[0][page], 1);
    ASSERT_LE(owners[0][page], kMarkerCount);
  }
  EXPECT_EQ(owners[0], owners[1]);
  EXPECT_EQ(owners[0], owners[2]);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
