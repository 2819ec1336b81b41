// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Texts in any order, and what is kept from batch to batch.

#include "analysis/export/text_cache.h"

#include <string>
#include <vector>

#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

class TextCacheTest : public ::testing::Test {
 protected:
  explicit TextCacheTest() {
    TestGraph graph = GraphWithRoot();
    for (uint32_t i = 0; i < 5000; ++i) {
      graph.NewSlot("text " + std::to_string(i));
    }
    strings_ = graph.strings;
    snapshot_ = Read(graph);
  }

  const StringTable& table() const { return *snapshot_.strings; }
  const std::vector<std::string>& strings() const { return strings_; }

 private:
  std::vector<std::string> strings_;
  Snapshot snapshot_;
};

TEST_F(TextCacheTest, GivesTextsInAnyOrder) {
  for (const size_t kept_bytes : {size_t{0}, TextCache::kKeptBytes}) {
    TextCache cache(table(), kept_bytes);
    for (uint32_t batch = 0; batch < 5; ++batch) {
      cache.BeginBatch();
      std::vector<NameSlot> slots;
      for (uint32_t i = 0; i < 400; ++i) {
        slots.push_back((i * 1237 + batch * 11) % 5000);
      }
      for (const NameSlot slot : slots) cache.Want(slot);
      cache.Load();
      for (const NameSlot slot : slots) {
        ASSERT_EQ(cache.TextOf(slot), strings()[slot]);
      }
    }
  }
}

TEST_F(TextCacheTest, ReadsAgainOnlyWhatItDoesNotKeep) {
  TextCache keeping(table());
  TextCache forgetting(table(), 0);
  for (TextCache* const cache : {&keeping, &forgetting}) {
    cache->BeginBatch();
    for (const NameSlot slot : {7U, 3U, 7U}) cache->Want(slot);
    EXPECT_EQ(cache->wanted_count(), 2);
    cache->Load();
    cache->BeginBatch();
    cache->Want(3);
    cache->Want(4);
  }

  EXPECT_EQ(keeping.wanted_count(), 1);
  EXPECT_EQ(forgetting.wanted_count(), 2);
}

TEST(TextCacheOfBadTextTest, MakesItValid) {
  const TestFile content("[\"a\x80\"]");
  const InputFile file(content.path());
  const StringTable table(file, 1, file.bytes() - 1);
  TextCache cache(table);

  cache.BeginBatch();
  cache.Want(0);
  cache.Load();

  EXPECT_EQ(cache.TextOf(0), "a\ufffd");
}

}  // namespace

}  // namespace halfword::analysis
