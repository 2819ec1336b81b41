// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Blocks do not overlap, come back, and end at the limit.

#include "examples/dom/parser_arena.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

namespace dom {
namespace {

constexpr size_t kMebibyte = size_t{1} << 20;

TEST(ParserArenaTest, GivesBlocksThatAreAlignedAndApart) {
  struct Block {
    unsigned char* memory;
    size_t bytes;
    unsigned char fill;
  };
  ParserArena arena(256 * kMebibyte);
  std::mt19937 random(7);
  std::vector<Block> blocks;
  for (int i = 0; i < 20'000; ++i) {
    if (i % 3 == 2) {
      const Block freed = blocks[blocks.size() / 2];
      blocks[blocks.size() / 2] = blocks.back();
      blocks.pop_back();
      arena.Free(freed.memory);
      continue;
    }
    const size_t bytes = random() % (i % 100 == 0 ? 100'000 : 300);
    auto* const memory = static_cast<unsigned char*>(arena.Allocate(bytes));
    ASSERT_NE(memory, nullptr);
    ASSERT_EQ(reinterpret_cast<uintptr_t>(memory) % 8, 0u);
    const auto fill = static_cast<unsigned char>(i);
    std::memset(memory, fill, bytes);
    blocks.push_back({memory, bytes, fill});
  }

  for (const Block& block : blocks) {
    for (size_t i = 0; i < block.bytes; ++i) {
      ASSERT_EQ(block.memory[i], block.fill);
    }
  }
}

TEST(ParserArenaTest, GivesAFreedBlockAgain) {
  ParserArena arena(2 * kMebibyte);
  for (int i = 0; i < 100; ++i) {
    void* const memory = arena.Allocate(kMebibyte / 2);
    ASSERT_NE(memory, nullptr) << i;
    arena.Free(memory);
  }
  arena.Free(nullptr);
}

TEST(ParserArenaTest, StaysWithinItsLimit) {
  ParserArena arena(4 * kMebibyte);
  EXPECT_EQ(arena.Allocate(5 * kMebibyte), nullptr);
  EXPECT_EQ(arena.Allocate(SIZE_MAX), nullptr);

  size_t given_bytes = 0;
  while (arena.Allocate(1000) != nullptr) given_bytes += 1000;

  EXPECT_LE(arena.chunk_bytes(), arena.limit_bytes());
  EXPECT_GT(given_bytes, 2 * kMebibyte);
}

}  // namespace
}  // namespace dom
